/*
 * Why: what each component is worth and by what theorem, the nim-sum in binary columns, what follows from it, and who wins.
 */

import { ask } from "./api.js";
import { question } from "./board.js";
import { h } from "./dom.js";
import { nimSumTable } from "./nim-sum.js";
import { told } from "./remarks.js";
import { explainer, whole } from "./terms.js";
import { say } from "./words.js";

/** Most reasons, most components named beside one, most winning moves. */
const REASONS = 12;
const NAMED = 4;
const MOVES = 6;

/** Most options of a component whose values are told, and how long their names may be together. */
const OPTIONS = 12;
const LETTERS = 240;

/** Most moves of a lost position whose replies are told, and how many are asked for at a time. */
const REPLIES = 24;
const AT_A_TIME = 4;

/** The theories that add values. */
const BY_VALUES = ["sprague-grundy", "misere-nim"];

/**
 * The reasons of an answer.
 * @param {object} answer to `solve` with `explain`
 * @param {{name: string, you?: boolean}} mover
 * @param {object} position of the route "moves"
 * @param {(number: number, words: any) => Node} moveOf what a winning move of it is shown as
 * @returns {{nodes: Array<Node|null>, told: string}} what is shown, and its sentences for screen readers
 */
export function reasonsOf(answer, mover, position, moveOf) {
  const components = answer.components ?? [];
  const names = components.map(({ game }) => /^[^ :]*/.exec(game)[0]);
  const explained = explainer();
  const sentence = (text) => explained(whole(text, names));
  const several = components.length > 1;
  const shared = together(components);
  const sum = several && BY_VALUES.includes(answer.theory) ? nimSumTable(components) : null;
  const theorems = [answer.because, answer.conclusion, answer.unknown].filter(Boolean);
  const end = conclusion(answer, mover);
  const nodes = [
    several ? ofComponents(shared, sentence) : [...shared.keys()].map((reason) => h("p", {}, sentence(reason))),
    sum && h("h3", {}, say("binaryTitle")),
    sum,
    sum && h("p.hint", {}, say("binaryNote")),
    theorems.filter((theorem) => theorem !== end).map((theorem) => h("p.theorem", {}, sentence(theorem))),
    winningMoves(answer, several, position, moveOf),
    h("p.conclusion", {}, end),
    declined(answer),
  ];
  return { nodes, told: [...shared.keys(), ...theorems, end].map((text) => whole(text, names)).join(" ") };
}

/** Each reason with the components that have it: equal ones are named once. */
function together(components) {
  const shared = new Map();
  for (const { game, because } of components) if (because) shared.set(because, (shared.get(because) ?? new Set()).add(game));
  return shared;
}

function ofComponents(shared, said) {
  const rows = [...shared].slice(0, REASONS).map(([sentence, games]) => {
    const named = [...games].slice(0, NAMED).join(say("comma"));
    return h("div", {}, h("dt", {}, games.size > NAMED ? `${named}${say("comma")}…` : named), h("dd", {}, said(sentence)));
  });
  return [h("dl.reasons", {}, rows), shared.size > REASONS && h("p.hint", {}, say("moreComponents", { count: shared.size - REASONS }))];
}

/** The winning moves, each with what it leaves; those that the board has too can be made. */
function winningMoves({ moves = [], winning_moves: count, components = [] }, several, position, moveOf) {
  if (!count || moves.length === 0) return null;
  const rows = moves.slice(0, MOVES).map(({ component, from, move, to }) => {
    const name = several ? (components[component]?.game ?? from) : null;
    const leaves = to.join(" + ");
    const number = position.moves.findIndex((one) => one.component === component && one.move === move && one.to.join(" + ") === leaves);
    const words = name ? say("named", { name, what: move }) : move;
    return h("li", {}, number < 0 ? words : moveOf(number, words), h("span.leaves", {}, " → ", leaves || say("nothing")));
  });
  return [h("h3", {}, say("whyWins", { count })), h("ul.why-moves.why-wins", {}, rows, Number(count) > rows.length && h("li", {}, "…"))];
}

/**
 * One winning reply to each move of a small position that is lost: there the moves themselves are the reason.
 * @param {object} position of the route "moves"
 * @param {{rule: string|null, let: string|null, misere: boolean}} settings
 * @param {AbortSignal} signal
 * @returns {Promise<Node[]|null>} null where the position is not lost, or too large
 */
export async function repliesOf(position, settings, signal) {
  const { moves } = position;
  if (position.outcome !== "P" || !position.complete || moves.length === 0 || moves.length > REPLIES) return null;
  const rows = [];
  for (let from = 0; from < moves.length; from += AT_A_TIME) {
    const some = moves.slice(from, from + AT_A_TIME);
    const answers = await Promise.all(some.map(({ game }) => ask("solve", question(game, settings), { signal })));
    answers.forEach(({ moves: [reply] }, at) => {
      if (reply) rows.push(h("li", {}, say("whyReply", { move: told(some[at], position), reply: reply.move })));
    });
  }
  return rows.length < moves.length ? null : [h("h3", {}, say("whyReplies")), h("ul.why-moves", {}, rows)];
}

/**
 * How the value of a component arises that is not told by a theorem but found by a table or a search: the values of its options, and the
 * smallest number missing among them.
 * @param {object} answer to `solve`
 * @param {object} position of the route "moves"
 * @param {{rule: string|null, let: string|null, misere: boolean}} settings
 * @param {AbortSignal} signal
 * @returns {Promise<Node[]>} a paragraph for each of a few components; none where there are too many options
 */
export async function mexOf(answer, position, settings, signal) {
  if (settings.misere || answer.theory !== "sprague-grundy") return [];
  const found = new Map();
  for (const { game, value, engine } of answer.components ?? []) if (value !== null && engine && engine !== "theorem") found.set(game, value);
  const single = position.components.length === 1;
  const told = await Promise.all([...found].slice(0, NAMED).map(([game, value]) => mex(game, value, single ? position : null, settings, signal)));
  return told.filter(Boolean);
}

async function mex(game, value, alone, settings, signal) {
  // Of a rule the catalogue does not know, answers write a position behind the word "rule", and one asks for it without.
  const asked = (name) => (/^rule /.test(name) ? question(name.slice(5), settings) : { game: name });
  const position = alone ?? (await ask("moves", asked(game), { signal }));
  const options = [...new Set(position.moves.map((move) => move.game))];
  if (!position.complete || options.length === 0 || options.length > OPTIONS || options.join("").length > LETTERS) return null;
  const answers = await Promise.all(options.map((option) => ask("solve", alone ? question(option, settings) : asked(option), { signal })));
  if (answers.some((one) => one.value === null || one.value === undefined)) return null;
  const named = new Map(position.moves.map((move) => [move.game, move.to.length > 0 ? move.to.join(" + ") : say("nothing")]));
  return h("p.mex", {}, say("whyMex", { game, options: options.map((option, at) => say("whyOption", { game: named.get(option), value: answers[at].value })), value }));
}

function conclusion({ outcome }, mover) {
  const words = { N: "outcomeN", P: "outcomeP", D: "outcomeD" }[outcome] ?? "outcomeUnknown";
  return mover.you && (outcome === "N" || outcome === "P") ? say(`${words}You`) : say(words, { who: mover.name });
}

function declined(answer) {
  const list = (answer.declined ?? []).filter((one) => one.why);
  if (list.length === 0) return null;
  return h("details", {}, h("summary", {}, say("whyDeclined")), h("ul", {}, [...new Set(list.map((one) => one.why))].map((text) => h("li", {}, whole(text)))));
}

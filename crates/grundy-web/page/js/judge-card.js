/*
 * An input of a contest, explained case by case. Of a problem with a name or a file, what the judge expects and each
 * position with its answer; else under the rule of the studio: the number of cases, then for each case the number of
 * heaps and the heaps, as the programs of the studio read it, each case one question to the solver.
 */

import { hash } from "./address.js";
import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { showError } from "./notation.js";
import { problemChooser } from "./problem-chooser.js";
import { language, say } from "./words.js";

/** Cases that are shown, those of a problem that are explained, and how many of these at a time. */
const MOST = 40;
const EXPLAINED = 20;
const AT_A_TIME = 4;
/** The theories that add values. */
const BY_VALUES = ["sprague-grundy", "misere-nim"];

/**
 * Reads an input.
 * @param {string} text
 * @param {number} coordinates numbers of a position
 * @returns {{cases: string[][], wrong: {case: number, heap?: number, count?: number, found: string|null}|null}} the
 *   positions of each case that is whole, and what is wrong after them
 */
export function cases(text, coordinates) {
  const tokens = text.split(/\s+/).filter(Boolean);
  const found = [];
  let at = 0;
  const whole = () => (/^\d+$/.test(tokens[at] ?? "") ? tokens[at++] : null);
  const count = whole();
  if (count === null) return { cases: found, wrong: { case: 0, found: tokens[at] ?? null } };
  for (let number = 1; number <= Number(count); number += 1) {
    const heaps = whole();
    if (heaps === null) return { cases: found, wrong: { case: number, found: tokens[at] ?? null } };
    const positions = [];
    for (let heap = 1; heap <= Number(heaps); heap += 1) {
      const position = [];
      for (let part = 0; part < coordinates; part += 1) {
        const value = whole();
        if (value === null) return { cases: found, wrong: { case: number, heap, count: Number(heaps), found: tokens[at] ?? null } };
        position.push(value);
      }
      positions.push(position.join(","));
    }
    found.push(positions);
  }
  return { cases: found, wrong: null };
}

const FIRST = "3\n3 5 9 11\n2 7 7\n1 12\n";

/** An input for positions of so many numbers. */
const first = (coordinates) => (coordinates === 1 ? FIRST : `2\n1 ${Array.from({ length: coordinates }, (_, at) => at + 3).join(" ")}\n1 ${Array.from({ length: coordinates }, () => 2).join(" ")}\n`);

/**
 * The card.
 * @param {() => {asked: object, coordinates: number}} rule what to ask of the rule, and how many coordinates a position has
 * @param {() => void} changed called when another problem is chosen
 * @param {() => void} labelled called when what is known of the problem changes
 */
export function judgeCard(rule, changed, labelled) {
  const field = h("textarea.code", { id: "studio-input", rows: 5, spellcheck: "false", autocomplete: "off", oninput: () => clear() });
  const place = h("div.studio-body", { role: "status" });
  const button = h("button.primary", { type: "button", onclick: () => explain() }, say("explainInput"));
  const hint = h("p.hint", {}, say("judgeHint"));
  let filled = FIRST;
  /** What is under way; another problem, rule or input makes it void. */
  let asking = new AbortController();
  const problem = problemChooser((sample) => {
    hint.hidden = problem.asked !== null;
    // What somebody typed is theirs.
    const wanted = sample ?? (problem.asked ? "" : FIRST);
    if (field.value === filled) fill(wanted);
    else if (sample) problem.offerSample(() => fill(wanted));
    clear();
    changed();
  }, () => labelled());
  const element = h(
    "section.card.studio-card.studio-judge",
    { "aria-labelledby": "studio-judge" },
    h("div.card-head", {}, h("h2", { id: "studio-judge" }, say("studio_judge")), button),
    problem.element,
    h("div.field", {}, h("label", { for: "studio-input" }, say("judgeInput")), field, hint),
    place,
  );
  fill(FIRST);
  // While a name is being typed, what stands here is no answer of it.
  problem.element.addEventListener("input", () => clear());

  /** No answer stays that was given to another question. */
  function clear() {
    asking.abort();
    button.disabled = false;
    field.removeAttribute("aria-invalid");
    put(place);
  }

  /** The field may write the ends of lines otherwise. */
  function fill(text) {
    field.value = text;
    filled = field.value;
  }

  async function explain() {
    clear();
    // What is typed as a problem is chosen first; one that is none has no answer.
    button.disabled = true;
    const isProblem = await problem.ready();
    button.disabled = false;
    if (!isProblem) return;
    clear();
    asking = new AbortController();
    const { signal } = asking;
    button.disabled = true;
    try {
      if (!problem.asked && field.value === filled) fill(first(rule().coordinates));
      const shown = problem.asked ? await judged(problem.asked, field.value, signal) : await ruled(rule(), field.value, signal);
      if (signal.aborted) return;
      put(place, shown);
    } catch (error) {
      if (signal.aborted) return;
      showError(place, error, field.value);
      point(error);
    }
    button.disabled = false;
  }

  /** The place of a mistake is selected in the field. */
  function point({ line, column }) {
    if (!line || !column) return;
    field.setAttribute("aria-invalid", "true");
    const before = field.value.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    const length = /^\S*/.exec(field.value.slice(start))[0].length;
    field.focus();
    field.setSelectionRange(start, start + Math.max(length, 1));
  }

  return {
    element,
    problem,
    /** Another rule: what was answered under the old one goes, and the input that nobody typed fits the new one. */
    ruled() {
      if (problem.asked) return;
      clear();
      if (field.value === filled) fill(first(rule().coordinates));
    },
  };
}

function listed(rows, count) {
  return [rows.length > 0 && h("ol.judged", {}, rows), count > MOST && h("p.hint", {}, say("judgeMore", { count: count - MOST }))];
}

/** An input of the rule. */
async function ruled({ asked, coordinates }, text, signal) {
  const { cases: found, wrong } = cases(text, coordinates);
  const rows = await Promise.all(found.slice(0, MOST).map((positions, at) => one(asked, positions, at + 1, signal)));
  return [listed(rows, found.length), wrong && h("p.failure", {}, mistake(wrong))];
}

/** An input of a problem: at once what the judge expects, and behind each case, as soon as it is known, why. */
async function judged(problem, input, signal) {
  const { output, positions } = await ask("judge", { ...problem, input, positions: true, output: true }, { signal });
  const waiting = [];
  const rows = positions.slice(0, MOST).map((each, at) => {
    const place = each.position ? `${each.case}.${each.position}` : each.case;
    const misere = each.play === "misere";
    const href = each.game && hash("play", { game: each.game, misere: misere && "1", lang: language() });
    const why = h("span.hint", {});
    if (each.game && at < EXPLAINED) waiting.push({ why, asked: { game: each.game, misere } });
    return h(
      "li",
      {},
      h("span.judged-case.code", {}, `${place}: `, href ? h("a", { href }, each.game) : null),
      h("strong", { class: `verdict ${each.outcome === "P" ? "lost" : "kept"}` }, each.answer.trim()),
      why,
    );
  });
  explained(waiting, signal);
  return [h("pre.program.judge-output", { tabindex: "0", role: "region", "aria-label": say("judgeOutput") }, h("code", {}, output)), listed(rows, positions.length)];
}

async function explained(waiting, signal) {
  const work = async () => {
    while (waiting.length > 0 && !signal.aborted) {
      const { why, asked } = waiting.shift();
      why.textContent = await ask("solve", asked, { signal }).then((answer) => reason(answer, true), () => "");
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

async function one(asked, positions, number, signal) {
  const answer = await ask("solve", { ...asked, game: positions.join(" ") }, { signal });
  const verdict = { N: "First", P: "Second", D: "Draw" }[answer.outcome] ?? "?";
  return h("li", {}, h("span.judged-case.code", {}, `${number}: ${positions.join(" ")}`), h("strong", { class: `verdict ${answer.outcome === "N" ? "kept" : "lost"}` }, verdict), h("span.hint", {}, reason(answer)));
}

/** Who wins where the verdict does not say it, the nim-sum of the values or the theorem, and a winning move. */
function reason(answer, winner = false) {
  const components = answer.components ?? [];
  const values = components.map((component) => component.value);
  const parts = [];
  const meaning = { N: "judgeN", P: "judgeP", D: "judgeD" }[answer.outcome];
  if (winner && meaning) parts.push(say(meaning));
  if (BY_VALUES.includes(answer.theory) && values.length > 0 && values.every((value) => value !== null)) {
    parts.push(values.length > 1 ? `${values.join(" ⊕ ")} = ${answer.value}` : say("judgeValue", { value: values[0] }));
    if (winner && values.length === 1 && components[0].because) parts.push(components[0].because);
  } else if (answer.because ?? components[0]?.because) parts.push(answer.because ?? components[0].because);
  const move = answer.moves?.[0];
  if (move) parts.push(say("judgeMove", { from: move.from, move: move.move }));
  return parts.join(say("between"));
}

function mistake({ case: number, heap, count, found }) {
  const instead = found === null ? say("judgeEnd") : `“${found}”`;
  if (number === 0) return say("judgeNoCount", { instead });
  return heap ? say("judgeNoHeap", { number, heap, count, instead }) : say("judgeNoHeaps", { number, instead });
}

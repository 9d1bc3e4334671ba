/*
 * A sheet of exercises for paper: positions of a lesson or of a game, and on a page of their own the solutions. The address
 * holds what is asked and where the numbers start, so that the same address gives the same sheet again.
 */

import { hash, here } from "./address.js";
import { games } from "./api.js";
import { h, icon, put } from "./dom.js";
import { chance, patternOf, positions } from "./exercise.js";
import { failure } from "./lesson-says.js";
import { tell } from "./lesson-words.js";
import { told } from "./remarks.js";
import { commonScale, miniature } from "./thumbnail.js";
import { language, say } from "./words.js";

const MOST = 40;
/** Winning moves that a solution names. */
const NAMED = 3;
/** The lesson that explains values: solutions of those before it tell none. */
const EXPLAINS_VALUES = "graphs";
/** The room for the picture of a position, in pixels. */
const ROOM = { wide: 250, high: 120 };

/**
 * Shows the sheet that the address tells.
 * @param {HTMLElement} main
 * @param {object[]} lessons
 * @param {Record<string, object[]>} exercises the patterns of each lesson
 * @returns {Promise<() => void>} takes away what runs
 */
export async function showSheet(main, lessons, exercises) {
  const leaving = new AbortController();
  const lang = language();
  const { of = "lesson:nim", count: wanted, start: begun } = here().parameters;
  const count = Math.min(Math.max(Number.parseInt(wanted ?? "8", 10) || 8, 1), MOST);
  const start = Number.parseInt(begun ?? "1", 10) || 1;
  const list = (await games().catch(() => ({ games: [] }))).games.filter((game) => patternOf(game.example));
  const explained = lessons.findIndex(({ name }) => name === EXPLAINS_VALUES);
  const choices = [
    ...lessons.filter(({ name }) => exercises[name]).map((lesson) => ({ of: `lesson:${lesson.name}`, title: lesson[lang].title, exercises: exercises[lesson.name], valued: lessons.indexOf(lesson) >= explained })),
    ...list.map((game) => ({ of: `game:${game.name}`, title: game.title[lang], exercises: [{ ask: "outcome", game: patternOf(game.example) }], valued: true })),
  ];
  const chosen = choices.find((choice) => choice.of === of) ?? choices[0];

  const go = (changed) => (location.hash = hash("lessons", { of: chosen.of, count, start, lang, ...changed }, "sheet"));
  const options = (kind) => choices.filter((choice) => choice.of.startsWith(kind)).map((choice) => h("option", { value: choice.of, selected: choice === chosen }, choice.title));
  const field = (id, label, control) => h("div.field", {}, h("label", { for: id }, label), control);
  const tasks = h("ol.sheet-tasks");
  const solutions = h("ol.sheet-solutions-list");
  const state = h("p.hint.no-print", { role: "status" }, say("loading"));
  const print = h("button.primary", { type: "button", disabled: true, onclick: () => globalThis.print() }, tell("sheetPrint"));
  put(
    main,
    h(
      "div.page.lessons.sheet",
      {},
      h("p.lesson-where.no-print", {}, h("a", { href: hash("lessons", { lang }) }, tell("toList"))),
      h("h1", {}, `${tell("sheetTitle")}${lang === "zh" ? "：" : ": "}${chosen.title}`),
      h(
        "div.card.sheet-form.no-print",
        {},
        h("p", {}, tell("sheetIntro")),
        field("sheet-of", tell("sheetOf"), h("select", { id: "sheet-of", onchange: (event) => go({ of: event.target.value }) },
          h("optgroup", { label: say("lessons") }, options("lesson:")), h("optgroup", { label: say("catalogue") }, options("game:")))),
        field("sheet-count", tell("sheetCount"), h("input", { id: "sheet-count", type: "number", min: 1, max: MOST, value: count, onchange: (event) => go({ count: event.target.value }) })),
        h("div.line", {}, h("button.quiet", { type: "button", onclick: () => go({ start: start + 1 }) }, icon("again"), tell("sheetNew")), print),
      ),
      state,
      tasks,
      h("section.sheet-solutions", { "aria-labelledby": "solutions-title" }, h("h2", { id: "solutions-title" }, `${tell("sheetSolutions")}${lang === "zh" ? "：" : ": "}${chosen.title}`), solutions),
    ),
  );
  document.title = `${tell("sheetTitle")} · ${chosen.title} · grundy`;

  positions(chosen.exercises, count, chance(start), leaving.signal).then(
    (found) => {
      // One scale for all, so that heaps of one size look alike.
      const scale = commonScale(found.map(({ position }) => position.components), ROOM.wide, ROOM.high);
      put(tasks, found.map(({ exercise, game, position }) => h(
        "li",
        {},
        h("div.sheet-task", {}, h("p", {}, h("code", {}, game), exercise.misere && h("span", {}, " ", tell("askMisere"))), h("span.thumbnail", { "aria-hidden": "true" }, miniature(position.components, scale, true)), h("p.sheet-ask", {}, tell(exercise.ask === "value" ? "ask_value" : "sheetAsk")), h("div.sheet-line")),
      )));
      put(solutions, found.map(({ position }) => h("li", {}, solution(position, chosen.valued))));
      put(state, found.length < count ? tell("sheetFewer", { count: found.length }) : "");
      print.disabled = found.length === 0;
    },
    (error) => {
      if (!leaving.signal.aborted) put(state, failure(error));
    },
  );
  return () => leaving.abort();
}

/** Who wins, the value where there is one that has been explained, and winning moves. */
function solution(position, valued) {
  const winning = position.moves.filter((move) => move.wins === true);
  const parts = [tell(position.outcome === "N" ? "isN" : position.outcome === "D" ? "isD" : "isPEnd")];
  if (valued && position.value !== null && position.value !== undefined) parts.push(tell("valueIs", { value: position.value }));
  if (winning.length > 0) {
    const named = [...new Set(winning.map((move) => told(move, position)))];
    parts.push(tell("sheetMoves", { values: named.slice(0, NAMED), more: named.length - NAMED }));
  }
  return parts.join(language() === "zh" ? "" : " ");
}

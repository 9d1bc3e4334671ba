/*
 * The task to mark all P-positions: of a range of heaps, of a rectangle of pairs, or of a list of positions. The
 * outcomes come from the route "table", or for a list one by one from "solve".
 */

import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { lost } from "./lesson-says.js";
import { tell } from "./lesson-words.js";

/** The numbers of a range such as 0..10 or 0..=10. */
function range(text) {
  const [, from, closed, to] = /^(\d+)\.\.(=?)(\d+)$/.exec(text) ?? [null, "0", "=", "0"];
  const numbers = [];
  for (let number = Number(from); number < Number(to) + (closed ? 1 : 0); number += 1) numbers.push(number);
  return numbers;
}

/** See lesson-task.js. */
export function askMarks(task) {
  const { down, across, items } = task.element.dataset;
  const cells = new Map();

  function cell(name) {
    const button = h("button.mark", {
      type: "button",
      "aria-pressed": "false",
      "aria-label": across ? tell("cell", { name }) : null,
      "data-position": name,
      onclick: () => button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true")),
    }, across ? "" : name);
    cells.set(name, button);
    return button;
  }

  function grid() {
    if (!across) return h("div.marks", { role: "group", "aria-label": tell("cells") }, (items ? items.split(/\s+/) : range(down).map(String)).map(cell));
    const head = h("tr", {}, h("td"), range(across).map((y) => h("th", { scope: "col" }, y)));
    const rows = range(down).map((x) => h("tr", {}, h("th", { scope: "row" }, x), range(across).map((y) => h("td", {}, cell(`${x},${y}`)))));
    return h("div.marks-scroll", {}, h("table.marks-table", { "aria-label": tell("cells") }, h("tbody", {}, head, rows)));
  }

  const position = (name) => ({ ...task.settings, game: task.settings.rule ? name : `${task.game} ${name}` });

  async function outcomes() {
    if (items) {
      const answers = await Promise.all([...cells.keys()].map((name) => ask("solve", position(name), { signal: task.signal })));
      return answers.map((answer) => answer.outcome);
    }
    const table = await ask("table", { ...task.settings, game: task.game, down, across, format: "json" }, { signal: task.signal });
    return [...(Array.isArray(table.outcomes) ? table.outcomes.join("") : table.outcomes)];
  }

  async function check() {
    const told = await outcomes();
    const names = [...cells.keys()];
    const marked = (name) => cells.get(name).getAttribute("aria-pressed") === "true";
    const whole = [tell("allP", { names: names.filter((_, at) => told[at] === "P") })];
    const wrong = names.find((name, at) => marked(name) && told[at] !== "P");
    if (wrong !== undefined) {
      const answer = await ask("solve", position(wrong), { signal: task.signal });
      task.judge(false, tell("notP", { name: wrong, why: lost(answer) }), whole);
      return;
    }
    const missing = names.filter((name, at) => !marked(name) && told[at] === "P");
    if (missing.length > 0) task.judge(false, tell("missed", { count: missing.length }), whole);
    else task.judge(true, tell("allMarked", { count: told.filter((outcome) => outcome === "P").length }));
  }

  put(task.place, grid(), h("button", { type: "button", onclick: () => task.check(check) }, tell("check")));
}

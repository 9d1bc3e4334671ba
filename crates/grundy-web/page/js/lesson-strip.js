/*
 * A strip of heaps within a lesson, with the value or the outcome of each. Pressing a heap shows where it can go to, and says in a
 * sentence how its label follows from those. What can be reached is asked of the server; no rule stands here.
 */

import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { failure } from "./lesson-says.js";
import { tell } from "./lesson-words.js";
import { say } from "./words.js";

/** The heap that a position of one component is, or null; nothing left is the heap 0. */
function heapOf(to) {
  if (to.length === 0) return 0;
  const [, number] = to.length === 1 ? (/(?:^|[ ])(\d+)$/.exec(to[0]) ?? []) : [];
  return number === undefined ? null : Number(number);
}

/**
 * Puts the strip above the caption of a figure.
 * @param {HTMLElement} figure with data-game or data-rule and data-down; data-outcomes shows P and N in place of values
 */
export async function showStrip(figure) {
  const { game, rule, down } = figure.dataset;
  const isOutcomes = "outcomes" in figure.dataset;
  const settings = { rule: rule ?? null, misere: "misere" in figure.dataset };
  const said = h("p.strip-said", { role: "status" }, tell("stripHint"));
  const list = h("ol.heat-row.lesson-strip", { "aria-label": figure.querySelector("figcaption")?.textContent ?? "" });
  figure.prepend(list, said);
  let cells = [];
  let asking = new AbortController();

  try {
    const table = await ask("table", { ...settings, game, down, format: "json" });
    const outcomes = [...(Array.isArray(table.outcomes) ? table.outcomes.join("") : table.outcomes)];
    const [{ from }] = table.ranges;
    const most = Math.max(1, ...(table.values ?? []));
    cells = outcomes.map((outcome, at) => {
      const value = isOutcomes ? null : (table.values?.[at] ?? null);
      const label = value ?? outcome;
      const heat = isOutcomes ? 0 : Math.round((55 * Number(value ?? 0)) / most);
      const button = h("button", { type: "button", class: outcome === "P" ? "heat p" : "heat", "aria-pressed": "false", vars: { "--heat": `${heat}%` }, onclick: () => explain(from + at) }, h("span.heat-name", {}, from + at), h("span.visually-hidden", {}, say("between")), h("span.heat-value", {}, label));
      return { heap: from + at, outcome, value, button };
    });
    put(list, cells.map(({ button }) => h("li", {}, button)));
  } catch (error) {
    list.replaceWith(h("p.lesson-missing", {}, failure(error)));
    said.remove();
  }

  async function explain(heap) {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const cell = cells.find((one) => one.heap === heap);
    for (const { button } of cells) {
      button.classList.remove("reached");
      button.setAttribute("aria-pressed", String(button === cell.button));
    }
    try {
      const { moves } = await ask("moves", { ...settings, game: rule ? String(heap) : `${game} ${heap}` }, { signal });
      const heaps = [...new Set(moves.map(({ to }) => heapOf(to)))].sort((one, other) => one - other);
      const options = heaps.map((number) => cells.find((one) => one.heap === number));
      if (options.some((option) => !option)) return;
      for (const { button } of options) button.classList.add("reached");
      put(said, sentence(cell, options));
    } catch (error) {
      if (!signal.aborted) put(said, failure(error));
    }
  }

  function sentence({ heap, outcome, value }, options) {
    const heaps = options.map((option) => option.heap);
    if (options.length === 0) return tell(value === null ? "stripEnd" : "stripEndValue", { heap, outcome });
    if (value !== null) return tell("stripMex", { heap, heaps, values: [...new Set(options.map((option) => option.value))].sort((one, other) => one - other), value });
    const good = options.find((option) => option.outcome === "P");
    return good ? tell("stripN", { heap, heaps, good: good.heap }) : tell("stripP", { heap, heaps });
  }
}

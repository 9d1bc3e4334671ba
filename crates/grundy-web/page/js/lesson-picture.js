/*
 * The pictures within lessons: each is an answer of the server, drawn there, unless it is a strip of heaps or a nim-sum in columns,
 * which react to the reader and are drawn here. The element says which:
 *
 *   data-route   binary, table, chart, states
 *   data-game or data-rule   of what; data-down, data-across   the ranges of a table; data-outcomes   P and N only
 *   data-from, data-to       the heaps of a chart
 */

import { address } from "./api.js";
import { h } from "./dom.js";
import { heapsOf, showColumns } from "./lesson-columns.js";
import { failure } from "./lesson-says.js";
import { showStrip } from "./lesson-strip.js";

/** The routes that answer in other forms too. */
const FORMS = ["table", "states"];
const NAMES = ["game", "rule", "misere", "down", "across", "outcomes", "from", "to", "log"];

/**
 * Puts the picture into a figure, above its caption.
 * @param {HTMLElement} figure
 */
export function showPicture(figure) {
  const { route, game, across } = figure.dataset;
  if (route === "table" && across === undefined) return void showStrip(figure);
  const heaps = route === "binary" ? heapsOf(game) : null;
  if (heaps) return void showColumns(figure, heaps);
  const parameters = FORMS.includes(figure.dataset.route) ? { format: "svg" } : {};
  for (const name of NAMES) {
    const value = figure.dataset[name];
    if (value !== undefined) parameters[name] = value === "" ? true : value;
  }
  if (figure.dataset.route === "chart") Object.assign(parameters, { width: 720, height: 240 });
  const caption = figure.querySelector("figcaption")?.textContent ?? "";
  const image = h("img", { alt: caption, loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(h("p.lesson-missing", {}, failure({ message: "", status: 0 }))), { once: true });
  image.src = address(figure.dataset.route, parameters);
  figure.prepend(h("div.drawn-box", {}, image));
}

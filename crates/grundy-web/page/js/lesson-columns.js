/*
 * The nim-sum of heaps within a lesson, in binary columns that can be changed: each heap by its buttons, each digit by pressing it. The
 * sum and what follows from it are told at once.
 */

import { h, put } from "./dom.js";
import { tell } from "./lesson-words.js";
import { say } from "./words.js";

/** Digits that are shown, and so the largest heap. */
const DIGITS = 4;
const MOST = 2 ** DIGITS - 1;

/** The heaps of a position of Nim that fit, or null. */
export function heapsOf(game) {
  const [, numbers] = /^nim ((?:\d+ ?)+)$/.exec(game ?? "") ?? [];
  const heaps = numbers?.trim().split(/ +/).map(Number) ?? [];
  return heaps.length > 1 && heaps.every((heap) => heap <= MOST) ? heaps : null;
}

/**
 * Puts the columns above the caption of a figure.
 * @param {HTMLElement} figure
 * @param {number[]} heaps to begin with
 */
export function showColumns(figure, heaps) {
  const places = Array.from({ length: DIGITS }, (_, at) => DIGITS - 1 - at);
  const now = [...heaps];
  const rows = now.map((_, at) => row(at));
  const sum = h("strong");
  const odd = places.map(() => h("td"));
  const said = h("p.strip-said", { role: "status" });
  const again = h("button.quiet", { type: "button", onclick: () => change(() => heaps.forEach((heap, at) => (now[at] = heap))) }, tell("columnsReset"));
  figure.prepend(
    h(
      "table.columns",
      { "aria-label": say("binaryTitle") },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, tell("columnsHeap")), places.map((place) => h("th", { scope: "col" }, 2 ** place)))),
      h("tbody", {}, rows.map(({ element }) => element)),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, h("span", {}, say("nimSum"), " ", sum)), odd)),
    ),
    said,
    h("div.lesson-buttons", {}, again),
  );
  draw();

  function row(at) {
    const value = h("output");
    const step = (by, sign, words) => h("button", { type: "button", "aria-label": tell(words, { number: at + 1 }), onclick: () => change(() => (now[at] = Math.min(Math.max(now[at] + by, 0), MOST))) }, sign);
    const [less, more] = [step(-1, "−", "columnsLess"), step(1, "+", "columnsMore")];
    const bits = places.map((place) => h("button.bit", { type: "button", onclick: () => change(() => (now[at] ^= 1 << place)) }));
    return { element: h("tr", {}, h("th", { scope: "row" }, h("span.columns-heap", {}, less, value, more)), bits.map((bit) => h("td", {}, bit))), value, less, more, bits };
  }

  function change(how) {
    how();
    draw();
  }

  function draw() {
    const total = now.reduce((all, heap) => all ^ heap, 0);
    rows.forEach(({ value, less, more, bits }, at) => {
      put(value, now[at]);
      less.disabled = now[at] === 0;
      more.disabled = now[at] === MOST;
      bits.forEach((bit, column) => {
        const on = Boolean(now[at] & (1 << places[column]));
        put(bit, on ? 1 : 0);
        bit.setAttribute("aria-pressed", String(on));
        bit.setAttribute("aria-label", tell("columnsBit", { bit: on ? 1 : 0, number: at + 1, worth: 2 ** places[column] }));
      });
    });
    put(sum, total);
    odd.forEach((cell, column) => {
      const on = Boolean(total & (1 << places[column]));
      put(cell, on ? 1 : 0);
      cell.className = on ? "odd" : "even";
    });
    const columns = places.filter((place) => total & (1 << place)).map((place) => 2 ** place);
    put(said, total === 0 ? tell("columnsEven") : tell("columnsOdd", { columns, sum: total }));
  }
}

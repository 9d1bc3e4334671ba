/*
 * The nim-sum written like a school addition: a row of binary digits for each component, and under the line those columns in which
 * the ones are odd in number.
 */

import { h } from "./dom.js";
import { shortened } from "./long-number.js";
import { say } from "./words.js";

/** Most rows, and widest numbers whose digits are shown. */
const ROWS = 24;
const BITS = 64;
/** Columns up to this many stand under what they are worth. */
const HEADED = 10;

/**
 * The table.
 * @param {Array<{game: string, value: number|string|null}>} components
 * @returns {HTMLElement|null} null where the value of a component is not known
 */
export function nimSumTable(components) {
  if (components.length === 0 || components.some(({ value }) => value === null || value === undefined)) return null;
  // One component has a value, and nothing to add.
  const title = say(components.length === 1 ? "binaryOne" : "binaryTitle");
  const sum = components.reduce((all, { value }) => all ^ BigInt(value), 0n);
  const widest = Math.max(...components.map(({ value }) => BigInt(value).toString(2).length));
  const digits = widest > BITS ? 0 : widest;
  const bits = (value, one) => (digits === 0 ? [] : [...BigInt(value).toString(2).padStart(digits, "0")]).map((bit) => h("td", { class: bit === "1" ? one : "zero" }, bit));
  const heads = digits > 0 && digits <= HEADED
    ? Array.from({ length: digits }, (_, at) => h("th.worth-of", { scope: "col" }, 2 ** (digits - 1 - at)))
    : digits > 0 && h("th", { scope: "colgroup", colspan: digits }, h("span.visually-hidden", {}, title));
  const hidden = components.length - ROWS;
  return h(
    "div.bits-scroll",
    { tabindex: "0", role: "group", "aria-label": title },
    h(
      "table.bits",
      {},
      h("caption.visually-hidden", {}, title),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("componentColumn")), h("th", { scope: "col" }, say("valueColumn")), heads)),
      h(
        "tbody",
        {},
        components.slice(0, ROWS).map(({ game, value }) => h("tr", {}, h("th", { scope: "row" }, shortened(game)), h("td", {}, shortened(value)), bits(value, "one"))),
        hidden > 0 && h("tr", {}, h("th.hint", { scope: "row", colspan: digits + 2 }, say("moreComponents", { count: hidden }))),
      ),
      components.length > 1 && h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say("nimSum")), h("td", {}, shortened(sum)), bits(sum, "odd"))),
    ),
  );
}

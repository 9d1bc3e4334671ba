/*
 * What stands under the board: a hint, the comment on a move that gave a win away, and how a match ended.
 */

import { h, icon } from "./dom.js";
import { sentence } from "./notation.js";
import { say } from "./words.js";

const LISTED = 8;

/** A move in words; in a sum with the component it is made in. */
export function told(move, position) {
  const component = position.components[move.component]?.game ?? move.from;
  return position.components.length > 1 && !move.move.includes(component) ? say("named", { name: component, what: move.move }) : move.move;
}

/** The moves that win, or that none does. */
export function hintRemark(position) {
  const winning = position.moves.filter((move) => move.wins === true);
  if (winning.length === 0) return h("div.remark.hint-remark.none", {}, h("p", {}, nothingWins(position)));
  return h(
    "div.remark.hint-remark",
    {},
    h("p", {}, say("hintList", { count: winning.length })),
    h("ul", {}, winning.slice(0, LISTED).map((move) => h("li", {}, told(move, position)))),
    winning.length > LISTED && h("p", {}, say("moreMoves", { count: winning.length - LISTED })),
  );
}

/** Why no winning move is shown. */
export function nothingWins(position) {
  if (!position.complete) return say("tooLarge");
  if (position.outcome === "D") return say("hintDraw");
  return position.moves.some((move) => move.wins === null) ? say("hintUnknown") : say("hintNone");
}

/** The server's comment on a move. */
export function mistakeRemark(said) {
  return h("div.remark", {}, h("strong", {}, say("oopsTitle")), h("p", {}, said));
}

/** The end of a match, and another one. */
export function endRemark(reason, again) {
  return h("div.end", {}, h("p", {}, reason), h("button.primary", { type: "button", onclick: again }, icon("again"), say("playAgain")));
}

/** What is wrong with a file that was opened. */
export function fileRemark(error) {
  return h("div.error", { role: "alert" }, h("p", {}, error.line ? say("fileLine", { line: error.line, what: sentence(error) }) : sentence(error)), error.example && h("p", {}, say("forExample"), " ", h("code", {}, error.example)));
}

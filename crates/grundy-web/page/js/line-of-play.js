/*
 * The line of play, with what each move was worth: whether it kept the win, gave it away, or had no choice; where it
 * gave the win away, which move would have kept it. A move of the list leads back to where it was made, to try another.
 */

import { h, icon, put } from "./dom.js";
import { say } from "./words.js";

/**
 * What a move was worth, from the position it was made in and its own answer.
 * @returns {"kept"|"lost"|"none"|"drawn"|"unknown"}
 */
export function worth({ before, wins, after }) {
  if (before === "P") return "none";
  if (before === "D") return after === "D" ? "drawn" : wins === true ? "kept" : "lost";
  if (wins === true) return "kept";
  return wins === false && before === "N" ? "lost" : "unknown";
}

const SIGNS = { kept: "✓", lost: "✗", none: "–", drawn: "=", unknown: "?" };
const WORDS = { kept: "worthKept", lost: "worthLost", none: "worthNone", drawn: "worthDrawn", unknown: "worthUnknown" };

/**
 * The list.
 * @param {{go: (at: number) => void, step: (direction: number) => void, ends: (direction: number) => void}} hands
 */
export function lineOfPlay({ go, step, ends }) {
  const rows = h("ol.line-rows");
  const button = (sign, words, action) => h("button.quiet.only-icon", { type: "button", "aria-label": say(words), title: say(words), onclick: action }, icon(sign));
  const buttons = { first: button("first", "toStart", () => ends(-1)), back: button("left", "undo", () => step(-1)), on: button("right", "redo", () => step(1)), last: button("last", "toEnd", () => ends(1)) };
  const none = h("p.hint", {}, say("lineEmpty"));
  const element = h(
    "section.past",
    { "aria-labelledby": "past-title" },
    h("div.card-head", {}, h("h2", { id: "past-title" }, say("moves")), h("div.line-steps", { role: "group", "aria-label": say("moves") }, Object.values(buttons))),
    none,
    rows,
  );
  return {
    element,
    /**
     * Shows the line.
     * @param {Array<object>} entries all entries, the first without a move
     * @param {number} at the entry on the board
     * @param {{players: Array<{name: string}>, judged: boolean, back: boolean, on: boolean}} what
     */
    show(entries, at, { players, judged, back, on }) {
      none.hidden = entries.length > 1;
      buttons.first.disabled = buttons.back.disabled = !back;
      buttons.on.disabled = buttons.last.disabled = !on;
      put(rows, entries.slice(1).map((entry, before) => row(entry, before + 1, at, players, judged)));
      const current = rows.querySelector("[aria-current]");
      if (current) rows.scrollTop = current.offsetTop - rows.offsetTop - rows.clientHeight / 2;
    },
  };

  function row(entry, number, at, players, judged) {
    const value = worth(entry);
    return h(
      "li",
      { value: entry.moved, class: number > at ? "later" : null, "aria-current": number === at ? "step" : null },
      h(
        "button.line-move",
        { type: "button", onclick: () => go(number), title: say("tryAnother") },
        judged && h("span", { class: `worth ${value}`, title: say(WORDS[value]) }, h("span", { "aria-hidden": "true" }, SIGNS[value]), h("span.visually-hidden", {}, say(WORDS[value]))),
        h("span.who", {}, players[(entry.moved + 1) % 2].name),
        h("span.line-words", {}, entry.move ?? ""),
      ),
      judged && value === "lost" && entry.better && h("p.line-better", {}, say("better", { move: entry.better })),
    );
  }
}

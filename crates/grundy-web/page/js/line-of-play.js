/*
 * The line of play, with what each move was worth: whether it kept the win, gave it away, or had no choice; where it
 * gave the win away, which move would have kept it. A move of the list leads back to where it was made, to try another.
 * What was played before another move was tried stands below the move that took its place, as a side line, with side
 * lines of its own; a move of a side line leads to it. The arrow keys go from move to move.
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
 * A move of a line, with what it was worth and who makes it.
 * @param {object} entry
 * @param {{name: string, judged: boolean, title: string, action: () => void, more?: object}} what `more` are attributes of the button
 */
export function moveButton(entry, { name, judged, title, action, more = {} }) {
  const value = worth(entry);
  return h(
    "button.line-move",
    { type: "button", onclick: action, title, ...more },
    judged && h("span", { class: `worth ${value}`, title: say(WORDS[value]) }, h("span", { "aria-hidden": "true" }, SIGNS[value]), h("span.visually-hidden", {}, say(WORDS[value]))),
    h("span.who", {}, name),
    h("span.line-words", {}, entry.move ?? ""),
  );
}

/**
 * The list.
 * @param {{go: (at: number) => void, enter: (entry: object) => void, step: (direction: number) => void, ends: (direction: number) => void}} hands
 */
export function lineOfPlay({ go, enter, step, ends }) {
  const rows = h("ol.line-rows", { onkeydown: (event) => walk(event) });
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
     * Shows the lines.
     * @param {import("./match.js").Line} line
     * @param {{players: Array<{name: string}>, judged: boolean, back: boolean, on: boolean}} what
     */
    show(line, { players, judged, back, on }) {
      const held = rows.contains(document.activeElement);
      const entries = line.all;
      none.hidden = entries.length > 1;
      buttons.first.disabled = buttons.back.disabled = !back;
      buttons.on.disabled = buttons.last.disabled = !on;
      put(rows, entries.slice(1).map((entry, before) => row(line, entry, before + 1, { players, judged })));
      const current = rows.querySelector("[aria-current]");
      if (current) rows.scrollTop = current.offsetTop - rows.offsetTop - rows.clientHeight / 2;
      if (held) (current ?? rows).querySelector(".line-move")?.focus();
    },
    /** No position is shown: there is no line, and nowhere to go. */
    clear() {
      put(rows);
      none.hidden = false;
      for (const one of Object.values(buttons)) one.disabled = true;
    },
  };

  /** A move of the line, and below it what was tried in its place. */
  function row(line, entry, number, what) {
    const at = line.at;
    return h(
      "li",
      { value: entry.moved, class: number > at ? "later" : null, "aria-current": number === at ? "step" : null },
      move(entry, what, say("tryAnother"), () => go(number)),
      what.judged && worth(entry) === "lost" && entry.better && h("p.line-better", {}, say("better", { move: entry.better })),
      sides(line, entry, what),
    );
  }

  function sides(line, entry, what) {
    return line.sides(entry).map((first) =>
      h(
        "ol.side-line",
        { "aria-label": say("sideLine", { number: entry.moved, move: entry.move ?? "" }) },
        line.from(first).map((one) => h("li", { value: one.moved }, move(one, what, say("toSideLine"), () => enter(one)), one !== first && sides(line, one, what))),
      ),
    );
  }

  function move(entry, { players, judged }, title, action) {
    return moveButton(entry, { name: players[(entry.moved + 1) % 2].name, judged, title, action });
  }

  /** The arrow keys go up and down in the list, Home and End to its ends. */
  function walk(event) {
    const all = [...rows.querySelectorAll(".line-move")];
    const at = all.indexOf(document.activeElement);
    const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    all[next]?.focus();
  }
}

/*
 * What stands where in a match: the game's name, the board with whose turn it is, the buttons, the notation, the side.
 */

import { hash } from "./address.js";
import { h, icon } from "./dom.js";
import { language, say } from "./words.js";

const SIGNS = { keys: "help", save: "download", picture: "image" };
const KEYS = { undo: "u", redo: "r", hint: "h", why: "w", keys: "?" };

/**
 * The buttons of a match.
 * @param {Record<"undo"|"redo"|"hint"|"why"|"share"|"save"|"picture"|"open"|"keys", () => void>} hands
 * @returns {Record<string, HTMLButtonElement>}
 */
export function tools(hands) {
  const button = ([name, action]) => [
    name,
    h(
      name === "keys" ? "button.tool.for-keyboard" : "button.tool",
      { type: "button", onclick: action, "aria-keyshortcuts": KEYS[name] ?? null },
      icon(SIGNS[name] ?? name),
      h("span", {}, say(name)),
    ),
  ];
  return Object.fromEntries(Object.entries(hands).map(button));
}

/**
 * The view of a match.
 * @param {Record<string, Node|Node[]>} parts
 */
export function layout({ title, rule, status, last, how, board, comment, tools: buttons, form, setup, side }) {
  const stage = h(
    "div.stage",
    {},
    h("div.actions", { role: "group", "aria-label": say("play") }, buttons),
    h("section.card.table", { "aria-label": say("boardLabel") }, h("div.turn-bar", {}, status, last), how, board, comment),
  );
  // A board that is higher than the window is held by its lower edge, else its lower part could not be reached.
  new ResizeObserver(() => stage.style.setProperty("--high", `${stage.offsetHeight}px`)).observe(stage);
  return h(
    "div.page.match",
    {},
    h("div.match-head", {}, h("div.match-title", {}, title, rule), h("a.quiet.other", { href: hash("play", { lang: language() }) }, say("otherGame"))),
    h("div.stage-column", {}, stage),
    h("aside.side", { "aria-label": say("analysis") }, side),
    h("div.below", {}, h("section.card.notation-card", { "aria-label": say("position") }, form), setup),
  );
}

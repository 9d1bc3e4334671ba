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
export function layout({ title, rule, status, last, how, board, comment, tools: buttons, form, setup, side, line }) {
  const stage = h(
    "div.stage",
    {},
    h("div.actions", { role: "group", "aria-label": say("play") }, buttons),
    h("section.card.table", { "aria-label": say("boardLabel") }, h("div.turn-bar", {}, status, last), how, board, comment),
  );
  const beside = h("aside.side", { "aria-label": say("analysis") }, side);
  // The line of play stands below the board, and is as high as the window leaves it; on a narrow window below the analysis.
  const narrow = matchMedia("(max-width: 60rem)");
  const place = () => {
    const wanted = narrow.matches ? beside.lastElementChild : stage;
    if (line.parentNode !== wanted) wanted.append(line);
  };
  place();
  // A board that is higher than the window is held by its lower edge, else its lower part could not be reached.
  const watcher = new ResizeObserver(() => {
    place();
    stage.style.setProperty("--high", `${stage.offsetHeight}px`);
    stage.style.setProperty("--board", `${stage.querySelector(".table").offsetHeight}px`);
  });
  watcher.observe(stage);
  watcher.observe(stage.querySelector(".table"));
  return h(
    "div.page.match",
    {},
    h("div.match-head", {}, h("div.match-title", {}, title, rule), h("a.quiet.other", { href: hash("play", { lang: language() }) }, say("otherGame"))),
    h("div.stage-column", {}, stage),
    beside,
    h("div.below", {}, h("section.card.notation-card", { "aria-label": say("position") }, form), setup),
  );
}

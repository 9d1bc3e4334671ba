/*
 * The keys of a match, and the list of them. A key typed into a field means the letter; on the board the arrows go from
 * element to element, elsewhere they step through the match.
 */

import { h } from "./dom.js";
import { say } from "./words.js";

/**
 * Listens for the keys of a match.
 * @param {Record<"undo"|"redo"|"hint"|"marks"|"why"|"help"|"cancel", () => void>} hands
 * @returns {() => void} stops listening
 */
export function matchKeys(hands) {
  const names = { u: "undo", r: "redo", h: "hint", m: "marks", w: "why", "?": "help", Escape: "cancel", ArrowLeft: "undo", ArrowRight: "redo" };
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    const name = names[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // What can be scrolled keeps its arrows.
    if (!name || (event.key.startsWith("Arrow") && event.target.closest?.("[role=region], .board"))) return;
    if (name !== "cancel") event.preventDefault();
    hands[name]();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/** Shows the list of keys. */
export function keysDialog() {
  const rows = [
    ["← ↑ → ↓", "keyArrows"],
    ["Enter", "keyEnter"],
    ["Esc", "keyEscape"],
    ["u ←", "keyUndo"],
    ["r →", "keyRedo"],
    ["h", "keyHint"],
    ["m", "keyMarks"],
    ["w", "keyWhy"],
    ["?", "keyHelp"],
  ];
  const dialog = h(
    "dialog.keys",
    { "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    h("h2", { id: "keys-title" }, say("keysTitle")),
    h("dl", {}, rows.map(([key, what]) => h("div", {}, h("dt", {}, key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, say(what))))),
    h("button.primary", { type: "button", onclick: () => dialog.close() }, say("close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

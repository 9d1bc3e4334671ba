/*
 * Looking at a labelling round by round: the picture holds all rounds one under another, each below its heading, and
 * shows one of them or all.
 */

import { h, icon } from "./dom.js";
import { say } from "./words.js";

/** The room above the line on which a heading stands. */
const ABOVE = 22;

/**
 * The buttons that choose a round.
 * @param {SVGElement} svg the picture, inline
 * @param {string} start the round shown first, or "all"
 * @param {(round: string, heading: string) => void} shown a round, or "all", is shown
 * @returns {HTMLElement|null} null for a picture that has no rounds
 */
export function rounds(svg, start, shown) {
  const [, begin, width, rest] = svg.getAttribute("viewBox").split(/\s+/).map(Number);
  const height = begin + rest;
  const headings = [...svg.querySelectorAll(":scope > text[font-size='14']:not([font-weight])")].map((text) => ({ y: Number(text.getAttribute("y")), text: text.textContent }));
  if (headings.length < 2) return null;
  const last = headings.length - 1;
  const button = (name, label, act) => h("button.quiet.only-icon", { type: "button", "aria-label": say(label), title: say(label), onclick: act }, icon(name));
  const back = button("left", "roundBefore", () => show(all ? last : at - 1));
  const on = button("right", "roundNext", () => show(all ? 0 : at + 1));
  const told = h("span.round-told", { role: "status" });
  const whole = h("button.quiet", { type: "button", onclick: () => show(all ? at : null) }, say("roundsAll"));
  let at = 0;
  let all = false;

  function show(round) {
    all = round === null;
    at = all ? at : Math.min(Math.max(round, 0), last);
    const top = all ? begin : headings[at].y - ABOVE;
    const bottom = all || at === last ? height : headings[at + 1].y - ABOVE;
    svg.setAttribute("viewBox", `0 ${top} ${width} ${bottom - top}`);
    svg.setAttribute("height", String(bottom - top));
    told.textContent = all ? "" : say("roundTold", { at: at + 1, count: headings.length });
    whole.setAttribute("aria-pressed", String(all));
    const focused = document.activeElement;
    back.disabled = !all && at === 0;
    on.disabled = !all && at === last;
    if (focused?.disabled) (focused === back ? on : back).focus();
    svg.setAttribute("aria-label", say("pictureOf", { what: all ? headings.map(({ text }) => text).join("; ") : headings[at].text }));
    shown(all ? "all" : String(at), all ? "" : headings[at].text);
  }

  const from = /^\d{1,4}$/.test(start ?? "") ? Number(start) : 0;
  at = Math.min(from, last);
  show(start === "all" ? null : at);
  return h("div.rounds", {}, back, told, on, whole);
}

/*
 * One component on the board: its drawing, its heading, and the state of each element: whether it can be clicked, is
 * chosen, would go, or begins a winning move. Elements that can be clicked are buttons for screen readers; one of them
 * stands in the order of tabulation, the others are reached by the arrow keys.
 */

import { arrows, ways } from "./arrows.js";
import { h, s, calm, put } from "./dom.js";
import { mentioned } from "./choice.js";
import { shortened } from "./long-number.js";
import { outlines } from "./outlines.js";
import { sceneOf } from "./scenes/looks.js";
import { draw, seen } from "./scenes/scene.js";
import { say } from "./words.js";

/** A name of more letters may be cut off; its title has all of it. */
const NAME = 24;

/** A position that has no board: its numbers as tiles, or its notation. */
export function told(game) {
  const [, numbers] = /^[a-z-]+ (\d[\d, ]*)$/.exec(game) ?? [];
  if (!numbers) return h("span.told-game.code", {}, shortened(game));
  return h("span.told-game.number-tiles", {}, numbers.split(/[, ]+/).map((number) => h("span.number-tile", {}, shortened(number))));
}

/** The strips of a position that are drawn straight. */
function strips({ components }) {
  return components.map((one) => one.scene).filter((scene) => scene?.kind === "strip" && !scene.ring);
}

/** How wide the widest of several strips is drawn: all of them are shown in its scale. */
export function widestStrip(position) {
  const all = strips(position);
  return all.length > 1 ? Math.max(...all.map((scene) => draw(scene, all).width)) : 0;
}

/** What can be scrolled fades out at the sides at which there is more of it. */
export function scrolled(scene) {
  const look = () => {
    const beyond = scene.scrollWidth - scene.clientWidth;
    scene.classList.toggle("more-left", scene.scrollLeft > 2);
    scene.classList.toggle("more-right", scene.scrollLeft < beyond - 2);
  };
  scene.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(scene);
  return scene;
}

/** A component that is shown. */
export class Component {
  #drawing;
  #badge = h("span.badge");
  #moves;
  #svg = null;
  #ways = null;
  /** From where to where something can be dragged, with the clicks that this stands for. */
  #drags = new Map();
  #free = false;

  /** @param {number} widest how wide the widest strip of the position is, 0 where there is none */
  constructor(answer, number, position, before = [], widest = 0) {
    this.number = number;
    this.answer = answer;
    this.#moves = position.moves;
    this.#drawing = draw(sceneOf(answer), strips(position));
    const name = say("component", { number: number + 1, game: answer.game });
    const heading = h("header", {}, h("span.component-name", { title: answer.game.length > NAME ? answer.game : null }, answer.game), this.#badge);
    this.element = h(this.#drawing.text ? "div.component.told-only" : "div.component", { "data-component": number, "data-kind": answer.scene?.kind ?? "text" }, heading);
    if (this.#drawing.text) {
      this.element.append(told(answer.game));
      return;
    }
    const { width, height } = this.#drawing;
    const shown = seen(this.#drawing, mentioned(position.moves, number));
    this.#svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": name }, shown);
    this.element.append(scrolled(h("div.scene", { vars: { "--wide": `${width}px`, "--part": width / Math.max(widest, width) } }, this.#svg)));
    for (const move of position.moves) if (move.component === number) this.#draggable(move.clicks?.[0] ?? []);
    if (!calm() && before.length > 0 && before.length !== position.components.length) this.element.classList.add("arrives");
  }

  #draggable(clicks) {
    const [ends, more] = ways(this.answer.scene, clicks);
    if (!ends || more) return;
    const [from, to] = ends;
    if (!this.#drags.has(from)) this.#drags.set(from, new Map());
    // A move that goes on after the piece has arrived is ended by clicks.
    this.#drags.get(from).set(to, clicks.slice(0, clicks.indexOf(to) + 1));
  }

  /** What is drawn of the thing that can be dragged from here; null where there is none. */
  lifted(id) {
    if (!this.#free || !this.#drags.has(id)) return null;
    const movers = [...(this.#drawing.movers?.values() ?? [])].map(({ node }) => node);
    if (movers.length > 0) return movers;
    return [...this.#drawing.items.get(id).node.children].filter((part) => !part.matches(".tile, .cell, .ring, .hit"));
  }

  /** The clicks that dragging from one element to another stands for, if a move does that. */
  dragged(from, to) {
    return this.#drags.get(from)?.get(to) ?? null;
  }

  /** Draws the state of each element. */
  update({ open, begun, winning, values }) {
    this.#free = open.size > 0;
    this.#tellValue(values);
    if (this.#drawing.text) return;
    const focus = document.activeElement?.dataset?.id;
    const kept = [...this.#drawing.items.values()].find((item) => item.node === document.activeElement) ? focus : null;
    // Of elements that nobody has chosen the first as they are drawn, from left to right, whatever the order of the moves.
    let stop = open.has(kept) ? kept : open.has(begun.at(-1)) ? begun.at(-1) : [...this.#drawing.items.keys()].find((id) => open.has(id));
    for (const [id, { node, what }] of this.#drawing.items) {
      const step = open.get(id);
      const chosen = begun.includes(id);
      const wins = winning && step && [...step.ends, ...step.goes].some((number) => this.#moves[number].wins === true);
      node.classList.toggle("open", Boolean(step));
      node.classList.toggle("chosen", chosen);
      node.classList.toggle("drags", this.#free && this.#drags.has(id));
      node.classList.toggle("wins", Boolean(wins));
      if (!step && !chosen) {
        for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) node.removeAttribute(name);
        node.setAttribute("aria-hidden", "true");
        continue;
      }
      stop ??= id;
      node.removeAttribute("aria-hidden");
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", id === stop ? "0" : "-1");
      node.setAttribute("aria-label", this.#label(what, step, wins));
      if (chosen) node.setAttribute("aria-pressed", "true");
      else node.removeAttribute("aria-pressed");
    }
    this.element.classList.toggle("begun", begun.length > 0);
    this.#drawWays(winning, open, begun);
  }

  /**
   * The winning moves as shapes: an arrow for what goes from a place to a place, an outline round what is taken or covered at once; of
   * a choice that has begun only those that go on with it.
   */
  #drawWays(winning, open, begun) {
    this.#ways?.remove();
    this.#ways = null;
    for (const { node } of this.#drawing.items.values()) node.classList.remove("outlined");
    if (!winning || open.size === 0) return;
    const still = ({ clicks = [] }) => clicks.some((path) => begun.every((id, at) => path[at] === id));
    const own = this.#moves.filter((move) => move.component === this.number);
    const wins = own.filter((move) => move.wins === true && still(move));
    const { node, ids } = outlines(this.answer.scene, this.#drawing, wins, own);
    for (const id of ids) this.#drawing.items.get(id)?.node.classList.add("outlined");
    this.#ways = s("g.marks-of-moves", {}, node, arrows(this.answer.scene, this.#drawing.items, wins));
    this.#svg.insertBefore(this.#ways, this.#svg.querySelector(":scope > .edge-badge"));
  }

  #label(what, step, wins) {
    const parts = [];
    if (!step) parts.push(what);
    else if (step.ends.length === 1 && step.goes.length === 0) parts.push(say("finishes", { what, move: this.#moves[step.ends[0]].move }));
    else parts.push(say("finishes", { what, move: say("leads", { count: step.ends.length + step.goes.length }) }));
    if (wins) parts.push(say("winningMove"));
    return parts.join(", ");
  }

  #tellValue(on) {
    const value = this.answer.value;
    this.#badge.hidden = !on;
    put(this.#badge, on ? (value === null || value === undefined ? "?" : shortened(value)) : "");
    if (on) this.#badge.title = value === null || value === undefined ? say("valueUnknown") : say("componentValue", { value });
    else this.#badge.removeAttribute("title");
  }

  /** Shows what would go if this path were clicked. */
  preview(path, real) {
    if (!real || this.#drawing.text) return;
    this.#drawing.items.get(path.at(-1))?.node.classList.add("near");
    this.fade(this.#drawing.going?.(path) ?? []);
  }

  /** Shows that these elements would go. */
  fade(ids) {
    for (const id of ids) this.#drawing.items.get(id)?.node.classList.add("would-go");
  }

  clearPreview() {
    for (const { node } of this.#drawing.items.values()) node.classList.remove("near", "would-go");
  }

  /** Lets what the move takes away fade. */
  going(path, foreseen = null) {
    if (this.#drawing.text) return;
    this.clearPreview();
    this.#ways?.remove();
    const ids = path.length > 0 ? (foreseen ?? this.#drawing.going?.(path) ?? new Set(path)) : new Set();
    for (const id of ids) this.#drawing.items.get(id)?.node.classList.add("goes");
  }

  /** Marks where the last move was made, as far as it can still be seen. */
  last(path) {
    this.element.classList.add("moved");
    for (const id of path) this.#drawing.items?.get(id)?.node.classList.add("last");
  }

  /** Nothing can be clicked any more; what is drawn stays, or lies where it stood. */
  rest(down = false) {
    this.element.classList.toggle("down", down);
    this.#badge.hidden = true;
    this.clearPreview();
    this.#ways?.remove();
    for (const { node } of this.#drawing.items.values()) {
      node.classList.remove("open", "chosen", "wins", "outlined", "drags");
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) node.removeAttribute(name);
      node.setAttribute("aria-hidden", "true");
    }
  }

  /** Lets pieces glide from where they stood before. */
  glide(before) {
    const old = before[this.number];
    if (calm() || !old?.movers || !this.movers || this.#svg === null) return;
    for (const [key, { node, x, y }] of this.movers) {
      const from = old.movers.get(key);
      if (!from || (from.x === x && from.y === y)) continue;
      node.animate([{ transform: `translate(${from.x - x}px, ${from.y - y}px)` }, { transform: "translate(0, 0)" }], { duration: 320, easing: "cubic-bezier(.3,.7,.3,1)" });
    }
  }

  get movers() {
    return this.#drawing.movers ?? null;
  }
}

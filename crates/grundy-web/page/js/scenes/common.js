/*
 * What the drawings have in common. A scene says what stands where; a drawing is the SVG of it. Each kind of scene
 * has a module with a function `draw(scene)` that gives a Drawing. The drawing knows which stones lie above others,
 * as the scene's kind says, but no rules: which elements can be clicked, and what that does, is not its business.
 *
 * @typedef {object} Item an element that some move may click
 * @property {SVGGElement} node
 * @property {string} what its name in words, such as "stone 2 of 5"
 * @property {{left: number, top: number, scale: number}} [at] where the picture that it is drawn in stands within the whole
 * @property {boolean} [hidden] whether it is only seen where a move clicks it
 *
 * @typedef {object} Drawing
 * @property {number} width in pixels, before it is fitted to the page
 * @property {number} height
 * @property {Node[]} nodes what is drawn, from back to front
 * @property {Map<string, Item>} items by id
 * @property {Map<string, {node: SVGElement, x: number, y: number}>} [movers] what glides when its place changes
 * @property {(path: string[]) => Set<string>} [going] the elements that would go, if this path were clicked
 * @property {(ends: [string, string]) => Iterable<string>} [run] the elements from one to another, both included
 * @property {(ids: string[], inset: number) => SVGElement} [round] an outline round elements that stand in no straight line
 * @property {boolean} [text] whether there is nothing to click
 */

import { s } from "../dom.js";

/**
 * A clickable element: a group with a transparent area that takes the clicks, also beside thin shapes.
 * @param {string} id
 * @param {{x: number, y: number, width: number, height: number}} area
 * @param {...Node} shapes
 */
export function item(id, what, area, ...shapes) {
  const hit = s("rect.hit", { x: area.x, y: area.y, width: area.width, height: area.height, rx: 4 });
  const ring = s("rect.ring", { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2, rx: 6 });
  const node = s("g.item", { "data-id": id }, shapes, ring, hit);
  return { node, what };
}

/** A text within a drawing. */
export function label(x, y, text, attributes = {}) {
  return s("text", { x, y, "text-anchor": "middle", dy: "0.35em", "aria-hidden": "true", ...attributes }, text);
}

/** A drawing with nothing in it yet. */
export function blank(width, height) {
  return { width, height, nodes: [], items: new Map() };
}

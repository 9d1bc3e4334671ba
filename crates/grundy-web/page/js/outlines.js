/*
 * The winning moves that take or cover several things at once, each as an outline round all of them: a run of pins, the two squares
 * of a domino, a run of counters. Which things these are is read off the scene and the move's clicks; no rule of any game is known
 * here. What has no outline is marked element by element, and what goes from a place to a place has an arrow.
 */

import { s } from "./dom.js";

/** Outlines that are drawn at once; more would hide the board. */
const MOST = 24;
/** Outlines that overlap lie one within another; so many different sizes there are. */
const LEVELS = 4;
const STEP = 3.5;
/** The states of squares on which something is laid, or from which a run is taken. */
const OF_RUNS = ["free", "counter"];

/**
 * The first and the last element of what a move takes or covers in one piece; null where its elements are marked one by one.
 * @param {object} scene
 * @param {string[]} clicks
 * @returns {[string, string]|null}
 */
export function span(scene, clicks) {
  const [first, last = first, more] = clicks;
  if (!first || more) return null;
  if (scene?.kind === "row" || scene?.kind === "ring") return first.startsWith("s") && last.startsWith("s") ? [first, last] : null;
  if (scene?.kind !== "board") return null;
  const places = [first, last].map((id) => id.slice(1).split(",").map(Number));
  const [[x, y], [toX, toY]] = places;
  const isOfRun = places.every(([column, row]) => OF_RUNS.includes(scene.cells[row * scene.width + column]));
  return isOfRun && (x === toX || y === toY) ? [first, last] : null;
}

/**
 * The outlines of some moves, each once.
 * @param {object} scene
 * @param {import("./scenes/common.js").Drawing} drawing
 * @param {Array<object>} moves those that win
 * @param {Array<object>} all all moves of the component
 * @returns {{node: SVGGElement, ids: Set<string>}} what is drawn, and the elements that lie within an outline
 */
export function outlines(scene, drawing, moves, all) {
  // Where every move is of one element, its own mark says all.
  const isLong = ({ clicks }) => {
    const ends = span(scene, clicks?.[0] ?? []);
    return ends !== null && ends[0] !== ends[1];
  };
  if (!all.some(isLong)) return { node: s("g.outlines"), ids: new Set() };
  const found = new Map();
  // A row has its mirror image: a move may be made at either end, and both places win.
  for (const clicks of moves.flatMap((move) => move.clicks ?? [])) {
    const ends = span(scene, clicks);
    if (!ends) continue;
    const ids = ends[0] === ends[1] ? [ends[0]] : [...(drawing.run?.(ends) ?? ends)];
    if (found.size < MOST) found.set(ids.join(" "), ids);
  }
  const levels = [];
  const nodes = [...found.values()].map((ids) => {
    const taken = new Set(levels.filter((one) => one.ids.some((id) => ids.includes(id))).map((one) => one.level));
    let level = 0;
    while (taken.has(level) && level < LEVELS - 1) level += 1;
    levels.push({ ids, level });
    return drawing.round ? drawing.round(ids, level * STEP) : box(drawing.items, ids, level * STEP);
  });
  return { node: s("g.outlines", { "aria-hidden": "true" }, nodes), ids: new Set([...found.values()].flat()) };
}

/** A box round elements whose areas are rectangles; in several lines, a box for each of them. */
function box(items, ids, inset) {
  const lines = new Map();
  for (const id of ids) {
    const hit = items.get(id)?.node.querySelector(".hit");
    if (!hit) continue;
    const number = (name) => Number(hit.getAttribute(name));
    const [left, top] = [number("x"), number("y")];
    const [right, bottom] = [left + number("width"), top + number("height")];
    // A run of pins goes on in a next line; a domino that stands upright is one box.
    const line = id.startsWith("s") ? top : 0;
    const old = lines.get(line) ?? { left, top, right, bottom };
    lines.set(line, { left: Math.min(old.left, left), top: Math.min(old.top, top), right: Math.max(old.right, right), bottom: Math.max(old.bottom, bottom) });
  }
  const edge = 4 + inset;
  return [...lines.values()].map(({ left, top, right, bottom }) => {
    const [width, height] = [right - left - 2 * edge, bottom - top - 2 * edge];
    return s("rect.outline", { x: left + edge, y: top + edge, width, height, rx: Math.min(14, width / 2, height / 2) });
  });
}

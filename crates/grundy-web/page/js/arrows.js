/*
 * The winning moves that go from a place to a place, as arrows on the board: a piece to its square, a coin to another
 * square, a token along an edge. Where a move begins and ends is read off the scene and the move's clicks: it begins at
 * the one thing that can move, or at the thing that is clicked first. A move that takes, turns or covers has no arrow;
 * its elements are marked themselves. No rule of any game is known here.
 */

import { s } from "./dom.js";

/** Arrows that are drawn at once; more would hide the board. */
const MOST = 24;
const COINS = ["coin", "dollar"];
const STONES = ["black", "white", "queen"];

/**
 * From where to where a move goes; in several pictures side by side, such as those of a compound, in each that is clicked.
 * @param {object} scene
 * @param {string[]} clicks
 * @returns {Array<[string, string]>} pairs of elements of the scene
 */
export function ways(scene, clicks) {
  if (scene?.kind === "several") return ofSeveral(scene, clicks);
  const ends = { piece: ofPiece, strip: ofStrip, board: ofBoard, graph: ofGraph }[scene?.kind]?.(scene, clicks) ?? null;
  return ends && ends[0] !== ends[1] ? [ends] : [];
}

function ofSeveral(scene, clicks) {
  return scene.scenes.flatMap((one, place) => {
    const prefix = `p${place}.`;
    const own = clicks.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
    return own.length > 0 ? ways(one, own).map((ends) => ends.map((id) => prefix + id)) : [];
  });
}

function ofPiece(scene, [square, more]) {
  return square && !more ? [`c${scene.at.join(",")}`, square] : null;
}

function ofStrip(scene, [first, last, more]) {
  const coins = scene.cells.map((cell, at) => (COINS.includes(cell.mark) ? `c${at}` : null)).filter(Boolean);
  if (!first || more) return null;
  if (last) return coins.includes(first) ? [first, last] : null;
  // Of two sides that face each other the white one moves.
  const white = scene.cells.findIndex((cell) => cell.mark === "white");
  if (white >= 0) return [`c${white}`, first];
  return coins.length === 1 ? [coins[0], first] : null;
}

function ofBoard(scene, [first, last]) {
  if (!last) return null;
  const [x, y] = first.slice(1).split(",").map(Number);
  return STONES.includes(scene.cells[y * scene.width + x]) ? [first, last] : null;
}

function ofGraph(scene, [first, more]) {
  const tokens = scene.vertices.map((vertex, at) => (vertex.mark === "token" ? at : -1)).filter((at) => at >= 0);
  if (!first || more || tokens.length !== 1) return null;
  if (first.startsWith("v")) return [`v${tokens[0]}`, first];
  const edge = scene.edges[Number(first.slice(1))];
  const end = edge?.from === tokens[0] ? edge.to : edge?.to === tokens[0] ? edge.from : null;
  return end === null ? null : [`v${tokens[0]}`, `v${end}`];
}

/**
 * The arrows of some moves, each pair of places once.
 * @param {object} scene
 * @param {Map<string, {node: SVGElement}>} items the elements that are drawn
 * @param {Array<object>} moves
 * @returns {SVGGElement}
 */
export function arrows(scene, items, moves) {
  const found = new Map();
  for (const move of moves) {
    // A move that leaves two positions splits; it does not go anywhere.
    const going = (move.to ?? []).length > 1 ? [] : ways(scene, move.clicks?.[0] ?? []);
    for (const ends of going) if (found.size < MOST) found.set(ends.join(" "), ends);
  }
  const drawn = [...found.values()].map(([from, to]) => arrow(middle(items.get(from)), middle(items.get(to))));
  return s("g.ways", { "aria-hidden": "true" }, drawn);
}

function middle(item) {
  const hit = item?.node.querySelector(".hit");
  if (!hit) return null;
  const number = (name) => Number(hit.getAttribute(name));
  return moved(item.at, placed(hit, number));
}

/** A place within a picture that stands, perhaps smaller, within another. */
function moved(at, { x, y, size, rim }) {
  return at ? { x: at.left + x * at.scale, y: at.top + y * at.scale, size: size * at.scale, rim: rim * at.scale } : { x, y, size, rim };
}

function placed(hit, number) {
  // The name in a circle stays readable: the arrow goes from rim to rim.
  if (hit.tagName === "circle") return { x: number("cx"), y: number("cy"), size: number("r"), rim: number("r") };
  return { x: number("x") + number("width") / 2, y: number("y") + number("height") / 2, size: number("width") / 2, rim: 0 };
}

/** A shaft and a head, from beside the middle of the first place to the middle of the second, or to its rim. */
function arrow(from, to) {
  const whole = from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
  const length = whole - (to?.rim ?? 0);
  if (length < 1) return null;
  const [x, y] = [(to.x - from.x) / whole, (to.y - from.y) / whole];
  const thick = Math.min(Math.max(to.size * 0.24, 3.5), 6);
  const begin = Math.min(Math.max(from.size * 0.45, from.rim), length / 2);
  const head = Math.min(thick * 3, (length - begin) * 0.7);
  const at = (along, aside) => `${from.x + x * along - y * aside} ${from.y + y * along + x * aside}`;
  const neck = length - head;
  const half = thick / 2;
  return s("path.way", { d: `M${at(begin, half)} L${at(neck, half)} L${at(neck, head * 0.6)} L${at(length, 0)} L${at(neck, -head * 0.6)} L${at(neck, -half)} L${at(begin, -half)} z` });
}

/*
 * A strip of squares with coins, pieces or stacks on them; square 0 is at the left. A ring is drawn round.
 */

import { s } from "../dom.js";
import { say } from "../words.js";
import { blank, item, label } from "./common.js";

const WORDS_OF_MARK = { coin: "coin", dollar: "dollar", heads: "heads", tails: "tails", white: "whiteCoin", black: "blackCoin" };

/** Whether a letter stands on a square: its mark is the letter itself. */
function isLetter(cell) {
  return [...(cell.mark ?? "")].length === 1;
}

function side(count) {
  return count <= 12 ? 54 : count <= 20 ? 46 : count <= 40 ? 38 : 32;
}

function mark(cell, x, y, size) {
  const middle = { x: x + size / 2, y: y + size / 2 };
  const radius = size * 0.34;
  if (cell.mark === "stack") {
    const shown = Math.min(cell.count ?? 0, 5);
    const stones = [];
    for (let at = 0; at < shown; at += 1) {
      stones.push(s("rect.stone", { x: x + size * 0.18, y: y + size * 0.8 - (at + 1) * size * 0.13, width: size * 0.64, height: size * 0.12, rx: size * 0.06 }));
    }
    if (cell.count > 0) stones.push(label(middle.x, y + size * 0.1 + 2, cell.count, { class: "stack-count" }));
    return s("g.figure", {}, stones);
  }
  if (cell.mark === "number") return s("g.figure", {}, label(middle.x, middle.y, cell.count, { class: "letter", "font-size": size * 0.4 }));
  if (!cell.mark) return null;
  if (isLetter(cell)) return s("g.figure", {}, label(middle.x, middle.y, cell.mark, { class: "letter", "font-size": size * 0.5 }));
  // The two sides differ in shape as well as in colour.
  if (cell.mark === "black") {
    const half = radius * 0.86;
    return s("g.figure", {}, s("rect.disc.black", { x: middle.x - half, y: middle.y - half, width: 2 * half, height: 2 * half, rx: half * 0.28, transform: `rotate(45 ${middle.x} ${middle.y})` }));
  }
  const disc = s("circle", { class: `disc ${cell.mark}`, cx: middle.x, cy: middle.y, r: radius });
  if (cell.mark === "coin" || cell.mark === "dollar" || cell.mark === "white") return s("g.figure", {}, disc, s("circle.rim", { cx: middle.x, cy: middle.y, r: radius * 0.68 }));
  if (cell.mark === "heads" || cell.mark === "tails") {
    return s("g.figure", {}, disc, label(middle.x, middle.y, say(`${cell.mark}Letter`), { class: `letter ${cell.mark}`, "font-size": radius }));
  }
  return s("g.figure", {}, disc);
}

function named(cell, at) {
  const name = cell.label ?? String(at);
  if (cell.mark === "stack") return say("squareWith", { name, mark: say("stack", { count: cell.count ?? 0 }) });
  if (cell.mark === "number") return String(cell.count);
  if (isLetter(cell)) return say("squareWith", { name, mark: cell.mark });
  const word = WORDS_OF_MARK[cell.mark];
  return word ? say("squareWith", { name, mark: say(word) }) : say("square", { name });
}

/** Draws a scene of kind "strip"; strips that stand beside each other have squares of the same size, those of the longest. */
export function draw(scene, beside = []) {
  return scene.ring ? round(scene) : straight(scene, beside);
}

function straight(scene, beside) {
  const count = scene.cells.length;
  const size = side(Math.max(count, ...beside.map(({ cells }) => cells.length)));
  const line = count > 64 ? 32 : Math.max(count, 1);
  const lines = Math.max(1, Math.ceil(count / line));
  const drawing = blank(line * size + 24, lines * (size + 26) + 14);
  scene.cells.forEach((cell, at) => {
    const x = 12 + (at % line) * size;
    const y = 10 + Math.floor(at / line) * (size + 26);
    place(drawing, cell, at, x, y, size, label(x + size / 2, y + size + 12, cell.label ?? at, { class: "axis" }));
  });
  return drawing;
}

function round(scene) {
  const count = Math.max(scene.cells.length, 1);
  const size = Math.min(side(count), 46);
  const radius = Math.max(58, (count * (size + 6)) / (2 * Math.PI));
  const middle = radius + size / 2 + 10;
  const drawing = blank(2 * middle, 2 * middle);
  drawing.nodes.push(s("circle.orbit", { cx: middle, cy: middle, r: radius }));
  scene.cells.forEach((cell, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    const x = middle + radius * Math.cos(angle) - size / 2;
    const y = middle + radius * Math.sin(angle) - size / 2;
    const inner = radius - size / 2 - 12;
    const number = label(middle + inner * Math.cos(angle), middle + inner * Math.sin(angle), cell.label ?? at, { class: "axis" });
    place(drawing, cell, at, x, y, size, number);
  });
  return drawing;
}

function place(drawing, cell, at, x, y, size, number) {
  const square = s("rect.cell", { x: x + 1, y: y + 1, width: size - 2, height: size - 2, rx: 7 });
  const one = item(`c${at}`, named(cell, at), { x, y, width: size, height: size }, square, mark(cell, x, y, size));
  drawing.items.set(`c${at}`, one);
  drawing.nodes.push(one.node, number);
}

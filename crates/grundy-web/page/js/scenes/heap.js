/*
 * A heap of stones, and several heaps side by side. One takes from above: a click on a stone takes it and all that lie
 * on it. Heaps of more than twelve stones stand in columns of ten, to be counted at a glance, close together on one ground, so that
 * they look like one heap; heaps of more than three hundred are only told, and played from the list of moves.
 */

import { s } from "../dom.js";
import { say } from "../words.js";
import { blank, item, label } from "./common.js";

const SINGLE = 12;
const COLUMN = 10;
const MOST = 300;
/** Stones of all heaps up to this size are as wide as one another. */
const WIDE = 60;
const BESIDE = 1;

function shape(count) {
  const wide = count <= WIDE ? 54 : 30;
  if (count <= SINGLE) return { wide, high: 22, rows: Math.max(count, 1), columns: 1 };
  return { wide, high: 22, rows: COLUMN, columns: Math.ceil(count / COLUMN) };
}

function stack(drawing, count, left, bottom, name, what) {
  const { wide, high, columns, rows } = shape(count);
  if (count > MOST) {
    drawing.nodes.push(
      s("g.told", {}, s("path.bulk", { d: `M${left + 8} ${bottom} q20 -74 62 -74 q42 0 62 74 z` }), label(left + 70, bottom - 26, count, { class: "bulk-count" })),
    );
    return;
  }
  if (columns > 1) drawing.nodes.push(ground(left, bottom, wide + BESIDE, high, columns, rows, count - (columns - 1) * COLUMN));
  for (let at = 0; at < count; at += 1) {
    const column = columns === 1 ? 0 : Math.floor(at / COLUMN);
    const row = columns === 1 ? at : at % COLUMN;
    const x = left + column * (wide + BESIDE);
    const y = bottom - (row + 1) * high;
    const stone = s("rect.stone", { x: x + 1, y: y + 1, width: wide - 2, height: high - 2, rx: (high - 2) / 2 });
    const shine = s("path.shine", { d: `M${x + 12} ${y + 6.5} H${x + wide - 16}` });
    const id = name(at);
    const one = item(id, what(at), { x, y, width: wide, height: high }, stone, shine);
    drawing.items.set(id, one);
    drawing.nodes.push(one.node);
  }
}

/** The ground behind columns: as high as they are, the last one lower. */
function ground(left, bottom, step, high, columns, rows, last) {
  const [begin, end] = [left - 5, left + columns * step - BESIDE + 5];
  const [top, low] = [bottom - rows * high - 4, bottom - last * high - 4];
  const edge = last === rows ? end : end - step;
  return s("path.heap-ground", { d: `M${begin} ${bottom + 1} V${top + 10} q0 -10 10 -10 H${edge - 10} q10 0 10 10 ${last === rows ? "" : `V${low} H${end - 10} q10 0 10 10 `}V${bottom + 1} z` });
}

function extent(count) {
  if (count > MOST) return { width: 140, height: 86 };
  const { wide, high, rows, columns } = shape(count);
  return { width: columns * (wide + BESIDE) - BESIDE, height: rows * high };
}

function plate(drawing, left, width, bottom, count) {
  drawing.nodes.push(s("rect.plate", { x: left - 6, y: bottom + 1, width: width + 12, height: 4, rx: 2 }));
  drawing.nodes.push(label(left + width / 2, bottom + 19, count, { class: "count" }));
}

/** Draws a scene of kind "heap". */
export function draw(scene) {
  const count = scene.count;
  const { width, height } = extent(count);
  const wide = Math.max(width, 54) + 24;
  const drawing = blank(wide, height + 44);
  const left = (wide - width) / 2;
  const bottom = height + 12;
  plate(drawing, left, width, bottom, count);
  stack(drawing, count, left, bottom, (at) => `s${at}`, (at) => say("stone", { at: at + 1, count }));
  drawing.going = (path) => {
    const from = Math.min(...path.map((id) => Number(/^s(\d+)$/.exec(id)?.[1] ?? Infinity)));
    return new Set([...drawing.items.keys()].filter((id) => Number(id.slice(1)) >= from));
  };
  return drawing;
}

/** Draws a scene of kind "heaps". */
export function drawHeaps(scene) {
  const sizes = scene.counts.map(extent);
  const tallest = Math.max(66, ...sizes.map((size) => size.height));
  const total = sizes.reduce((sum, size) => sum + Math.max(size.width, 40) + 28, 0);
  const drawing = blank(Math.max(total, 80), tallest + 44);
  const bottom = tallest + 12;
  let left = 14;
  scene.counts.forEach((count, heap) => {
    const wide = Math.max(sizes[heap].width, 40);
    const inner = left + (wide - sizes[heap].width) / 2;
    plate(drawing, left, wide, bottom, count);
    stack(drawing, count, inner, bottom, (at) => `s${heap}.${at}`, (at) => say("stoneOf", { heap: heap + 1, at: at + 1, count }));
    left += wide + 28;
  });
  drawing.going = (path) => {
    const least = new Map();
    for (const id of path) {
      const found = /^s(\d+)\.(\d+)$/.exec(id);
      if (found) least.set(found[1], Math.min(least.get(found[1]) ?? Infinity, Number(found[2])));
    }
    return new Set(
      [...drawing.items.keys()].filter((id) => {
        const [heap, at] = id.slice(1).split(".");
        return least.has(heap) && Number(at) >= least.get(heap);
      }),
    );
  };
  return drawing;
}

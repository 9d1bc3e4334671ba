/*
 * Several pictures side by side, each with its label below: the games of a compound, the pieces of a drawing. An element
 * of the picture at place 1 has the name "p1." and its own name there.
 */

import { s } from "../dom.js";
import { say } from "../words.js";
import { blank, label } from "./common.js";

/** Pictures stand in lines of at most this width, on a narrow window of about its own. */
const ACROSS = 640;
const BESIDE = 80;
const APART = 14;
const LABEL = 24;
/** A picture that is wider is drawn smaller, but not smaller than to this part. */
const WIDE = 210;
const LEAST = 0.6;

/**
 * Draws a scene of kind "several".
 * @param {object} scene
 * @param {(scene: object) => import("./common.js").Drawing} draw draws one of the pictures
 */
export function drawSeveral(scene, draw) {
  const insets = scene.scenes.map((one, place) => {
    const drawing = draw(one);
    const scale = Math.max(LEAST, Math.min(1, WIDE / drawing.width));
    return { place, label: one.label, drawing, scale, wide: drawing.width * scale, high: drawing.height * scale };
  });
  if (insets.some(({ drawing }) => drawing.text)) return { ...blank(0, 0), text: true };
  const rows = lines(insets);
  const width = Math.max(...rows.map(({ wide }) => wide), 80);
  const drawing = blank(width, rows.reduce((high, row) => high + row.high + LABEL, 0));
  drawing.movers = new Map();
  let top = 0;
  for (const row of rows) {
    let left = (width - row.wide) / 2;
    for (const inset of row.insets) {
      place(drawing, inset, left, top + row.high - inset.high);
      drawing.nodes.push(label(left + inset.wide / 2, top + row.high + LABEL / 2, inset.label, { class: "inset-label" }));
      left += inset.wide + APART;
    }
    top += row.high + LABEL;
  }
  drawing.going = (path) => new Set(insets.flatMap((inset) => going(inset, path)));
  return drawing;
}

function lines(insets) {
  const across = Math.min(ACROSS, innerWidth - BESIDE);
  const rows = [];
  for (const inset of insets) {
    const row = rows.at(-1);
    if (row && row.wide + APART + inset.wide <= across) {
      row.insets.push(inset);
      row.wide += APART + inset.wide;
      row.high = Math.max(row.high, inset.high);
    } else rows.push({ insets: [inset], wide: inset.wide, high: inset.high });
  }
  return rows;
}

function place(whole, { place: number, label: name, drawing, scale }, left, top) {
  for (const [id, one] of drawing.items) {
    one.node.dataset.id = `p${number}.${id}`;
    whole.items.set(one.node.dataset.id, { ...one, what: name ? say("named", { name, what: one.what }) : one.what, at: within({ left, top, scale }, one.at) });
  }
  // What glides does so within its own picture.
  for (const [key, mover] of drawing.movers ?? []) whole.movers.set(`p${number}.${key}`, mover);
  whole.nodes.push(s("g", { transform: `translate(${left} ${top}) scale(${scale})` }, drawing.nodes));
}

/** Where a picture stands in the whole, that stands at `inner` in one that stands at `outer`. */
function within(outer, inner) {
  if (!inner) return outer;
  return { left: outer.left + inner.left * outer.scale, top: outer.top + inner.top * outer.scale, scale: outer.scale * inner.scale };
}

function going({ place: number, drawing }, path) {
  const prefix = `p${number}.`;
  const own = path.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
  if (own.length === 0) return [];
  return [...(drawing.going?.(own) ?? own)].map((id) => prefix + id);
}

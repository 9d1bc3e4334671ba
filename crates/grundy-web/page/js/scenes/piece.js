/*
 * A piece on a board whose corner 0,0 is at the bottom left. The squares it may go to carry a dot. A board of more
 * than forty squares a side is not drawn but told.
 */

import { s } from "../dom.js";
import { say } from "../words.js";
import { blank, item, label } from "./common.js";
import { draw as drawText } from "./text.js";

const MOST = 40;

/** The outlines of pieces, for a square of 46. */
export const PIECES = {
  queen: "M-15 -10 l5 16 h20 l5 -16 l-8 9 l-2.5 -13 l-4.5 12 l-4.5 -12 l-2.5 13 z M-11 9 h22 v5 h-22 z",
  rook: "M-12 -14 h5 v4 h4 v-4 h6 v4 h4 v-4 h5 v9 l-4 3 v8 l4 4 v4 h-24 v-4 l4 -4 v-8 l-4 -3 z",
  king: "M-1.7 -18 h3.4 v4 h4 v3.4 h-4 v4 c6 -3 13 0 12 7 c-.5 4 -3 6 -4 8 h-18 c-1 -2 -3.5 -4 -4 -8 c-1 -7 6 -10 12 -7 v-4 h-4 v-3.4 h4 z M-10 11 h20 v4 h-20 z",
  knight: "M-9 15 c0 -10 8 -11 7 -18 c-3 3 -6 3 -8 6 l-4 -3 c2 -6 5 -11 10 -13 l1 -4 l4 4 c8 2 11 10 11 18 v10 z",
  bishop: "M0 -18 c2 0 3 2 2 4 c6 5 9 10 6 17 l-3 3 v3 l7 2 v4 h-24 v-4 l7 -2 v-3 l-3 -3 c-3 -7 0 -12 6 -17 c-1 -2 0 -4 2 -4 z",
  token: "M0 -13 a13 13 0 1 0 .01 0 z",
};

/** Draws a scene of kind "piece". */
export function draw(scene) {
  const [wide, high] = scene.size;
  if (wide > MOST || high > MOST) return drawText(scene);
  const most = Math.max(wide, high);
  const side = most <= 10 ? 46 : most <= 16 ? 36 : most <= 24 ? 28 : 20;
  const drawing = blank(wide * side + 40, high * side + 40);
  const corner = (x, y) => ({ x: 30 + x * side, y: 8 + (high - 1 - y) * side });
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const at = corner(x, y);
      const square = s((x + y) % 2 === 0 ? "rect.square.dark" : "rect.square", { x: at.x, y: at.y, width: side, height: side });
      const dot = s("circle.dot", { cx: at.x + side / 2, cy: at.y + side / 2, r: side / 8 });
      const one = item(`c${x},${y}`, say("square", { name: `${x},${y}` }), { x: at.x, y: at.y, width: side, height: side }, square, dot);
      drawing.items.set(`c${x},${y}`, one);
      drawing.nodes.push(one.node);
    }
  }
  const every = side < 28 ? 5 : 1;
  for (let x = 0; x < wide; x += every) drawing.nodes.push(label(corner(x, 0).x + side / 2, 8 + high * side + 14, x, { class: "axis" }));
  for (let y = 0; y < high; y += every) drawing.nodes.push(label(16, corner(0, y).y + side / 2, y, { class: "axis" }));
  const [px, py] = scene.at;
  const at = corner(px, py);
  const size = side / 46;
  const figure = s("g.piece", {}, s("path", { d: PIECES[scene.piece] ?? PIECES.token, transform: `translate(${at.x + side / 2} ${at.y + side / 2}) scale(${size})` }));
  drawing.nodes.push(figure);
  drawing.movers = new Map([["piece", { node: figure, x: at.x, y: at.y }]]);
  return drawing;
}

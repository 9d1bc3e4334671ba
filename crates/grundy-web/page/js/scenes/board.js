/*
 * A board of squares, row by row from the bottom: the bar of Chomp, the board of Cram, a sheet to be cut, stones of two
 * colours. A board with a poisoned square is drawn as chocolate, any other as plain squares.
 */

import { s } from "../dom.js";
import { say } from "../words.js";
import { blank, item, label } from "./common.js";

const MARKS = { full: true, poison: true, white: true, black: true, gone: true };

/** Draws a scene of kind "board". */
export function draw(scene) {
  const { width, height } = scene;
  const most = Math.max(width, height);
  const side = most <= 8 ? 50 : most <= 14 ? 40 : most <= 24 ? 30 : 22;
  const drawing = blank(width * side + 20, height * side + 20);
  const bar = scene.cells.includes("poison");
  scene.cells.forEach((state, at) => {
    const column = at % width;
    const row = Math.floor(at / width);
    const x = 10 + column * side;
    const y = 10 + (height - 1 - row) * side;
    // A letter is a name of one character.
    const letter = state.length > 0 && !(state in MARKS);
    const kind = letter ? "letter" : state;
    const square = s("rect", { class: bar ? `tile bar ${kind}` : `tile ${kind}`, x: x + 1.5, y: y + 1.5, width: side - 3, height: side - 3, rx: side / 7 });
    const shapes = [square];
    if (bar && state === "full") shapes.push(s("rect.bevel", { x: x + side * 0.2, y: y + side * 0.2, width: side * 0.6, height: side * 0.6, rx: side / 12 }));
    if (state === "white" || state === "black") shapes.push(s(`circle.disc.${state}`, { cx: x + side / 2, cy: y + side / 2, r: side * 0.38 }));
    if (state === "poison") shapes.push(poison(x + side / 2, y + side / 2, side / 50));
    if (letter) shapes.push(label(x + side / 2, y + side / 2, state, { class: "letter", "font-size": side * 0.5 }));
    const name = `${column + 1},${row + 1}`;
    const one = item(`c${column},${row}`, say("squareWith", { name, mark: letter ? state : say(state) }), { x, y, width: side, height: side }, ...shapes);
    drawing.items.set(`c${column},${row}`, one);
    drawing.nodes.push(one.node);
  });
  return drawing;
}

function poison(x, y, size) {
  return s(
    "g.poison-mark",
    { transform: `translate(${x} ${y}) scale(${size})` },
    s("path", { d: "M-11 -3 a11 10 0 1 1 22 0 c0 4 -2 6 -4 7 v6 h-14 v-6 c-2 -1 -4 -3 -4 -7 z" }),
    s("circle.eye", { cx: -4.5, cy: -2, r: 2.6 }),
    s("circle.eye", { cx: 4.5, cy: -2, r: 2.6 }),
  );
}

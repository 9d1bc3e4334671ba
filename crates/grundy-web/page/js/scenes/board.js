/*
 * A board of squares, row by row from the bottom: the bar of Chomp, the board of Cram with what is laid on it, a sheet to be cut,
 * pieces of any kind. A board with a poisoned square is drawn as chocolate, any other as plain squares.
 */

import { s } from "../dom.js";
import { say } from "../words.js";
import { blank, item, label } from "./common.js";
import { PIECES } from "./piece.js";

/** The signs of pieces that have one. */
const SIGNS = { heads: "headsLetter", tails: "tailsLetter" };
const ANIMALS = { toad: "T", frog: "F", elephant: "E", rhino: "R" };
const MARKS = ["full", "free", "covered", "counter", "queen", "poison", "white", "black", "gone", ...Object.keys(SIGNS), ...Object.keys(ANIMALS)];

/** The room for numbers beside the board. */
const EDGE = 24;

/** What stands on a square, in its middle. */
function figure(state, x, y, side) {
  const disc = (kind) => s(`circle.disc.${kind}`, { cx: x, cy: y, r: side * 0.38 });
  if (state === "white" || state === "black" || state === "counter") return [disc(state)];
  if (state === "poison") return [poison(x, y, side / 50)];
  if (state === "covered") return [s("rect.laid", { x: x - side * 0.38, y: y - side * 0.38, width: side * 0.76, height: side * 0.76, rx: side / 9 })];
  if (state === "queen") return [s("g.piece", {}, s("path", { d: PIECES.queen, transform: `translate(${x} ${y}) scale(${side / 46})` }))];
  if (SIGNS[state]) return [disc(state), label(x, y, say(SIGNS[state]), { class: `letter ${state}`, "font-size": side * 0.34 })];
  if (ANIMALS[state]) return [disc(state === "toad" || state === "elephant" ? "black" : "white"), label(x, y, ANIMALS[state], { class: `letter ${state}`, "font-size": side * 0.34 })];
  return [];
}

/**
 * How rows and columns are numbered, as moves tell it: rows are counted from the top, of a bar from the bottom, of coins in both
 * directions from 0; squares of a single row of animals are counted by themselves.
 */
function edgesOf({ cells, height }) {
  if (cells.some((state) => ANIMALS[state])) return { columns: (column) => column + 1, rows: null };
  if (cells.some((state) => SIGNS[state])) return { columns: (column) => column, rows: (row) => row };
  return { columns: (column) => column + 1, rows: cells.includes("poison") ? (row) => row + 1 : (row) => height - row };
}

/** The name of a square as moves tell it. */
function nameOf({ columns, rows }, column, row) {
  return rows ? say("placeOf", { row: rows(row), column: columns(column) }) : say("square", { name: columns(column) });
}

/** Draws a scene of kind "board". */
export function draw(scene) {
  const { width, height } = scene;
  const most = Math.max(width, height);
  const side = most <= 8 ? 50 : most <= 14 ? 40 : most <= 24 ? 30 : 22;
  const edges = edgesOf(scene);
  // The numbers of the rows stand to the left, those of the columns below.
  const left = edges.rows ? EDGE : 10;
  const drawing = blank(left + width * side + 10, 10 + height * side + (edges.columns ? EDGE : 10));
  const bar = scene.cells.includes("poison");
  // Pieces stand on one board; what is taken away, or changes its letter, is a tile of its own.
  const gap = scene.cells.every((state) => MARKS.includes(state) && state !== "full" && state !== "poison") ? 0 : 1.5;
  scene.cells.forEach((state, at) => {
    const column = at % width;
    const row = Math.floor(at / width);
    const x = left + column * side;
    const y = 10 + (height - 1 - row) * side;
    // A letter is a name of one character.
    const letter = state.length > 0 && !MARKS.includes(state);
    const kind = letter ? "letter" : state;
    const square = s("rect", { class: bar ? `tile bar ${kind}` : `tile ${kind}`, x: x + gap, y: y + gap, width: side - 2 * gap, height: side - 2 * gap, rx: gap === 0 ? 0 : side / 7 });
    const shapes = [square];
    if (bar && state === "full") shapes.push(s("rect.bevel", { x: x + side * 0.2, y: y + side * 0.2, width: side * 0.6, height: side * 0.6, rx: side / 12 }));
    shapes.push(...figure(state, x + side / 2, y + side / 2, side));
    if (letter) shapes.push(label(x + side / 2, y + side / 2, state, { class: "letter", "font-size": side * 0.5 }));
    const name = nameOf(edges, column, row);
    const one = item(`c${column},${row}`, state === "full" ? name : say("placeWith", { place: name, mark: letter ? state : say(state) }), { x, y, width: side, height: side }, ...shapes);
    drawing.items.set(`c${column},${row}`, one);
    drawing.nodes.push(one.node);
  });
  if (edges.columns) for (let column = 0; column < width; column += 1) drawing.nodes.push(label(left + (column + 0.5) * side, 10 + height * side + 13, edges.columns(column), { class: "axis" }));
  if (edges.rows) for (let row = 0; row < height; row += 1) drawing.nodes.push(label(left - 12, 10 + (height - row - 0.5) * side, edges.rows(row), { class: "axis" }));
  drawing.run = ([first, last]) => {
    const [[x, y], [toX, toY]] = [first, last].map((id) => id.slice(1).split(",").map(Number));
    const count = Math.max(Math.abs(toX - x), Math.abs(toY - y));
    return Array.from({ length: count + 1 }, (_, at) => `c${x + Math.sign(toX - x) * at},${y + Math.sign(toY - y) * at}`).sort();
  };
  // A free square does not go: something comes to lie on it.
  drawing.going = (path) => new Set(path.filter((id) => !drawing.items.get(id)?.node.querySelector(".tile.free")));
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

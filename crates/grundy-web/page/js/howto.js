/*
 * How a move is made on a board, in one sentence. It follows from what is drawn and from how many clicks the moves
 * take, so a game that is not known here gets a sentence that fits as well.
 */

import { say } from "./words.js";

/** Whether a square of a board is free. */
function isFree({ width, cells }, id) {
  const [column, row] = id.slice(1).split(",").map(Number);
  return cells[row * width + column] === "free";
}

/** The sentence for a position; "" where there is nothing to click. */
export function howTo(position) {
  const kinds = new Set(position.components.map((component) => component.scene?.kind ?? "text"));
  const paths = position.moves.flatMap((move) => (move.clicks ?? []).slice(0, 1)).filter((path) => path.length > 0);
  if (paths.length === 0) return position.moves.length > 0 ? say("howList") : "";
  if (kinds.size > 1) return say("howMixed");
  const longest = Math.max(...paths.map((path) => path.length));
  const [kind] = kinds;
  const marks = new Set(position.components.flatMap((component) => component.scene.cells ?? []).map((cell) => cell.mark));
  if (kind === "heap") return say("howHeap");
  if (kind === "heaps") return say(longest === 1 ? "howHeap" : "howHeaps");
  if (kind === "row" || kind === "ring") return say(paths.some((path) => path.some((id) => id.startsWith("g"))) ? "howRowGaps" : longest === 1 ? "howOne" : "howRow");
  if (kind === "piece") return say("howPiece");
  if (kind === "graph") {
    const token = position.components.some((component) => component.scene.vertices.some((vertex) => vertex.mark === "token"));
    if (paths.every(([id]) => id.startsWith("e"))) return say(token ? "howAlong" : "howEdge");
    if (paths.some(([first, second]) => first === second)) return say("howJoin");
    return say("howVertex");
  }
  if (kind === "strip" && marks.has("white") && marks.has("black")) return say("howFacing");
  if (kind === "strip" && marks.has("coin") && longest === 2) return say("howCoin");
  if (kind === "several") return say(longest === 1 ? "howOne" : "howGoesOn");
  const squares = new Set(position.components.flatMap((component) => (kind === "board" ? component.scene.cells : [])));
  if (squares.has("heads")) return say("howTurn");
  if (squares.has("counter") && paths.some(([first, second]) => first === second)) return say("howRun");
  // Where every click lays something on a free square.
  if (squares.has("free") && longest < 3 && paths.every((path) => path.every((id) => position.components.some(({ scene }) => isFree(scene, id))))) return say(longest === 1 ? "howPut" : "howCover");
  if (marks.has("heads") || marks.has("tails")) return say("howTurn");
  return say(longest === 1 ? "howOne" : longest === 2 ? "howTwo" : "howSeveral");
}

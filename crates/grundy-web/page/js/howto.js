/*
 * How a move is made on a board, in one sentence. What a click stands for in a game is told by the game's name; of any other it
 * follows from what is drawn and from how many clicks the moves take, so a game that is not known here gets a sentence that fits as
 * well.
 */

import { lookOf } from "./scenes/looks.js";
import { say } from "./words.js";

/** Games by the sentence that tells what their clicks stand for. */
const NAMES = {
  howToppling: "toppling-dominoes",
  howPassing: "passing",
  howBlocking: "blocking",
  howStairs: "staircase",
  howEnds: "end-nim",
  howBoxes: "boxes",
  howLiege: "legendre",
  howLoop: "rim",
  howFlip: "flip",
  howCross: "cross",
  howClimber: "hill",
  howWhole: "node-kayles",
  howArc: "arc-kayles",
  howPile: "graph-nim",
  howFactor: "multiply",
  howDivisor: "divisors",
  howPrime: "primes",
  howEnd: "brussels-sprouts",
  howNumber: "sylver",
  howBite: "chomp",
  howClobber: "clobber",
  howCannibal: "cannibal-clobber",
  howFission: "fission",
  howColour: "nogo",
  howShoot: "amazons",
  howAnimal: "toads-and-frogs elephants-and-rhinos",
  howPaper: "paper",
  howTartan: "tartan",
  howAcrostic: "acrostic",
};
const SENTENCES = new Map(Object.entries(NAMES).flatMap(([sentence, names]) => names.split(" ").map((name) => [name, sentence])));

/** Whether a square of a board is free. */
function isFree({ width, cells }, id) {
  const [column, row] = id.slice(1).split(",").map(Number);
  return cells[row * width + column] === "free";
}

/** Whether a move can be over where another goes on: only a second click on the last element tells which. */
function canEndEarly(paths) {
  const all = new Set(paths.map((path) => path.join(" ")));
  return paths.some((path) => path.some((_, at) => at > 0 && all.has(path.slice(0, at).join(" "))));
}

/** A sentence, and where it holds how a move that could go on is ended. */
const ended = (words, paths) => (canEndEarly(paths) ? say("howTold", { what: words, more: say("howStop") }) : words);

/** The sentence for a position; "" where there is nothing to click. */
export function howTo(position) {
  const { components, moves } = position;
  const kinds = new Set(components.map((component) => component.scene?.kind ?? "text"));
  const paths = moves.flatMap((move) => (move.clicks ?? []).slice(0, 1)).filter((path) => path.length > 0);
  if (paths.length === 0) return moves.length > 0 ? say("howList") : "";
  const names = new Set(components.map(({ game }) => /^[^\s:]*/.exec(game)[0]));
  const [name] = names;
  if (names.size === 1 && name === "kotzig") return say(components[0].scene.cells.some(({ mark }) => mark) ? "howMan" : "howFirstMan");
  if (names.size === 1 && SENTENCES.has(name)) return say(SENTENCES.get(name));
  if (kinds.size > 1) return say("howMixed");
  const longest = Math.max(...paths.map((path) => path.length));
  const [kind] = kinds;
  const marks = new Set(components.flatMap((component) => component.scene.cells ?? []).map((cell) => cell.mark));
  if (kind === "heap") return say("howHeap");
  if (kind === "heaps") return longest === 1 ? say("howHeap") : ended(say("howHeaps"), paths);
  if (kind === "row" || kind === "ring") return ofRow(components, paths);
  if (kind === "piece") return say("howPiece");
  if (kind === "graph") {
    const token = components.some((component) => component.scene.vertices.some((vertex) => vertex.mark === "token"));
    if (paths.every(([id]) => id.startsWith("e"))) return say(token ? "howAlong" : "howEdge");
    if (token) return say(longest === 1 ? "howToken" : "howTokens");
    return say(paths.some(([first, second]) => first === second) ? "howJoin" : "howVertex");
  }
  if (kind === "strip" && marks.has("white") && marks.has("black")) return say("howFacing");
  if (kind === "strip" && (marks.has("coin") || marks.has("dollar"))) return say(longest === 1 ? "howOneCoin" : "howCoin");
  if (kind === "several") return longest === 1 ? say("howClick") : ended(say("howTurns"), paths);
  if (marks.has("heads") || marks.has("tails")) return paths.some(([first, second]) => first === second) ? say("howTurnRun") : ended(say("howTurn"), paths);
  const squares = new Set(components.flatMap((component) => (kind === "board" ? component.scene.cells : [])));
  if (squares.has("counter") && paths.some(([first, second]) => first === second)) return say("howRun");
  // Where every click lays something on a free square.
  if (squares.has("free") && longest < 3 && paths.every((path) => path.every((id) => components.some(({ scene }) => isFree(scene, id))))) return say(longest === 1 ? "howPut" : "howCover");
  return longest === 1 ? say("howOne") : longest === 2 ? say("howTwo") : ended(say("howTurns"), paths);
}

/** In a row: from the first to the last of what is taken, or a gap, called as they are drawn. */
function ofRow(components, paths) {
  const looks = new Set(components.map(lookOf));
  const what = say(`${looks.size === 1 ? [...looks][0] : "stone"}Word`);
  const isGap = ([first]) => first.startsWith("g");
  const gaps = paths.some(isGap);
  const taken = paths.filter((path) => !isGap(path));
  if (taken.length === 0) return say("howSplit");
  const single = taken.some(([first, last]) => first === last);
  const run = taken.some(([first, last]) => first !== last);
  const words = say(!run ? "howRowOne" : single ? "howRow" : "howRowRun", { what });
  return gaps ? say("howTold", { what: words, more: say("howGap") }) : words;
}

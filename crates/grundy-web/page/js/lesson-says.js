/*
 * What the engine says about a position, put into sentences for the lessons: from the answers of the routes "solve" and
 * "moves". Each sentence only repeats what stands in an answer.
 */

import { ask } from "./api.js";
import { tell } from "./lesson-words.js";
import { say } from "./words.js";

/** Most options whose values are told one by one. */
const FEW = 12;

/** What went wrong with a question, in a sentence. */
export function failure(error) {
  return error.message || (error.status ? say("failed", { status: error.status }) : say("noAnswer"));
}

/** A move of an answer of "solve", in words. */
export function moveInWords(move) {
  return tell("moveTo", { from: move.from, move: move.move, to: move.to.length > 0 ? move.to.join(" + ") : tell("nothingLeft") });
}

/** Who wins, and one way to. */
export function winner(answer) {
  if (answer.outcome === "N") return tell("isN", { move: answer.moves.length > 0 ? moveInWords(answer.moves[0]) : null });
  return tell(answer.outcome === "D" ? "isD" : "isP");
}

/** Why a position is no P-position, without the move. */
export function lost(answer) {
  return tell(answer.outcome === "D" ? "isD" : "someWins");
}

/** What is left of a component, as it is written without the name of its game. */
function left({ to }) {
  return to.length === 0 ? tell("nothingLeft") : to.map((one) => one.replace(/^\S+ /, "")).join(" + ");
}

/**
 * Why a move was wrong where others win. Of one component it is told by P- and N-positions, which the first lesson teaches; sums, which
 * come when nim-sums have been taught, by the server.
 * @param {object} position of the route "moves"
 * @param {object} move the move that was made
 * @param {string|null} said what the server says of it
 */
export function slip(position, move, said) {
  const better = position.moves.find((one) => one.wins === true);
  if (position.components.length > 1 || move.after !== "N" || !better) return said ?? "";
  return tell("slip", { move: move.move, left: left(move), better: better.move, kept: left(better) });
}

/** What is wrong with a move where others win, without these. */
export function slipped(position, move) {
  const name = position.components.length > 1 ? move.game : left(move);
  return tell(move.after === "D" ? "slipDraw" : "slipOnly", { move: move.move, left: name });
}

/**
 * What is wrong with a number that is not the value of a position.
 * @param {object} answer of the route "solve"
 * @param {string} number
 * @param {Array<number|string>} options the values of its options, as far as they are told
 */
export function wrongValue(answer, number, options) {
  if (answer.components.length > 1) return tell("notSum", { number });
  if (options.some((value) => String(value) === number)) return tell("optionHas", { number });
  return tell(options.length > 0 && BigInt(number) > BigInt(answer.value) ? "smallerMissing" : "notValue", { number });
}

/** Why it is so: the theorem that answered, or the values and their nim-sum. */
export function reason(answer) {
  if (answer.because) return tell("because", { because: ended(answer.because) });
  const { components } = answer;
  if (components.length === 0 || components.some((component) => component.value === null)) return "";
  // That it comes from a table says nothing but how values are found.
  if (components.length === 1) return components[0].because && components[0].engine !== "table" ? tell("because", { because: ended(components[0].because) }) : "";
  return answer.value === null ? "" : tell("nimSum", { values: listed(components), value: answer.value });
}

/**
 * What one needs to find the value of a position: the values of its components, or of its options.
 * @param {object} answer of the route "solve"
 * @param {object} parameters what was asked
 * @param {(game: string) => object} further what to ask for another position of the same rule
 * @param {AbortSignal} signal
 * @returns {Promise<{options: Array<number|string>, towards: string}>} the values of its options, and the sentence
 */
export async function towardsValue(answer, parameters, further, signal) {
  if (answer.components.length > 1) return { options: [], towards: tell("addValues", { values: listed(answer.components) }) };
  const position = await ask("moves", parameters, { signal });
  const options = [...new Set(position.moves.map((move) => move.game))];
  if (options.length === 0 || options.length > FEW || position.complete === false) return { options: [], towards: reason(answer) };
  const answers = await Promise.all(options.map((game) => ask("solve", further(game), { signal })));
  const values = [...new Set(answers.map((one) => one.value))].sort((a, b) => a - b);
  return { options: values, towards: tell("optionValues", { values }) };
}

function listed(components) {
  return components.map((component) => String(component.value ?? "?"));
}

/** Sentences of the engine may or may not carry their own full stop. */
function ended(text) {
  return text.replace(/[.。]$/, "");
}

/*
 * Exercises with numbers of their own each time. A pattern is a position with gaps: "{3..15}" stands for a number from 3 to
 * 15, "{a|b|c}" for one of these words. What the position is worth is asked of the server, which also refuses what is no
 * position; then other numbers are taken.
 */

import { ask } from "./api.js";

/** Attempts for each position that is wanted, before one is satisfied with fewer. */
const ATTEMPTS = 12;

/** Numbers from 0 to 1 that follow from a start: the same start, the same exercises. */
export function chance(start) {
  let state = start >>> 0;
  // A linear congruence modulo 2^32; its high digits are the good ones.
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** A pattern with its gaps filled. */
export function filled(pattern, random) {
  return pattern.replace(/\{([^{}]+)\}/g, (_, gap) => {
    const [, least, most] = /^(\d+)\.\.(\d+)$/.exec(gap) ?? [];
    const choices = gap.split("|");
    return least === undefined ? choices[Math.floor(random() * choices.length)] : String(Number(least) + Math.floor(random() * (Number(most) - Number(least) + 1)));
  });
}

/**
 * The pattern of a game: its example with other numbers, which are not much larger.
 * @param {string} example such as "wythoff 3,5"
 * @returns {string|null} null where the position holds no numbers
 */
export function patternOf(example) {
  const [head, ...words] = example.split(" ");
  const position = words.join(" ");
  if (!/\d/.test(position) || /['/-]/.test(position)) return null;
  const board = /^\d+x\d+$/.test(position);
  const gap = (number) => `{${Math.min(number, 1)}..${board || number < 4 ? number + 1 : Math.min(2 * number, number + 20)}}`;
  return `${head} ${position.replace(/\d+/g, (digits) => gap(Number(digits)))}`;
}

/**
 * Positions for exercises, no two the same.
 * @param {Array<{ask: string, game: string, misere?: boolean, draw?: boolean}>} exercises their patterns, taken in turn
 * @param {number} count how many are wanted
 * @param {() => number} random
 * @param {AbortSignal} signal
 * @returns {Promise<Array<{exercise: object, position: object}>>} each with the answer of "moves"; fewer where no more were found
 */
export async function positions(exercises, count, random, signal) {
  const found = [];
  for (let attempt = 0; found.length < count && attempt < ATTEMPTS * count; attempt += 1) {
    const exercise = exercises[found.length % exercises.length];
    const game = filled(exercise.game, random);
    if (found.some((one) => one.game === game)) continue;
    const position = await ask("moves", { game, misere: exercise.misere }, { signal }).catch((error) => {
      if (error.name === "ApiError" && error.status > 0) return null;
      throw error;
    });
    if (!position || position.over || !position.complete || position.outcome === null) continue;
    if (exercise.ask === "move" && position.outcome !== "N") continue;
    found.push({ exercise, game, position });
  }
  return found;
}

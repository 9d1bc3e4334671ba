/*
 * A position that is told in words only: it is played from the list of moves.
 */

import { blank } from "./common.js";

/** Draws a scene of kind "text", or one that is too large to be drawn: nothing but what the board writes. */
export function draw() {
  return { ...blank(0, 0), text: true };
}

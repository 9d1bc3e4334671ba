/*
 * Numbers of many digits: shown by their first and last digits, with the whole number as the title. A number of some hundred digits
 * would push everything beside it out of the window.
 */

import { h } from "./dom.js";

/** Numbers of more digits are shown short. */
const MOST = 15;
const SHOWN = 6;
const LONG = new RegExp(`\\d{${MOST + 1},}`, "g");

/** A text in which long numbers are shortened; plain text where there are none. */
export function shortened(text) {
  const whole = String(text);
  const short = whole.replace(LONG, (digits) => `${digits.slice(0, SHOWN)}…${digits.slice(-SHOWN)}`);
  return short === whole ? whole : h("abbr.long-number", { title: whole }, short);
}

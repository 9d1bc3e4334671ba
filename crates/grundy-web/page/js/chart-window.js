/*
 * The window of a chart: which heaps it shows, from `from` up to but without `to`. While a finger or a wheel moves it
 * the ends are any numbers; what is asked of the server is `whole` of it. The scale of the heaps is always even.
 */

/** The farthest heap that the server draws. */
export const FARTHEST = 100_000_000;
/** The fewest heaps in a window. */
const FEWEST = 8;
/** How far zooming out goes of itself; farther windows are typed. */
const REACH = 1_000_000;

/**
 * @typedef {object} Window
 * @property {number} from
 * @property {number} to
 */

/** How many heaps a window shows. */
export function span({ from, to }) {
  return to - from;
}

/**
 * A window that the chart can show, near to one that is wished: it keeps its length where it can.
 * @param {Window} wished
 * @param {number} [reach] the largest end
 */
export function within({ from, to }, reach = REACH) {
  const length = Math.min(Math.max(to - from, FEWEST), reach);
  const first = Math.min(Math.max(from, 0), reach - length);
  return { from: first, to: first + length };
}

/**
 * The window with more or fewer heaps.
 * @param {Window} view
 * @param {number} factor below 1 shows fewer heaps
 * @param {number} at the part of the width, from 0 to 1, that stays where it is
 * @param {number} reach the largest end
 */
export function zoomed(view, factor, at, reach) {
  const length = Math.min(Math.max(span(view) * factor, FEWEST), reach);
  const fixed = view.from + span(view) * at;
  return within({ from: fixed - length * at, to: fixed + length * (1 - at) }, reach);
}

/** The window moved by a part of its length; above 0 to larger heaps. */
export function moved(view, part, reach) {
  const by = span(view) * part;
  return within({ from: view.from + by, to: view.to + by }, reach);
}

/** The window with ends that are whole numbers. */
export function whole({ from, to }) {
  const first = Math.max(0, Math.round(from));
  return { from: first, to: Math.max(Math.round(to), first + 1) };
}

/** How far a chart that began with this window may reach. */
export function reachOf({ to }) {
  return Math.min(Math.max(REACH, to), FARTHEST);
}

/** The window that two texts say, or null if they say none. */
export function read(from, to) {
  const number = (text, other) => (text === undefined || text === "" ? other : /^\d{1,9}$/.test(text) ? Number(text) : NaN);
  const view = { from: number(from, 0), to: number(to, undefined) };
  view.to ??= view.from + 200;
  return view.to > view.from && view.to <= FARTHEST ? view : null;
}

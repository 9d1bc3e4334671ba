/*
 * From clicks to a move. Each move comes with one or more click paths: the elements that make it, in order. A choice
 * begins empty; each click keeps the moves whose path goes on with the clicked element. When a path is complete and
 * no longer path goes on from it the move is made; when longer paths go on, a second click on the last element, or
 * Enter, makes the complete one. An element that does not go on with the choice begins a new one, if a path begins
 * with it. Nothing here touches the page: a choice is data, and these functions give new data.
 */

/**
 * A choice.
 * @typedef {object} Choice
 * @property {number|null} component the component clicked in, null before the first click
 * @property {string[]} path the elements clicked so far
 */

/** The choice before the first click. */
export const nothing = Object.freeze({ component: null, path: Object.freeze([]) });

const begins = (path, prefix) => prefix.length <= path.length && prefix.every((id, at) => path[at] === id);

/**
 * How the choice may go on.
 * @param {Array<{component: number, clicks?: string[][]}>} moves all moves of the position
 * @param {number} component where
 * @param {string[]} path what is clicked already
 * @returns {Map<string, {ends: number[], goes: number[]}>} for each next element the numbers of the moves that it
 *   completes and of those that it only leads towards
 */
export function continuations(moves, component, path) {
  const next = new Map();
  moves.forEach((move, number) => {
    if (move.component !== component) return;
    for (const clicks of move.clicks ?? []) {
      if (clicks.length <= path.length || !begins(clicks, path)) continue;
      const id = clicks[path.length];
      if (!next.has(id)) next.set(id, { ends: [], goes: [] });
      const list = next.get(id)[clicks.length === path.length + 1 ? "ends" : "goes"];
      if (!list.includes(number)) list.push(number);
    }
  });
  return next;
}

/**
 * The moves that the choice has completed as it stands; Enter makes them.
 * @returns {number[]} numbers of moves
 */
export function complete(moves, choice) {
  if (choice.path.length === 0) return [];
  const found = [];
  moves.forEach((move, number) => {
    if (move.component !== choice.component) return;
    const same = (clicks) => clicks.length === choice.path.length && begins(clicks, choice.path);
    if ((move.clicks ?? []).some(same)) found.push(number);
  });
  return found;
}

/**
 * A click.
 * @param {Array<object>} moves all moves of the position
 * @param {Choice} choice the choice so far
 * @param {number} component where the click was
 * @param {string} id on what
 * @returns {{choice: Choice, made: number[], taken: boolean, again: boolean}} the choice after it; the moves made by it: none, one, or several
 *   between which the player must still decide; whether the click meant anything; whether it gave up a choice in the same component
 *   and began another
 */
export function click(moves, choice, component, id) {
  if (choice.component === component && choice.path.length > 0) {
    const step = continuations(moves, component, choice.path).get(id);
    if (step) return settle(choice, component, id, step);
    // Two elements make a move in either order, where only one order is one.
    const turned = choice.path.length === 1 ? complete(moves, { component, path: [id, choice.path[0]] }) : [];
    if (turned.length > 0 && choice.path[0] !== id) return { choice: nothing, made: turned, taken: true, again: false };
    if (choice.path.at(-1) === id) {
      const made = complete(moves, choice);
      return { choice: nothing, made, taken: true, again: false };
    }
  }
  const first = continuations(moves, component, []).get(id);
  if (first) return { ...settle({ component, path: [] }, component, id, first), again: choice.component === component && choice.path.length > 0 };
  return { choice, made: [], taken: false, again: false };
}

function settle(choice, component, id, step) {
  const after = { component, path: [...choice.path, id] };
  if (step.goes.length === 0) return { choice: nothing, made: step.ends, taken: true, again: false };
  return { choice: after, made: [], taken: true, again: false };
}

/**
 * The elements that can be clicked now: those that go on with the choice, and in the other components those that begin one.
 * @returns {Map<string, {ends: number[], goes: number[]}>}
 */
export function open(moves, choice, component) {
  if (choice.component !== component || choice.path.length === 0) return continuations(moves, component, []);
  const next = continuations(moves, component, choice.path);
  const done = complete(moves, choice);
  const last = choice.path.at(-1);
  if (done.length > 0 && !next.has(last)) next.set(last, { ends: done, goes: [] });
  return next;
}

/** All elements of a component that stand in some path. */
export function mentioned(moves, component) {
  const ids = new Set();
  for (const move of moves) {
    if (move.component === component) for (const clicks of move.clicks ?? []) for (const id of clicks) ids.add(id);
  }
  return ids;
}

/** The moves whose paths go on from this choice with this element, the element itself included. */
export function through(moves, choice, component, id) {
  const step = open(moves, choice, component).get(id);
  return step ? [...new Set([...step.ends, ...step.goes])] : [];
}

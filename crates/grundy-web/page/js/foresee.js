/*
 * What a move would take away, where only the rules know it, as from a bar of Chomp: the position after the move is
 * asked for, and the squares that are there now and no longer there then are told. Answers are kept while the position
 * stays, so that a pointer that goes to and fro asks once.
 */

import { ask } from "./api.js";
import { wait } from "./dom.js";

const PATIENCE = 60;

/** Whether it can be seen from the scenes what goes: squares keep their names while the poisoned one keeps its place. */
export function foreseeable(scene) {
  return scene?.kind === "board" && scene.cells.includes("poison");
}

/**
 * Looks ahead, for one position.
 * @param {(game: string) => object} question the parameters to ask with for a position
 */
export function foresight(question) {
  const known = new Map();
  let asking = null;
  return {
    /**
     * The elements that a move takes away; an empty set if that is not known.
     * @returns {Promise<Set<string>>} rejects if another question comes first, or if there is no answer
     */
    async gone(move, scene) {
      asking?.abort();
      asking = new AbortController();
      const { signal } = asking;
      if (!known.has(move.game)) {
        await wait(PATIENCE, signal);
        const after = await ask("moves", question(move.game), { signal });
        known.set(move.game, lost(scene, after.components[move.component]?.scene));
      }
      return known.get(move.game);
    },
    /** What is known already, without asking. */
    at: (move) => known.get(move.game) ?? null,
    stop: () => asking?.abort(),
  };
}

function lost(before, after) {
  const poisoned = (scene) => scene.cells.indexOf("poison") % scene.width;
  if (!foreseeable(after) || poisoned(after) !== poisoned(before)) return new Set();
  const gone = new Set();
  before.cells.forEach((state, at) => {
    const [x, y] = [at % before.width, Math.floor(at / before.width)];
    const there = x < after.width && y < after.height ? after.cells[y * after.width + x] : "gone";
    if (state === "full" && there !== "full") gone.add(`c${x},${y}`);
  });
  return gone;
}

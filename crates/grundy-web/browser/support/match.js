// A match on the page, against the perfect machine.

import assert from "node:assert/strict";
import { asked, best, look, makeMove, turn } from "./board.js";

/** What the page shows of a match. */
export function match(page, ask, settings) {
  const board = page.locator(".table .board");
  const over = async () => (await page.locator(".turn.over").count()) > 0;
  return {
    board,
    over,
    /** Whether the end says that the reader has won. */
    won: async () => (await page.locator(".turn.over.won").count()) > 0,
    /** Waits until the reader may move. */
    ready: () => turn(board, [""], over),
    /** The moves of what stands on the board. */
    moves: async () => ask("moves", asked(await look(board), settings)),
    /**
     * Plays to the end.
     * @param {(position: object) => Promise<void>} [move] makes a move; by pressing what is drawn, if nothing else is said
     * @param {(moves: number) => Promise<void>} [seen] called at each turn of the reader
     * @returns {Promise<number>} how many moves the reader made
     */
    async play(move = (position) => makeMove(page, board, position, best(position)), seen = async () => {}) {
      let now = await this.ready();
      for (let made = 0; made < 80; made += 1) {
        if (await over()) return made;
        const position = await ask("moves", asked(now, settings));
        await seen(made);
        await move(position);
        now = await turn(board, now.names, over);
      }
      assert.fail("the match does not end");
    },
  };
}

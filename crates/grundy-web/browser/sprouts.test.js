// Sprouts by two people at one board: every line is drawn by pressing the spots at its ends, and where several lines have
// the same ends, one is told by its words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { makeMove } from "./support/board.js";
import { openPage, picture } from "./support/browser.js";
import { matchAddress } from "./support/games.js";
import { match } from "./support/match.js";
import { ask, browser, server } from "./support/session.js";

const PLAYERS = { en: ["Player 1", "Player 2"], zh: ["甲", "乙"] };

for (const lang of ["en", "zh"]) {
  test(`a game of Sprouts by two people, ${lang}`, async (t) => {
    const { page, clean, close } = await openPage(browser);
    t.after(close);
    const game = { game: "sprouts 3", lang };
    await page.goto(matchAddress(server, game, lang, { with: "person" }));
    const playing = match(page, ask, game);
    const spots = [];
    const made = await playing.play(async (position) => {
      assert.ok(position.moves.every((move) => move.clicks.length > 0), "every line can be drawn");
      spots.push(await page.locator(".table .vertex:not(.gone)").count());
      // The last of the lines that are told: they lie within more than the first ones.
      await makeMove(page, playing.board, position, position.moves.length - 1);
      await picture(page, `sprouts-${lang}-${spots.length}`);
    });
    assert.equal(spots[0], 3);
    // Three spots have nine lives; a line takes one of them.
    assert.ok(made >= 6 && made <= 8, `${made} moves`);
    const [winner] = made % 2 === 1 ? PLAYERS[lang] : PLAYERS[lang].slice(1);
    await page.locator(".turn.over", { hasText: winner }).waitFor();
    assert.equal(await page.locator(".line-rows > li").count(), made);
    clean();
  });
}

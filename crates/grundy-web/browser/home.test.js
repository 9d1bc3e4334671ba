// The first page: a board that can be played on at once, three ways to begin, and all games in groups.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, picture } from "./support/browser.js";
import { best, look, makeMove, turn } from "./support/board.js";
import { ask, browser, server } from "./support/session.js";

async function opened(t, options = {}, lang = "en") {
  const { page, clean, close } = await openPage(browser, options);
  t.after(close);
  await page.goto(`${server.address}#/play?lang=${lang}`);
  await page.locator(".game-card").first().waitFor();
  await page.locator(".live .item.open").first().waitFor();
  return { page, clean };
}

for (const lang of ["en", "zh"]) {
  test(`the board can be played on at once, ${lang}`, async (t) => {
    const { page, clean } = await opened(t, {}, lang);
    const board = page.locator(".live .board");
    const ended = async () => (await page.locator(".live .verdict.kept").count()) > 0 && (await board.evaluate((element) => element.querySelectorAll(".item.open").length === 0 && element.querySelectorAll("[data-id]").length === 0));
    for (let moves = 0; moves < 12 && !(await ended()); moves += 1) {
      const before = await look(board);
      const position = await ask("moves", { game: before.names.join(" + ") });
      assert.equal(position.outcome, "N");
      await makeMove(page, board, position, best(position));
      await turn(board, before.names, ended);
    }
    assert.ok(await ended(), "who plays winning moves wins");
    await picture(page, `home-won-${lang}`);
    clean();
  });
}

test("a move that gives the win away is told at once", async (t) => {
  const { page, clean } = await opened(t);
  const board = page.locator(".live .board");
  const before = await look(board);
  const position = await ask("moves", { game: before.names.join(" + ") });
  await makeMove(page, board, position, position.moves.findIndex((move) => move.wins === false));
  await page.locator(".live .verdict.lost").waitFor();
  clean();
});

test("every game stands in a group, can be found, and leads to its board", async (t) => {
  const { page, clean } = await opened(t);
  const { games } = await ask("games", {});
  const links = await page.locator(".group .game-card").evaluateAll((cards) => cards.map((card) => new URLSearchParams(card.hash.split("?")[1]).get("game")));
  assert.deepEqual([...links].sort(), games.map((game) => game.example).sort());
  assert.equal(await page.locator('[data-group="others"] .game-card').count() < 8, true, "few games are in no group of their own");
  await page.locator("#search-games").fill("kayles");
  const found = await page.locator(".game-card").count();
  assert.ok(found >= 2 && found < 12);
  await page.locator("#search-games").fill("no such game");
  assert.equal(await page.locator(".game-card").count(), 0);
  await page.locator("#search-games").fill("");
  // A group opens to show all of its games, and is drawn.
  const group = page.locator('[data-group="boards"]');
  await group.locator("button").click();
  assert.equal(await group.locator("button").getAttribute("aria-expanded"), "true");
  await group.locator(".thumbnail svg").first().waitFor();
  await group.locator(".game-card").first().click();
  await page.locator(".match .component [data-id]").first().waitFor();
  clean();
});

test("on a phone a mistake in a position is told under its field, in view, and what was typed stays", async (t) => {
  const { page, clean } = await opened(t, { viewport: { width: 360, height: 740 } });
  const field = page.locator(".start input:visible").first();
  await field.fill("nim 3 5 x");
  await field.press("Enter");
  const error = page.locator(".start .error");
  await error.waitFor();
  assert.equal(await error.locator("mark").innerText(), "x");
  const { top, bottom } = await error.evaluate((node) => node.getBoundingClientRect().toJSON());
  assert.ok(top >= 0 && bottom <= 741, `${top} to ${bottom}`);
  assert.equal(await field.inputValue(), "nim 3 5 x");
  clean(/status of 400/);
});

test("on a phone the page is at most three screens long", async (t) => {
  for (const lang of ["en", "zh"]) {
    const { page, clean } = await opened(t, { viewport: { width: 390, height: 844 } }, lang);
    const height = await page.evaluate(() => document.scrollingElement.scrollHeight);
    assert.ok(height <= 3 * 844, `${lang}: ${height}`);
    const top = await page.locator(".live .board").evaluate((element) => element.getBoundingClientRect().top);
    assert.ok(top < 420, "the board is seen first");
    await picture(page, `home-phone-${lang}`);
    clean();
  }
});

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
  await group.locator("button[aria-expanded]").click();
  assert.equal(await group.locator("button[aria-expanded]").getAttribute("aria-expanded"), "true");
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

for (const lang of ["en", "zh"]) {
  test(`a group that goes on beside the window fades there and has arrows, and cards say whole sentences, ${lang}`, async (t) => {
    const { page, clean } = await opened(t, { viewport: { width: 1280, height: 800 } }, lang);
    const group = page.locator('[data-group="coins"]');
    const list = group.locator(".cards");
    const [back, on] = [group.locator(".arrow-button").first(), group.locator(".arrow-button").last()];
    await group.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector('[data-group="coins"] .cards').classList.contains("more-right"));
    assert.equal(await list.evaluate((element) => element.classList.contains("more-left")), false);
    assert.deepEqual([await back.isDisabled(), await on.isDisabled()], [true, false]);
    // By keys, up to its end.
    await on.focus();
    for (let presses = 0; presses < 8 && !(await on.isDisabled()); presses += 1) {
      const before = await list.evaluate((element) => element.scrollLeft);
      await page.keyboard.press("Enter");
      await page.waitForFunction((old) => document.querySelector('[data-group="coins"] .cards').scrollLeft > old, before);
      await page.waitForTimeout(60);
    }
    assert.ok(await on.isDisabled(), "the last card is reached");
    assert.equal(await back.evaluate((button) => button === document.activeElement), true, "the keys go to the other arrow");
    assert.equal(await list.evaluate((element) => element.classList.contains("more-right")), false);
    await group.locator("button[aria-expanded]").click();
    assert.equal(await on.isVisible(), false);
    const lines = await page.locator(".game-rule").evaluateAll((all) => all.map((one) => ({ text: one.textContent, cut: one.scrollHeight > one.clientHeight + 1 })));
    assert.deepEqual(lines.filter(({ cut }) => cut), []);
    for (const { text } of lines) assert.doesNotMatch(text, /…$|!\d|\dmod|d_k|\{/, text);
    await picture(page, `home-cards-${lang}`);
    clean();
  });
}

test("the pictures of the cards are small answers", async (t) => {
  const { page, close } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  t.after(close);
  const sizes = new Map();
  page.on("response", async (response) => {
    const url = new URL(response.url());
    if (url.pathname.endsWith("/moves")) sizes.set(url.searchParams.get("game"), (await response.body().catch(() => "")).length);
  });
  await page.goto(`${server.address}#/play?lang=en`);
  const opens = page.locator(".group button[aria-expanded='false']");
  await opens.first().waitFor();
  while ((await opens.count()) > 0) await opens.first().click();
  for (const card of await page.locator(".game-card").all()) await card.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => [...document.querySelectorAll(".thumbnail")].every((one) => one.childElementCount > 0));
  assert.ok(sizes.size > 70, `${sizes.size} pictures`);
  assert.deepEqual([...sizes].filter(([, size]) => size > 4_000), []);
});

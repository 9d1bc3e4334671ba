// The analysis beside the board: who wins, the winning moves, what each move was worth, and trying another.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, picture } from "./support/browser.js";
import { best, look, makeMove, turn } from "./support/board.js";
import { matchAddress } from "./support/games.js";
import { match } from "./support/match.js";
import { ask, browser, server } from "./support/session.js";

async function opened(t, game, more = {}, lang = "en") {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(matchAddress(server, { game }, lang, more));
  const playing = match(page, ask, { game });
  await playing.ready();
  return { page, clean, playing };
}

for (const lang of ["en", "zh"]) {
  test(`each move is judged, and another can be tried, ${lang}`, async (t) => {
    const { page, clean, playing } = await opened(t, "nim 3 5 7", {}, lang);
    const start = (await look(playing.board)).names;
    const position = await ask("moves", { game: start.join(" + "), lang });
    await makeMove(page, playing.board, position, position.moves.findIndex((move) => move.wins === false));
    await turn(playing.board, start, playing.over);
    await page.locator(".past .line-move").nth(1).waitFor();
    assert.deepEqual(await page.locator(".past .worth").evaluateAll((signs) => signs.map((sign) => sign.className)), ["worth lost", "worth kept"]);
    const better = await page.locator(".line-better").innerText();
    assert.ok(better.includes(position.moves[best(position)].move), better);
    await picture(page, `analysis-${lang}`);
    // Back to where the win was given away, and on with a move that keeps it.
    const now = (await look(playing.board)).names;
    await page.locator(".past .line-move").first().click();
    await turn(playing.board, now, playing.over);
    assert.deepEqual((await look(playing.board)).names, start);
    await makeMove(page, playing.board, position, best(position));
    // What was played before stands below as a side line, with its verdicts.
    // The verdict of the move before goes when that of this one comes.
    await page.waitForFunction(() => document.querySelector(".line-rows > li > .line-move .worth.kept") && !document.querySelector(".line-rows > li > .line-move .worth.lost"));
    await page.waitForFunction((count) => document.querySelectorAll(".line-rows > li > .line-move").length === count, 2);
    const side = page.getByRole("list", { name: lang === "zh" ? /第 1 步另试过/ : /instead of move 1/ });
    assert.deepEqual(await side.locator(".worth").evaluateAll((signs) => signs.map((sign) => sign.className)), ["worth lost", "worth kept"]);
    await picture(page, `side-line-${lang}`);
    // A move of the side line leads to it, and by the keys to it as well.
    await page.locator(".line-rows > li > .line-move").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.ok(await side.locator(".line-move").nth(1).evaluate((button) => button === document.activeElement));
    const left = (await look(playing.board)).names;
    await page.keyboard.press("Enter");
    await turn(playing.board, left, playing.over);
    assert.deepEqual((await look(playing.board)).names, now);
    assert.equal(await page.locator(".line-rows > li > .line-move .worth.lost").count(), 1);
    assert.equal(await page.locator(".side-line .worth.kept").count(), 1);
    await page.goBack();
    await turn(playing.board, now, playing.over);
    assert.deepEqual((await look(playing.board)).names, left, "the browser's back key finds the other line again");
    assert.equal(await page.locator(".side-line .worth.lost").count(), 1);
    clean();
  });
}

test("the winning moves stand beside the board and can be made there", async (t) => {
  const { page, clean, playing } = await opened(t, "nim 3 5 7", { show: "winner,winning" });
  const position = await playing.moves();
  const listed = page.locator(".winning-moves button");
  assert.equal(await listed.count(), position.moves.filter((move) => move.wins).length);
  await listed.first().hover();
  await page.locator(".item.near").first().waitFor();
  const start = (await look(playing.board)).names;
  await listed.first().click();
  await turn(playing.board, start, playing.over);
  await page.locator(".past .worth.kept").first().waitFor();
  clean();
});

test("a key and a switch mark the winning moves on the board, with arrows where something goes", async (t) => {
  const { page, clean, playing } = await opened(t, "queen 7,9");
  const { moves } = await playing.moves();
  const wins = moves.filter((move) => move.wins).length;
  assert.equal(await page.locator(".way").count(), 0);
  await page.keyboard.press("m");
  await page.locator(".way").first().waitFor();
  assert.equal(await page.locator(".way").count(), wins);
  assert.equal(await page.locator(".item.wins").count(), wins);
  assert.match(page.url(), /show=winning/);
  assert.ok(await page.getByRole("switch", { name: "Winning moves" }).isChecked());
  await picture(page, "arrows");
  await page.keyboard.press("m");
  assert.equal(await page.locator(".way").count(), 0);
  await page.keyboard.press("h");
  assert.equal(await page.locator(".way").count(), wins, "a hint shows them once");
  clean();
});

test("where no move wins nothing is green, and why ends with who wins", async (t) => {
  const { page, clean } = await opened(t, "nim 1 2 3", { show: "winner" });
  await page.keyboard.press("h");
  await page.locator(".hint-remark.none").waitFor();
  const colours = await page.evaluate(() => ["--win-soft", "--sunken"].map((name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.setProperty("background", `var(${name})`);
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return colour;
  }));
  const shown = await page.locator(".hint-remark").evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.notEqual(shown, colours[0]);
  assert.equal(shown, colours[1]);
  await page.keyboard.press("w");
  await page.locator(".why .conclusion").waitFor();
  const last = await page.locator(".why > p").last().innerText();
  assert.match(last, /you lose/);
  clean();
});

test("a finished board stays on view, and a line says how to move", async (t) => {
  const { page, clean, playing } = await opened(t, "cram 2x2");
  assert.ok((await page.locator(".how-to").innerText()).length > 10);
  const size = (await playing.moves()).components[0].scene;
  // The two squares at the top left are the ones that go.
  const top = size.height - 1;
  for (const id of [`c0,${top}`, `c1,${top}`]) await playing.board.locator(`[data-id="${id}"] .hit`).click();
  await page.locator(".turn.over").waitFor();
  assert.ok((await page.locator(".table .component svg").count()) > 0, "the board is there");
  await picture(page, "finished");
  clean();
});

test("a sum and a rule have names, not positions, as titles", async (t) => {
  const { page, clean } = await opened(t, "nim 3 5 + kayles 4");
  await page.locator("h1", { hasText: "Nim + Kayles" }).waitFor();
  await page.goto(matchAddress(server, { game: "10 12", rule: "n -> n-1 | n/2 if n > 0" }, "en"));
  await page.locator("h1", { hasText: "Your own rule" }).waitFor();
  clean();
});

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
    await page.waitForFunction(() => document.querySelectorAll(".past .worth.lost").length === 0 && document.querySelector(".past .worth.kept"));
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

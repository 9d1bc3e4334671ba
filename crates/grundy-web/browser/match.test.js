// What surrounds a match: keys alone, undo and redo, the browser's back key, sharing by the address, the comment on a
// wrong move, hints, why, and mistakes in the notation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, best, look, makeMove, turn } from "./support/board.js";
import { openPage, picture } from "./support/browser.js";
import { matchAddress } from "./support/games.js";
import { match } from "./support/match.js";
import { ask, browser, server } from "./support/session.js";

async function opened(t, game, lang = "en", options = {}) {
  const { page, clean, close } = await openPage(browser, options);
  t.after(close);
  await page.goto(matchAddress(server, game, lang));
  const playing = match(page, ask, game);
  await playing.ready();
  return { page, clean, playing };
}

/** What has the focus on the board. */
async function focused(page) {
  return page.evaluate(() => {
    const node = document.activeElement;
    const shape = node?.querySelector?.(".hit") ?? node;
    const box = shape?.getBoundingClientRect();
    return { id: node?.dataset?.id ?? null, component: Number(node?.closest?.(".component")?.dataset.component ?? -1), x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
}

/** Goes to an element with the arrow keys only. */
async function goTo(page, board, component, id) {
  const place = await board.locator(`.component[data-component="${component}"] [data-id="${id}"] .hit`).evaluate((node) => {
    const box = node.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
  const seen = new Set();
  for (let steps = 0; steps < 80; steps += 1) {
    const now = await focused(page);
    if (now.component === component && now.id === id) return;
    const [dx, dy] = [place.x - now.x, place.y - now.y];
    const ways = Math.abs(dx) > Math.abs(dy) ? [dx > 0 ? "ArrowRight" : "ArrowLeft", dy > 0 ? "ArrowDown" : "ArrowUp"] : [dy > 0 ? "ArrowDown" : "ArrowUp", dx > 0 ? "ArrowRight" : "ArrowLeft"];
    const from = `${now.component} ${now.id}`;
    const way = ways.find((one) => !seen.has(`${from} ${one}`)) ?? ways[0];
    seen.add(`${from} ${way}`);
    await page.keyboard.press(way);
  }
  assert.fail(`the arrow keys do not lead to ${id} of component ${component}`);
}

for (const [name, game] of Object.entries({ heaps: { game: "nim 1 3 4" }, row: { game: "kayles 5" }, piece: { game: "queen 4,6" }, tree: { game: "tree 0,1,2,2,0" } })) {
  test(`keys alone: ${name}`, async (t) => {
    const { page, clean, playing } = await opened(t, game);
    // By the tabulator from the top of the page to the board.
    await page.evaluate(() => document.activeElement?.blur());
    for (let presses = 0; presses < 60 && (await focused(page)).id === null; presses += 1) await page.keyboard.press("Tab");
    assert.notEqual((await focused(page)).id, null, "the board is reached");
    await playing.play(async (position) => {
      const move = position.moves[best(position)];
      for (let presses = 0; presses < 60 && (await focused(page)).id === null; presses += 1) await page.keyboard.press("Tab");
      for (const id of move.clicks[0]) {
        await goTo(page, playing.board, move.component, id);
        await page.keyboard.press("Enter");
      }
      const longer = position.moves.some((other) => other.component === move.component && other.clicks.some((path) => path.length > move.clicks[0].length && move.clicks[0].every((id, at) => path[at] === id)));
      if (longer) await page.keyboard.press("Enter");
    });
    assert.ok(await playing.won());
    clean();
  });
}

test("undo, redo, and the browser's back key", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "nim 3 5 7" });
  const start = (await look(playing.board)).names;
  const one = await playing.moves();
  await makeMove(page, playing.board, one, best(one));
  const second = (await turn(playing.board, start, playing.over)).names;
  const two = await playing.moves();
  await makeMove(page, playing.board, two, best(two));
  const third = (await turn(playing.board, second, playing.over)).names;
  const shows = async (names) => assert.deepEqual((await turn(playing.board, [""], playing.over)).names, names);

  await page.keyboard.press("u");
  await turn(playing.board, third, playing.over);
  await shows(second);
  await page.keyboard.press("u");
  await turn(playing.board, second, playing.over);
  await shows(start);
  await page.keyboard.press("r");
  await turn(playing.board, start, playing.over);
  await shows(second);
  await page.goBack();
  await turn(playing.board, second, playing.over);
  await shows(start);
  clean();
});

test("an address reopens the same position, and the language stays", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "kayles 7" }, "zh");
  const position = await playing.moves();
  const before = (await look(playing.board)).names;
  await makeMove(page, playing.board, position, best(position));
  const names = (await turn(playing.board, before, playing.over)).names;
  const address = page.url();
  const other = await openPage(browser);
  t.after(other.close);
  await other.page.goto(address);
  const again = match(other.page, ask, { game: "kayles 7" });
  assert.deepEqual((await again.ready()).names, names);
  assert.equal(await other.page.evaluate(() => document.documentElement.lang), "zh-CN");
  // The rest of the match can be played from there.
  await again.play();
  assert.ok(await again.won());
  clean();
  other.clean();
});

for (const lang of ["en", "zh"]) {
  test(`a wrong move is explained, ${lang}`, async (t) => {
    const { page, clean, playing } = await opened(t, { game: "nim 3 5 7" }, lang);
    const position = await playing.moves();
    const wrong = position.moves.findIndex((move) => move.wins === false);
    await makeMove(page, playing.board, position, wrong);
    const comment = page.locator(".comment");
    await comment.locator("p").first().waitFor();
    const { played } = await ask("moves", { game: "nim 3 5 7", played: wrong, lang });
    assert.ok(played.said.length > 10);
    assert.ok((await comment.innerText()).includes(played.said));
    await picture(page, `wrong-move-${lang}`);
    clean();
  });

  test(`hint and why, ${lang}`, async (t) => {
    const { page, clean, playing } = await opened(t, { game: "nim 3 5 7" }, lang);
    const position = await playing.moves();
    await page.keyboard.press("h");
    await page.locator(".item.wins").first().waitFor();
    assert.equal(await page.locator(".item.wins").count(), position.moves.filter((move) => move.wins).length);
    await page.keyboard.press("w");
    const why = page.locator(".why");
    await why.locator("p").first().waitFor();
    assert.ok((await why.innerText()).length > 60);
    await picture(page, `hint-and-why-${lang}`);
    clean();
  });

  test(`a mistake in the notation is told with its place, ${lang}`, async (t) => {
    const { page, clean, playing } = await opened(t, { game: "nim 3 5 7" }, lang);
    const field = page.locator(".notation-card input:visible").first();
    await field.fill("nim 3 x");
    await field.press("Enter");
    const error = page.locator(".error");
    await error.waitFor();
    assert.match(await error.innerText(), /7/);
    await picture(page, `mistake-${lang}`);
    await field.fill("nim 2 3");
    await field.press("Enter");
    await error.waitFor({ state: "hidden" });
    assert.deepEqual((await turn(playing.board, ["nim 3", "nim 5", "nim 7"], playing.over)).names, ["nim 2", "nim 3"]);
    clean(/status of 400/);
  });
}

test("two persons, and two machines to watch", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "nim 1 2" });
  await page.goto(matchAddress(server, { game: "nim 1 2" }, "en", { with: "person" }));
  await playing.play();
  await page.goto(matchAddress(server, { game: "nim 2 3 4" }, "en", { with: "watch" }));
  await page.locator(".watch .primary").click();
  await page.locator(".turn.over").waitFor();
  clean();
});

test("a heap of 10^18 is told and played from the list", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "nim 1000000000000000000 5" });
  const state = await look(playing.board);
  assert.equal(state.names.length, 2);
  const position = await ask("moves", asked(state));
  assert.equal(position.outcome, "N");
  await picture(page, "large-heap");
  clean();
});

test("what is too large to play says so, and a kept draw is no mistake", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  for (const game of ["nim 1000000000000", `nim${" 3".repeat(500)}`]) {
    await page.goto(matchAddress(server, { game }, "en"));
    await page.locator(".turn", { hasText: "too large to play" }).waitFor();
    await page.keyboard.press("h");
    await page.locator(".hint-remark", { hasText: "too large to play" }).waitFor();
    assert.equal(await page.getByText("Nothing is left").count(), 0);
  }
  await page.goto(matchAddress(server, { game: "graph:a-b,b-a a" }, "en"));
  await page.locator(".turn", { hasText: "Your move" }).waitFor();
  await page.locator('.table .board [data-id="v1"]').click();
  await page.locator(".turn", { hasText: "Your move" }).waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.getByText("A better move was there").count(), 0);
  clean();
});

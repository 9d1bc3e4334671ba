// What surrounds a match: keys alone, undo and redo, the browser's back key, sharing by the address, the comment on a
// wrong move, hints, why, and mistakes in the notation.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
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

test("beside the board the arrow keys step through the match", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "nim 3 5 7" });
  const start = (await look(playing.board)).names;
  const position = await playing.moves();
  await makeMove(page, playing.board, position, best(position));
  const second = (await turn(playing.board, start, playing.over)).names;
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual((await turn(playing.board, second, playing.over)).names, start);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual((await turn(playing.board, start, playing.over)).names, second);
  clean();
});

test("after each move the keys are on the board, where the arrows do not step through the match", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "nim 3 5 7" });
  const start = (await look(playing.board)).names;
  await playing.board.locator('[data-component="2"] [tabindex="0"]').focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  // While the computer thinks, the board itself holds them.
  await page.keyboard.press("ArrowLeft");
  const after = await turn(playing.board, start, playing.over);
  await page.locator('.table .board:not(.locked) [data-id]:focus').waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.waitForTimeout(200);
  assert.notEqual((await focused(page)).id, null);
  assert.deepEqual((await look(playing.board)).names, after.names);
  clean();
});

test("a move that was begun ends with its position", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "cram 4x5" });
  await page.goto(matchAddress(server, { game: "kayles 7" }, "en"));
  await playing.board.locator('[data-kind="row"] [data-id="s1"]').click();
  await playing.board.locator(".prompt button").first().waitFor();
  await page.goBack();
  await playing.board.locator('[data-kind="board"]').waitFor();
  assert.equal(await playing.board.locator(".prompt").innerText(), "");
  assert.equal(await playing.board.locator(".item.chosen").count(), 0);
  clean();
});

test("the board does not cover the cards below it, and an address that is no position leaves nothing of the match before", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "nim 1 2" }, "en", { viewport: { width: 1280, height: 800 } });
  await playing.play();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [board, below] = await Promise.all([".stage", ".below"].map((name) => page.locator(name).evaluate((node) => node.getBoundingClientRect().toJSON())));
  assert.ok(board.bottom <= below.top, `${board.bottom} <= ${below.top}`);
  await page.goto(matchAddress(server, { game: "nim 3 x" }, "en"));
  await page.locator(".turn.none").waitFor();
  assert.equal(await page.locator(".turn.over").count(), 0);
  assert.equal(await page.locator(".past .line-move").count(), 0);
  assert.equal(await page.locator(".past button:not(:disabled)").count(), 0);
  assert.equal(await page.locator(".tool:not(:disabled)").count(), 2, "a match can be opened, and the keys be listed");
  const { error } = await fetch(`${server.address}api/v1/moves?game=nim+3+x&lang=en`).then((response) => response.json());
  assert.equal((await page.locator("main").innerText()).split(error.message).length, 2, "said once");
  clean(/status of 400/);
});

test("on a phone a long strip fades where it goes on, and strips have one scale", async (t) => {
  const { page, clean } = await opened(t, { game: "northcott 2,14 3,5" }, "en", { viewport: { width: 390, height: 800 } });
  await page.locator(".scene.more-right").waitFor();
  const [one, other] = await page.locator(".table .scene").evaluateAll((all) => all.map((scene) => scene.querySelector(".cell").getBoundingClientRect().width));
  assert.ok(Math.abs(one - other) < 0.5, `${one} and ${other}`);
  await page.locator(".scene").first().evaluate((scene) => scene.scrollTo(9999, 0));
  await page.locator(".scene.more-left:not(.more-right)").waitFor();
  clean();
});

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

test("what is typed stays while the match goes on, with its mistake, until it is sent or given up", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "nim 3 5 7" });
  const field = page.locator(".notation-card input:visible").first();
  await field.fill("  nim 3 5 x 9");
  await field.press("Enter");
  const error = page.locator(".notation-card .error");
  await error.waitFor();
  assert.equal(await error.locator("mark").innerText(), "x", "the place is marked, blanks before the position or not");
  const example = error.locator("button");
  assert.ok((await example.innerText()).length > 2);
  const start = (await look(playing.board)).names;
  const position = await playing.moves();
  await makeMove(page, playing.board, position, best(position));
  await turn(playing.board, start, playing.over);
  assert.equal(await field.inputValue(), "  nim 3 5 x 9");
  assert.ok(await error.isVisible());
  await example.click();
  assert.equal(await field.inputValue(), await example.innerText().catch(() => "nim 3 5 7"));
  await field.fill("kayles");
  await field.press("Escape");
  assert.equal(await field.inputValue(), (await look(playing.board)).names.map((name, at) => (at === 0 ? name : name.replace("nim ", ""))).join(" "));
  assert.equal(await error.count(), 0);
  clean(/status of 400/);
});

test("under misère play the board says that the last move loses", async (t) => {
  for (const [lang, words] of [["en", "last move loses"], ["zh", "走最后一步者负"]]) {
    const { page, clean, playing } = await opened(t, { game: "nim 3 5 7" }, lang);
    const note = page.locator(".table .convention");
    assert.ok(await note.isHidden(), "under normal play nothing is said");
    await page.goto(matchAddress(server, { game: "nim 3 5 7", misere: true }, lang));
    await note.filter({ hasText: words }).waitFor();
    await playing.ready();
    const [noted, drawn] = await Promise.all([note, playing.board.locator(".components")].map((one) => one.evaluate((node) => node.getBoundingClientRect().toJSON())));
    assert.ok(noted.bottom <= drawn.top + 1 && drawn.top - noted.bottom < 40, "beside the board");
    await picture(page, `misere-${lang}`);
    clean();
  }
});

test("two persons, and two machines to watch", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "nim 1 2" });
  // A page of its own: nothing of the board before is pressed.
  await page.goto("about:blank");
  await page.goto(matchAddress(server, { game: "nim 1 2" }, "en", { with: "person" }));
  await playing.ready();
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

for (const lang of ["en", "zh"]) {
  test(`the board as a picture, ${lang}`, async (t) => {
    const { page, clean } = await opened(t, { game: "nim 3 5 7" }, lang);
    const [one, picture] = lang === "en" ? ["Picture", "The board as a picture"] : ["图片", "棋盘图片"];
    for (const format of ["SVG", "PNG"]) {
      await page.getByRole("button", { name: one, exact: true }).click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("dialog", { name: picture }).getByRole("button", { name: format }).click()]);
      assert.equal(download.suggestedFilename(), `grundy-nim-3-5-7.${format.toLowerCase()}`);
      const file = readFileSync(await download.path());
      if (format === "PNG") {
        assert.equal(file.subarray(1, 4).toString("latin1"), "PNG");
        continue;
      }
      const svg = file.toString("utf8");
      // Each stone is there, in colours of its own; nothing points to a style sheet.
      assert.ok(svg.match(/<rect/g).length >= 15, svg);
      assert.doesNotMatch(svg, /class=|style=|var\(|light-dark/);
    }
    assert.equal(await page.getByRole("dialog").count(), 0);
    clean();
  });
}

test("a match is saved as a file, opened again, and read by the command line", async (t) => {
  const { page, clean, playing } = await opened(t, { game: "nim 3 5 7" });
  for (let moves = 0; moves < 2; moves += 1) {
    const names = (await look(playing.board)).names;
    const position = await playing.moves();
    await makeMove(page, playing.board, position, best(position));
    await turn(playing.board, names, playing.over);
  }
  await page.waitForFunction(() => document.querySelectorAll(".past .line-move").length === 4);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click()]);
  const file = await download.path();
  const text = readFileSync(file, "utf8");
  const positions = text.split("\n").filter((line) => line && !line.startsWith("#"));
  assert.equal(positions.length, 5);
  assert.equal(positions[0], "nim 3 5 7");
  if (process.env.GRUNDY) {
    const { stdout, status } = spawnSync(process.env.GRUNDY, ["solve", "-"], { input: text, encoding: "utf8" });
    assert.equal(status, 0);
    assert.deepEqual(stdout.trim().split("\n").map((line) => JSON.parse(line).game), positions);
  }
  const line = () => page.locator(".past .line-words").allInnerTexts();
  const played = await line();
  const open = async (payload) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open" }).click()]);
    await chooser.setFiles(payload);
  };
  const written = (lines) => ({ name: "match.txt", mimeType: "text/plain", buffer: Buffer.from(lines.join("\n")) });
  await page.goto("about:blank");
  await page.goto(matchAddress(server, { game: "kayles 5" }, "en"));
  await playing.ready();
  await open(file);
  await page.waitForFunction((count) => document.querySelectorAll(".past .line-move").length === count, 4);
  assert.deepEqual(await line(), played);
  assert.deepEqual(await page.locator(".past .worth").evaluateAll((signs) => signs.map((sign) => sign.className)), ["worth kept", "worth none", "worth kept", "worth none"]);
  // By hand, with settings; and what is no match is told with its line, and changes nothing.
  await open(written(["# misere: 1", "# with: person", "nim 2 2", "", "nim 1 2"]));
  await page.locator(".convention:visible").waitFor();
  assert.deepEqual(await page.locator(".past .who").allInnerTexts(), ["Player 1"]);
  const address = page.url();
  await open(written(["nim 2 2", "nim 1 1"]));
  await page.locator(".comment .error", { hasText: "Line 2: No move leads from nim 2 2 to nim 1 1." }).waitFor();
  await open(written(["nim 2 2", "# odd", "nim 2 x"]));
  await page.locator(".comment .error", { hasText: "Line 3:" }).waitFor();
  await open(written(["# nothing"]));
  await page.locator(".comment .error", { hasText: "no position" }).waitFor();
  assert.equal(page.url(), address);
  clean(/status of 400/);
});

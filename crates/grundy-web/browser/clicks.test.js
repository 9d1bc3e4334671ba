// What a click is answered with, what squares are called, and what stays where it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { howTo } from "../page/js/howto.js";
import { speak } from "../page/js/words.js";
import { best, makeMove, press, turn } from "./support/board.js";
import { openPage, picture } from "./support/browser.js";
import { matchAddress } from "./support/games.js";
import { match } from "./support/match.js";
import { ask, browser, server } from "./support/session.js";

async function opened(t, game, lang = "en", options = {}) {
  const { page, clean, close } = await openPage(browser, options);
  t.after(close);
  await page.goto(matchAddress(server, { game }, lang));
  const playing = match(page, ask, { game });
  await playing.ready();
  return { page, clean, playing };
}

const prompt = (page) => page.locator(".table .prompt > span").allInnerTexts();
const label = (page, id) => page.locator(`.table [data-id="${id}"]`).getAttribute("aria-label");

test("a second click that no move has begins anew, and says so", async (t) => {
  const { page, clean, playing } = await opened(t, "kayles 7");
  await press(page, playing.board, 0, "s2");
  assert.deepEqual(await prompt(page), ["Now click the last one (or the same one again, to take only that)."]);
  await press(page, playing.board, 0, "s5");
  assert.deepEqual(await prompt(page), ["No move uses both of these, so your choice starts again here.", "Now click the last one (or the same one again, to take only that)."]);
  await picture(page, "begun-anew");
  clean();
});

test("a click on what cannot be taken says why nothing happens", async (t) => {
  const { page, clean, playing } = await opened(t, "take:1,3,4 11");
  await press(page, playing.board, 0, "s0");
  assert.deepEqual(await prompt(page), ["No move takes exactly this stone and those above it."]);
  clean();
});

test("Cram is an empty board with what is laid on it, and squares are named as moves name them", async (t) => {
  const { page, clean, playing } = await opened(t, "cram 3x4");
  const cells = async () => page.locator(".table .tile").evaluateAll((tiles) => tiles.map((tile) => tile.classList[1]));
  assert.ok((await cells()).every((cell) => cell === "free"));
  assert.match(await label(page, "c2,2"), /^row 1, column 3, free: \d moves start here$/);
  assert.equal(await page.locator(".how-to").innerText(), "Click the two squares the domino covers.");
  const position = await playing.moves();
  await makeMove(page, playing.board, position, best(position));
  await turn(playing.board, ["cram 3x4"], playing.over);
  await picture(page, "cram-laid");
  assert.equal((await cells()).filter((cell) => cell === "covered").length, 4);
  assert.equal(await page.locator(".table .laid").count(), 4);
  clean();
});

test("pieces and numbers are named by what they are", async (t) => {
  const { page, clean } = await opened(t, "nim 1");
  const named = [
    ["sylver 4,5", "c7", "7: name 7"],
    ["toads-and-frogs tt..ff", "c1,0", "square 2, toad: move from square 2 to square 3"],
    ["elephants-and-rhinos ee...r", "c5,0", "square 6, rhino: move from square 6 to square 5"],
    ["tactix 2x2", "c0,1", /^row 1, column 1, counter: 3 moves start here$/],
    ["nogo 2x2", "c0,0", /^row 2, column 1, free: 2 moves start here$/],
    ["clobber xo", "c0,0", /^row 1, column 1, black: /],
    ["amazons x../...", "c0,1", /^row 1, column 1, queen: /],
    ["chomp 2x3", "c1,0", "row 1, column 2: take from row 1, column 2"],
    ["sprouts 3", "v0", /^spot 1: /],
  ];
  for (const [game, id, wanted] of named) {
    await page.goto("about:blank");
    await page.goto(matchAddress(server, { game }, "en"));
    await page.locator(`.table .board:not(.locked) [data-id="${id}"][role="button"]`).waitFor();
    const told = await label(page, id);
    if (typeof wanted === "string") assert.equal(told, wanted, game);
    else assert.match(told, wanted, game);
    await picture(page, `named-${game.split(" ")[0]}`);
  }
  clean();
});

test("in Sprouts moves name spots as the board does", async (t) => {
  const { page, clean } = await opened(t, "sprouts 1A1A.");
  const names = await page.locator(".table .vertex-name").allTextContents();
  assert.deepEqual(names.sort(), ["1", "2", "A"]);
  const moves = await page.locator(".table .move-words").allInnerTexts();
  for (const move of moves) for (const [name] of move.matchAll(/\b(\d+|[A-Z])\b/g)) assert.ok(names.includes(name), `${name} of “${move}” is on the board`);
  clean();
});

test("the buttons stay where they are while a match goes on", async (t) => {
  const { page, clean, playing } = await opened(t, "nim 3 5 7", "en", { viewport: { width: 1280, height: 800 } });
  await page.locator(".game-says:not(:empty)").waitFor();
  const places = () => page.locator(".stage > .actions .tool").evaluateAll((tools) => tools.map((tool) => Math.round(tool.getBoundingClientRect().top + scrollY)));
  const before = await places();
  assert.equal(new Set(before).size, 1, "they stand on one line");
  for (let moves = 0; moves < 2; moves += 1) {
    const position = await playing.moves();
    const start = position.components.map(({ game }) => game);
    const wrong = position.moves.findIndex((move) => move.wins === false);
    await makeMove(page, playing.board, position, wrong < 0 ? 0 : wrong);
    await turn(playing.board, start, playing.over);
    assert.deepEqual(await places(), before);
  }
  clean();
});

test("numbers alone are taken for heaps of Nim", async (t) => {
  const { page, clean } = await opened(t, "nim 1 2");
  const field = page.locator(".notation input").last();
  await field.fill("3 5 7");
  await field.press("Enter");
  await page.locator(".notation .error", { hasText: "did you mean 'nim 3 5 7'?" }).waitFor();
  clean(/status of 400/);
});

test("rows and columns of a board are numbered as moves tell them", async (t) => {
  for (const [game, clicked] of [["cram 3x4", "c0,2"], ["chomp 3x4", "c2,1"], ["clobber 3x3", "c0,0"]]) {
    const { page, clean, playing } = await opened(t, game);
    const { moves } = await playing.moves();
    const { move } = moves.find(({ clicks }) => clicks[0][0] === clicked);
    const [, row, column] = /row (\d+), column (\d+)/.exec(move);
    const square = await page.locator(`.table [data-id="${clicked}"] .hit`).evaluate((hit) => hit.getBoundingClientRect().toJSON());
    const numbers = await page.locator(".table .axis").evaluateAll((all) => all.map((one) => ({ text: one.textContent, ...one.getBoundingClientRect().toJSON() })));
    const beside = numbers.find(({ top, bottom, right }) => right <= square.left + 1 && (top + bottom) / 2 > square.top && (top + bottom) / 2 < square.bottom);
    const below = numbers.find(({ left, right, top }) => top >= square.bottom - 1 && (left + right) / 2 > square.left && (left + right) / 2 < square.right);
    assert.deepEqual([beside?.text, below?.text], [row, column], `${game}: ${move}`);
    await picture(page, `numbered-${game.split(" ")[0]}`);
    clean();
  }
});

test("the tabulator comes to the first pin, and Home and End go from left to right", async (t) => {
  const { page, clean, playing } = await opened(t, "kayles 9");
  assert.equal(await playing.board.locator("[tabindex='0']").first().getAttribute("data-id"), "s0");
  await playing.board.locator("[tabindex='0']").first().focus();
  const reached = [];
  for (let at = 0; at < 9; at += 1) {
    reached.push(await page.evaluate(() => document.activeElement.dataset.id));
    await page.keyboard.press("ArrowRight");
  }
  assert.deepEqual(reached, Array.from({ length: 9 }, (_, at) => `s${at}`));
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), "s0");
  clean();
});

test("what moves can be dragged to where it goes, and nowhere else", async (t) => {
  for (const [game, from, to, no] of [["northcott 2,7", "c2", "c5", "c9"], ["silver 1 4 6", "c4", "c3", "c5"], ["queen 5,3", "c5,3", "c5,1", "c6,2"], ["clobber 2x3", "c0,0", "c1,0", "c2,1"]]) {
    const { page, clean, playing } = await opened(t, game);
    const before = (await playing.moves()).game;
    const place = (id) => page.locator(`.table [data-id="${id}"] .hit`).evaluate((hit) => {
      const { left, top, width, height } = hit.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    const drag = async (begin, end) => {
      await page.mouse.move(...(await place(begin)));
      await page.mouse.down();
      await page.mouse.move(...(await place(end)), { steps: 6 });
      await page.locator(".ghost").waitFor({ state: "attached" });
      await page.mouse.up();
      assert.equal(await page.locator(".ghost").count(), 0);
    };
    if ((await page.locator(`.table [data-id="${no}"]`).count()) > 0) {
      await drag(from, no);
      assert.equal((await playing.moves()).game, before, `${game}: no move goes there`);
      assert.equal(await page.locator(".table .component.begun").count(), 0);
    }
    const { moves } = await playing.moves();
    const move = moves.find(({ clicks }) => clicks[0].at(-1) === to && [undefined, from].includes(clicks[0].at(-2)));
    await drag(from, to);
    await page.locator(".past .line-words").first().waitFor();
    assert.equal(await page.locator(".past .line-words").first().innerText(), move.move);
    clean();
  }
});

test("the two sides of Northcott's game differ in shape", async (t) => {
  const { page, clean } = await opened(t, "northcott 2,7");
  const shapes = await page.locator(".table .figure .disc").evaluateAll((all) => all.map((one) => one.tagName));
  assert.deepEqual(shapes, ["circle", "rect"]);
  assert.match(await label(page, "c4"), /square 4/);
  await picture(page, "northcott");
  clean();
});

test("stones of heaps are as large as one another, and a heap in columns is one heap", async (t) => {
  const { page, clean } = await opened(t, "nim 12 13 25");
  const stones = await page.locator(".table .component").evaluateAll((all) => all.map((one) => [...one.querySelectorAll(".stone")].map((stone) => stone.getBoundingClientRect().width)));
  assert.deepEqual(stones.map((heap) => heap.length), [12, 13, 25]);
  assert.equal(new Set(stones.flat().map(Math.round)).size, 1);
  assert.deepEqual(await page.locator(".table .component").evaluateAll((all) => all.map((one) => one.querySelectorAll(".heap-ground").length)), [0, 1, 1]);
  await picture(page, "heaps-in-columns");
  clean();
});

test("a line says what a click does, for each game of the catalogue", async () => {
  const { games } = await ask("games", {});
  const told = new Map();
  for (const { name, example } of games) {
    const position = await ask("moves", { game: example });
    for (const lang of ["en", "zh"]) {
      speak(lang);
      told.set(`${name} ${lang}`, howTo(position));
      assert.ok(told.get(`${name} ${lang}`).length > 4, `${name}, ${lang}`);
    }
  }
  const wanted = {
    chomp: "Click a square: it is taken with all squares above it and to the right.",
    "arc-kayles": "Click an edge: it goes with both its ends and all edges there.",
    "toppling-dominoes": "Each row of dominoes stands here as a stack: click a domino, and it falls with all above it.",
    nimble: "Click the square the coin moves to, or drag it there.",
    passing: "Click the lowest stone you take: all above it go too. Then choose where the stones left in its heap go.",
    primes: "Click a prime or its power: all numbers it divides are divided by it.",
    "0.137": "Click the first and the last stone you take.",
    "0.[37]": "Click the first and the last stone you take; a single one twice.",
    kayles: "Click the first and the last pin you take; a single one twice.",
    rim: "Click the first and the last spot on your loop; a single one twice.",
    exact: "Click the lowest stone you take in each heap: all stones above it go too.",
    moore: "Click the lowest stone you take in each heap: all stones above it go too. If the move could go on, click the last one again to end it.",
  };
  for (const [name, sentence] of Object.entries(wanted)) assert.equal(told.get(`${name} en`), sentence);
  // The words that fit any game are for compounds only.
  const any = ["Click the places of the move in turn.", "Click where the move starts, then where it ends.", "Click a square to move.", "One click makes a move."];
  for (const [key, sentence] of told) assert.ok(/^ordinal/.test(key) || !any.some((one) => sentence.startsWith(one)), `${key}: ${sentence}`);
  speak("en");
});

test("what stands in a row is drawn and called as what it is", async (t) => {
  for (const [game, shape, name] of [["kayles 4", ".pin", "pin 1 of 4"], ["rim 4", "circle.stone", "spot 1 of 4"], ["0.137 4", "circle.stone", "stone 1 of 4"], ["flip ++++", ".letter", "+ 1 of 4"]]) {
    const { page, clean } = await opened(t, game);
    assert.equal(await page.locator(`.table .item ${shape}`).count(), 4, game);
    if (shape !== ".pin") assert.equal(await page.locator(".table .pin").count(), 0, game);
    assert.ok((await label(page, "s0")).startsWith(name), game);
    await picture(page, `row-${game.split(" ")[0]}`);
    clean();
  }
});

test("a bite of the bar of Chomp goes where the line says", async (t) => {
  const { clean, playing } = await opened(t, "chomp 3x4");
  const { moves } = await playing.moves();
  const { to } = moves.find(({ clicks }) => clicks[0][0] === "c2,1");
  const after = await ask("moves", { game: to[0] });
  const { cells, width } = after.components[0].scene;
  for (const [at, cell] of cells.entries()) assert.equal(cell === "gone", at % width >= 2 && Math.floor(at / width) >= 1, `square ${at} is ${cell}`);
  clean();
});

test("a drag where nothing can be dragged is a click where it begins, or on both squares of a move", async (t) => {
  for (const [game, from, to, made] of [["chomp 3x4", "c2,1", "c0,1", "take from row 2, column 3"], ["cram 3x4", "c0,2", "c1,2", "lay a domino across, from row 1, column 1"], ["kayles 7", "s4", "s3", "take 2 and leave 2 and 3"]]) {
    const { page, clean, playing } = await opened(t, game);
    const place = (id) => page.locator(`.table [data-id="${id}"] .hit`).evaluate((hit) => {
      const { left, top, width, height } = hit.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    // Beside the board it is given up.
    const [x, y] = await place(from);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, 5, { steps: 4 });
    await page.mouse.up();
    assert.equal((await playing.moves()).game, game);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(...(await place(to)), { steps: 6 });
    await page.mouse.up();
    await page.locator(".past .line-words").first().waitFor();
    assert.equal(await page.locator(".past .line-words").first().innerText(), made, game);
    clean();
  }
});

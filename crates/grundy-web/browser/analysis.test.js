// The analysis beside the board: who wins, the winning moves, what each move was worth, and trying another.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, picture } from "./support/browser.js";
import { best, look, makeMove, turn } from "./support/board.js";
import { matchAddress } from "./support/games.js";
import { match } from "./support/match.js";
import { ask, browser, server } from "./support/session.js";

async function opened(t, game, more = {}, lang = "en", options = {}) {
  const { page, clean, close } = await openPage(browser, options);
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
    const side = page.getByRole("list", { name: lang === "zh" ? /第 1 步试过的另一种走法/ : /instead of move 1/ });
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

for (const lang of ["en", "zh"]) {
  test(`why tells the reasons, the columns, the theorem and who wins, ${lang}`, async (t) => {
    const { page, clean, playing } = await opened(t, "nim 3 5 3 + kayles 4", {}, lang, { dark: lang === "zh" });
    await page.keyboard.press("w");
    const why = page.locator(".why");
    await why.locator(".conclusion").waitFor();
    const answer = await ask("solve", { game: "nim 3 5 3 + kayles 4", explain: true, lang });
    // Components with the same reason are named once.
    assert.deepEqual(await why.locator(".reasons dt").allInnerTexts(), ["nim 3", "nim 5", "kayles 4"]);
    const rows = await why.locator(".bits tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    const [head, ...body] = rows;
    assert.deepEqual(head.slice(2), ["4", "2", "1"]);
    const bits = (value) => value.toString(2).padStart(3, "0").split("");
    assert.deepEqual(body.slice(0, -1), answer.components.map(({ game, value }) => [game, String(value), ...bits(value)]));
    assert.deepEqual(body.at(-1).slice(1), [String(answer.value), ...bits(answer.value)]);
    assert.ok(answer.conclusion.length > 20);
    // A reason of an answer becomes a whole sentence.
    assert.equal(await why.locator(".theorem").innerText(), answer.conclusion + (lang === "zh" ? "。" : "."));
    for (const reason of await why.locator(".reasons dd").allInnerTexts()) assert.match(reason, lang === "zh" ? /。$/ : /^[A-Z0-9].*\.$/s);
    assert.equal(await why.locator(".why-moves li").count(), Math.min(answer.moves.length, 6));
    await picture(page, `why-${lang}`);
    // Under misère play the values are the same, and the theorem is another.
    await page.goto(matchAddress(server, { game: "nim 2 3", misere: true }, lang));
    await playing.ready();
    if (await why.isHidden()) await page.keyboard.press("w");
    await why.locator(".theorem", { hasText: "Bouton" }).waitFor();
    assert.equal(await why.locator(".bits tbody tr").count(), 2);
    clean();
  });
}

for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
  test(`columns of large heaps are scrolled by themselves, ${viewport.width} pixels`, async (t) => {
    const { page, clean } = await opened(t, "nim 100 200 300000", {}, "en", { viewport });
    await page.getByRole("button", { name: "Why?" }).click();
    await page.locator(".why .conclusion").waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is no wider than the window");
    const { lines, wide, shown } = await page.locator(".why .bits").evaluate((table) => ({
      lines: Math.max(...[...table.querySelectorAll("tbody th")].map((cell) => cell.getBoundingClientRect().height)),
      wide: table.scrollWidth,
      shown: table.parentElement.clientWidth,
    }));
    assert.ok(lines < 40, `a name stands on one line: ${lines}`);
    assert.ok(wide > shown, "the table is wider than its place");
    await picture(page, `why-large-${viewport.width}`);
    clean();
  });
}

test("why tells a reply to each move of a small board that is lost", async (t) => {
  const { page, clean, playing } = await opened(t, "cram 3x3");
  const { moves } = await playing.moves();
  await page.keyboard.press("w");
  const replies = page.locator(".why .why-moves li");
  await replies.first().waitFor();
  assert.equal(await replies.count(), moves.length);
  const [move, reply] = (await replies.first().innerText()).split(" → ");
  assert.equal(move, moves[0].move);
  const after = await ask("moves", { game: moves[0].game });
  assert.equal(after.moves.find((one) => one.move === reply).wins, true);
  await picture(page, "why-replies");
  clean();
});

for (const [kind, viewport] of [["phone", { width: 390, height: 844 }], ["narrow phone", { width: 360, height: 740 }], ["desktop", { width: 1280, height: 720 }]]) {
  test(`why leaves the board in the window, and begins there: ${kind}`, async (t) => {
    const { page, clean } = await opened(t, "nim 3 5 7", { show: "winner,winning,binary" }, "en", { viewport });
    await page.getByRole("button", { name: "Why?" }).click();
    await page.locator(".why .conclusion").waitFor();
    const place = (selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());
    await page.waitForFunction(() => {
      const { top } = document.querySelector(".why").getBoundingClientRect();
      return top >= 0 && top < innerHeight * 0.75;
    });
    const board = await place(".table .components svg >> nth=-1");
    assert.ok(board.top >= 0 && board.bottom <= viewport.height, `the board is seen: ${JSON.stringify(board)}`);
    await picture(page, `why-${viewport.width}`);
    if (viewport.width < 1000) return clean();
    // Read to the end: the board is still there.
    await page.locator(".why .conclusion").scrollIntoViewIfNeeded();
    await page.locator(".past").scrollIntoViewIfNeeded();
    const after = await place(".table .components svg >> nth=-1");
    assert.ok(after.top >= 0 && after.bottom <= viewport.height, `the board is still seen: ${JSON.stringify(after)}`);
    clean();
  });
}

test("a large board is held so that its lower part can be reached", async (t) => {
  const { page, clean } = await opened(t, "cram 9x7", { show: "winner" }, "en", { viewport: { width: 1280, height: 500 } });
  await page.keyboard.press("w");
  await page.locator(".why .conclusion").waitFor();
  await page.locator(".table .moves summary").scrollIntoViewIfNeeded();
  const { bottom } = await page.locator(".table .components").evaluate((element) => element.getBoundingClientRect().toJSON());
  assert.ok(bottom <= 500);
  clean();
});

test("winning moves of pins and dominoes have an outline each, as large as what goes", async (t) => {
  for (const [game, kind] of [["kayles 6", "row"], ["kayles 9 + kayles 3", "row"], ["cram 4x5", "board"], ["cram 3x3 + nim 1", "board"], ["ring:1,2 7 + nim 2", "ring"]]) {
    const { page, clean, playing } = await opened(t, game, { show: "winning", with: "person" });
    const { moves, components } = await playing.moves();
    assert.equal(components[0].scene.kind, kind, game);
    for (const { component } of components) {
      if (components[component].scene.kind === "heap") continue;
      const runs = new Set(moves.filter((move) => move.wins && move.component === component).flatMap(({ clicks }) => clicks.map((path) => [...new Set(path)].sort().join(" "))));
      const drawn = page.locator(`.component[data-component="${component}"] .outlines > *`);
      assert.equal(await drawn.count(), Math.min(runs.size, 24), `${game}, component ${component}`);
      if (kind === "ring") continue;
      // Each lies round exactly the elements of one move.
      const covered = await page.locator(`.component[data-component="${component}"]`).evaluate((element) => {
        const hits = [...element.querySelectorAll(".item .hit")].map((hit) => ({ id: hit.closest("[data-id]").dataset.id, box: hit.getBoundingClientRect() }));
        return [...element.querySelectorAll(".outline")].map((outline) => {
          const { left, right, top, bottom } = outline.getBoundingClientRect();
          return hits.filter(({ id, box }) => !id.startsWith("g") && box.left + box.width / 2 > left && box.left + box.width / 2 < right && box.top + box.height / 2 > top && box.top + box.height / 2 < bottom).map(({ id }) => id).sort().join(" ");
        });
      });
      assert.deepEqual(covered.sort(), [...runs].sort(), game);
    }
    await picture(page, `outlines-${kind}`);
    clean();
  }
});

test("who wins is told with what the word means", async (t) => {
  for (const [lang, said] of [["en", "P-position (the player to move loses)"], ["zh", "必败态 P（轮到走的一方败）"]]) {
    const { page, clean } = await opened(t, "nim 1 2 3", { show: "winner" }, lang);
    assert.equal(await page.locator(".outcome-tag").innerText(), said);
    clean();
  }
});

test("numbers of many digits leave everything in its place", async (t) => {
  for (const viewport of [{ width: 1100, height: 800 }, { width: 360, height: 740 }]) {
    const { page, clean } = await opened(t, "nim 100000000000000000000 5", { show: "winner,values,binary,winning", with: "person" }, "en", { viewport });
    await page.keyboard.press("w");
    await page.locator(".why .conclusion").waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is no wider than the window");
    const [box, card] = await Promise.all([".outcome", ".analysis"].map((name) => page.locator(name).evaluate((element) => element.getBoundingClientRect().toJSON())));
    assert.ok(box.right <= card.right, "the value stays within its card");
    assert.equal(await page.locator(".value-line abbr").getAttribute("title"), "100000000000000000005");
    await picture(page, `long-numbers-${viewport.width}`);
    // The columns of numbers so long cannot be drawn, and the page says them by its own table.
    clean(/status of 4\d\d/);
  }
});

test("the best line stands beside the board, each move with what it is worth, and can be played", async (t) => {
  const { page, clean, playing } = await opened(t, "nim 1 3 5", { show: "ahead", with: "person" });
  const steps = page.locator(".ahead .line-move");
  await page.locator(".ahead .hint", { hasText: /And so on|over/ }).waitFor();
  const count = await steps.count();
  assert.ok(count >= 4 && count <= 6);
  // The first mover keeps the win with each move, the other has none.
  const worths = await page.locator(".ahead .worth").evaluateAll((signs) => signs.map((sign) => sign.className));
  assert.deepEqual(worths, Array.from({ length: count }, (_, at) => (at % 2 === 0 ? "worth kept" : "worth none")));
  const players = await page.locator(".ahead .who").allInnerTexts();
  assert.deepEqual(players.slice(0, 2), ["Player 1", "Player 2"]);
  await steps.first().hover();
  await page.locator(".item.near").first().waitFor();
  await picture(page, "best-line");
  const words = await page.locator(".ahead .line-words").allInnerTexts();
  const start = (await look(playing.board)).names;
  await steps.nth(2).click();
  await turn(playing.board, start, playing.over);
  assert.deepEqual(await page.locator(".past .line-words").allInnerTexts(), words.slice(0, 3));
  assert.match(page.url(), /moved=3/);
  // From there a line of its own, which begins with the other player.
  await page.waitForFunction(() => document.querySelector(".ahead .who")?.textContent === "Player 2");
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelector(".ahead .who")?.textContent === "Player 1");
  clean();
});

test("in a compound winning moves are marked within its pictures, with arrows where something goes", async (t) => {
  const { page, clean, playing } = await opened(t, "selective 'queen 2,4 | nim 2'", { show: "winning" });
  const { moves } = await playing.moves();
  const wins = moves.filter((move) => move.wins && move.clicks.length > 0);
  assert.ok(wins.length > 0);
  const going = new Set(wins.flatMap(({ clicks: [path] }) => path.filter((id) => id.startsWith("p0."))));
  await page.locator(".way").first().waitFor();
  assert.equal(await page.locator(".way").count(), going.size);
  assert.ok((await page.locator(".item.wins").count()) > 0);
  await picture(page, "compound-arrows");
  // Each arrow ends on the square that is clicked.
  for (const id of going) {
    const square = await page.locator(`[data-id="${id}"] .hit`).evaluate((node) => node.getBoundingClientRect().toJSON());
    const ends = await page.locator(".way").evaluateAll((all) => all.map((way) => way.getBoundingClientRect().toJSON()));
    const [x, y] = [square.x + square.width / 2, square.y + square.height / 2];
    assert.ok(ends.some((box) => x >= box.left - 3 && x <= box.right + 3 && y >= box.top - 3 && y <= box.bottom + 3), id);
  }
  clean();
});

test("a finished board stays on view, and a line says how to move", async (t) => {
  const { page, clean, playing } = await opened(t, "cram 2x2");
  assert.equal(await page.locator(".how-to").innerText(), "Click the two squares the domino covers.");
  const size = (await playing.moves()).components[0].scene;
  // The two squares at the top left are the ones that go.
  const top = size.height - 1;
  for (const id of [`c0,${top}`, `c1,${top}`]) await playing.board.locator(`[data-id="${id}"] .hit`).click();
  await page.locator(".turn.over").waitFor();
  assert.ok((await page.locator(".table .component svg").count()) > 0, "the board is there");
  await picture(page, "finished");
  clean();
});

test("a match has a name, not a position, as its title, and the window has it too", async (t) => {
  const { page, clean, playing } = await opened(t, "nim 3 5 + kayles 4");
  const named = [
    [{ game: "nim 3 5 + kayles 4" }, "en", "Nim + Kayles", "Nim + Kayles (nim 3 5 + kayles 4)"],
    [{ game: "kayles 5 7" }, "en", "Kayles", "Kayles 5 7"],
    [{ game: "10 12", rule: "n -> n-1 | n/2 if n > 0" }, "en", "Your own rule: 10 12", "Your own rule: 10 12"],
    [{ game: "10 12", rule: "n -> n-1 | n/2 if n > 0" }, "zh", "自定规则：10 12", "自定规则：10 12"],
    // A rule that is a known game has its title.
    [{ game: "6", rule: "n -> n-k for k in {1,3,4}" }, "en", "Subtraction game", "Subtraction game (6)"],
    [{ game: "0.[37] 10" }, "en", "Octal game 0.[37]", "Octal game 0.[37] 10"],
    [{ game: "0.137 10 20" }, "en", "Octal game 0.137", "Octal game 0.137 10 20"],
    [{ game: "0.{2,3} 9" }, "zh", "取与分代号游戏 0.{2,3}", "取与分代号游戏 0.{2,3} 9"],
  ];
  for (const [game, lang, heading, title] of named) {
    await page.goto("about:blank");
    await page.goto(matchAddress(server, game, lang));
    await playing.ready();
    await page.waitForFunction((wanted) => document.title === wanted, `${title} · grundy`);
    assert.equal(await page.locator("h1").innerText(), heading);
  }
  // At the end of a match its name stays.
  await page.goto(matchAddress(server, { game: "node-kayles:a-b,b-c a" }, "en"));
  await playing.ready();
  await playing.board.locator('[data-id="v0"] .hit').click();
  await page.locator(".turn.over").waitFor();
  assert.equal(await page.locator("h1").innerText(), "Node Kayles");
  await page.goto(`${server.address}#/play?lang=en`);
  await page.waitForFunction(() => document.title === "grundy · impartial games");
  clean();
});

for (const lang of ["en", "zh"]) {
  test(`why tells how a value arises from those of the options, ${lang}`, async (t) => {
    const { page, clean, close } = await openPage(browser);
    t.after(close);
    await page.goto(matchAddress(server, { game: "kayles 3 + kayles 4" }, lang));
    await page.locator(".table .component [tabindex='0']").first().waitFor();
    await page.keyboard.press("w");
    await page.locator(".why .mex").nth(1).waitFor();
    const [three] = await page.locator(".why .mex").allInnerTexts();
    assert.match(three, lang === "zh" ? /kayles 2（2）、.*最小数是 3。$/ : /kayles 2 \(2\), .*missing among these values is 3\.$/);
    clean();
  });
}

test("what the reasons show is shown once, the moves so far stand below the board, and the board stays in the window", async (t) => {
  const { page, clean } = await opened(t, "nim 3 5 7 + kayles 3", { show: "winner,winning,ahead,values,binary", with: "person" }, "en", { viewport: { width: 1280, height: 800 } });
  const analysis = page.locator(".analysis");
  await analysis.locator(".winning-moves .move").first().waitFor();
  await analysis.locator(".binary .bits, .binary svg").first().waitFor();
  assert.ok(await analysis.locator(".outcome-says").isVisible());
  await page.keyboard.press("w");
  await page.locator(".why .bits").waitFor();
  for (const twice of [".winning-moves", ".binary", ".outcome-says"]) assert.equal(await analysis.locator(twice).isVisible(), false, twice);
  assert.ok(await analysis.locator(".outcome-tag").isVisible());
  // The board is on its own side with the moves below it, in the window wherever one reads, and lies over nothing.
  const place = (selector) => page.locator(selector).first().evaluate((element) => element.getBoundingClientRect().toJSON());
  for (const seen of [".analysis .switches", ".analysis .ahead-rows", ".setup"]) {
    await page.locator(seen).scrollIntoViewIfNeeded();
    const [board, past, below] = [await place(".table"), await place(".past"), await place(".below")];
    assert.ok(past.top >= board.bottom && past.left === board.left, "the moves stand below the board");
    assert.ok(past.bottom <= below.top + 1, "nothing is covered");
    if (seen === ".setup") continue;
    const drawn = await place(".table .components");
    assert.ok(drawn.top >= -1 && drawn.bottom <= 801, `${seen}: ${drawn.top} to ${drawn.bottom}`);
  }
  await picture(page, "analysis-once");
  // A winning move of the reasons can be made.
  await page.locator(".why .move.wins").first().click();
  await page.locator(".past .line-words").first().waitFor();
  await page.locator(".why").getByRole("button", { name: "Close" }).click();
  await analysis.locator(".binary").waitFor();
  clean();
});

test("at the end the row that was played on lies in view, and the field holds what the match began with", async (t) => {
  const { page, clean, playing } = await opened(t, "kayles 5", { with: "person" });
  const row = async () => ({ pins: await page.locator(".table .down .pin").count(), name: await page.locator(".table .component-name").allInnerTexts(), text: await page.locator(".notation input:visible").first().inputValue() });
  await playing.play(async (position) => makeMove(page, playing.board, position, best(position)));
  await page.locator(".turn.over").waitFor();
  assert.deepEqual(await row(), { pins: 5, name: ["kayles 5"], text: "kayles 5" });
  assert.equal(await page.locator(".table [data-id][role='button']").count(), 0);
  await picture(page, "finished-row");
  await page.reload();
  await page.locator(".table .down").waitFor();
  assert.deepEqual(await row(), { pins: 5, name: ["kayles 5"], text: "kayles 5" });
  // "Start" begins the position that the field shows.
  await page.locator(".notation button.primary").click();
  await page.locator(".table .item.open").first().waitFor();
  assert.equal(await page.locator(".table .down").count(), 0);
  assert.equal(new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("game"), "kayles 5");
  clean();
});

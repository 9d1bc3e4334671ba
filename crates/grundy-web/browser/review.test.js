// Exercises with new numbers: the review of lessons that are done, and sheets for paper.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { chance, filled, patternOf } from "../page/js/exercise.js";
import { openPage, picture } from "./support/browser.js";
import { ask, browser, server } from "./support/session.js";

const read = (name) => JSON.parse(readFileSync(new URL(`../page/lessons/${name}`, import.meta.url)));
const LESSONS = read("index.json");
const EXERCISES = read("exercises.json");
const SAID = {
  en: { due: "One lesson is due for review.", next: "The next review is due in 3 days.", done: "All of these are right.", wins: "The player to move wins.", loses: "The player to move loses." },
  zh: { due: "有 1 课该复习了。", next: "3 天后该复习下一课。", done: "这几道都答对了。", wins: "将要走的一方必胜。", loses: "将要走的一方必败。" },
};

test("each lesson has exercises, and what is made of them are positions", async () => {
  assert.deepEqual(Object.keys(EXERCISES), LESSONS.map(({ name }) => name));
  const random = chance(1);
  for (const { game, misere, ask: kind } of Object.values(EXERCISES).flat()) {
    const outcomes = new Set();
    for (let made = 0; made < 12; made += 1) outcomes.add((await ask("solve", { game: filled(game, random), misere })).outcome);
    assert.ok(!outcomes.has(null), game);
    // Whoever is asked who wins cannot know before looking, and a winning move can be found.
    assert.ok(kind === "outcome" || kind === "value" || kind === "count" || outcomes.has("N"), game);
  }
});

test("patterns of games", () => {
  assert.equal(patternOf("wythoff 3,5"), "wythoff {1..4},{1..10}");
  assert.equal(patternOf("take:1,3,4 10 12"), "take:1,3,4 {1..20} {1..24}");
  assert.equal(patternOf("cram 4x5"), "cram {1..5}x{1..6}");
  assert.equal(patternOf("amazons x../..."), null);
  assert.match(filled("graph:a-b {a|b}", chance(3)), /^graph:a-b [ab]$/);
  const numbers = Array.from({ length: 200 }, ((random) => () => Number(filled("{3..5}", random)))(chance(9)));
  assert.deepEqual([...new Set(numbers)].sort(), [3, 4, 5]);
});

/** Answers a task of the review; with what is wrong first, if it shall be. */
async function answer(task, wrongFirst) {
  const told = await task.evaluate((node) => ({ ...node.dataset }));
  const { outcome, value } = await ask("solve", { game: told.game });
  if (told.ask === "outcome") {
    if (wrongFirst) await task.locator(`button[data-outcome="${outcome === "N" ? "P" : "N"}"]`).click();
    await task.locator(`button[data-outcome="${outcome}"]`).click();
  } else {
    const enter = async (number) => {
      await task.locator("input").fill(String(number));
      await task.locator("button[type=submit]").click();
    };
    if (wrongFirst) {
      await enter(value + 1);
      await task.locator("xpath=self::*[contains(@class, 'wrong')]").waitFor();
    }
    await enter(value);
  }
  await task.locator("xpath=self::*[contains(@class, 'right')]").waitFor();
}

for (const lang of ["en", "zh"]) {
  test(`what is done comes back, ${lang}`, async (t) => {
    const { page, clean, close } = await openPage(browser);
    t.after(close);
    await page.addInitScript(() => {
      if (!localStorage.getItem("grundy.lessons")) localStorage.setItem("grundy.lessons", JSON.stringify({ subtraction: { solved: [0, 1], count: 2 } }));
    });
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("grundy.lessons")).subtraction.review);
    await page.goto(`${server.address}#/lessons?lang=${lang}`);
    await page.locator(".review-card", { hasText: SAID[lang].due }).locator("a").click();
    const task = page.locator(".review-tasks .lesson-ask");
    await answer(task.first(), false);
    await page.locator(".lesson-state", { hasText: SAID[lang].done }).waitFor();
    assert.equal(await task.count(), 1);
    assert.equal((await kept()).step, 1);
    await picture(page, `review-${lang}`);
    await page.goto(`${server.address}#/lessons?lang=${lang}`);
    await page.locator(".review-card", { hasText: SAID[lang].next }).locator("a").click();
    await answer(task.first(), true);
    await page.locator(".lesson-state", { hasText: SAID[lang].done }).waitFor();
    assert.equal((await kept()).step, 0);
    clean();
  });

  test(`a sheet for paper, ${lang}`, async (t) => {
    const { page, clean, close } = await openPage(browser);
    t.after(close);
    const address = `${server.address}#/lessons/sheet?of=game:wythoff&count=6&start=5&lang=${lang}`;
    const look = async () => {
      await page.goto(address);
      await page.locator(".sheet-solutions-list li").nth(5).waitFor();
      return page.locator(".sheet-tasks code").allInnerTexts();
    };
    const games = await look();
    assert.equal(new Set(games).size, 6);
    const solutions = await page.locator(".sheet-solutions-list li").allInnerTexts();
    for (const [at, game] of games.entries()) {
      const { outcome, value } = await ask("solve", { game });
      assert.ok(solutions[at].startsWith(outcome === "N" ? SAID[lang].wins : SAID[lang].loses), `${game}: ${solutions[at]}`);
      assert.match(solutions[at], new RegExp(`\\b${value}\\b`));
    }
    await page.reload();
    assert.deepEqual(await look(), games);
    await picture(page, `sheet-${lang}`);
    // On paper the form is gone, and the solutions are on a page of their own.
    const paper = (await page.pdf({ format: "A4" })).toString("latin1");
    assert.equal(paper.match(/\/Type \/Page\b(?!s)/g).length, 2);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".sheet-form").isVisible(), false);
    await page.emulateMedia({ media: "screen" });
    await page.locator("#sheet-count").fill("3");
    await page.locator("#sheet-count").press("Enter");
    await page.locator("#sheet-of").selectOption("lesson:misere");
    await page.locator(".sheet-solutions-list li").nth(2).waitFor();
    assert.equal(await page.locator(".sheet-tasks > li").count(), 3);
    clean();
  });
}

test("on a sheet a number stands under each heap, on paper too", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/lessons/sheet?of=game:nim&count=8&start=3&lang=en`);
  await page.locator(".sheet-solutions-list li").nth(7).waitFor();
  await page.emulateMedia({ media: "print" });
  const games = await page.locator(".sheet-tasks code").allInnerTexts();
  for (const [at, game] of games.entries()) {
    const numbers = page.locator(".sheet-tasks > li").nth(at).locator(".counted-number");
    assert.deepEqual(await numbers.allInnerTexts(), game.split(" ").slice(1));
    for (const number of await numbers.all()) assert.ok(await number.isVisible());
  }
  await picture(page, "sheet-numbers");
  clean();
});

test("before values are explained no text and no sheet asks for them", async (t) => {
  const folder = new URL("../page/lessons/", import.meta.url);
  const lessons = JSON.parse(readFileSync(new URL("index.json", folder), "utf8"));
  const before = lessons.slice(0, lessons.findIndex(({ name }) => name === "graphs"));
  assert.equal(before.length, 5);
  for (const { name } of before) for (const lang of ["en", "zh"]) assert.doesNotMatch(readFileSync(new URL(`${name}.${lang}.html`, folder), "utf8").replace(/<[^>]*>/g, ""), /Grundy value|\bvalues?\b|SG/i, `${name}.${lang}`);
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  for (const { name } of before) {
    await page.goto(`${server.address}#/lessons/sheet?of=lesson:${name}&count=8&start=2&lang=en`);
    await page.locator("h1", { hasText: lessons.find((lesson) => lesson.name === name).en.title }).waitFor();
    await page.locator(".sheet-solutions-list li").nth(7).waitFor();
    assert.doesNotMatch(await page.locator(".sheet-tasks").innerText(), /value/i, name);
    assert.doesNotMatch(await page.locator(".sheet-solutions-list").innerText(), /value/i, name);
  }
  clean();
});

// The sentences of the page stand in both languages, and each that is said is there. No browser is needed.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { LESSON_WORDS } from "../page/js/lesson-words.js";
import { WORDS } from "../page/js/words.js";

const PAGE = new URL("../page/", import.meta.url);
const FOLDER = new URL("js/", PAGE);
const sources = readdirSync(FOLDER, { recursive: true })
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(new URL(name, FOLDER), "utf8"));

/** Stands for any parameter: read as a number, a text or a list it is something. */
const anything = new Proxy({}, { get: (_, name) => (name === "count" || name === "number" ? 2 : `«${String(name)}»`) });

for (const [name, words, call] of [["the page", WORDS, "say"], ["the lessons", LESSON_WORDS, "tell"]]) {
  test(`${name} speaks both languages`, () => {
    for (const [key, entry] of Object.entries(words)) {
      const pair = typeof entry === "function" ? entry(anything) : entry;
      assert.equal(pair.length, 2, key);
      for (const text of pair) assert.ok(typeof text === "string" && text.trim().length > 0 && !/undefined|\[object/.test(text), `${key}: ${text}`);
      if (typeof entry !== "function" || entry.length === 0) continue;
      // What one language tells, the other tells too.
      const told = (text) => [...new Set(text.match(/«\w+»/g) ?? [])].sort();
      assert.deepEqual(told(pair[0]), told(pair[1]), key);
    }
  });

  test(`${name} has the words it says`, () => {
    const said = new Set(sources.flatMap((text) => [...text.matchAll(new RegExp(`\\b${call}\\("(\\w+)"`, "g"))].map(([, key]) => key)));
    assert.ok(said.size > 20);
    for (const key of said) assert.ok(Object.hasOwn(words, key), key);
  });
}

test("the first page preloads just the modules that it needs at once", () => {
  const needed = new Set();
  const go = (path) => {
    if (needed.has(path)) return;
    needed.add(path);
    const text = readFileSync(new URL(path, PAGE), "utf8");
    for (const [, from] of text.matchAll(/(?:^|\n)\s*(?:import|export)[^;'"]*?from\s*["'](\.[^"']+)["']/g)) {
      go(new URL(from, `file:///${path}`).pathname.slice(1));
    }
  };
  go("js/main.js");
  const page = readFileSync(new URL("index.html", PAGE), "utf8");
  const preloaded = [...page.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, path]) => path);
  assert.deepEqual(preloaded.sort(), [...needed].sort());
});

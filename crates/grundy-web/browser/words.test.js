// The sentences of the page stand in both languages, and each that is said is there. No browser is needed.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ABOUT_WORDS } from "../page/js/about-words.js";
import { LESSON_WORDS } from "../page/js/lesson-words.js";
import { PICTURE_WORDS } from "../page/js/picture-words.js";
import { STUDIO_WORDS } from "../page/js/studio-words.js";
import { WORDS } from "../page/js/words.js";

const PAGE = new URL("../page/", import.meta.url);
const FOLDER = new URL("js/", PAGE);
const sources = readdirSync(FOLDER, { recursive: true })
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(new URL(name, FOLDER), "utf8"));

/** Stands for any parameter: read as a number, a text or a list it is something. */
const anything = new Proxy({}, {
  get(_, name) {
    if (["values", "heaps", "columns", "names", "options"].includes(name)) return [`«${name}»`];
    return name === "count" || name === "number" ? 2 : `«${String(name)}»`;
  },
});

const PARTS = [WORDS, PICTURE_WORDS, STUDIO_WORDS, ABOUT_WORDS];
const SAID = Object.assign({}, ...PARTS);

test("each sentence stands in one place", () => {
  assert.equal(Object.keys(SAID).length, PARTS.reduce((sum, words) => sum + Object.keys(words).length, 0));
});

for (const [name, words, call] of [["the page", SAID, "say"], ["the lessons", LESSON_WORDS, "tell"]]) {
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

test("the page is one script, whose modules keep to what the build can join", () => {
  const reached = new Set();
  const go = (path) => {
    if (reached.has(path)) return;
    reached.add(path);
    const text = readFileSync(new URL(path, PAGE), "utf8");
    for (const [, from] of [...text.matchAll(/(?:^|\n)import [^;\n]* from "(\.[^"\n]+)";|await import\("(\.[^"]+)"\)/g)].map((found) => [found[0], found[1] ?? found[2]])) {
      go(new URL(from, `file:///${path}`).pathname.slice(1));
    }
    // A form that the build would pass over.
    assert.doesNotMatch(text, /\n(?:import [^;\n]*\{\s*\n|export (?:default|let|var|\{|\*))/, path);
  };
  go("js/main.js");
  assert.ok(reached.size > 40);
  const page = readFileSync(new URL("index.html", PAGE), "utf8");
  assert.deepEqual([...page.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, path]) => path), ["js/early.js", "js/main.js"]);
});

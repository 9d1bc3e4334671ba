// Every view, in both languages and both themes: no violation that axe finds, no scrolling sideways on a phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { openPage, picture } from "./support/browser.js";
import { browser, server } from "./support/session.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LESSONS = JSON.parse(readFileSync(new URL("../page/lessons/index.json", import.meta.url)));

const VIEWS = {
  choose: "#/play",
  nim: "#/play?game=nim+3+5+7&show=winner,values,binary,winning,ahead",
  misere: "#/play?game=nim+3+5+7&misere=1",
  kayles: "#/play?game=kayles+9",
  queen: "#/play?game=queen+7,9",
  silver: "#/play?game=silver+2+3+7+12",
  coins: "#/play?game=mock-turtles+0+2+5",
  hackenbush: "#/play?game=tree+0,1,2,1,0",
  graph: "#/play?game=graph:a-b,b-c,a-c,c-d+a",
  chomp: "#/play?game=chomp+3x4",
  brussels: "#/play?game=brussels-sprouts+2",
  compound: "#/play?game=selective+'kayles+4+|+node-kayles:a-b,b-c'&show=winner,winning",
  studio: "#/studio",
  "studio-board": `#/studio?${new URLSearchParams({ rule: 'grid a "/" b -> a + b for a in boards, b in boards from "."', game: "../.." })}`,
  "studio-pairs": "#/studio?rule=(x,y)+->+(x-k,y)+|+(x,y-k)+for+k+in+1..",
  "studio-mistake": "#/studio?rule=n+->+n-1+for+k",
  pictures: "#/pictures",
  table: "#/pictures?kind=table&game=wythoff&down=0..16&across=0..16",
  states: "#/pictures?kind=states&game=nim+2+3",
  steps: "#/pictures?kind=steps",
  tree: "#/pictures?kind=tree&game=tree+0,1,2,1,0",
  binary: "#/pictures?kind=binary&game=nim+3+5+7",
  lessons: "#/lessons",
  review: "#/lessons/review",
  sheet: "#/lessons/sheet",
  about: "#/about",
  ...Object.fromEntries(LESSONS.map((lesson) => [lesson.name, `#/lessons/${lesson.name}`])),
};

/** Views in which the server refuses a question: of a mistake, and of a table that a rule has not. */
const REFUSED = ["studio-mistake", "studio-board"];

async function show(t, view, lang, options) {
  const opened = await openPage(browser, options);
  t.after(opened.close);
  const [hash, query = ""] = view.split("?");
  await opened.page.goto(`${server.address}${hash}?${query}${query ? "&" : ""}lang=${lang}`);
  await opened.page.locator("main h1").waitFor();
  await opened.page.waitForLoadState("networkidle");
  return opened;
}

/** What axe finds, in words. */
async function violations(page) {
  const found = await page.evaluate(async () => (await globalThis.axe.run(document)).violations);
  return found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.any.map((one) => one.message).join(" ")}`).join(" | ")}`);
}

for (const lang of ["en", "zh"]) {
  describe(`axe, ${lang}`, () => {
    for (const [name, view] of Object.entries(VIEWS)) {
      test(name, async (t) => {
        const { page, clean } = await show(t, view, lang);
        // The library is evaluated by the browser's own protocol, past the page's policy, which stays in force.
        await page.evaluate(AXE);
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          await picture(page, `view-${name}-${lang}-${colorScheme}`);
          assert.deepEqual(await violations(page), [], colorScheme);
        }
        clean(REFUSED.includes(name) ? /status of 400/ : undefined);
      });
    }
  });
}

for (const lang of ["en", "zh"]) {
  describe(`phone, ${lang}`, () => {
    for (const [name, view] of Object.entries(VIEWS)) {
      test(name, async (t) => {
        const { page, clean } = await show(t, view, lang, { viewport: { width: 360, height: 740 } });
        const wide = await page.evaluate(() => {
          const root = document.scrollingElement;
          const beyond = [...document.querySelectorAll("body *")].filter((node) => node.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map((node) => `${node.tagName}.${node.className?.baseVal ?? node.className}`);
          return { scroll: root.scrollWidth, window: innerWidth, beyond };
        });
        await picture(page, `phone-${name}-${lang}`);
        assert.ok(wide.scroll <= wide.window, `${wide.scroll} of ${wide.window}: ${wide.beyond}`);
        clean(REFUSED.includes(name) ? /status of 400/ : undefined);
      });
    }
  });
}

test("the theme and the language can be switched, and stay", async (t) => {
  const { page, clean } = await show(t, "#/play?game=nim+3+5+7", "en");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.locator(".tools button").nth(1).click();
  assert.notEqual(await paper(), light);
  await page.locator(".tools button").first().click();
  await page.locator("html[lang='zh-CN']").waitFor();
  await page.reload();
  await page.locator("html[lang='zh-CN']").waitFor();
  assert.notEqual(await paper(), light);
  clean();
});

// The guide as a book: its pages pass axe in both themes and on a phone, its search finds, its examples can be copied.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { openPage, picture } from "./support/browser.js";
import { browser, server } from "./support/session.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function show(t, path, options) {
  const opened = await openPage(browser, options);
  t.after(opened.close);
  await opened.page.goto(`${server.address}docs/${path}`);
  await opened.page.locator("main h1").waitFor();
  return opened;
}

describe("pages", () => {
  for (const name of ["index", "solve", "rules", "json"]) {
    for (const lang of ["en", "zh"]) {
      for (const dark of [false, true]) {
        test(`${name}, ${lang}, ${dark ? "dark" : "light"}`, async (t) => {
          const { page, clean } = await show(t, `${lang}/${name}.html`, { dark });
          await page.evaluate(AXE);
          const found = await page.evaluate(async () => (await globalThis.axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`));
          assert.deepEqual(found, []);
          await picture(page, `book-${name}-${lang}${dark ? "-dark" : ""}`);
          clean();
        });
      }
    }
  }

  test("nothing scrolls sideways on a phone", async (t) => {
    for (const path of ["en/solve.html", "zh/games.html", "en/json.html"]) {
      const { page, clean } = await show(t, path, { viewport: { width: 360, height: 740 } });
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(inner <= outer, `${path}: ${inner} > ${outer}`);
      assert.equal(await page.locator("details.contents nav").isVisible(), false, path);
      await picture(page, `book-phone-${path.replace(/\W/g, "-")}`);
      clean();
    }
  });

  test("the folder leads to the reader's language, and the game's page is one press away", async (t) => {
    const opened = await openPage(browser);
    t.after(opened.close);
    await opened.page.goto(`${server.address}docs`);
    await opened.page.waitForURL(/docs\/en\/index\.html$/);
    await opened.page.locator("header").getByRole("link", { name: "Games" }).click();
    assert.equal(new URL(opened.page.url()).pathname, "/");
    opened.clean();
  });
});

describe("search", () => {
  for (const [lang, question, wanted] of [["en", "misere quotient order", "misere"], ["zh", "反常规则 商", "misere"], ["zh", "稀有", "sequences"]]) {
    test(`${question} in ${lang}`, async (t) => {
      const { page, clean } = await show(t, `${lang}/solve.html`);
      await page.keyboard.press("/");
      await page.keyboard.type(question);
      const links = page.locator("form li a");
      await links.first().waitFor();
      const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      assert.ok(targets.some((target) => target.startsWith(`${wanted}.html`)), targets.join(" "));
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname.endsWith(targets[0].split("#")[0]));
      clean();
    });
  }

  test("what is nowhere is said to be nowhere", async (t) => {
    const { page, clean } = await show(t, "en/solve.html");
    await page.getByRole("searchbox").fill("xyzzy <b>");
    await page.locator("form li", { hasText: "Nothing found" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("form ol").waitFor({ state: "hidden" });
    clean();
  });
});

test("an example is copied without its prompt and what it prints", async (t) => {
  const { page, clean } = await show(t, "en/solve.html");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator(".example button").first().click();
  await page.locator(".example button", { hasText: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "grundy solve nim 3 5 6");
  clean();
});

// Every view, by rules of the kind that page audits use: each rule gives the share of the elements that keep it, and a
// view must reach 95 of 100 for accessibility and for speed. What axe finds is tested in views.test.js; these rules look
// at what it does not: sizes to tap, the order of headings, a visible focus, and how much is loaded before one can begin.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/browser.js";
import { browser, server } from "./support/session.js";

const VIEWS = { home: "#/play", play: "#/play?game=nim+3+5+7&show=winner,winning,ahead,values,binary", studio: "#/studio", pictures: "#/pictures", lessons: "#/lessons", lesson: "#/lessons/03-nim", about: "#/about" };
const LEAST = 95;

/** What the rules find on the page: for each the share of what keeps it, and the first that do not. */
function audit() {
  const seen = (node) => node.checkVisibility() && node.getClientRects().length > 0 && !node.closest(".visually-hidden");
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const told = (node) => `${node.tagName}.${node.className?.baseVal ?? node.className} ${(node.textContent ?? "").slice(0, 30)}`;
  const share = (list, keeps) => {
    const failing = list.filter((node) => !keeps(node));
    return { score: list.length === 0 ? 1 : 1 - failing.length / list.length, failing: failing.slice(0, 4).map(told) };
  };
  const one = (holds) => ({ score: holds ? 1 : 0, failing: holds ? [] : ["page"] });
  const named = (node) => Boolean(node.getAttribute("aria-label") || node.textContent.trim() || node.title || (node.labels && node.labels.length > 0) || node.getAttribute("aria-labelledby"));
  const levels = all("h1, h2, h3, h4").map((node) => Number(node.tagName[1]));
  return {
    language: one(/^(en|zh)/.test(document.documentElement.lang)),
    title: one(document.title.length > 4),
    description: one(document.querySelector("meta[name=description]")?.content.length > 20),
    viewport: one(document.querySelector("meta[name=viewport]") && !/user-scalable=no|maximum-scale/.test(document.querySelector("meta[name=viewport]").content)),
    landmarks: one(document.querySelectorAll("main").length === 1 && document.querySelector("header") && document.querySelector("nav[aria-label]")),
    heading: one(all("h1").length === 1),
    headings: one(levels.every((level, at) => at === 0 || level <= levels[at - 1] + 1)),
    names: share(all("a, button, input, select, textarea, [role=button]"), named),
    pictures: share(all("img"), (node) => node.hasAttribute("alt")),
    ids: share([...document.querySelectorAll("[id]")], (node) => document.querySelectorAll(`[id="${CSS.escape(node.id)}"]`).length === 1),
    // Links within a sentence are as high as their line; everything else can be tapped.
    taps: share(all("a, button, input:not([type=range]), select").filter((node) => !node.closest("p, li > p, dd, .plain, label") || node.matches("button")), (node) => {
      const { width, height } = node.getBoundingClientRect();
      return width >= 24 && height >= 24;
    }),
    letters: share(all("p, li, td, th, span, button, a").filter((node) => !node.closest("svg") && node.childElementCount === 0 && node.textContent.trim()), (node) => Number.parseFloat(getComputedStyle(node).fontSize) >= 11),
    contents: one(document.scrollingElement.scrollWidth <= innerWidth),
  };
}

for (const [name, view] of Object.entries(VIEWS)) {
  for (const [device, viewport] of Object.entries({ desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } })) {
    test(`accessibility of ${name}, ${device}`, async (t) => {
      const { page, close } = await openPage(browser, { viewport });
      t.after(close);
      await page.goto(`${server.address}${view}`);
      await page.locator("main h1").waitFor();
      await page.waitForLoadState("networkidle");
      const found = await page.evaluate(audit);
      const score = (100 * Object.values(found).reduce((sum, rule) => sum + rule.score, 0)) / Object.keys(found).length;
      const failing = Object.entries(found).filter(([, rule]) => rule.score < 1).map(([rule, { score: kept, failing: some }]) => `${rule} ${kept.toFixed(2)}: ${some.join("; ")}`);
      t.diagnostic(`${score.toFixed(1)} of 100 ${failing.join(" | ")}`);
      assert.ok(score >= LEAST, failing.join("\n"));
    });
  }

  test(`the focus of ${name} is seen`, async (t) => {
    const { page, close } = await openPage(browser);
    t.after(close);
    await page.goto(`${server.address}${view}`);
    await page.waitForLoadState("networkidle");
    let shown = 0;
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      shown += await page.evaluate(() => {
        const node = document.activeElement;
        const styled = [node, node.nextElementSibling, node.parentElement, node.querySelector?.(".ring")].filter(Boolean).map((one) => getComputedStyle(one));
        return styled.some((style) => (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2) || (style.stroke && style.stroke !== "none" && Number.parseFloat(style.strokeWidth) >= 3)) ? 1 : 0;
      });
    }
    assert.ok(shown >= 11, `${shown} of 12`);
  });
}

test("little is loaded before one can begin", async (t) => {
  const { page, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/play?game=nim+3+5+7&lang=en`);
  await page.locator(".component [data-id]").first().waitFor();
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map((one) => ({ name: new URL(one.name).pathname, bytes: one.transferSize })));
  const files = loaded.filter((one) => !one.name.includes("/api/"));
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  t.diagnostic(`${files.length} files, ${bytes} bytes: ${files.map((one) => one.name).join(" ")}`);
  assert.ok(files.length <= 4, `${files.length} files`);
  assert.ok(bytes <= 240_000, `${bytes} bytes`);
  // The answer that early.js has asked for is the board's; nobody asks it again.
  assert.equal(loaded.filter((one) => one.name.endsWith("/api/v1/moves")).length, 1);
  const shift = await page.evaluate(() => new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 300);
  }));
  t.diagnostic(`layout shift ${shift.toFixed(3)}`);
  assert.ok(shift < 0.1, `${shift}`);
});

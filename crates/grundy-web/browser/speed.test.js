// How long a reader waits, on loopback: until the page is ready, until an answer stands on the board, until a chart of
// 10^6 values is painted. The figures are told; the limits are far above what an idle machine needs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, picture } from "./support/browser.js";
import { matchAddress } from "./support/games.js";
import { browser, server } from "./support/session.js";

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const middle = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];

/**
 * Notes when an element first stands in the page. The page tells it by itself: a question to it before would run in the
 * page's own thread, in the time that is measured.
 * @returns {Promise<{seen: Promise<any>}>} settled when the element is there
 */
async function watch(page, selector) {
  await page.addInitScript((wanted) => {
    const look = () => {
      const found = document.querySelector(wanted);
      const there = found && (found.tagName !== "IMG" || (found.complete && found.naturalWidth > 0));
      if (!there) requestAnimationFrame(look);
      else requestAnimationFrame(() => {
        globalThis.seenAt = performance.now();
        console.log("seen");
      });
    };
    look();
  }, selector);
  return { seen: page.waitForEvent("console", (message) => message.text() === "seen") };
}

async function times(address, selector, count) {
  const found = [];
  for (let run = 0; run < count; run += 1) {
    const { page, clean, close } = await openPage(browser);
    const { seen } = await watch(page, selector);
    await page.goto(address);
    await seen;
    found.push(await page.evaluate(() => ({
      load: performance.getEntriesByType("navigation")[0].loadEventEnd,
      seen: globalThis.seenAt,
      bytes: performance.getEntriesByType("resource").reduce((sum, one) => sum + one.transferSize, 0),
    })));
    clean();
    if (run === count - 1) await picture(page, `speed-${selector.replace(/\W+/g, "")}`);
    await close();
  }
  return found;
}

test("the page is ready", async (t) => {
  const found = await times(matchAddress(server, { game: "nim 3 5 7" }, "en"), ".component [data-id]", 9);
  const load = found.map((one) => one.load);
  const seen = found.map((one) => one.seen);
  t.diagnostic(`load event: ${middle(load).toFixed(0)} ms (least ${sorted(load)[0].toFixed(0)}); first board drawn: ${middle(seen).toFixed(0)} ms (least ${sorted(seen)[0].toFixed(0)}); ${found[0].bytes} bytes`);
  assert.ok(sorted(load)[0] < 1000);
  assert.ok(sorted(seen)[0] < 2000);
});

test("a chart of 10^6 values", async (t) => {
  const found = await times(`${server.address}#/pictures?kind=chart&game=0.106&from=0&to=1000000&lang=en`, ".chart-window img.chart-base", 3);
  const seen = found.map((one) => one.seen);
  t.diagnostic(`first paint from nothing: ${middle(seen).toFixed(0)} ms (least ${sorted(seen)[0].toFixed(0)})`);
  assert.ok(sorted(seen)[0] < 10_000);
});

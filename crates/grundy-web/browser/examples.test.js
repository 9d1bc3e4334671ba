// Every example that the pictures offer is drawn, in both languages; and a chart of 10^6 values is looked through
// without the page stalling.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./support/browser.js";
import { browser, server } from "./support/session.js";

const KINDS = ["chart", "table", "states", "steps", "binary", "tree"];
const DRAWN = ".chart-window img.chart-base[src], .picture-area .drawn, .picture-area svg:not(.icon)";

async function opened(t, query, options) {
  const { page, clean, close } = await openPage(browser, options);
  t.after(close);
  await page.goto(`${server.address}#/pictures?${query}`);
  await page.locator(DRAWN).first().waitFor();
  return { page, clean };
}

const title = (page) => page.locator("figcaption").innerText();
const shown = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split("?")[1])));

for (const lang of ["en", "zh"]) {
  test(`every example, ${lang}`, async (t) => {
    const { page, clean } = await opened(t, `lang=${lang}`);
    for (const [at, kind] of KINDS.entries()) {
      await page.locator(".tabs a").nth(at).click();
      await page.locator(`.tabs a[aria-current]`).nth(0).waitFor();
      await page.locator(DRAWN).first().waitFor();
      const examples = page.locator(".examples a");
      for (let number = 0; number < (await examples.count()); number += 1) {
        await examples.nth(number).click();
        await page.waitForLoadState("networkidle");
        await page.locator(DRAWN).first().waitFor();
        await page.locator("[data-form=svg]:enabled").waitFor();
        assert.equal(await page.locator(".error").count(), 0, `${kind} ${await page.evaluate(() => location.hash)}`);
      }
    }
    clean();
  });
}

test("looking through 10^6 values", async (t) => {
  const { page, clean } = await opened(t, "kind=chart&game=0.106&from=0&to=1000000&lang=en");
  const rests = async (act) => {
    const before = await title(page);
    const began = Date.now();
    await act();
    await page.waitForFunction((old) => document.querySelector("figcaption").innerText !== old && !document.querySelector(".chart-window.waiting"), before);
    return Date.now() - began;
  };
  await page.locator("figcaption .caption-title").waitFor();
  const pane = page.locator(".chart-window");
  await pane.focus();
  const times = [];
  for (let zooms = 0; zooms < 8; zooms += 1) times.push(await rests(() => page.keyboard.press("+")));
  const near = await shown(page);
  assert.ok(Number(near.to) - Number(near.from) < 5000, JSON.stringify(near));
  times.push(await rests(() => page.keyboard.press("ArrowRight")));
  assert.ok(Number((await shown(page)).from) > Number(near.from));
  const box = await pane.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  times.push(await rests(() => page.mouse.wheel(0, -200)));
  times.push(await rests(async () => {
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
  }));
  await pane.focus();
  times.push(await rests(() => page.keyboard.press("0")));
  const all = await shown(page);
  assert.deepEqual([all.from, all.to], ["0", "1000000"]);
  // The page itself never stalls: a frame is due while the server draws.
  const frame = await page.evaluate(() => new Promise((resolve) => {
    const began = performance.now();
    document.querySelector(".chart-window").dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
  }));
  t.diagnostic(`a new window rests after ${times.sort((a, b) => a - b)[Math.floor(times.length / 2)]} ms, at most ${times.at(-1)}; two frames ${frame.toFixed(0)} ms`);
  assert.ok(frame < 1000);
  clean();
});

// The pictures: each kind is drawn in both languages and can be saved; the chart is looked through by wheel, mouse,
// keys and buttons; mistakes are told where they were made.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { openPage, picture } from "./support/browser.js";
import { browser, server } from "./support/session.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const REFUSED = /^console: Failed to load resource: the server responded with a status of 400/;

const SHOWN = ".chart-window .chart-base, .picture-area .drawn";

/** A picture of each kind, and words that it tells. */
const KINDS = {
  chart: { query: "game=kayles&from=0&to=120", tells: "119" },
  "chart-rule": { kind: "chart", query: "rule=n+-%3E+n-k+for+k+in+%7B1,3%7D&from=0&to=30&log=1", tells: "n-k" },
  table: { query: "game=wythoff&down=0..=12&across=0..12", tells: "12" },
  outcomes: { kind: "table", query: "game=knight&down=0..12&across=0..12&outcomes=1&misere=1", tells: "11" },
  "table-png": { kind: "table", query: "game=king&down=0..70&across=0..70", tells: "69" },
  states: { query: "game=nim+2+3", tells: "nim 2 3" },
  "states-rule": { kind: "states", query: "rule=n+-%3E+n-1+%7C+n-2&game=5", tells: "" },
  steps: { query: `graph=${encodeURIComponent("a b\nb c\nc a\nc d")}`, tells: "" },
  binary: { query: "game=nim+3+5+7", tells: "nim 3 5 7" },
  tree: { query: "game=tree+0,1,2,1,0", tells: "tree 0,1,2,1,0" },
  hackenbush: { kind: "tree", query: "game=hackenbush+ground-a,a-b,b-c,c-a,ground-d", tells: "hackenbush" },
};

async function show(t, query, options) {
  const opened = await openPage(browser, options);
  t.after(opened.close);
  await opened.page.goto(`${server.address}#/pictures${query ? `?${query}` : ""}`);
  await opened.page.locator("main h1").waitFor();
  return opened;
}

/** Waits until the picture that was asked for is there. */
async function drawn(page) {
  await page.locator(SHOWN).first().waitFor();
  await page.waitForFunction(() => !document.querySelector(".picture-area [aria-busy='true'], .picture-area[aria-busy='true'], .chart-window.moved"));
}

async function saved(page, form) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`button[data-form="${form}"]`).click()]);
  assert.match(download.suggestedFilename(), new RegExp(`^grundy-.+\\.${form}$`));
  return readFile(await download.path());
}

/** The window of the chart, as the address says it. */
const ends = (page) =>
  page.evaluate(() => {
    const query = new URLSearchParams(location.hash.split("?")[1]);
    return { from: Number(query.get("from")), to: Number(query.get("to")) };
  });

async function endsAfter(page, act) {
  const old = await ends(page);
  await act();
  await page.waitForFunction(({ from, to }) => {
    const query = new URLSearchParams(location.hash.split("?")[1]);
    return Number(query.get("from")) !== from || Number(query.get("to")) !== to;
  }, old);
  await drawn(page);
  const now = await ends(page);
  const told = await page.locator(".chart-bar .told").textContent();
  assert.ok(told.includes(String(now.from)) && told.includes(String(now.to - 1)), told);
  assert.deepEqual([await page.locator("#picture-from").inputValue(), await page.locator("#picture-to").inputValue()], [String(now.from), String(now.to)]);
  return now;
}

for (const lang of ["en", "zh"]) {
  describe(`each kind, ${lang}`, () => {
    for (const [name, { kind = name, query, tells }] of Object.entries(KINDS)) {
      test(name, async (t) => {
        const { page, clean } = await show(t, `kind=${kind}&${query}&lang=${lang}`, { dark: lang === "zh" });
        await drawn(page);
        await picture(page, `pictures-${name}-${lang}`);
        const shown = page.locator(SHOWN).first();
        const label = (await shown.getAttribute("aria-label")) ?? (await shown.getAttribute("alt"));
        assert.ok(label.startsWith(lang === "zh" ? "图：" : "Picture: "), label);
        const caption = await page.locator("figcaption").textContent();
        assert.ok(caption.includes(tells) && caption.length > 0, caption);
        const size = await shown.evaluate((element) => element.getBoundingClientRect());
        assert.ok(size.width > 100 && size.height > 60, `${size.width} × ${size.height}`);

        const svg = (await saved(page, "svg")).toString("utf8");
        assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
        assert.ok(svg.trimEnd().endsWith("</svg>"));
        const png = await saved(page, "png");
        assert.deepEqual(png.subarray(0, 8), PNG);
        assert.ok(png.readUInt32BE(16) > 100 && png.readUInt32BE(20) > 60);

        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`), []);
        clean();
      });
    }
  });

  test(`each kind on a phone, ${lang}`, async (t) => {
    const { page, clean } = await show(t, `lang=${lang}`, { viewport: { width: 360, height: 740 }, dark: lang === "en" });
    for (const [name, { kind = name, query }] of Object.entries(KINDS)) {
      await page.goto(`${server.address}#/pictures?kind=${kind}&${query}&lang=${lang}`);
      await drawn(page);
      await picture(page, `pictures-phone-${name}-${lang}`);
      const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}: ${wide} too wide`);
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document));
      assert.deepEqual(violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0].html.slice(0, 160)}`), []);
    }
    clean();
  });

  test(`a mistake is told under the field, ${lang}`, async (t) => {
    const { page, clean } = await show(t, `kind=chart&game=kayles&lang=${lang}`);
    await drawn(page);
    const game = page.locator("#picture-game");
    await game.fill("kayless");
    await game.press("Enter");
    const error = page.locator(".error");
    await error.waitFor();
    assert.equal(await error.locator("mark").textContent(), "kayless");
    assert.ok((await error.textContent()).includes("'kayles'"));
    assert.equal(await page.locator(SHOWN).count(), 0);
    assert.equal(await game.getAttribute("aria-invalid"), "true");
    await game.fill("kayles");
    await game.press("Enter");
    await drawn(page);
    assert.equal(await error.count(), 0);

    await page.locator("#picture-to").fill("abc");
    await page.locator("#picture-to").press("Enter");
    await error.waitFor();
    assert.ok((await error.textContent()).includes("'abc'"));

    await page.goto(`${server.address}#/pictures?kind=steps&graph=a+b%0Ab+c+d+e&lang=${lang}`);
    await page.locator(".error").waitFor();
    assert.equal(await page.locator(SHOWN).count(), 0);
    await page.goto(`${server.address}#/pictures?kind=table&game=wythoff&down=0-3&across=0..3&lang=${lang}`);
    await page.locator(".error", { hasText: "0-3" }).waitFor();
    clean(REFUSED);
  });
}

test("the chart is looked through by buttons, keys, wheel and mouse", async (t) => {
  const { page, clean } = await show(t, "kind=chart&game=kayles&from=0&to=1000&lang=en");
  await drawn(page);
  const button = (name) => page.getByRole("button", { name, exact: true });
  const entries = await page.evaluate(() => history.length);
  assert.deepEqual(await endsAfter(page, () => button("Zoom in").click()), { from: 250, to: 750 });
  assert.deepEqual(await endsAfter(page, () => button("Zoom out").click()), { from: 0, to: 1000 });
  assert.deepEqual(await endsAfter(page, () => button("To larger heaps").click()), { from: 400, to: 1400 });
  assert.deepEqual(await endsAfter(page, () => button("To smaller heaps").click()), { from: 0, to: 1000 });
  const pane = page.locator(".chart-window");
  await pane.focus();
  assert.deepEqual(await endsAfter(page, () => page.keyboard.press("+")), { from: 250, to: 750 });
  assert.deepEqual(await endsAfter(page, () => page.keyboard.press("ArrowRight")), { from: 350, to: 850 });
  assert.deepEqual(await endsAfter(page, () => page.keyboard.press("-")), { from: 100, to: 1100 });
  assert.deepEqual(await endsAfter(page, () => page.keyboard.press("0")), { from: 0, to: 1000 });
  await pane.scrollIntoViewIfNeeded();
  const box = await pane.boundingBox();
  const [x, y] = [box.x + 64 + (box.width - 84) / 4, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const near = await endsAfter(page, () => page.mouse.wheel(0, -300));
  // The heap under the mouse stays where it is.
  assert.ok(Math.abs(near.from + (near.to - near.from) / 4 - 250) <= 4, JSON.stringify(near));
  assert.ok(near.to - near.from < 700);
  const dragged = await endsAfter(page, async () => {
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.up();
  });
  assert.ok(dragged.from < near.from && Math.abs(dragged.to - dragged.from - (near.to - near.from)) <= 1, JSON.stringify(dragged));
  await page.mouse.move(x + 20, y);
  await page.locator(".chart-value", { hasText: /^G\(\d+\) = \d+$/ }).waitFor();
  // Looking through a chart leaves no trail in the history.
  assert.equal(await page.evaluate(() => history.length), entries);
  await page.reload();
  await drawn(page);
  assert.deepEqual(await ends(page), dragged);
  clean();
});

test("two fingers zoom the chart, one moves it", async (t) => {
  const { page, clean } = await show(t, "kind=chart&game=kayles&from=100&to=1100&lang=en", { viewport: { width: 360, height: 740 } });
  await drawn(page);
  const pane = page.locator(".chart-window");
  await pane.scrollIntoViewIfNeeded();
  const box = await pane.boundingBox();
  const y = box.y + box.height / 2;
  const touch = await page.context().newCDPSession(page);
  const send = (type, ...xs) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((x, id) => ({ x: box.x + x, y, id })) });
  const near = await endsAfter(page, async () => {
    await send("touchStart", 130, 170);
    for (const by of [10, 20, 30, 40]) await send("touchMove", 130 - by, 170 + by);
    await send("touchEnd");
  });
  assert.ok(Math.abs(near.to - near.from - 1000 / 3) < 20, JSON.stringify(near));
  const moved = await endsAfter(page, async () => {
    await send("touchStart", 200);
    for (const by of [20, 40, 60]) await send("touchMove", 200 - by);
    await send("touchEnd");
  });
  assert.ok(moved.from > near.from && moved.to - moved.from === near.to - near.from, JSON.stringify(moved));
  clean();
});

test("many turns of the wheel ask for few pictures, and the last one is shown", async (t) => {
  const { page, clean } = await show(t, "kind=chart&game=kayles&from=0&to=1000000&lang=en");
  await drawn(page);
  let asked = 0;
  page.on("request", (request) => (asked += request.url().includes("/chart?") ? 1 : 0));
  const box = await page.locator(".chart-window").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  const frames = page.evaluate(() => new Promise((resolve) => {
    const times = [];
    const tick = (now) => (times.push(now) > 40 ? resolve(Math.max(...times.slice(1).map((time, at) => time - times[at]))) : requestAnimationFrame(tick));
    requestAnimationFrame(tick);
  }));
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -120);
  t.diagnostic(`longest frame: ${(await frames).toFixed(0)} ms`);
  await page.waitForFunction(() => document.querySelector(".caption-title").textContent.match(/\d+/g).at(-1) !== "999999");
  await drawn(page);
  const now = await ends(page);
  assert.ok(now.to - now.from < 30_000, JSON.stringify(now));
  assert.ok((await page.locator(".caption-title").textContent()).includes(String(now.to - 1)));
  assert.ok(asked <= 6, `${asked} questions`);
  clean();
});

test("tabs, examples, rounds and the way to the board", async (t) => {
  const { page, clean } = await show(t, "kind=states&game=nim+1+2&lang=en");
  await drawn(page);
  assert.match(await page.getByRole("link", { name: "Play this" }).getAttribute("href"), /#\/play\?game=nim\+1\+2/);
  for (const name of ["Sequence", "Table", "State graph", "Labelling", "Binary columns", "Trees"]) {
    const tab = page.locator(".tabs").getByRole("link", { name, exact: true });
    await tab.focus();
    await page.keyboard.press("Enter");
    await page.locator(".tabs [aria-current]", { hasText: name }).waitFor();
    await drawn(page);
    for (const chip of await page.locator(".chip").all()) {
      const href = await chip.getAttribute("href");
      if ((await page.evaluate(() => location.hash)) === href) continue;
      // What is waited for is the next picture, not this one.
      await page.evaluate(() => document.querySelector(".chart-base, .drawn").remove());
      await chip.click();
      await page.locator(`${SHOWN}, .error`).first().waitFor();
      assert.equal(await page.locator(".error").count(), 0, href);
      await drawn(page);
    }
  }
  await page.goto(`${server.address}#/pictures?kind=steps&graph=a+b%0Ab+c%0Ac+d&lang=en`);
  await page.locator(".round-told", { hasText: "1 of 4" }).waitFor();
  await page.getByRole("button", { name: "Next round" }).click();
  await page.locator(".round-told", { hasText: "2 of 4" }).waitFor();
  assert.match(await page.evaluate(() => location.hash), /round=1/);
  const one = (await page.locator(".drawn").boundingBox()).height;
  await page.getByRole("button", { name: "All rounds" }).click();
  assert.ok((await page.locator(".drawn").boundingBox()).height > 2 * one);
  clean();
});

test("captions name the game and the range", async (t) => {
  const { page, clean } = await show(t, "kind=chart&game=kayles&from=0&to=200&lang=en");
  const captions = {
    "kind=chart&game=kayles&from=0&to=200": "Kayles: Grundy values of heaps 0 to 199",
    "kind=chart&game=take:1,3,4&from=0&to=60": /^.+ \(take:1,3,4\): Grundy values of heaps 0 to 59$/,
    "kind=table&game=wythoff&down=0..16&across=0..=20": /: Grundy values, rows 0 to 15, columns 0 to 20$/,
    "kind=table&game=king&down=0..70&across=0..70&outcomes=1&misere=1": /King.* under misère play: who wins, rows 0 to 69, columns 0 to 69$/,
    "kind=states&game=nim+5+3&misere=1": "State graph of nim 5 3 under misère play",
    "kind=binary&game=nim+3+5+7": "Nim-sum of nim 3 5 7 in binary columns",
  };
  for (const [query, caption] of Object.entries(captions)) {
    await page.goto(`${server.address}#/pictures?${query}&lang=en`);
    await page.locator(".caption-title").filter({ hasText: caption }).waitFor();
    await drawn(page);
  }
  // A graph that was typed in has no name; its picture says how large it is.
  await page.goto(`${server.address}#/pictures?kind=steps&graph=${encodeURIComponent("a b\nb c")}&lang=en`);
  await page.locator(".caption-title", { hasText: "Labelling" }).waitFor();
  await drawn(page);
  const svg = (await saved(page, "svg")).toString("utf8");
  assert.match(svg, /<title>3 vertices, 2 edges/);
  clean();
});

test("a state graph keeps the order of the heaps, and is looked at closer by wheel, mouse, fingers, keys and buttons", async (t) => {
  const { page, clean } = await show(t, "kind=states&game=nim+4+1+3&lang=en");
  await drawn(page);
  const names = await page.locator(".drawn text").allTextContents();
  for (const name of ["nim 4 1 3", "nim 3 1 3", "nim 4 1 2", "nim 4 3"]) assert.ok(names.includes(name), name);
  const box = page.locator(".zoomable");
  const view = () => page.locator(".zoomable svg").evaluate((svg) => svg.getAttribute("viewBox").split(" ").map(Number));
  const whole = await view();
  const reset = page.getByRole("button", { name: "Whole picture" });
  assert.ok(await reset.isDisabled());
  const closer = async (act) => {
    const before = await view();
    await act();
    await page.waitForFunction((old) => Number(document.querySelector(".zoomable svg").getAttribute("viewBox").split(" ")[2]) < old - 0.01, before[2]);
    return view();
  };
  await closer(() => page.getByRole("button", { name: "Zoom in" }).click());
  const place = await box.evaluate((node) => node.getBoundingClientRect().toJSON());
  const [x, y] = [place.x + place.width / 3, place.y + place.height / 3];
  await page.mouse.move(x, y);
  const wheeled = await closer(() => page.mouse.wheel(0, -300));
  await picture(page, "states-closer");
  // The mouse draws it along.
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 30, { steps: 4 });
  await page.mouse.up();
  const drawnAlong = await view();
  assert.ok(drawnAlong[0] > wheeled[0] && drawnAlong[1] > wheeled[1] && drawnAlong[2] === wheeled[2], `${wheeled} ${drawnAlong}`);
  await box.focus();
  await page.keyboard.press("ArrowLeft");
  assert.ok((await view())[0] < drawnAlong[0]);
  await closer(() => page.keyboard.press("+"));
  await page.keyboard.press("0");
  assert.deepEqual(await view(), whole);
  // Two fingers.
  await closer(() => box.evaluate((node, at) => {
    const send = (type, id, dx) => node.dispatchEvent(new PointerEvent(type, { pointerId: id, pointerType: "touch", isPrimary: id === 11, clientX: at[0] + dx, clientY: at[1], button: type === "pointermove" ? -1 : 0, bubbles: true, cancelable: true }));
    node.setPointerCapture = () => {};
    send("pointerdown", 11, -20);
    send("pointerdown", 12, 20);
    send("pointermove", 11, -60);
    send("pointermove", 12, 60);
    send("pointerup", 11, -60);
    send("pointerup", 12, 60);
  }, [x, y]));
  await reset.click();
  assert.deepEqual(await view(), whole);
  // At the whole picture the wheel scrolls the page.
  await page.setViewportSize({ width: 1100, height: 500 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(place.x + 200, 380);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => scrollY > 0);
  clean();
});

test("a picture has one title", async (t) => {
  for (const query of ["kind=table&game=wythoff&down=0..8&across=0..8", "kind=binary&game=nim+3+5+7", "kind=steps&graph=a+b%0Ab+c&round=all"]) {
    const { page, clean } = await show(t, `${query}&lang=en`);
    await page.locator(".caption-title").waitFor();
    const { title, texts } = await page.locator(".picture-area .drawn").evaluate((svg) => ({ title: svg.querySelector("title").textContent, texts: [...svg.querySelectorAll("text")].map((one) => one.textContent) }));
    assert.ok(!texts.includes(title) && !texts.includes("nim 3 5 7"), query);
    // What is saved keeps its title.
    assert.match((await saved(page, "svg")).toString("utf8"), /<text [^>]*font-weight="bold"/, query);
    clean();
  }
});

test("where there are no keys, none are told", async (t) => {
  for (const [options, keys] of [[{ viewport: { width: 390, height: 844 } }, false], [{}, true]]) {
    const { page, clean } = await show(t, "kind=chart&game=kayles&lang=en", options);
    await drawn(page);
    const told = await page.locator(".picture-about").innerText();
    assert.equal(/keys/.test(told), keys, told);
    assert.equal(/two fingers/.test(told), !keys, told);
    clean();
  }
});

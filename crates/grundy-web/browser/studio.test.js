// The rule studio: everything about a rule as it is typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { best, makeMove, turn } from "./support/board.js";
import { openPage, picture } from "./support/browser.js";
import { GAMES } from "./support/games.js";
import { ask, browser, server } from "./support/session.js";

for (const lang of ["en", "zh"]) {
  test(`a rule is typed, and all about it is shown, ${lang}`, async (t) => {
    const { page, clean, close } = await openPage(browser);
    t.after(close);
    await page.goto(`${server.address}#/studio?lang=${lang}`);
    const field = page.locator("#studio-rule");
    const rule = "n -> n-k for k in {1,4}";
    await field.fill(rule);
    const { values } = await ask("table", { rule, across: "0..60" });
    await page.waitForFunction((wanted) => [...document.querySelectorAll(".heat-value")].map((node) => node.textContent).join() === wanted, values.join());
    await page.locator(".findings .tag.proved").first().waitFor();
    const { findings } = await ask("find", { rule, lang });
    await page.locator(".findings", { hasText: findings[0].said }).waitFor();
    await page.locator(".studio-states svg.drawn").waitFor();
    await page.locator(".program", { hasText: "#include" }).waitFor();
    await page.locator(".studio-program select").selectOption("python");
    await page.locator(".program", { hasText: "import sys" }).waitFor();
    await picture(page, `studio-${lang}`);
    // The address holds it all.
    const address = page.url();
    const other = await openPage(browser);
    t.after(other.close);
    await other.page.goto(address);
    await other.page.locator(".program", { hasText: "import sys" }).waitFor();
    assert.equal(await other.page.locator("#studio-rule").inputValue(), rule);
    await other.page.locator(".studio-position a").click();
    await other.page.locator(".match .component [data-id]").first().waitFor();
    clean();
    other.clean();
  });
}

test("an input is explained case by case, and a mistake in it by case and heap", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/studio?rule=${encodeURIComponent("n -> n-k for k in {1,4}")}&lang=en`);
  const field = page.locator("#studio-input");
  const button = page.locator(".studio-judge button");
  await field.fill("3\n3 5 9 11\n2 7 7\n1 4");
  await button.click();
  await page.locator(".judged li").nth(2).waitFor();
  const told = await page.locator(".judged .verdict").allInnerTexts();
  const right = [];
  for (const game of ["5 9 11", "7 7", "4"]) right.push((await ask("solve", { rule: "n -> n-k for k in {1,4}", game })).outcome === "N" ? "First" : "Second");
  assert.deepEqual(told, right);
  await field.fill("2\n1 4\n3 5 x");
  await button.click();
  await page.locator(".studio-judge .failure", { hasText: "Expected heap 2 of 3 in case 2" }).waitFor();
  assert.equal(await page.locator(".judged li").count(), 1);
  clean();
});

test("an input of a known problem is judged, and its program is shown", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/studio?lang=en`);
  await page.locator(".heat").first().waitFor();
  await page.locator("#studio-problem").focus();
  await page.locator("#studio-problems option").nth(100).waitFor({ state: "attached" });
  await page.locator("#studio-problem").fill("HDU 1847");
  await page.keyboard.press("Tab");
  await page.locator(".problem-about", { hasText: "HDU 1847" }).waitFor();
  const { formats } = await ask("problems", { name: "hdu1847" });
  assert.equal(await page.locator("#studio-input").inputValue(), formats[0].sample.input);
  await page.locator(".studio-program .program", { hasText: "Kiki" }).waitFor();
  await page.locator("#studio-input").fill("3\n4\n");
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.locator(".studio-judge button").click();
  await page.locator(".judged li").nth(1).waitFor();
  assert.equal(asked.filter((path) => path.endsWith("/judge")).length, 1, "one question gives output and positions");
  assert.equal(await page.locator(".judge-output").innerText(), "Cici\nKiki\n");
  assert.deepEqual(await page.locator(".judged .verdict").allInnerTexts(), ["Cici", "Kiki"]);
  assert.ok(await page.locator(".judged a").count() > 0);
  await picture(page, "studio-problem");
  // The address names the problem.
  assert.match(page.url(), /problem=HDU/);
  await page.reload();
  await page.locator(".problem-about", { hasText: "HDU 1847" }).waitFor();
  // Its rule takes the place of the one above.
  await page.locator(".problem-about a").click();
  await page.waitForFunction((rule) => document.querySelector("#studio-rule").value === rule, formats[0].options);
  assert.equal(await page.locator("#studio-problem").inputValue(), "hdu1847");
  await page.locator(".problem-about a").waitFor();
  // An input that is not as the problem has it.
  await page.locator("#studio-input").fill("3\nx\n");
  await page.locator(".studio-judge button").click();
  await page.locator(".studio-judge .error", { hasText: "line 2" }).waitFor();
  assert.equal(await page.locator(".studio-judge .error mark").innerText(), "x");
  const chosen = await page.locator("#studio-input").evaluate((field) => [field === document.activeElement, field.value.slice(field.selectionStart, field.selectionEnd), field.getAttribute("aria-invalid")]);
  assert.deepEqual(chosen, [true, "x", "true"]);
  await page.locator("#studio-input").fill("3\n4\n");
  await page.locator(".studio-judge button").click();
  await page.locator(".judged li").nth(1).waitFor();
  assert.equal(await page.locator("#studio-input").getAttribute("aria-invalid"), null);
  clean(/status of 400/);
});

test("a name that is no problem's is said so, nothing is judged under it, and a sample is offered to who has typed", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/studio?lang=en`);
  const program = page.locator(".studio-program .program");
  await program.waitFor();
  const before = await program.innerText();
  await page.locator("#studio-input").fill("1\n1 7\n");
  await page.locator("#studio-problem").fill("nosuch");
  await page.keyboard.press("Tab");
  await page.locator(".problem-about", { hasText: "No problem named 'nosuch' is known" }).waitFor();
  await page.locator("#studio-rule").press("End");
  await page.locator("#studio-rule").pressSequentially(" ");
  await page.locator(".studio-judge button", { hasText: "Explain" }).click();
  await page.locator(".problem-about", { hasText: "No problem named 'nosuch' is known" }).waitFor();
  assert.equal(await page.locator(".judged li").count(), 0, "nothing is judged under a name that is none");
  assert.equal(await program.innerText(), before);
  await page.locator("#studio-problem").fill("hdu1847");
  await page.keyboard.press("Tab");
  const { formats } = await ask("problems", { name: "hdu1847" });
  const offer = page.locator(".problem-about button", { hasText: "hdu1847" });
  await offer.waitFor();
  assert.equal(await page.locator("#studio-input").inputValue(), "1\n1 7\n");
  await offer.click();
  assert.equal(await page.locator("#studio-input").inputValue(), formats[0].sample.input);
  clean(/status of 400/);
});

test("without a rule nothing is shown, and a range that ends early is told", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/studio?lang=en`);
  const field = page.locator("#studio-rule");
  await field.fill("n -> n-k for k in 1..3");
  await page.locator("#studio-range", { hasText: "1..3 ends before 3; 1..=3 includes 3." }).waitFor();
  await page.locator(".heat").first().waitFor();
  await page.locator(".program").waitFor();
  await field.fill("");
  await page.locator(".heat").first().waitFor({ state: "detached" });
  for (const gone of [".findings", ".program", ".studio-board .component", ".studio-states svg.drawn"]) await page.locator(gone).first().waitFor({ state: "detached" });
  assert.equal(await page.locator("#studio-range").innerText(), "");
  assert.ok(await page.locator(".studio-program button").isDisabled(), "nothing is there to be copied");
  await field.fill("n -> n-k for k in 1..=3");
  await page.locator(".findings").waitFor();
  await page.locator(".studio-board .component").waitFor();
  clean();
});

test("a problem file of one's own is judged", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/studio?lang=en`);
  await page.locator(".problem-chooser summary").click();
  await page.locator("#studio-file").fill('[[format]]\nname = "own"\ncases = "until-end"\nlayout = "n"\noptions = "n -> n-k for k in {1,2}"\nanswer = { win = "yes\\n", lose = "no\\n" }\n');
  await page.locator("#studio-input").fill("3\n4\n");
  await page.locator(".studio-judge button").click();
  await page.locator(".judged li").nth(1).waitFor();
  assert.equal(await page.locator(".judge-output").innerText(), "no\nyes\n");
  await page.locator(".studio-program .program", { hasText: "yes" }).waitFor();
  clean();
});

test("a mistake is marked in its place, and an example can be taken over", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/studio?lang=en`);
  await page.locator("#studio-rule").fill("n -> n-j");
  await page.locator(".error mark", { hasText: "j" }).waitFor();
  await page.locator(".studio-grid.stale").waitFor();
  await page.locator(".error-example button").click();
  await page.locator(".error").waitFor({ state: "detached" });
  await page.locator(".heat").first().waitFor();
  clean(/status of 400/);
});

test("words are suggested and taken by the tabulator", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/studio?lang=en`);
  const field = page.locator("#studio-rule");
  await field.fill("");
  await field.pressSequentially("n -> n-k fo");
  await page.locator(".suggestions button").first().waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await field.inputValue(), "n -> n-k for k in {1,3,4}");
  await page.locator(".heat").first().waitFor();
  clean(/status of 400/);
});

test("a rule of two heaps has a table, a rule of three its pattern and program", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/studio?rule=${encodeURIComponent("(x,y) -> (x-k,y) | (x,y-k) for k in 1..")}&lang=en`);
  await page.locator(".heat-table td.p").nth(15).waitFor();
  await page.goto(`${server.address}#/studio?rule=${encodeURIComponent("(x,y,z) -> (x-k,y,z) | (x,y-k,z) | (x,y,z-k) for k in 1..")}&lang=en`);
  await page.locator(".program", { hasText: "#include" }).waitFor();
  assert.equal(await page.locator(".error").count(), 0);
  clean();
});

for (const lang of ["en", "zh"]) {
  test(`rules on boards and on graphs are drawn and played in the studio, ${lang}`, async (t) => {
    const { page, clean, close } = await openPage(browser);
    t.after(close);
    for (const { rule, game } of GAMES.filter(({ name }) => ["groups", "tokens", "cuts"].includes(name))) {
      const query = new URLSearchParams({ rule, game, lang });
      await page.goto(`${server.address}#/studio?${query}`);
      const board = page.locator(".studio-board .board");
      const position = await ask("moves", { rule, game, lang });
      const [{ game: name }] = position.components;
      await board.locator(".component-name", { hasText: name }).waitFor();
      assert.equal(await page.locator(".error").count(), 0, "a rule without a table is no mistake");
      await makeMove(page, board, position, best(position));
      await turn(board, [name], async () => false);
      await page.locator(".studio-board .actions button").click();
      await board.locator(".component-name", { hasText: name }).waitFor();
      await page.locator(".studio-states svg.drawn").waitFor();
      // The rule and its position are taken over to a match.
      await page.locator(".studio-position a").click();
      await page.locator(".match .component [data-id]").first().waitFor();
      await picture(page, `studio-board-${lang}`);
    }
    // A rule that names no positions by numbers has no table, which the server answers by the status 400.
    clean(/status of 400/);
  });
}

for (const [lang, own, named] of [["en", "Program", "Program for hdu1847"], ["zh", "程序", "hdu1847 的程序"]]) {
  test(`the program is headed by what it is of, and no answer stays under another rule, ${lang}`, async (t) => {
    const { page, clean, close } = await openPage(browser);
    t.after(close);
    await page.goto(`${server.address}#/studio?lang=${lang}`);
    const title = page.locator("#studio-program");
    const program = page.locator(".studio-program .program");
    await program.waitFor();
    assert.equal(await title.innerText(), own);
    const explain = page.locator(".studio-judge button.primary");
    await explain.click();
    await page.locator(".judged li").first().waitFor();
    // As soon as the rule is typed on, what was said under it is gone.
    await page.locator("#studio-rule").fill("(x,y) -> (x-k,y) | (x,y-k) for k in 1..");
    await page.waitForFunction(() => document.querySelectorAll(".judged li").length === 0);
    // The input that nobody has typed fits the new rule.
    await page.waitForFunction(() => document.querySelector("#studio-input").value.startsWith("2\n1 3 4"));
    await explain.click();
    await page.locator(".judged li").first().waitFor();
    await page.locator(".studio-options input").evaluate((box) => box.click());
    await page.waitForFunction(() => document.querySelectorAll(".judged li").length === 0);
    // An answer that comes late is none of the new rule either.
    let held = null;
    await page.route("**/api/v1/solve?*", async (route) => {
      held ??= route;
      if (held !== route) await route.continue();
    });
    await explain.click();
    while (!held) await page.waitForTimeout(20);
    await page.locator("#studio-rule").fill("n -> n-k for k in {1,2}");
    await held.continue().catch(() => {});
    await page.unroute("**/api/v1/solve?*");
    await page.locator(".heat").first().waitFor();
    assert.equal(await page.locator(".judged li").count(), 0);
    // A problem with a name heads its own program.
    await page.locator("#studio-problem").fill("hdu1847");
    await page.locator("#studio-problem").press("Enter");
    await page.waitForFunction((words) => document.querySelector("#studio-program").textContent === words, named);
    await picture(page, `program-of-a-problem-${lang}`);
    await page.locator("#studio-problem").fill("");
    await page.locator("#studio-problem").press("Enter");
    await page.waitForFunction((words) => document.querySelector("#studio-program").textContent === words, own);
    clean();
  });
}

for (const lang of ["en", "zh"]) {
  test(`each case of a problem is explained, its rule is offered once, and other cards say of which rule they are, ${lang}`, async (t) => {
    const { page, clean, close } = await openPage(browser);
    t.after(close);
    await page.goto(`${server.address}#/studio?problem=nyoj585&lang=${lang}`);
    // Asked before the problem is known, it is asked for once more.
    await page.locator(".studio-judge button.primary").click();
    await page.locator(".judged li").nth(2).waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll(".judged .hint")].every((one) => one.textContent !== ""));
    const told = await page.locator(".judged .hint").allInnerTexts();
    const { moves: [move] } = await ask("solve", { game: "nim 5 10", lang });
    assert.equal(told[1], lang === "zh" ? "轮到走的一方败；3 ⊕ 8 ⊕ 11 = 0" : "the player to move loses; 3 ⊕ 8 ⊕ 11 = 0");
    assert.equal(told[2], lang === "zh" ? `轮到走的一方胜；5 ⊕ 10 = 15；在 10 中的必胜走法：${move.move}` : `the player to move wins; 5 ⊕ 10 = 15; winning move in 10: ${move.move}`);
    await page.locator(".problem-about a").waitFor();
    assert.equal(await page.locator(".problem-about a").count(), 1);
    // The cards of the rule above say so.
    const labels = page.locator(".studio-of:visible");
    assert.equal(await labels.count(), 4);
    assert.match(await labels.first().innerText(), /n -> n-k for k in \{1,3,4\}.*nyoj585/);
    await picture(page, `studio-cases-${lang}`);
    await page.locator(".problem-about a").click();
    await page.waitForFunction(() => document.querySelectorAll(".studio-of:not([hidden])").length === 0);
    await page.locator("#studio-problem").fill("");
    await page.locator("#studio-problem").press("Enter");
    assert.equal(await labels.count(), 0);
    clean();
  });
}

test("at most twenty cases are explained", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(`${server.address}#/studio?problem=hdu1847&lang=en`);
  await page.locator(".problem-about", { hasText: "HDU 1847" }).waitFor();
  await page.locator("#studio-input").fill(Array.from({ length: 45 }, (_, at) => at + 1).join("\n"));
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.locator(".studio-judge button.primary").click();
  await page.waitForFunction(() => [...document.querySelectorAll(".judged .hint")].filter((one) => one.textContent !== "").length === 20);
  assert.equal(await page.locator(".judged li").count(), 40);
  assert.equal(asked.filter((path) => path.endsWith("/solve")).length, 20);
  clean();
});

// Each game that is drawn is played to the end by pressing what is drawn, against the perfect machine, in both languages.
// Who begins with an N-position and plays winning moves must win; nobody wins from a P-position.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openPage, picture } from "./support/browser.js";
import { GAMES, matchAddress } from "./support/games.js";
import { match } from "./support/match.js";
import { ask, browser, server } from "./support/session.js";

for (const lang of ["en", "zh"]) {
  describe(`games, ${lang}`, () => {
    for (const game of GAMES) {
      test(game.name, async (t) => {
        const { page, clean, close } = await openPage(browser);
        t.after(close);
        await page.goto(matchAddress(server, game, lang));
        const playing = match(page, ask, { ...game, lang });
        await playing.ready();
        const start = await ask("moves", { game: game.game, rule: game.rule, misere: game.misere });
        assert.ok(start.components.some((component) => component.scene.kind === game.kind), `${game.kind} is told`);
        assert.equal(await page.locator(".table .component svg").count(), start.components.length, "every component is drawn");
        await picture(page, `play-${game.name}-${lang}`);
        const made = await playing.play();
        assert.ok(made > 0);
        assert.equal(await playing.won(), start.outcome === "N", `${start.outcome} ends as it must`);
        clean();
      });
    }

    test("the machine begins, and a P-position is lost", async (t) => {
      const { page, clean, close } = await openPage(browser);
      t.after(close);
      await page.goto(matchAddress(server, { game: "nim 1 2 4" }, lang, { first: "machine" }));
      const playing = match(page, ask, { game: "nim 1 2 4" });
      await playing.play();
      assert.equal(await playing.won(), false);
      await picture(page, `end-lost-${lang}`);
      clean();
    });
  });
}

test("with motion", async (t) => {
  const { page, clean, close } = await openPage(browser, { still: false });
  t.after(close);
  const game = { game: "kayles 6" };
  await page.goto(matchAddress(server, game, "en"));
  const playing = match(page, ask, game);
  await playing.play();
  assert.ok(await playing.won());
  clean();
});

test("a name alone is played from the example of its game", async (t) => {
  const { page, clean, close } = await openPage(browser);
  t.after(close);
  await page.goto(matchAddress(server, { game: "Kayles" }, "en"));
  await page.waitForFunction(() => /game=kayles[ +]|game=kayles%20/.test(location.hash));
  await match(page, ask, { game: "kayles" }).ready();
  assert.ok((await page.locator(".table .component svg").count()) > 0);
  clean();
});

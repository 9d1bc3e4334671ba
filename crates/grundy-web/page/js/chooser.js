/*
 * The first page: a board that can be played on at once, three ways to begin, and the catalogue.
 */

import { hash } from "./address.js";
import { ask } from "./api.js";
import { question } from "./board.js";
import { catalogue } from "./catalogue.js";
import { h, icon, put } from "./dom.js";
import { liveBoard } from "./live-board.js";
import { notationForm } from "./notation.js";
import { language, say } from "./words.js";

/**
 * Shows the first page.
 * @param {HTMLElement} main
 * @param {Record<string, string>} kept parameters that the chosen game's address keeps, such as with=person
 */
export function showChooser(main, kept) {
  const form = notationForm({}, async (said) => {
    try {
      // What is not understood is told here, before anything changes.
      await ask("moves", question(said.game, said));
      location.hash = hash("play", { ...kept, ...said, lang: language() });
    } catch (error) {
      form.fail(error);
    }
  });
  const live = liveBoard();
  put(
    main,
    h(
      "div.page.home",
      {},
      h("div.hero", {}, h("h1", {}, say("chooseTitle")), h("p.lead", {}, say("chooseIntro"))),
      live.element,
      begin(kept),
      h("section.card.start", { "aria-label": say("position") }, form.element),
      catalogue(kept),
    ),
  );
  return { leave: live.leave };
}

/** Three ways to begin. */
function begin(kept) {
  const lang = language();
  const way = (sign, title, line, href) => h("li", {}, h("a.way", { href }, h("span.way-sign", { "aria-hidden": "true" }, icon(sign)), h("span.way-title", {}, say(title)), h("span.way-line", {}, say(line))));
  return h(
    "section.begin",
    { "aria-labelledby": "begin-title" },
    h("h2", { id: "begin-title" }, say("startHere")),
    h(
      "ul.ways",
      {},
      way("book", "wayLesson", "wayLessonLine", hash("lessons", { lang }, "01-positions")),
      way("run", "wayGame", "wayGameLine", hash("play", { ...kept, game: "kayles 7", lang })),
      way("rule", "wayRule", "wayRuleLine", hash("studio", { lang })),
    ),
  );
}

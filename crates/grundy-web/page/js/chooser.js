/*
 * Where a game is chosen: a field for a position or a rule, and the catalogue with its examples.
 */

import { hash } from "./address.js";
import { ask, games } from "./api.js";
import { question } from "./board.js";
import { announce, h, icon, put } from "./dom.js";
import { notationForm, sentence } from "./notation.js";
import { language, say } from "./words.js";

/**
 * Shows the chooser.
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
  const search = h("input", { type: "search", id: "search-games", autocomplete: "off", placeholder: say("search") });
  const cards = h("ul.cards");
  const told = h("p.hint.search-count", { role: "status" });
  put(
    main,
    h(
      "div.page",
      {},
      h("div.hero", {}, h("h1", {}, say("chooseTitle")), h("p.lead", {}, say("chooseIntro"))),
      h("section.card.start", { "aria-label": say("position") }, form.element),
      h(
        "section",
        { "aria-labelledby": "catalogue-title" },
        h("div.section-head", {}, h("h2", { id: "catalogue-title" }, say("catalogue")), h("div.search", {}, icon("search"), h("label.visually-hidden", { for: "search-games" }, say("search")), search), told),
        cards,
      ),
    ),
  );
  let list = [];

  function draw() {
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (game) => {
      const text = [game.name, ...game.aliases, ...Object.values(game.title), ...Object.values(game.rule), game.example].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const found = list.filter(fits);
    put(cards, found.map((game) => card(game, kept)));
    told.textContent = words.length === 0 ? "" : found.length === 0 ? say("searchNone") : say("searchCount", { count: found.length });
  }

  search.addEventListener("input", draw);
  const load = () =>
    games()
      .then((answer) => {
        list = answer.games;
        draw();
      })
      .catch((error) => {
        put(cards, h("li.failure", {}, sentence(error), " ", h("button.quiet", { type: "button", onclick: load }, say("again"))));
        announce(sentence(error));
      });
  load();
  return { leave() {} };
}

function card(game, kept) {
  const lang = language();
  const title = game.title[lang] ?? game.title.en;
  return h(
    "li",
    {},
    h(
      "a.game-card",
      { href: hash("play", { ...kept, game: game.example, lang }) },
      h("span.game-title", {}, title),
      h("span.game-rule", {}, game.rule[lang] ?? game.rule.en),
      h("span.game-example.code", {}, game.example),
    ),
  );
}

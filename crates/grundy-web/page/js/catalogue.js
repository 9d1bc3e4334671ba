/*
 * The catalogue: all games in groups, each as a card with a picture of its board. A group is a row that scrolls
 * sideways, also by its arrows, and can be opened to show all of its games; a search shows what it finds in one place.
 */

import { hash } from "./address.js";
import { games } from "./api.js";
import { scrolled } from "./component.js";
import { announce, calm, h, icon, put } from "./dom.js";
import { grouped } from "./groups.js";
import { sentence } from "./notation.js";
import { thumbnail } from "./thumbnail.js";
import { language, say } from "./words.js";

/**
 * The catalogue as a section of the page.
 * @param {Record<string, string>} kept parameters that the address of a chosen game keeps, such as with=person
 * @returns {HTMLElement}
 */
export function catalogue(kept) {
  const search = h("input", { type: "search", id: "search-games", autocomplete: "off", placeholder: say("search") });
  const told = h("p.hint.search-count", { role: "status" });
  const groups = h("div.groups");
  let list = [];
  let brief = null;

  function draw() {
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const found = list.filter((game) => words.every((word) => textOf(game).includes(word)));
    const cards = (some) => some.map((game) => h("li", {}, card(game, kept, brief)));
    if (words.length > 0) put(groups, h("ul.cards", {}, cards(found)));
    else put(groups, grouped(found).map(({ group, games: some }) => row(group, cards(some))));
    told.textContent = words.length === 0 ? "" : found.length === 0 ? say("searchNone") : say("searchCount", { count: found.length });
  }

  search.addEventListener("input", draw);
  const load = () =>
    Promise.all([games(), words()])
      .then(([answer, read]) => {
        list = answer.games;
        brief = read;
        draw();
      })
      .catch((error) => {
        put(groups, h("p.failure", {}, sentence(error), " ", h("button.quiet", { type: "button", onclick: load }, say("again"))));
        announce(sentence(error));
      });
  load();
  return h(
    "section.catalogue",
    { "aria-labelledby": "catalogue-title" },
    h("div.section-head", {}, h("h2", { id: "catalogue-title" }, say("catalogue")), h("div.search", {}, icon("search"), h("label.visually-hidden", { for: "search-games" }, say("search")), search), told),
    groups,
  );
}

/** What the cards say and show is read while the games are asked for. */
async function words() {
  const read = await import("./briefs.js");
  return read;
}

function textOf(game) {
  return [game.name, ...game.aliases, ...Object.values(game.title), ...Object.values(game.rule), game.example].join(" ").toLowerCase();
}

function row(group, cards) {
  const title = say(`group_${group}`);
  const list = scrolled(h("ul.cards.sideways", { tabindex: "0", "aria-label": title }));
  const by = (part) => list.scrollBy({ left: part * list.clientWidth, behavior: calm() ? "auto" : "smooth" });
  const arrow = (name, label, part) => h("button.quiet.only-icon.arrow-button", { type: "button", "aria-label": say(label, { title }), title: say(label, { title }), onclick: () => by(part) }, icon(name));
  const arrows = [arrow("left", "cardsBack", -0.8), arrow("right", "cardsOn", 0.8)];
  const look = () => {
    const beyond = list.scrollWidth - list.clientWidth;
    arrows[0].disabled = list.scrollLeft <= 2;
    arrows[1].disabled = list.scrollLeft >= beyond - 2;
    for (const one of arrows) one.hidden = beyond <= 2 || !list.classList.contains("sideways");
    // A button that can no longer be pressed must not keep the keys.
    if (document.activeElement?.disabled && arrows.includes(document.activeElement)) arrows.find((one) => !one.disabled)?.focus({ preventScroll: true });
  };
  list.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(list);
  const more = h("button.quiet", {
    type: "button",
    "aria-expanded": "false",
    onclick: () => {
      const open = list.classList.toggle("sideways");
      more.setAttribute("aria-expanded", String(!open));
      more.textContent = say(open ? "showAll" : "showFewer", { count: cards.length });
      list.scrollTo({ left: 0 });
      look();
    },
  }, say("showAll", { count: cards.length }));
  put(list, cards);
  return h("section.group", { "aria-label": title, "data-group": group }, h("div.group-head", {}, h("h3", {}, title), h("div.group-tools", {}, arrows, more)), list);
}

function card(game, kept, { briefOf, exampleFor }) {
  const lang = language();
  const rule = game.rule[lang] ?? game.rule.en;
  return h(
    "a.game-card",
    { href: hash("play", { ...kept, game: game.example, lang }), title: rule },
    thumbnail(exampleFor(game)),
    h("span.game-title", {}, game.title[lang] ?? game.title.en),
    h("span.game-rule", {}, briefOf(game, lang)),
  );
}

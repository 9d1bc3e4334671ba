/*
 * What this is: a few words, the terms, and the way to the interface.
 */

import { ABOUT_WORDS } from "./about-words.js";
import { address } from "./api.js";
import { h, put } from "./dom.js";
import { language, learn, say } from "./words.js";

learn(ABOUT_WORDS);

/** Shows the view. */
export function showAbout(main) {
  const terms = [
    [say("nPosition"), say("aboutN")],
    [say("pPosition"), say("aboutP")],
    [say("grundyValue"), say("aboutValue")],
    [say("nimSum"), say("aboutSum")],
    [say("miserePlay"), say("aboutMisere")],
  ];
  const examples = [
    ["solve", { game: "nim 3 5 7", explain: true }],
    ["moves", { game: "kayles 5" }],
    ["table", { game: "wythoff", down: "0..10", across: "0..10", format: "svg" }],
    ["states", { game: "nim 2 2", format: "svg" }],
    ["games", {}],
  ];
  put(
    main,
    h(
      "div.page.prose",
      {},
      h("h1", {}, say("aboutTitle")),
      h("p.lead", {}, say("aboutOne")),
      h("p", {}, say("aboutTwo")),
      h("h2", {}, say("aboutWords")),
      h("dl.terms", {}, terms.map(([term, text]) => h("div", {}, h("dt", {}, term), h("dd", {}, text)))),
      h("p", {}, h("a", { href: `docs/${language()}/index.html` }, say("aboutGuide"))),
      h("h2", {}, say("aboutApi")),
      h("p", {}, say("aboutApiText"), h("a", { href: "api/v1/openapi.json" }, "openapi.json")),
      h("h3", {}, say("aboutExamples")),
      h("ul.plain", {}, examples.map(([route, parameters]) => {
        const href = address(route, parameters);
        return h("li", {}, h("a.code", { href }, decodeURIComponent(new URL(href).pathname + new URL(href).search).replaceAll("+", " ")));
      })),
    ),
  );
  return { leave() {}, update() {} };
}

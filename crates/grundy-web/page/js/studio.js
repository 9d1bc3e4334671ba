/*
 * The rule studio: a rule is typed, and its values, pattern, proof, state graph and program stand side by side. The
 * address holds the rule, so that it can be shared.
 */

import { hash, note } from "./address.js";
import { question } from "./board.js";
import { h, put, wait } from "./dom.js";
import { judgeCard } from "./judge-card.js";
import { ruleField } from "./rule-field.js";
import { coordinates, patternCard, programCard, statesCard, valuesCard } from "./studio-cards.js";
import { language, say } from "./words.js";

/** How long after a letter the questions are asked. */
const PAUSE = 260;

const EXAMPLES = [
  "n -> n-k for k in {1,3,4}",
  "n -> n-2^k for k in 0..",
  "n -> a + b for a in 1..n, b = n-a if a < b",
  "(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..",
  "n -> n-1 | n/2 if n > 0",
  "n -> n-d for d in divisors(n) if d < n",
];

/**
 * Shows the studio.
 * @param {HTMLElement} main
 * @param {import("./address.js").Address} address
 */
export function showStudio(main, address) {
  let asking = new AbortController();
  const field = ruleField(() => soon());
  const misere = h("input", { type: "checkbox", role: "switch", onchange: () => now() });
  const values = valuesCard();
  const pattern = patternCard();
  const states = statesCard(() => now());
  const program = programCard(() => now());
  const judge = judgeCard(
    () => ({ asked: { rule: field.value.trim(), misere: misere.checked }, coordinates: coordinates(field.value.trim()) }),
    () => now(),
  );
  const share = h("p.hint", {}, say("studioShare"));
  put(
    main,
    h(
      "div.page.studio",
      {},
      h("div.hero", {}, h("h1", {}, say("studioTitle")), h("p.lead", {}, say("studioIntro"))),
      h(
        "section.card.studio-form",
        { "aria-label": say("rule") },
        field.element,
        h("div.line.studio-options", {}, h("label.switch", {}, misere, h("span", {}, say("misereSwitch"))), share),
        h("p.examples", {}, say("forExample"), EXAMPLES.map((rule) => h("a.chip", { href: hash("studio", { rule, lang: language() }) }, rule))),
      ),
      h("div.studio-grid", {}, h("div.studio-column", {}, values.element, states.element, judge.element), h("div.studio-column", {}, pattern.element, program.element)),
    ),
  );
  read(address);

  function read({ parameters }) {
    field.value = parameters.rule ?? EXAMPLES[0];
    misere.checked = parameters.misere === "1";
    states.position = parameters.game ?? "";
    program.language = parameters.language ?? "cpp";
    judge.problem.name = parameters.problem ?? "";
    now(true);
  }

  function soon() {
    asking.abort();
    asking = new AbortController();
    wait(PAUSE, asking.signal).then(() => now(), () => {});
  }

  async function now(first = false) {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const rule = field.value.trim();
    if (rule === "") return;
    const asked = { rule, misere: misere.checked };
    const count = coordinates(rule);
    if (states.position === "" || states.position.split(",").length !== count) states.position = count === 1 ? "6" : Array(count).fill(count === 2 ? 3 : 2).join(",");
    if (!first) note("studio", { rule, misere: misere.checked && "1", game: states.position, language: program.language, problem: judge.problem.name, lang: language() }, { replace: true });
    const mistake = await values.show(asked, signal);
    if (signal.aborted) return;
    field.fail(mistake);
    main.querySelector(".studio-grid").classList.toggle("stale", Boolean(mistake));
    if (mistake) return;
    const href = hash("play", { ...question(states.position, { ...asked, misere: misere.checked && "1" }), lang: language() });
    await Promise.all([pattern.show(asked, signal), states.show(asked, signal, href), program.show(judge.problem.asked ?? asked, signal)]);
  }

  return {
    update: read,
    leave: () => asking.abort(),
  };
}

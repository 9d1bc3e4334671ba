/*
 * The rule studio: a rule is typed, and its values, pattern, proof, state graph and program stand side by side. The
 * address holds the rule, so that it can be shared.
 */

import { hash, note } from "./address.js";
import { question } from "./board.js";
import { h, put, wait } from "./dom.js";
import { judgeCard } from "./judge-card.js";
import { ruleField } from "./rule-field.js";
import { boardCard, coordinates, patternCard, programCard, statesCard, valuesCard } from "./studio-cards.js";
import { STUDIO_WORDS } from "./studio-words.js";
import { language, learn, say } from "./words.js";

learn(STUDIO_WORDS);

/** How long after a letter the questions are asked. */
const PAUSE = 260;

/** Rules, and for those that are not on numbers a position. */
const EXAMPLES = [
  ["n -> n-k for k in {1,3,4}"],
  ["n -> n-2^k for k in 0.."],
  ["n -> a + b for a in 1..n, b = n-a if a < b"],
  ["(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1.."],
  ["n -> n-1 | n/2 if n > 0"],
  ["n -> n-d for d in divisors(n) if d < n"],
  ['"++" -> "--"', "++++++"],
  ['grid g -> "." for g in groups "ab" if len(g) > 1', "aab/abb"],
  ["graph with 2 tokens move token along edge and remove vertex", "a,c/a-b,b-c,c-d,d-e,e-a"],
];

/**
 * Shows the studio.
 * @param {HTMLElement} main
 * @param {import("./address.js").Address} address
 */
export function showStudio(main, address) {
  let asking = new AbortController();
  const field = ruleField(() => soon());
  const misere = h("input", { type: "checkbox", role: "switch", onchange: () => soon() });
  const values = valuesCard();
  const pattern = patternCard();
  const board = boardCard(() => now());
  const states = statesCard();
  const program = programCard(() => now());
  const judge = judgeCard(
    () => ({ asked: { rule: field.value.trim(), misere: misere.checked }, coordinates: Math.max(coordinates(field.value.trim()), 1) }),
    () => now(),
    () => label(),
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
        h("p.examples", {}, say("forExample"), EXAMPLES.map(([rule, game]) => h("a.chip", { href: hash("studio", { rule, game, lang: language() }) }, rule))),
      ),
      h("div.studio-grid", {}, h("div.studio-column", {}, values.element, board.element, states.element), h("div.studio-column", {}, pattern.element, program.element, judge.element)),
    ),
  );
  read(address);

  function read({ parameters }) {
    field.value = parameters.rule ?? EXAMPLES[0][0];
    misere.checked = parameters.misere === "1";
    board.position = parameters.game ?? "";
    program.language = parameters.language ?? "cpp";
    judge.ruled();
    judge.problem.name = parameters.problem ?? "";
    now(true);
  }

  /** Beside a problem it must be seen that these cards are of the rule above, and not of the problem. */
  function label() {
    const rule = field.value.trim();
    const other = judge.problem.asked !== null && rule !== "" && rule !== judge.problem.rule;
    for (const one of [values, pattern, board, states]) one.label(other ? say("studioOfRule", { rule, name: judge.problem.name || say("problemOwn") }) : "");
  }

  function soon() {
    judge.ruled();
    label();
    asking.abort();
    asking = new AbortController();
    wait(PAUSE, asking.signal).then(() => now(), () => {});
  }

  async function now(first = false) {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const rule = field.value.trim();
    label();
    if (rule === "") {
      field.fail(null);
      for (const one of [values, pattern, board, states, program]) one.clear();
      return;
    }
    const asked = { rule, misere: misere.checked };
    const count = coordinates(rule);
    const fits = board.position !== "" && board.position.split(",").length === count;
    if (count > 0 && !fits) board.position = count === 1 ? "6" : Array(count).fill(count === 2 ? 3 : 2).join(",");
    if (!first) note("studio", { rule, misere: misere.checked && "1", game: board.position, language: program.language, problem: judge.problem.name, lang: language() }, { replace: true });
    const mistake = await values.show(asked, signal);
    if (signal.aborted) return;
    field.fail(mistake);
    main.querySelector(".studio-grid").classList.toggle("stale", Boolean(mistake));
    if (mistake) return;
    const href = hash("play", { ...question(board.position, { ...asked, misere: misere.checked && "1" }), lang: language() });
    await Promise.all([pattern.show(asked, signal), board.show(asked, signal, href), states.show(asked, board.position, signal), program.show(judge.problem.asked ?? asked, signal)]);
  }

  return {
    update: read,
    leave() {
      asking.abort();
      board.leave();
    },
  };
}

/*
 * Writing a position, or a rule and its positions, and showing what was wrong with it: the place marked, the server's
 * words, and its example as a button that takes it over.
 */

import { h, put } from "./dom.js";
import { say } from "./words.js";

/** The words for an error of any kind. */
export function sentence(error) {
  if (error?.message && error.name === "ApiError") return error.message;
  if (error?.name === "ApiError") {
    if (error.status === 0) return say("noAnswer");
    if (error.status === 503 || error.status === 429) return say("busy");
    if (error.status === 504) return say("tooLong");
    return say("failed", { status: error.status });
  }
  return say("noAnswer");
}

/**
 * Shows an error under a field.
 * @param {HTMLElement} place where
 * @param {Error|null} error null takes the words away
 * @param {string} text what was written
 * @param {(example: string) => void} [take] takes the example over
 */
export function showError(place, error, text, take) {
  if (!error) {
    put(place);
    return;
  }
  const marked = [];
  if (error.column && text) {
    const line = text.split("\n")[(error.line ?? 1) - 1] ?? text;
    const letters = [...line];
    const start = error.column - 1;
    const end = Math.max(start + (error.length || 1), start + 1);
    marked.push(
      h(
        "p.error-place",
        {},
        h("span.visually-hidden", {}, say("atPlace", { column: error.column })),
        h("code", {}, letters.slice(0, start).join(""), h("mark", {}, letters.slice(start, end).join("") || " "), letters.slice(end).join("")),
      ),
    );
  }
  // An address of the interface is no example for a field.
  const example = error.example && take && !error.example.startsWith("/")
    ? h("p.error-example", {}, say("forExample"), " ", h("button.quiet.code", { type: "button", onclick: () => take(error.example) }, error.example))
    : null;
  put(place, h("div.error", { role: "alert" }, marked, h("p", {}, sentence(error)), example));
}

let count = 0;

/**
 * A form for a position or a rule.
 * @param {{game?: string, rule?: string, let?: string}} start what stands in it
 * @param {(said: {game: string, rule: string|null, let: string|null}) => void} submit
 */
export function notationForm(start, submit) {
  count += 1;
  const id = `notation-${count}`;
  const game = h("input.code", { id, type: "text", value: start.game ?? "", placeholder: "nim 3 5 7", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": `${id}-hint ${id}-error` });
  const rule = h("input.code", { id: `${id}-rule`, type: "text", value: start.rule ?? "", placeholder: "n -> n-k for k in {1,3,4}", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": `${id}-rule-hint ${id}-error` });
  const names = h("input.code", { id: `${id}-let`, type: "text", value: start.let ?? "", placeholder: "m=3", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const caption = h("label", { for: id });
  const hint = h("p.hint", { id: `${id}-hint` });
  const place = h("div.error-slot", { id: `${id}-error` });
  const ruled = h(
    "div.ruled",
    {},
    h("div.field", {}, h("label", { for: `${id}-rule` }, say("rule")), rule, h("p.hint", { id: `${id}-rule-hint` }, say("ruleHint"))),
    h("div.field.short", {}, h("label", { for: `${id}-let` }, say("letValues")), names),
  );
  const toggle = h("button.quiet", { type: "button", "aria-expanded": "false", onclick: () => open(ruled.hidden) }, say("ruleToggle"));
  const form = h(
    "form.notation",
    { novalidate: true },
    ruled,
    h("div.field", {}, h("div.caption", {}, caption, toggle), h("div.line", {}, game, h("button.primary", { type: "submit" }, say("show"))), hint),
    place,
  );

  function open(on) {
    ruled.hidden = !on;
    toggle.setAttribute("aria-expanded", String(on));
    caption.textContent = on ? say("rulePositions") : say("position");
    hint.textContent = on ? "" : say("positionHint");
    game.placeholder = on ? "10 12" : "nim 3 5 7";
    if (on && document.activeElement === toggle) rule.focus();
  }
  open(Boolean(start.rule));

  /** Whether something was written that is on no board yet: it stays, with what is wrong with it, until it is sent. */
  let written = false;
  /** What was sent last, as it was sent: places of mistakes are places in it. */
  let sent = { game: start.game ?? "", rule: start.rule ?? null };
  form.addEventListener("input", () => (written = true));

  game.addEventListener("input", () => {
    // A rule typed into the first field is meant as one.
    if (ruled.hidden && game.value.includes("->")) {
      rule.value = game.value;
      game.value = "";
      open(true);
      rule.focus();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const own = !ruled.hidden && rule.value.trim() !== "";
    showError(place, null);
    sent = { game: game.value.trim(), rule: own ? rule.value.trim() : null };
    submit({ ...sent, let: own && names.value.trim() ? names.value.trim() : null });
  });
  form.addEventListener("keydown", (event) => {
    // Escape gives up what was written, for the position on the board.
    if (event.key !== "Escape" || !written) return;
    event.preventDefault();
    written = false;
    api.set(shown);
  });
  let shown = start;

  const api = {
    element: form,
    /** What was sent is a position: it is on the board next. */
    taken() {
      written = false;
    },
    /** Shows the position now on the board; but what is being written stays. */
    set(said) {
      shown = said;
      sent = { game: said.game ?? "", rule: said.rule ?? null };
      if (written) return;
      game.value = said.game ?? "";
      rule.value = said.rule ?? "";
      names.value = said.let ?? "";
      open(Boolean(said.rule));
      api.fail(null);
    },
    /** Shows an error, or takes it away. */
    fail(error) {
      const ofRule = Boolean(sent.rule) && error?.kind === "rule";
      showError(place, error, ofRule ? sent.rule : sent.game, (example) => {
        written = true;
        if (example.includes("->")) {
          open(true);
          rule.value = example;
        } else game.value = example;
        game.focus();
      });
      // On a phone the words under a field may stand below the window.
      if (error && written) place.scrollIntoView({ block: "nearest" });
      for (const field of [game, rule]) {
        if (error && field === (ofRule ? rule : game)) field.setAttribute("aria-invalid", "true");
        else field.removeAttribute("aria-invalid");
      }
    },
  };
  return api;
}

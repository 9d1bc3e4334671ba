/*
 * The field in which a rule is written: suggestions for the word under the cursor, and the place of a mistake marked
 * below it. What a rule may say is the server's business; the suggestions are the words of the notation and no more.
 */

import { h, put } from "./dom.js";
import { showError } from "./notation.js";
import { say } from "./words.js";

/** A word, what is written for it, and the sentence that explains it. */
const WORDS = [
  ["for", "for k in {1,3,4}", "suggestFor"],
  ["in", "in 1..=n", "suggestIn"],
  ["if", "if n > 0", "suggestIf"],
  ["where", "where m = 3", "suggestWhere"],
  ["and", "and ", "suggestAnd"],
  ["or", "or ", "suggestOr"],
  ["not", "not ", "suggestNot"],
  ["divisors", "divisors(n)", "suggestDivisors"],
  ["primes", "primes(n)", "suggestPrimes"],
  ["primefactors", "primefactors(n)", "suggestFactors"],
  ["min", "min(x,y)", "suggestMin"],
  ["max", "max(x,y)", "suggestMax"],
  ["gcd", "gcd(x,y)", "suggestGcd"],
  ["popcount", "popcount(n)", "suggestPopcount"],
  ["digitsum", "digitsum(n)", "suggestDigits"],
  ["sqrt", "sqrt(n)", "suggestSqrt"],
  ["xor", "xor ", "suggestXor"],
  ["end", "end", "suggestEnd"],
];

/**
 * The words that go on with the letters before the cursor.
 * @param {string} text
 * @param {number} cursor
 * @returns {{from: number, found: Array<[string, string, string]>}} where the letters begin, and what fits
 */
export function suggestions(text, cursor) {
  const letters = /[a-z]+$/i.exec(text.slice(0, cursor))?.[0] ?? "";
  const from = cursor - letters.length;
  // A single letter is mostly the name of a number.
  if (letters.length < 2 && !/[)\d}\s][fiwao]$/.test(text.slice(0, cursor))) return { from, found: [] };
  return { from, found: WORDS.filter(([word]) => word.startsWith(letters.toLowerCase()) && word !== letters) };
}

/** A range that ends before its last number, which many take for one that includes it: the range, its end, and the one meant; or null. */
export function halfOpen(text) {
  const [range, first, last] = /(\w+)\.\.(?!=)([\w()+*/-]+)/.exec(text) ?? [];
  return range ? { range, last, closed: `${first}..=${last}` } : null;
}

/**
 * The field.
 * @param {(text: string) => void} changed called at each change
 */
export function ruleField(changed) {
  const field = h("input.code", { type: "text", id: "studio-rule", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "studio-hint studio-range studio-error" });
  const list = h("div.suggestions", { role: "group", "aria-label": say("suggestions"), hidden: true });
  const place = h("div.error-slot", { id: "studio-error" });
  const range = h("p.hint", { id: "studio-range", role: "status" });
  const tellRange = () => {
    const found = halfOpen(field.value);
    put(range, found && say("studioRange", found));
  };
  let offered = { from: 0, found: [] };

  function offer() {
    offered = document.activeElement === field ? suggestions(field.value, field.selectionStart) : { from: 0, found: [] };
    list.hidden = offered.found.length === 0;
    put(list, offered.found.slice(0, 6).map((one) => h("button.quiet", { type: "button", tabindex: "-1", onpointerdown: (event) => event.preventDefault(), onclick: () => take(one) }, h("span.code", {}, one[1]), h("span.hint", {}, say(one[2])))));
  }

  function take([, written]) {
    field.setRangeText(written, offered.from, field.selectionStart, "end");
    list.hidden = true;
    offered = { from: 0, found: [] };
    field.focus();
    tellRange();
    changed(field.value);
  }

  field.addEventListener("input", () => {
    offer();
    tellRange();
    changed(field.value);
  });
  field.addEventListener("blur", () => (list.hidden = true));
  field.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "Escape") list.hidden = true;
    else if (event.key === "Tab" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      take(offered.found[0]);
    }
  });

  return {
    element: h("div.field", {}, h("label", { for: "studio-rule" }, say("rule")), h("div.rule-line", {}, field, list), h("p.hint", { id: "studio-hint" }, say("studioHint"), " ", h("span.for-keyboard", {}, say("studioTab"))), range, place),
    get value() {
      return field.value;
    },
    set value(text) {
      if (field.value !== text) field.value = text;
      tellRange();
    },
    /** Marks the place of a mistake, or none. */
    fail(error) {
      showError(place, error, field.value, (example) => {
        field.value = example;
        field.focus();
        tellRange();
        changed(example);
      });
      if (error) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    },
    focus: () => field.focus(),
  };
}

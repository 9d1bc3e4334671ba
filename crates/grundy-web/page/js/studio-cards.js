/*
 * What the studio shows of a rule: its values, the patterns in them and what proves them, the board and the state graph
 * of a position, and a program for a judge. Each card asks one question and shows what it is told, or why there is nothing.
 */

import { ask, askText } from "./api.js";
import { mountBoard } from "./board.js";
import { h, icon, put, announce } from "./dom.js";
import { sentence } from "./notation.js";
import { inline } from "./picture.js";
import { say } from "./words.js";
import { zoomable } from "./zoom.js";

/** Heaps that are shown, and the side of a table. */
const HEAPS = 60;
const SIDE = 16;
const LANGUAGES = ["cpp", "python", "rust", "java"];
const NAMES = { cpp: "C++", python: "Python", rust: "Rust", java: "Java" };

/** How many coordinates a rule has, by its first pattern; 0 where its positions are words, boards, lists or graphs. */
export function coordinates(rule) {
  const pattern = rule.split(/->|→|=/)[0].trim();
  if (pattern.startsWith("(")) return pattern.split(",").length;
  return /["[\s]/.test(pattern) ? 0 : 1;
}

const waits = () => h("p.hint", {}, say("studioWaits"));

function card(name, ...tools) {
  const body = h("div.studio-body", {}, waits());
  const title = h("h2", { id: `studio-${name}` }, say(`studio_${name}`));
  const of = h("p.hint.studio-of", { hidden: true });
  const element = h(`section.card.studio-card.studio-${name}`, { "aria-labelledby": title.id }, h("div.card-head", {}, title, tools), of, body);
  /** Tells of which rule this is, where another could be meant; "" where none could. */
  function label(text) {
    of.textContent = text;
    of.hidden = text === "";
  }
  /** Nothing is shown: there is no rule. */
  function clear() {
    element.classList.remove("waiting", "filled");
    put(body, waits());
  }
  return { element, body, title, clear, label };
}

/** Shows what a question gives, or the words for why it gives nothing. */
async function fill({ element, body }, signal, question) {
  const isFilled = () => element.classList.contains("filled");
  element.classList.add("waiting");
  if (!isFilled()) put(body, h("p.hint", {}, say("studioComputing")));
  try {
    const shown = await question();
    if (signal.aborted) return;
    put(body, shown);
  } catch (error) {
    if (error.name === "AbortError" || signal.aborted) {
      if (!isFilled()) put(body, waits());
      return;
    }
    put(body, h("p.hint", {}, sentence(error)));
  }
  element.classList.remove("waiting");
  element.classList.add("filled");
}

/** The values as cells, the larger the value the stronger the colour; P-positions stand out. */
export function valuesCard() {
  const parts = card("values");
  return {
    element: parts.element,
    clear: parts.clear,
    label: parts.label,
    /** @returns {Promise<Error|null>} the mistake in the rule, if there is one */
    async show(asked, signal) {
      const count = coordinates(asked.rule);
      const isFilled = () => parts.element.classList.contains("filled");
      const filled = (...shown) => {
        parts.element.classList.add("filled");
        put(parts.body, ...shown);
        return null;
      };
      if (count > 2) {
        filled(h("p.hint", {}, say("studioMany", { count })));
        return ask("find", { ...asked, small: 12 }, { signal }).then(() => null, (error) => error);
      }
      if (!isFilled()) put(parts.body, h("p.hint", {}, say("studioComputing")));
      try {
        const range = count === 2 ? { down: `0..${SIDE}`, across: `0..${SIDE}` } : { across: `0..${HEAPS}` };
        const answer = await ask("table", { ...asked, ...range }, { signal });
        return filled(count === 2 ? table(answer) : row(answer));
      } catch (error) {
        // A rule without a table is no mistake.
        if (error.name === "ApiError" && error.kind !== "rule") return filled(h("p.hint", {}, sentence(error)));
        if (!isFilled()) put(parts.body, waits());
        return error;
      }
    },
  };
}

function cell(tag, value, outcome, name, most) {
  const text = value ?? outcome ?? "?";
  return h(tag, { class: outcome === "P" ? "heat p" : "heat", title: `${name}: ${text}`, vars: { "--heat": `${Math.round((55 * Number(value ?? 0)) / most)}%` } }, tag === "td" ? String(text) : [h("span.heat-name", {}, name), h("span.heat-value", {}, String(text))]);
}

function highest(values) {
  return Math.max(1, ...values.flat().map((value) => Number(value) || 0));
}

function row(answer) {
  const values = answer.values ?? [...answer.outcomes].map(() => null);
  const most = highest(values);
  return [h("ol.heat-row", { "aria-label": say("studio_values") }, values.map((value, at) => cell("li", value, answer.outcomes?.[at], String(at), most))), h("p.hint", {}, say("heatHint"))];
}

function table(answer) {
  const values = answer.values;
  const most = highest(values ?? [[0]]);
  const head = Array.from({ length: SIDE }, (_, at) => h("th", { scope: "col" }, at));
  const rows = answer.outcomes.map((line, x) => h("tr", {}, h("th", { scope: "row" }, x), [...line].map((outcome, y) => cell("td", values?.[x]?.[y], outcome, `(${x},${y})`, most))));
  return [
    h("div.heat-scroll", { tabindex: "0", role: "region", "aria-label": say("studioTable", { side: SIDE }) }, h("table.heat-table", {}, h("thead", {}, h("tr", {}, h("td", {}), head)), h("tbody", {}, rows))),
    h("p.hint", {}, say("heatHint")),
  ];
}

/** The patterns, each marked as proved or as only verified. */
export function patternCard() {
  const parts = card("pattern");
  return {
    element: parts.element,
    clear: parts.clear,
    label: parts.label,
    show: (asked, signal) =>
      fill(parts, signal, async () => {
        const answer = await ask("find", asked, { signal });
        const remarks = [...(answer.remarks ?? []), ...(answer.refused ?? [])].map((one) => (typeof one === "string" ? one : (one.said ?? one.why ?? ""))).filter(Boolean);
        return [
          answer.findings.length === 0 && h("p.hint", {}, say("patternNone")),
          h("ul.findings", {}, answer.findings.map((one) => h("li", {}, h("span", { class: one.proved ? "tag proved" : "tag" }, say(one.proved ? "proved" : "verified")), h("p", {}, one.said)))),
          remarks.map((text) => h("p.hint", {}, text)),
        ];
      }),
  };
}

/** The board of a position that can be chosen, on which all moves may be tried. */
export function boardCard(changed) {
  const field = h("input.code", { type: "text", id: "studio-position", autocomplete: "off", spellcheck: "false", "aria-label": say("studioPosition"), onchange: () => changed() });
  const play = h("a.quiet", {}, icon("run"), say("playThis"));
  const parts = card("board", h("div.line.studio-position", {}, field, play));
  const place = h("div");
  const board = mountBoard(place);
  const again = h("button.quiet", { type: "button", disabled: true, onclick: () => begin().catch(() => {}) }, icon("again"), say("fromStart"));
  board.onPosition(() => (again.disabled = false));
  let settings = {};

  async function begin() {
    await board.set(field.value.trim(), settings);
    again.disabled = true;
  }

  return {
    element: parts.element,
    clear: parts.clear,
    label: parts.label,
    get position() {
      return field.value.trim();
    },
    set position(text) {
      field.value = text;
    },
    leave: () => board.destroy(),
    show({ rule, misere }, signal, href) {
      play.href = href;
      settings = { rule, misere };
      return fill(parts, signal, async () => {
        await begin();
        return [place, h("div.actions", {}, again)];
      });
    },
  };
}

/** The state graph of a position. */
export function statesCard() {
  const parts = card("states");
  return {
    element: parts.element,
    clear: parts.clear,
    label: parts.label,
    show(asked, game, signal) {
      return fill(parts, signal, async () => {
        const box = inline(await askText("states", { ...asked, game, format: "svg" }, { signal }), say("studio_states"));
        return zoomable(box, say("statesOf", { game }));
      });
    },
  };
}

/** Of what a program is: of a problem with a name, of one's own, or of the rule above. */
function programTitle({ rule, name, problem }) {
  if (rule !== undefined) return say("studio_program");
  return problem ? say("programOfFile") : say("programOf", { name });
}

/** A program for a judge, in a language that can be chosen. */
export function programCard(changed) {
  const language = h("select", { "aria-label": say("programLanguage"), onchange: () => changed() }, LANGUAGES.map((name) => h("option", { value: name }, NAMES[name])));
  let text = "";
  const copy = h("button.quiet", {
    type: "button",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        announce(say("copied"));
        copy.lastChild.textContent = say("copied");
      } catch {
        copy.lastChild.textContent = say("copyFailed");
      }
    },
  }, icon("copy"), h("span", {}, say("copyProgram")));
  const parts = card("program", h("div.line", {}, language, copy));
  return {
    element: parts.element,
    clear() {
      copy.disabled = true;
      parts.title.textContent = say("studio_program");
      parts.clear();
    },
    get language() {
      return language.value;
    },
    set language(name) {
      if (LANGUAGES.includes(name)) language.value = name;
    },
    show: (asked, signal) =>
      fill(parts, signal, async () => {
        copy.lastChild.textContent = say("copyProgram");
        copy.disabled = true;
        try {
          text = await askText("emit", { ...asked, language: language.value }, { signal });
        } finally {
          // The heading changes with what stands under it.
          if (!signal.aborted) parts.title.textContent = programTitle(asked);
        }
        copy.disabled = false;
        return h("pre.program", { tabindex: "0", role: "region", "aria-label": NAMES[language.value] }, h("code", {}, text));
      }),
  };
}

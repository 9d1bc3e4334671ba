/*
 * The side of the board: who wins, the values, the nim-sum in binary, why, the moves so far; each on demand.
 */

import { ask, askText } from "./api.js";
import { h, put, announce } from "./dom.js";
import { sentence } from "./notation.js";
import { inline } from "./picture.js";
import { nothingWins, told } from "./remarks.js";
import { say } from "./words.js";

/** Winning moves that are listed. */
const LISTED = 6;

const CHOICES = ["winner", "winning", "values", "binary", "comments"];
const KEYS = { winning: "m" };
const TITLES = { winner: "showWinner", values: "showValues", binary: "showBinary", winning: "showWinning", comments: "showComments" };

/**
 * The panel.
 * @param {{show: string[], change: (show: string[]) => void, play: (number: number) => void, point: (number: number|null) => void}} hands
 *   `play` makes a winning move, `point` shows it on the board
 */
export function sidePanel({ show, change, play, point }) {
  let shown = show;
  let now = null;
  let asking = null;
  let whyOpen = false;

  const boxes = new Map();
  const switches = CHOICES.map((name) => {
    const box = h("input", {
      type: "checkbox",
      role: "switch",
      "aria-keyshortcuts": KEYS[name] ?? null,
      checked: shown.includes(name),
      onchange: () => {
        shown = CHOICES.filter((one) => boxes.get(one).checked);
        change(shown);
        draw();
      },
    });
    boxes.set(name, box);
    return h("label.switch.small", {}, box, h("span", {}, say(TITLES[name])));
  });
  const winner = h("div.winner", { "aria-live": "polite" });
  const binary = h("div.binary");
  const reasons = h("section.card.why", { "aria-labelledby": "why-title", hidden: true, tabindex: "-1" });
  const winning = h("div.winning-moves");
  const around = (line) => [
    h("section.card.analysis", { "aria-labelledby": "show-title" }, h("h2", { id: "show-title" }, say("analysis")), h("div.switches", {}, switches), winner, winning, binary, line),
    reasons,
  ];

  function draw() {
    if (!now) return;
    drawWinner();
    drawWinning();
    asking?.abort();
    asking = new AbortController();
    binary.hidden = !shown.includes("binary");
    if (!binary.hidden) drawBinary(asking.signal);
    if (whyOpen) drawWhy(asking.signal, false);
  }

  function drawWinner() {
    const { position, mover } = now;
    winner.hidden = !shown.includes("winner");
    if (winner.hidden) return;
    const { outcome, value } = position;
    const names = { N: ["nPosition", "outcomeN"], P: ["pPosition", "outcomeP"], D: ["dPosition", "outcomeD"] };
    const [tag, words] = names[outcome] ?? ["unknownPosition", "outcomeUnknown"];
    const text = mover.you && (outcome === "N" || outcome === "P") ? say(`${words}You`) : say(words, { who: mover.name });
    put(
      winner,
      h(
        "div.outcome",
        { "data-outcome": outcome ?? "unknown" },
        h("p", {}, h("span.outcome-tag", {}, say(tag)), text),
        value !== null && value !== undefined && h("p.value-line", {}, h("span", {}, say("grundyValue")), " ", h("strong", {}, String(value))),
      ),
    );
  }

  function drawWinning() {
    const { position } = now;
    winning.hidden = !shown.includes("winning") || position.over;
    if (winning.hidden) return;
    const wins = position.moves.map((move, number) => ({ move, number })).filter(({ move }) => move.wins === true);
    const item = ({ move, number }) =>
      h("li", {}, h("button.move.wins", { type: "button", onclick: () => play(number), onpointerenter: () => point(number), onpointerleave: () => point(null), onfocus: () => point(number), onblur: () => point(null) }, told(move, position)));
    put(
      winning,
      h("h3", {}, say("showWinning")),
      wins.length > 0 ? h("ul.move-list.plain-list", {}, wins.slice(0, LISTED).map(item)) : h("p.hint", {}, nothingWins(position)),
      wins.length > LISTED && h("p.hint", {}, say("moreMoves", { count: wins.length - LISTED })),
    );
  }

  async function drawBinary(signal) {
    const { question, position } = now;
    try {
      const svg = await askText("binary", { game: question.game, rule: question.rule, let: question.let }, { signal });
      put(binary, h("h3", {}, say("binaryTitle")), inline(svg, say("binaryTitle")), h("p.hint", {}, say("binaryNote")));
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      put(binary, h("h3", {}, say("binaryTitle")), table(position));
    }
  }

  function table(position) {
    const rows = position.components.map((one) => [one.game, one.value]);
    if (rows.length === 0 || rows.some(([, value]) => value === null || value === undefined) || position.value === null) return h("p.hint", {}, say("binaryNone"));
    const digits = Math.max(...rows.map(([, value]) => BigInt(value).toString(2).length));
    const bits = (value) => [...BigInt(value).toString(2).padStart(digits, "0")].map((bit) => h("td", { class: bit === "1" ? "one" : "zero" }, bit));
    return h(
      "table.bits",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("componentColumn")), h("th", { scope: "col" }, say("valueColumn")), h("th", { scope: "colgroup", colspan: digits }, h("span.visually-hidden", {}, say("binaryTitle"))))),
      h("tbody", {}, rows.map(([game, value]) => h("tr", {}, h("th", { scope: "row" }, game), h("td", {}, String(value)), bits(value)))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say("nimSum")), h("td", {}, String(position.value)), bits(position.value))),
    );
  }

  async function drawWhy(signal, tell) {
    reasons.hidden = false;
    try {
      const answer = await ask("solve", { ...now.question, explain: true }, { signal });
      const { lines, conclusion } = sentences(answer);
      put(
        reasons,
        h("div.card-head", {}, h("h2", { id: "why-title" }, say("whyTitle")), h("button.quiet", { type: "button", onclick: () => { whyOpen = false; reasons.hidden = true; } }, say("close"))),
        lines.map((line) => h("p", {}, line)),
        h("p.conclusion", {}, conclusion),
        declined(answer),
      );
      if (tell) announce([...lines, conclusion].join(" "));
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      put(reasons, h("h2", { id: "why-title" }, say("whyTitle")), h("p.failure", {}, sentence(error)));
    }
  }

  /** The sentences of an answer, equal ones of several components once, and at the end who wins. */
  function sentences(answer) {
    const { mover } = now;
    const words = { N: "outcomeN", P: "outcomeP", D: "outcomeD" }[answer.outcome] ?? "outcomeUnknown";
    const lines = [];
    const components = answer.components ?? [];
    const several = components.length > 1;
    for (const one of components) if (one.because) lines.push(several && !one.because.includes(one.game) ? `${one.game}: ${one.because}` : one.because);
    for (const text of [answer.because, answer.conclusion]) if (text) lines.push(text);
    if (answer.value !== null && answer.value !== undefined && several) lines.push(`${say("nimSum")}: ${components.map((one) => one.value).join(" ⊕ ")} = ${answer.value}`);
    const said = answer.moves?.slice(0, 4).map((move) => (several ? `${components[move.component]?.game ?? move.from}: ${move.move}` : move.move)).join("; ");
    if (answer.winning_moves && said) lines.push(`${say("whyWins", { count: answer.winning_moves })}: ${said}${Number(answer.winning_moves) > 4 ? " …" : ""}`);
    const conclusion = mover.you && (answer.outcome === "N" || answer.outcome === "P") ? say(`${words}You`) : say(words, { who: mover.name });
    return { lines: [...new Set(lines)].filter((line) => line !== conclusion), conclusion };
  }

  function declined(answer) {
    const list = (answer.declined ?? []).filter((one) => one.why);
    if (list.length === 0) return null;
    return h("details", {}, h("summary", {}, say("whyDeclined")), h("ul", {}, [...new Set(list.map((one) => one.why))].map((text) => h("li", {}, text))));
  }

  return {
    /** The cards of the side, with the line of play in the first. */
    around,
    /** A new position is on the board. */
    position(position, mover, { question }) {
      now = { position, mover, question };
      draw();
    },
    /** No position is on the board. */
    clear() {
      now = null;
      whyOpen = false;
      for (const part of [winner, winning, binary, reasons]) part.hidden = true;
    },
    /** Marks the winning moves, or no longer: the switch turned by a key. */
    marks() {
      boxes.get("winning").click();
    },
    /** Other switches, from the address. */
    set(next) {
      shown = next;
      for (const [name, box] of boxes) box.checked = shown.includes(name);
      draw();
    },
    /** Says why, or no longer. */
    why() {
      if (!now) return;
      whyOpen = !whyOpen;
      reasons.hidden = !whyOpen;
      if (!whyOpen) return;
      drawWhy(new AbortController().signal, true);
      reasons.scrollIntoView({ block: "nearest" });
    },
  };
}

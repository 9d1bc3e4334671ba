/*
 * The side of the board: who wins, the values, the nim-sum in binary, and why; each on demand, and each once: what the reasons tell is
 * left out of the analysis below them.
 */

import { ask, askText } from "./api.js";
import { announce, calm, h, put } from "./dom.js";
import { lineAhead } from "./line-ahead.js";
import { shortened } from "./long-number.js";
import { nimSumTable } from "./nim-sum.js";
import { sentence } from "./notation.js";
import { inline } from "./picture.js";
import { nothingWins, told } from "./remarks.js";
import { explainer } from "./terms.js";
import { say } from "./words.js";

/** Winning moves that are listed. */
const LISTED = 6;

const CHOICES = ["winner", "winning", "ahead", "values", "binary", "comments"];
const KEYS = { winning: "m" };
const TITLES = { winner: "showWinner", values: "showValues", ahead: "showAhead", binary: "showBinary", winning: "showWinning", comments: "showComments" };

/**
 * The panel.
 * @param {{show: string[], change: (show: string[]) => void, play: (number: number) => void, point: (number: number|null) => void,
 *   along: (steps: Array<object>) => void}} hands `play` makes a winning move, `point` shows it on the board, `along` goes along the best line
 */
export function sidePanel({ show, change, play, point, along }) {
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
  const ahead = lineAhead({ along, point });
  // The reasons come first: beside the board on a wide window, next below it on a narrow one.
  const cards = [
    reasons,
    h("section.card.analysis", { "aria-labelledby": "show-title" }, h("h2", { id: "show-title" }, say("analysis")), h("div.switches", {}, switches), winner, winning, ahead.element, binary),
  ];

  function draw() {
    if (!now) return;
    drawWinner();
    drawWinning();
    asking?.abort();
    asking = new AbortController();
    if (shown.includes("binary")) drawBinary(asking.signal);
    if (shown.includes("ahead") && !now.waits) ahead.show(now.position, now.settings, now.who, asking.signal);
    else ahead.hide();
    if (whyOpen) drawWhy(asking.signal, false);
    once();
  }

  /** Leaves out of the analysis what the reasons show. */
  function once() {
    const told = (selector) => whyOpen && reasons.querySelector(selector) !== null;
    winning.hidden = !shown.includes("winning") || now.position.over || told(".why-wins");
    binary.hidden = !shown.includes("binary") || told(".bits");
    const says = winner.querySelector(".outcome-says");
    if (says) says.hidden = told(".conclusion");
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
        h("p", {}, h("span.outcome-tag", {}, explainer()(say(tag))), h("span.outcome-says", {}, text)),
        value !== null && value !== undefined && h("p.value-line", {}, h("span", {}, say("grundyValue")), " ", h("strong", {}, shortened(value))),
      ),
    );
  }

  function drawWinning() {
    const { position } = now;
    if (!shown.includes("winning") || position.over) return;
    const wins = position.moves.map((move, number) => ({ move, number })).filter(({ move }) => move.wins === true);
    const item = ({ move, number }) => h("li", {}, moveOf(number, told(move, position)));
    put(
      winning,
      h("h3", {}, say("showWinning")),
      wins.length > 0 ? h("ul.move-list.plain-list", {}, wins.slice(0, LISTED).map(item)) : h("p.hint", {}, nothingWins(position)),
      wins.length > LISTED && h("p.hint", {}, say("moreMoves", { count: wins.length - LISTED })),
    );
  }

  /** A winning move that can be made, and is pointed to on the board. */
  function moveOf(number, ...words) {
    return h("button.move.wins", { type: "button", onclick: () => play(number), onpointerenter: () => point(number), onpointerleave: () => point(null), onfocus: () => point(number), onblur: () => point(null) }, words);
  }

  async function drawBinary(signal) {
    const { question, position } = now;
    // One component has a value, and nothing to add.
    const single = position.components.length === 1;
    const title = say(single ? "binaryOne" : "binaryTitle");
    if (single && position.play !== "misere") {
      put(binary, h("h3", {}, title), nimSumTable(position.components) ?? h("p.hint", {}, say("binaryNone")));
      return;
    }
    try {
      const svg = await askText("binary", { game: question.game, rule: question.rule, let: question.let }, { signal });
      put(binary, h("h3", {}, title), inline(svg, title), h("p.hint", {}, say("binaryNote")));
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      put(binary, h("h3", {}, title), position.play === "misere" ? h("p.hint", {}, say("binaryMisere")) : nimSumTable(position.components) ?? h("p.hint", {}, say("binaryNone")));
    }
  }

  async function drawWhy(signal, tell) {
    reasons.hidden = false;
    const head = h("div.card-head", {}, h("h2", { id: "why-title" }, say("whyTitle")), h("button.quiet", { type: "button", onclick: () => close() }, say("close")));
    try {
      // Reasons are loaded when somebody asks for them.
      const reasoner = await import("./why.js");
      const answer = await ask("solve", { ...now.question, explain: true }, { signal });
      const { nodes, told: words } = reasoner.reasonsOf(answer, now.mover, now.position, moveOf);
      put(reasons, head, nodes);
      once();
      if (tell) announce(words);
      if (now.position.components.length === 1) tellReplies(reasoner, signal);
      tellMex(reasoner, answer, signal);
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      put(reasons, head, h("p.failure", {}, sentence(error)));
      once();
    }
    if (tell) bring(reasons);
  }

  /** The replies stand before who wins; where they are not to be had, the reasons stand alone. */
  async function tellReplies({ repliesOf }, signal) {
    const nodes = await repliesOf(now.position, now.settings, signal).catch(() => null);
    if (nodes && !signal.aborted) reasons.querySelector(":scope > .conclusion")?.before(...nodes);
  }

  /** How the values that no theorem tells arise, below the reasons of the components. */
  async function tellMex({ mexOf }, answer, signal) {
    const nodes = await mexOf(answer, now.position, now.settings, signal).catch(() => []);
    if (nodes.length > 0 && !signal.aborted) (reasons.querySelector(":scope > .reasons") ?? reasons.querySelector(":scope > .card-head + p"))?.after(...nodes);
  }

  function close() {
    whyOpen = false;
    reasons.hidden = true;
    once();
  }

  return {
    /** The cards of the side. */
    cards,
    /**
     * A new position is on the board.
     * @param {object} position
     * @param {{mover: object, who: (at: number) => string, waits: boolean, question: object, settings: object}} told who moves now, who makes
     *   the move at a place of the line ahead, whether the machine is about to move, what to ask for, and the settings of the match
     */
    position(position, told) {
      now = { position, ...told };
      draw();
    },
    /** No position is on the board. */
    clear() {
      now = null;
      whyOpen = false;
      for (const part of [winner, winning, ahead.element, binary, reasons]) part.hidden = true;
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
      if (whyOpen) return void close();
      whyOpen = true;
      reasons.hidden = false;
      asking ??= new AbortController();
      drawWhy(asking.signal, true);
    },
  };
}

/** How much of the window the beginning of the reasons should have below the board, and how many pixels it must have. */
const BEGINNING = 0.4;
const LEAST = 150;
const MARGIN = 8;

/**
 * Scrolls so that the board and the beginning of the reasons are in the window together: below the board by as much as leaves all of
 * the board in sight; where the window is too low for both, the reasons begin at its lower end.
 */
function bring(reasons) {
  const table = document.querySelector(".table").getBoundingClientRect();
  const drawn = [...document.querySelectorAll(".table .component")].map((component) => component.getBoundingClientRect().top);
  const { top, bottom, height } = reasons.getBoundingClientRect();
  const until = (room) => top + Math.min(height, room) + MARGIN - innerHeight;
  const isBeside = top < table.bottom;
  // What is in the window already stays where it is.
  if (top >= 0 && until(LEAST) <= 0 && (isBeside || (table.top >= 0 && bottom <= innerHeight))) return;
  const board = Math.min(table.bottom, ...drawn) - MARGIN;
  const by = isBeside
    ? Math.min(top - MARGIN, Math.max(until(BEGINNING * innerHeight), 0))
    : Math.max(until(LEAST), Math.min(Math.max(until(BEGINNING * innerHeight), table.top - MARGIN), board));
  scrollBy({ top: by, behavior: calm() ? "auto" : "smooth" });
}

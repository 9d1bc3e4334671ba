/*
 * The tasks of a lesson. The element says what is asked, by `data-ask`:
 *
 *   outcome   who wins (data-draw: a draw may be answered too)
 *   value     the Grundy value, a number        count    how many winning moves, a number
 *   period    the period of the values          move     a winning move, made on a board
 *   set       all P-positions among those of data-down and data-across, or of data-items
 *   rule      a rule of one line with the same values as data-same
 *
 * of the position data-game, or of data-rule, with data-misere under misère play; data-drawn draws it. Its first
 * paragraph is the question; a paragraph of the class "hint" is shown on demand, or after the second wrong answer. The right answer always
 * comes from the server; a wrong one is answered with what is wrong, and the third with the solution.
 */

import { ask } from "./api.js";
import { mountBoard, question } from "./board.js";
import { h, put } from "./dom.js";
import { askMarks } from "./lesson-marks.js";
import { askRule } from "./lesson-rule.js";
import { failure, moveInWords, reason, slip, slipped, towardsValue, winner, wrongValue } from "./lesson-says.js";
import { tell } from "./lesson-words.js";
import { language } from "./words.js";

const KINDS = { outcome: askOutcome, value: askValue, count: askCount, period: askPeriod, move: askMove, set: askMarks, rule: askRule };

/** Of how many wrong answers the hint comes by itself, and of how many the solution. */
const HINT_AT = 2;
const SHOWN_AT = 3;

/**
 * Makes a task of the element.
 * @param {HTMLElement} element
 * @param {number} number of the task in its lesson, from 1
 * @param {() => void} solved called when the answer is right
 * @param {object} [more]
 * @param {boolean} [more.last] whether it is the last of its lesson, the challenge
 * @param {() => void} [more.missed] called when an answer is wrong
 * @returns {() => void} takes it away
 */
export function makeTask(element, number, solved, { last = false, missed = () => {} } = {}) {
  const leaving = new AbortController();
  const place = h("div.lesson-answer");
  const verdict = h("p.lesson-verdict", { role: "status" });
  // A task that stands before the first chapter is one itself.
  const chapter = element.closest("article")?.querySelector(":scope > h2");
  const isChapter = Boolean(chapter && element.compareDocumentPosition(chapter) & Node.DOCUMENT_POSITION_FOLLOWING);
  const heading = h("h3", { id: `task-${number}`, "aria-level": isChapter ? "2" : null }, last ? tell("challenge") : tell("task", { number }));
  const hint = element.querySelector(".hint");
  element.setAttribute("role", "group");
  element.setAttribute("aria-labelledby", heading.id);
  element.prepend(heading);
  let busy = false;
  let wrongs = 0;
  let solution = "";

  const task = {
    element,
    place,
    signal: leaving.signal,
    settings: { rule: element.dataset.rule ?? null, misere: "misere" in element.dataset },
    game: element.dataset.game ?? "",
    /** What to ask about a position that an answer named. */
    further: (game) => question(game, task.settings),
    /** What to ask about the position of the task. */
    parameters: () => question(task.game, task.settings),
    /**
     * Tells how the answer was. Of a wrong one it is said what is wrong with it; the second shows the hint as well, and the third the
     * solution, which before stands behind a button.
     * @param {boolean} right
     * @param {string|string[]} said
     * @param {string[]} [whole] sentences that tell the answer
     */
    judge(right, said, whole = []) {
      element.classList.toggle("right", right);
      element.classList.toggle("wrong", !right);
      // Sentences of Chinese follow each other without a blank.
      const gap = language() === "zh" ? "" : " ";
      const joined = (sentences) => sentences.flat().filter(Boolean).join(gap);
      wrongs += right ? 0 : 1;
      solution = right ? "" : joined(whole);
      const shown = !right && wrongs >= SHOWN_AT;
      put(verdict, h("strong", {}, tell(right ? "right" : "wrong")), gap, joined([said, shown ? whole : ""]));
      if (!right && wrongs >= HINT_AT && hint) toggleHint(true);
      solutionButton.hidden = right || shown || solution === "";
      (right ? solved : missed)();
    },
    /** Tells what is missing for an answer. */
    remark(sentence) {
      element.classList.remove("right", "wrong");
      solutionButton.hidden = true;
      put(verdict, sentence);
    },
    /** Runs a check, one at a time, and tells what goes wrong. */
    async check(run) {
      if (busy) return;
      busy = true;
      task.remark(tell("checking"));
      try {
        await run();
      } catch (error) {
        if (!leaving.signal.aborted) task.remark(failure(error));
      } finally {
        busy = false;
      }
    },
  };

  const hintButton = hint && h("button.quiet", { type: "button", "aria-expanded": "false", onclick: () => toggleHint() }, tell("hint"));
  function toggleHint(on = hint.hidden) {
    hint.hidden = !on;
    hintButton.setAttribute("aria-expanded", String(!hint.hidden));
  }

  const solutionButton = h("button.quiet.show-solution", { type: "button", hidden: true, onclick: () => showSolution() }, tell("showSolution"));
  function showSolution() {
    solutionButton.hidden = true;
    wrongs = SHOWN_AT;
    verdict.append(language() === "zh" ? "" : " ", solution);
    // The button that was pressed is gone; the keys stay in the task.
    verdict.setAttribute("tabindex", "-1");
    verdict.focus();
  }

  const drawing = "drawn" in element.dataset ? drawn(task) : null;
  const kind = element.dataset.ask;
  const leave = (Object.hasOwn(KINDS, kind) ? KINDS[kind] : askOutcome)(task);
  element.append(...(drawing ? [drawing.place] : []), place, verdict, h("div.lesson-buttons", {}, hintButton, solutionButton));
  if (hint) element.append(hint);
  return () => {
    leaving.abort();
    drawing?.board.destroy();
    leave?.();
  };
}

/** The position of the task, drawn but not to be played on. */
function drawn(task) {
  const place = h("div.lesson-play");
  const board = mountBoard(place, { ...task.settings, input: false, list: false });
  board.set(task.game).catch((error) => {
    if (!task.signal.aborted) put(place, h("p.failure", {}, failure(error)));
  });
  return { place, board };
}

function askOutcome(task) {
  const outcomes = [["N", "moverWins"], ["P", "otherWins"], ...("draw" in task.element.dataset ? [["D", "nobodyWins"]] : [])];
  const buttons = outcomes.map(([outcome, words]) =>
    h("button", {
      type: "button",
      "data-outcome": outcome,
      onclick: () => task.check(async () => {
        const answer = await ask("solve", task.parameters(), { signal: task.signal });
        const whole = [winner(answer), reason(answer)];
        if (answer.outcome === outcome) task.judge(true, whole);
        else task.judge(false, tell(`not_${outcome}`), whole);
      }),
    }, tell(words)),
  );
  put(task.place, h("div.lesson-choices", { role: "group", "aria-label": tell("whoWins") }, buttons));
}

/** A field for a whole number, with a button to check it. */
function askNumber(task, judge) {
  const field = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 8, maxlength: 24 });
  const form = h("form.lesson-form", {
    onsubmit: (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!/^\d+$/.test(text)) {
        task.remark(tell("numberWanted"));
        field.focus();
        return;
      }
      task.check(() => judge(BigInt(text).toString()));
    },
  }, h("label", {}, tell("yourNumber"), " ", field), h("button", { type: "submit" }, tell("check")));
  put(task.place, form);
}

function askValue(task) {
  askNumber(task, async (number) => {
    const answer = await ask("solve", task.parameters(), { signal: task.signal });
    const right = String(answer.value) === number;
    if (right) task.judge(true, (answer.components.length > 1 && reason(answer)) || tell("valueIs", { value: answer.value }));
    else {
      const { options, towards } = await towardsValue(answer, task.parameters(), task.further, task.signal);
      task.judge(false, wrongValue(answer, number, options), [towards, tell("valueIs", { value: answer.value })]);
    }
  });
}

function askCount(task) {
  askNumber(task, async (number) => {
    const answer = await ask("solve", task.parameters(), { signal: task.signal });
    const right = String(answer.winning_moves) === number;
    const whole = [tell("winningMoves", { count: answer.winning_moves }), reason(answer)];
    if (right) task.judge(true, whole);
    else task.judge(false, tell(BigInt(number) < BigInt(answer.winning_moves) ? "moreWin" : "fewerWin", { number }), [...whole, answer.moves.length > 0 ? tell("oneOfThem", { move: moveInWords(answer.moves[0]) }) : ""]);
  });
}

function askPeriod(task) {
  askNumber(task, async (number) => {
    const { game } = task;
    const { period, preperiod } = await ask("period", { game, rule: task.settings.rule }, { signal: task.signal });
    const whole = tell("periodIs", { period, pre: preperiod });
    if (String(period) === number) {
      task.judge(true, whole);
      return;
    }
    if (number === "0") {
      task.judge(false, tell("periodPositive"), [whole]);
      return;
    }
    // Two heaps that would be worth the same; a longer distance differs as its remainder does.
    const distance = BigInt(number) > BigInt(1000 + period) ? 1000 + Number(BigInt(number) % BigInt(period)) : Number(number);
    const table = await ask("table", { game, rule: task.settings.rule, down: `${preperiod}..${preperiod + period + distance}`, format: "json" }, { signal: task.signal });
    const { values } = table;
    const at = values.findIndex((value, place) => place + distance < values.length && value !== values[place + distance]);
    if (at < 0) task.judge(false, tell("periodMultiple", { number }), [whole]);
    else task.judge(false, tell("periodDiffers", { number: distance, one: preperiod + at, two: preperiod + at + distance, a: values[at], b: values[at + distance] }), [whole]);
  });
}

function askMove(task) {
  const place = h("div.lesson-play");
  put(task.place, h("p.lesson-note", {}, tell("makeMove")), place);
  const board = mountBoard(place, { ...task.settings, follow: false, list: true, input: false });
  board.onMove((move, position, number) =>
    task.check(async () => {
      const answer = await ask("moves", { ...question(position.game, board.settings), played: number }, { signal: task.signal });
      const wins = answer.moves[answer.played?.number ?? number]?.wins ?? move.wins;
      if (wins !== true) {
        task.judge(false, slipped(answer, move), [slip(answer, move, answer.played?.said)]);
        return;
      }
      task.judge(true, answer.played?.said);
      board.input(false);
      await board.play(number);
    }),
  );
  const load = () => board.set(task.game).then(() => board.input(true));
  task.check(async () => {
    await load();
    task.remark("");
  });
  return () => board.destroy();
}

/*
 * A board to play on within a lesson, against the perfect machine. The element says what is played:
 *
 *   data-game    the position          data-rule    a rule of one's own that the position belongs to
 *   data-misere  misère play           data-first   who begins, "you" or "machine"
 *
 * It is solved when the reader has won. Who has won is read off the outcome of the last position, and what is said of
 * a wrong move is the server's comment: no rule stands here.
 */

import { ask } from "./api.js";
import { mountBoard, question } from "./board.js";
import { h, put, wait } from "./dom.js";
import { failure, slip } from "./lesson-says.js";
import { tell } from "./lesson-words.js";

/** How long the machine seems to think, so that one sees its move. */
const PAUSE = 450;

/**
 * Puts a board to play on into the element.
 * @param {HTMLElement} element
 * @param {number} number of the task in its lesson, from 1
 * @param {() => void} solved called when the reader has won
 * @returns {() => void} takes it away
 */
export function playBoard(element, number, solved) {
  const game = element.dataset.game;
  const first = element.dataset.first === "machine" ? "machine" : "you";
  const misere = "misere" in element.dataset;
  const place = h("div.lesson-play");
  const status = h("p.lesson-status", { role: "status" });
  const comment = h("p.lesson-comment", { role: "status" });
  const back = h("button.quiet", { type: "button", disabled: true, onclick: () => takeBack() }, tell("takeBack"));
  const winning = h("button.quiet", { type: "button", "aria-pressed": "false", onclick: () => toggleWinning() }, tell("showWinning"));
  const again = h("button.quiet", { type: "button", onclick: () => start(true) }, tell("again"));
  const heading = h("p.task-title", { id: `task-${number}` }, tell("winTask", { number }));
  put(element, heading, place, status, comment, h("div.lesson-buttons", {}, back, winning, again));
  element.setAttribute("role", "group");
  element.setAttribute("aria-labelledby", heading.id);

  const board = mountBoard(place, { misere, rule: element.dataset.rule ?? null, list: true, input: false });
  const leaving = new AbortController();
  let round = 0;
  let turn = first;
  let mine = [];
  let shown = false;

  board.onMove(async (move, position, number) => {
    mine.push(position.game);
    back.disabled = true;
    turn = "machine";
    board.input(false);
    put(comment);
    if (position.outcome !== "N" || move.wins !== false) return;
    const now = round;
    try {
      const answer = await ask("moves", { ...question(position.game, board.settings), played: number }, { signal: leaving.signal });
      if (now === round) put(comment, slip(position, move, answer.played?.said));
    } catch {
      // Without a comment the game goes on.
    }
  });

  board.onPosition((position) => {
    if (position.over) finish(position);
    else if (turn === "machine") machineMoves();
  });

  async function machineMoves() {
    const now = round;
    put(status, tell("machineMoves"));
    try {
      await wait(PAUSE, leaving.signal);
      if (now !== round) return;
      turn = "you";
      const made = await board.machine({ errs: 0 });
      if (now !== round || !made || made.position.over) return;
      put(status, tell("machineMoved", { move: made.move.move }));
      ready();
    } catch (error) {
      if (now === round) failed(error);
    }
  }

  function ready() {
    board.input(true);
    back.disabled = mine.length === 0;
  }

  function finish(position) {
    // At the end nobody can move: an N-position is won by the player to move all the same, under misère play.
    const won = position.outcome === "N" ? turn === "you" : turn === "machine";
    board.input(false);
    back.disabled = won || mine.length === 0;
    put(status, tell(won ? "youWin" : "machineWins"));
    element.classList.add(won ? "won" : "lost");
    if (won) solved();
  }

  async function start(focus) {
    const now = ++round;
    turn = first;
    mine = [];
    back.disabled = true;
    board.input(false);
    put(status);
    put(comment);
    element.classList.remove("won", "lost");
    try {
      const position = await board.set(game);
      if (now !== round || position.over || turn === "machine") return;
      put(status, tell(position.outcome === "N" ? "begin" : "beginLost"));
      ready();
      if (focus) board.focus();
    } catch (error) {
      if (now === round) failed(error);
    }
  }

  async function takeBack() {
    const before = mine.pop();
    if (before === undefined) return;
    const now = ++round;
    turn = "you";
    element.classList.remove("won", "lost");
    put(comment);
    try {
      await board.set(before);
      if (now !== round) return;
      put(status, tell("tookBack"));
      ready();
      board.focus();
    } catch (error) {
      if (now === round) failed(error);
    }
  }

  function toggleWinning() {
    shown = !shown;
    board.highlight(shown);
    winning.setAttribute("aria-pressed", String(shown));
    put(winning, tell(shown ? "hideWinning" : "showWinning"));
  }

  function failed(error) {
    if (error.name === "AbortError") return;
    put(status, failure(error));
  }

  start(false);
  return () => {
    round += 1;
    leaving.abort();
    board.destroy();
  };
}

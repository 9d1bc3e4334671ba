/*
 * The board on the first page: Nim, ready to be clicked. The computer answers at once; a line says what a move was
 * worth, so that the first minute teaches something. The match can be taken over to the board with its analysis.
 */

import { hash } from "./address.js";
import { mountBoard } from "./board.js";
import { calm, h, icon, put, wait } from "./dom.js";
import { told } from "./remarks.js";
import { language, say } from "./words.js";

const STARTS = ["nim 3 4 5", "nim 1 3 5 7", "nim 2 5 6", "nim 4 4 7"];

/**
 * The board, in an element of its own.
 * @returns {{element: HTMLElement, leave: () => void}}
 */
export function liveBoard() {
  const place = h("div");
  const status = h("p.live-status", { role: "status" });
  const analyse = h("a.quiet", {}, say("analyse"));
  const hint = h("button.quiet", { type: "button", "aria-pressed": "false", onclick: () => mark(!marked) }, icon("hint"), say("hint"));
  const again = h("button.quiet", { type: "button", onclick: () => start(at + 1) }, icon("again"), say("newGame"));
  const element = h("section.card.live", { "aria-label": say("liveTitle") }, h("div.turn-bar", {}, h("h2", {}, say("liveTitle")), status), place, h("div.actions", {}, hint, again, analyse));
  const board = mountBoard(place, { follow: false, list: false });
  const leaving = new AbortController();
  let at = 0;
  let marked = false;

  const tell = (...parts) => put(status, parts);

  function mark(on) {
    marked = on;
    hint.setAttribute("aria-pressed", String(on));
    board.highlight(on);
  }

  function point() {
    analyse.href = hash("play", { game: board.position.game, lang: language() });
  }

  async function start(number) {
    at = number % STARTS.length;
    tell(say("liveBegin"));
    mark(false);
    try {
      await board.set(STARTS[at]);
      board.input(true);
      point();
    } catch (error) {
      if (error.name !== "AbortError") tell(say("noAnswer"));
    }
  }

  board.onMove(async (move, position, number) => {
    board.input(false);
    const mine = h("span", { class: move.wins ? "verdict kept" : "verdict lost" }, say(move.wins ? "verdictKept" : position.outcome === "P" ? "verdictNone" : "verdictLost"));
    tell(mine);
    try {
      const after = await board.play(number);
      if (after.over) {
        tell(h("strong.verdict.kept", {}, say("winsYou")));
        return;
      }
      await wait(calm() ? 200 : 600, leaving.signal);
      const answer = await board.machine();
      if (!answer) return;
      tell(mine, " ", say("whoMoved", { who: say("machine"), move: told(answer.move, after) }));
      if (answer.position.over) tell(h("strong.verdict.lost", {}, say("winsWho", { who: say("machine") })));
      else board.input(true);
      point();
    } catch (error) {
      if (error.name !== "AbortError") tell(say("noAnswer"));
    }
  });

  start(0);
  return {
    element,
    leave() {
      leaving.abort();
      board.destroy();
    },
  };
}

/*
 * The line of play that is to come if both sides play their best, a few moves of it: each is the perfect machine's choice, asked for from
 * the position before it. A move of it leads to the position after it.
 */

import { ask } from "./api.js";
import { question } from "./board.js";
import { h, put } from "./dom.js";
import { moveButton } from "./line-of-play.js";
import { told } from "./remarks.js";
import { say } from "./words.js";

/** Moves that are looked ahead, and how many more each time one asks for them. */
const AHEAD = 6;

/**
 * Looks ahead.
 * @param {string} game the position, as answers name it
 * @param {Array<object>} before the steps that are found already
 * @param {{rule: string|null, let: string|null, misere: boolean}} settings
 * @param {AbortSignal} signal
 * @param {(steps: Array<object>) => void} found called as the line grows; each step has what an entry of a match has of its move
 * @returns {Promise<boolean|null>} whether the line goes on to the end of the game; null where it cannot be followed further
 */
async function look(game, before, settings, signal, found) {
  const steps = [...before];
  const most = steps.length + AHEAD;
  let now = steps.at(-1)?.game ?? game;
  for (;;) {
    const position = await ask("moves", { ...question(now, settings), choose: true, errs: 0, seed: 0 }, { signal });
    if (position.over) return true;
    if (steps.length === most) return false;
    const move = position.chosen ? position.moves[position.chosen.number] : null;
    // Of a position with very many moves those that win may not be among the listed ones.
    if (!move || (position.outcome === "N" && move.wins === false)) return null;
    steps.push({ made: move, move: told(move, position), game: move.game, before: position.outcome, wins: move.wins, after: move.after });
    found([...steps]);
    now = move.game;
  }
}

/**
 * The part of the analysis that shows the line.
 * @param {{along: (steps: Array<object>) => void, point: (number: number|null) => void}} hands
 *   `along` goes along some moves of the line, `point` shows the first on the board
 */
export function lineAhead({ along, point }) {
  const rows = h("ol.ahead-rows");
  const note = h("p.hint");
  const more = h("button.quiet", { type: "button", hidden: true, title: say("aheadMore") }, say("aheadGoesOn"));
  const element = h("div.ahead", { hidden: true }, h("h3", { id: "ahead-title" }, say("showAhead")), rows, note, h("div", {}, more));
  rows.setAttribute("aria-labelledby", "ahead-title");

  function draw(steps, position, who) {
    const first = position.moves.findIndex((move) => move.component === steps[0].made.component && move.game === steps[0].made.game && move.move === steps[0].made.move);
    const pointed = (at) => (at === 0 && first >= 0 ? { onpointerenter: () => point(first), onpointerleave: () => point(null), onfocus: () => point(first), onblur: () => point(null) } : {});
    put(rows, steps.map((step, at) => h("li", {}, moveButton(step, { name: who(at), judged: true, title: say("goAlong"), action: () => along(steps.slice(0, at + 1)), more: pointed(at) }))));
  }

  return {
    element,
    hide() {
      element.hidden = true;
    },
    /**
     * Shows the line from a position.
     * @param {object} position
     * @param {object} settings
     * @param {(at: number) => string} who who makes the move at this place of the line
     * @param {AbortSignal} signal
     */
    async show(position, settings, who, signal) {
      element.hidden = position.over;
      if (position.over) return;
      put(rows);
      let line = [];
      const goOn = async () => {
        const from = line.length;
        more.hidden = true;
        note.hidden = false;
        note.textContent = say("loading");
        // A line that cannot be followed to its end still goes on.
        const ends = await look(position.game, line, settings, signal, (steps) => {
          if (signal.aborted) return;
          line = steps;
          draw(steps, position, who);
        }).catch(() => null);
        if (signal.aborted) return;
        more.hidden = ends !== false;
        note.hidden = ends === false;
        note.textContent = ends ? say("aheadEnds") : line.length > 0 ? say("aheadGoesOn") : say("aheadUnknown");
        // The button is gone or stands lower now: the keys go to the first move that it has added.
        if (from > 0) rows.children[from]?.querySelector("button").focus();
      };
      more.onclick = goOn;
      await goOn();
    },
  };
}

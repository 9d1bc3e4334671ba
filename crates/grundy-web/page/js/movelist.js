/*
 * The list of all moves: another way to move, for every game, and the only one where nothing can be clicked. It opens
 * by itself when some move has no clicks. It is filtered by words, and shows a limited number at a time.
 */

import { h, put } from "./dom.js";
import { say } from "./words.js";

const AT_A_TIME = 60;

/**
 * A list of moves, closed at first.
 * @param {(number: number) => void} choose called with the number of the move chosen
 */
export function moveList(choose) {
  const summary = h("summary");
  const items = h("ul.move-list");
  const more = h("button.quiet", { type: "button", onclick: () => draw(limit + 5 * AT_A_TIME) });
  const filter = h("input", { type: "search", "aria-label": say("filterMoves"), placeholder: say("filterMoves"), autocomplete: "off", oninput: () => draw(AT_A_TIME) });
  const element = h("details.moves", {}, summary, h("div.filter", {}, filter), items, more);
  let position = null;
  let flags = { input: true, winning: false };
  let limit = AT_A_TIME;

  function fits(move) {
    const words = filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const text = `${move.from} ${move.move} ${(move.to ?? []).join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }

  function draw(most) {
    limit = most;
    if (!position || !element.open) return;
    const several = position.components.length > 1;
    const found = position.moves.map((move, number) => ({ move, number })).filter(({ move }) => fits(move));
    const rows = found.slice(0, limit).map(({ move, number }) =>
      h(
        "li",
        {},
        h(
          flags.winning && move.wins === true ? "button.move.wins" : "button.move",
          { type: "button", disabled: !flags.input, "data-number": number, onclick: () => choose(number) },
          several && h("span.move-from", {}, position.components[move.component]?.game ?? move.from, " "),
          h("span.move-words", {}, move.move),
          flags.winning && move.wins === true && h("span.visually-hidden", {}, `, ${say("winningMove")}`),
        ),
      ),
    );
    put(items, rows.length > 0 || position.moves.length === 0 ? rows : h("li.none", {}, say("noMoveFits")));
    more.hidden = found.length <= limit;
    more.textContent = say("moreMoves", { count: found.length - limit });
  }

  element.addEventListener("toggle", () => draw(AT_A_TIME));

  return {
    element,
    show(next) {
      position = next;
      filter.value = "";
      element.hidden = next.moves.length === 0;
      summary.textContent = next.complete === false ? say("allMovesMore", { count: next.moves.length }) : say("allMoves", { count: next.moves.length });
      element.querySelector(".filter").hidden = next.moves.length <= 8;
      if (next.moves.some((move) => (move.clicks ?? []).length === 0)) element.open = true;
      draw(AT_A_TIME);
    },
    clear() {
      position = null;
      element.hidden = true;
      put(items);
    },
    update(next) {
      if (next.input === flags.input && next.winning === flags.winning) return;
      flags = next;
      draw(limit);
    },
    focusable() {
      return element.open ? element.querySelector("button.move") : summary;
    },
  };
}

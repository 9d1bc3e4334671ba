// Playing on a board as a person does: by pressing what is drawn. Which move to make is asked of the server; what has
// to be pressed for it is told by the move's click path, and where that is, by the page.

import assert from "node:assert/strict";

/**
 * What stands on a board.
 * @param {import("playwright-core").Locator} board an element of the class "board"
 * @returns {Promise<{names: string[], locked: boolean}>} the components, as they are headed, and whether nobody may move now
 */
export async function look(board) {
  return board.evaluate((element) => ({
    names: [...element.querySelectorAll(".component .component-name")].map((name) => name.textContent),
    locked: element.classList.contains("locked"),
  }));
}

/** What to ask about the position on a board; a rule's positions are headed by the word "rule". */
export function asked({ names }, { rule = null, misere = false, game = "", lang = "en" } = {}) {
  if (names.length === 0) return { game: rule ? "" : game, rule, misere, lang };
  if (!rule || !names.every((name) => name.startsWith("rule "))) return { game: names.join(" + "), misere, lang };
  return { game: names.map((name) => name.slice(5)).join(" "), rule, misere, lang };
}

/** A point at which a press reaches the element, or null: the middle of its area, or for a line a point of the line. */
async function pointOf(board, component, id) {
  const item = board.locator(`.component[data-component="${component}"] [data-id="${id}"]`);
  await item.scrollIntoViewIfNeeded();
  return item.evaluate((node) => {
    const shape = node.querySelector(".hit") ?? node;
    const points = [];
    if (shape instanceof SVGPathElement) {
      const matrix = shape.getScreenCTM();
      const length = shape.getTotalLength();
      for (const part of [0.5, 0.4, 0.6, 0.3, 0.7]) points.push(shape.getPointAtLength(part * length).matrixTransform(matrix));
    } else {
      const { left, top, width, height } = shape.getBoundingClientRect();
      for (const [x, y] of [[0.5, 0.5], [0.5, 0.25], [0.25, 0.5], [0.75, 0.75]]) points.push({ x: left + x * width, y: top + y * height });
    }
    const at = points.find(({ x, y }) => document.elementFromPoint(x, y)?.closest("[data-id]") === node);
    return at ? { x: at.x, y: at.y } : null;
  });
}

/** Presses an element of a component. */
export async function press(page, board, component, id) {
  const point = await pointOf(board, component, id);
  assert.ok(point, `${id} of component ${component} can be pressed`);
  await page.mouse.click(point.x, point.y);
}

const beginsWith = (path, prefix) => path.length > prefix.length && prefix.every((id, at) => path[at] === id);

/**
 * Makes the move of this number of the position that stands on the board.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} board
 * @param {object} position an answer of the route "moves"
 * @param {number} number
 */
export async function makeMove(page, board, position, number) {
  const move = position.moves[number];
  const path = move.clicks?.[0];
  if (!path || path.length === 0) {
    const list = board.locator("details.moves");
    if (!(await list.evaluate((element) => element.open))) await list.locator("summary").click();
    await list.locator(`button[data-number="${number}"]`).click();
    return;
  }
  for (const id of path) await press(page, board, move.component, id);
  const others = position.moves.filter((other) => other.component === move.component);
  // A path that goes on further must be told to end here.
  if (others.some((other) => (other.clicks ?? []).some((clicks) => beginsWith(clicks, path)))) await press(page, board, move.component, path.at(-1));
  const same = others.filter((other) => (other.clicks ?? []).some((clicks) => clicks.join(" ") === path.join(" ")));
  if (same.length > 1) await board.locator(".prompt").getByRole("button", { name: move.move, exact: true }).click();
}

/** The number of a winning move, or of the first move where none wins. */
export function best(position) {
  const number = position.moves.findIndex((move) => move.wins === true);
  return number < 0 ? 0 : number;
}

/**
 * Waits until the board shows another position and somebody may move, or the test says that the game is over.
 * @param {import("playwright-core").Locator} board
 * @param {string[]} before the names of the components before
 * @param {() => Promise<boolean>} over
 */
export async function turn(board, before, over) {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const now = await look(board);
    if (await over()) return now;
    if (!now.locked && now.names.join(" + ") !== before.join(" + ")) return now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`the board still shows ${before.join(" + ")}`);
}

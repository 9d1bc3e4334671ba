/*
 * Dragging what moves on a board from its place to another: a coin, a piece, a token. A drag is nothing but the clicks of the move,
 * so it knows no rules either; what can be dragged, and where to, is told by whoever holds the moves.
 */

import { s } from "./dom.js";

/** A pointer that goes no further than this has clicked. */
const LEAST = 7;

/**
 * Listens on the area of a board.
 * @param {HTMLElement} area
 * @param {object} hands
 * @param {(component: number, id: string) => Array<SVGElement>|null} hands.lift what is drawn of the thing that can be dragged from
 *   here; null where there is none
 * @param {(component: number, from: string, to: string) => boolean} hands.fits whether a move goes from here to there
 * @param {(component: number, from: string, to: string) => void} hands.drop makes it
 * @param {AbortSignal} signal ends it
 */
export function drag(area, { lift, fits, drop }, signal) {
  let held = null;
  let dragged = false;

  const found = (x, y) => {
    const node = document.elementFromPoint(x, y)?.closest("[data-id]");
    return node && area.contains(node) ? { node, component: Number(node.closest(".component").dataset.component), id: node.dataset.id } : null;
  };
  const aim = (at) => {
    held.aimed?.classList.remove("aimed");
    held.aimed = at && at.component === held.at.component && at.id !== held.at.id && fits(held.at.component, held.at.id, at.id) ? at.node : null;
    held.aimed?.classList.add("aimed");
  };

  function end() {
    if (!held) return;
    aim(null);
    held.ghost?.remove();
    for (const figure of held.figures) figure.classList.remove("lifted");
    held = null;
  }

  area.addEventListener("pointerdown", (event) => {
    end();
    dragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const at = found(event.clientX, event.clientY);
    const figures = at && lift(at.component, at.id);
    if (figures?.length > 0) held = { at, figures, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null, aimed: null };
  });
  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    // The board was drawn anew meanwhile.
    if (!held.at.node.isConnected) return void end();
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(x, y) < LEAST) return;
      dragged = true;
      // The copy lies above all that is drawn, the thing itself stays where it is until the move is made.
      held.ghost = s("g.ghost", { "aria-hidden": "true" }, held.figures.map((figure) => figure.cloneNode(true)));
      held.at.node.parentNode.append(held.ghost);
      for (const figure of held.figures) figure.classList.add("lifted");
    }
    const { a, d } = held.at.node.parentNode.getScreenCTM();
    held.ghost.setAttribute("transform", `translate(${x / a} ${y / d})`);
    aim(found(event.clientX, event.clientY));
  }, { signal });
  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { at, aimed, ghost } = held;
    const to = aimed?.dataset.id;
    end();
    if (ghost && to) drop(at.component, at.id, to);
  }, { signal });
  addEventListener("pointercancel", () => end(), { signal });
  // A finger that drags does not scroll; `touch-action` is not heeded within a drawing.
  area.addEventListener("touchmove", (event) => {
    if (held && event.cancelable) event.preventDefault();
  }, { passive: false });
  // What ends a drag is no click.
  area.addEventListener("click", (event) => {
    if (!dragged) return;
    dragged = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, { capture: true });
}

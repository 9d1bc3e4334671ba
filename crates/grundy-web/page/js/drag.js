/*
 * Dragging what moves on a board from its place to another: a coin, a piece, a token. A drag is nothing but the clicks of the move,
 * so it knows no rules either; what can be dragged, and where to, is told by whoever holds the moves. Where nothing can be dragged,
 * a pointer that goes from one element to another is taken for a click on the first, or on both.
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
 * @param {(component: number, from: string, to: string|null) => void} hands.swipe a pointer went from here to there, or to no element
 * @param {AbortSignal} signal ends it
 */
export function drag(area, { lift, fits, drop, swipe }, signal) {
  let held = null;
  let pressed = null;
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
    pressed = null;
    if (event.button !== 0 || !event.isPrimary) return;
    const at = found(event.clientX, event.clientY);
    const figures = at && lift(at.component, at.id);
    if (at && !figures?.length) pressed = { at, x: event.clientX, y: event.clientY, pointer: event.pointerId };
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
    const { at: begun, x, y, pointer } = pressed ?? {};
    pressed = null;
    if (begun?.node.isConnected && event.pointerId === pointer && Math.hypot(event.clientX - x, event.clientY - y) >= LEAST) {
      const end = found(event.clientX, event.clientY);
      // On the same element it is a click, and beside the board it is given up.
      if (end?.node !== begun.node && area.contains(document.elementFromPoint(event.clientX, event.clientY))) swipe(begun.component, begun.id, end?.component === begun.component ? end.id : null);
      return;
    }
    if (!held || event.pointerId !== held.pointer) return;
    const { at, aimed, ghost } = held;
    const to = aimed?.dataset.id;
    end();
    if (ghost && to) drop(at.component, at.id, to);
  }, { signal });
  addEventListener("pointercancel", () => {
    pressed = null;
    end();
  }, { signal });
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

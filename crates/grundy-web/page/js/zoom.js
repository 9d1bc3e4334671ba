/*
 * A picture that is looked at closer: by wheel, mouse, fingers, keys and buttons. What is seen of it is the view box of its SVG; the whole
 * of it is as far out as one can go, and the middle of what is pointed at stays where it is.
 */

import { h, icon, keyless } from "./dom.js";
import { say } from "./words.js";

/** How much closer than the whole a picture can be looked at. */
const CLOSEST = 24;
const STEP = 1.5;

/**
 * Makes a picture one that can be looked at closer.
 * @param {HTMLElement} box with the SVG in it
 * @param {string} [name] what it is called for screen readers
 * @returns {HTMLElement} the box with its buttons above it
 */
export function zoomable(box, name = "") {
  const svg = box.querySelector("svg");
  const { width, height } = svg.viewBox.baseVal;
  let view = { x: 0, y: 0, scale: 1 };
  box.classList.add("zoomable");
  box.style.setProperty("--high", `${height}px`);
  for (const [key, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": [name, say(keyless() ? "zoomButtons" : "zoomKeys")].filter(Boolean).join(". ") })) box.setAttribute(key, value);

  const button = (sign, label, act) => h("button.quiet.only-icon", { type: "button", "aria-label": say(label), title: say(label), onclick: act }, icon(sign));
  const out = button("minus", "zoomOut", () => zoom(1 / STEP));
  const closer = button("plus", "zoomIn", () => zoom(STEP));
  const whole = h("button.quiet", { type: "button", onclick: () => go({ x: 0, y: 0, scale: 1 }) }, say("wholePicture"));

  function go({ x, y, scale }) {
    const next = Math.min(Math.max(scale, 1), CLOSEST);
    const [wide, high] = [width / next, height / next];
    view = { x: Math.min(Math.max(x, 0), width - wide), y: Math.min(Math.max(y, 0), height - high), scale: next };
    svg.setAttribute("viewBox", `${view.x} ${view.y} ${wide} ${high}`);
    box.classList.toggle("closer", next > 1);
    const focused = document.activeElement;
    out.disabled = whole.disabled = next === 1;
    closer.disabled = next === CLOSEST;
    // A button that can no longer be pressed must not keep the keys.
    if (focused?.disabled && (focused === out || focused === whole || focused === closer)) box.focus({ preventScroll: true });
  }

  /** A place of the window, in the picture. */
  function place(x, y) {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: view.x, y: view.y };
  }

  /** Closer or farther about a place of the picture, or about the middle of what is seen. */
  function zoom(factor, about = { x: view.x + width / view.scale / 2, y: view.y + height / view.scale / 2 }) {
    const scale = Math.min(Math.max(view.scale * factor, 1), CLOSEST);
    const kept = view.scale / scale;
    go({ x: about.x - (about.x - view.x) * kept, y: about.y - (about.y - view.y) * kept, scale });
  }

  const by = (x, y) => go({ ...view, x: view.x + (x * width) / view.scale, y: view.y + (y * height) / view.scale });

  box.addEventListener("wheel", (event) => {
    // At the whole, turning the wheel away is scrolling the page.
    if (view.scale === 1 && event.deltaY >= 0) return;
    event.preventDefault();
    const turned = Math.min(Math.max(event.deltaY * (event.deltaMode === 1 ? 30 : 1), -400), 400);
    zoom(Math.exp(-turned * 0.002), place(event.clientX, event.clientY));
  }, { passive: false });

  const fingers = new Map();
  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    box.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  box.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = [...fingers.values()];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = [...fingers.values()];
    const middle = (points) => ({ x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length });
    const apart = ([a, b]) => (b ? Math.max(Math.hypot(a.x - b.x, a.y - b.y), 12) : 1);
    const [from, to] = [middle(before), middle(after)].map(({ x, y }) => place(x, y));
    go({ ...view, x: view.x + from.x - to.x, y: view.y + from.y - to.y });
    if (after.length > 1) zoom(apart(after) / apart(before), place(middle(after).x, middle(after).y));
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) box.addEventListener(end, (event) => fingers.delete(event.pointerId));

  const KEYS = {
    "+": () => zoom(STEP),
    "=": () => zoom(STEP),
    "-": () => zoom(1 / STEP),
    _: () => zoom(1 / STEP),
    ArrowLeft: () => by(-0.15, 0),
    ArrowRight: () => by(0.15, 0),
    ArrowUp: () => by(0, -0.15),
    ArrowDown: () => by(0, 0.15),
    0: () => go({ x: 0, y: 0, scale: 1 }),
  };
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
    if (event.key.startsWith("Arrow") && view.scale === 1) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  go(view);
  return h("div.zoom", {}, h("div.zoom-bar", { role: "group", "aria-label": say("zoomButtons") }, out, closer, whole), box);
}

/*
 * The chart of a sequence: a window of heaps that is looked through by wheel, fingers, keys and buttons. The server
 * draws each window for itself, so a chart of a million heaps is no more to show than one of two hundred. Until the
 * picture of a new window is there, the dots of the old one are stretched to where they belong.
 */

import { askText } from "./api.js";
import { moved, reachOf, read, span, whole, zoomed } from "./chart-window.js";
import { announce, h, icon, keyless } from "./dom.js";
import { blobAddress, heading } from "./picture.js";
import { say } from "./words.js";

/** Where the server draws the dots, from the edges of the picture; its heading is told beside it. */
const EDGES = { left: 64, right: 20, top: 40, below: 44 };
/** The part of the heading's height that is cut off. */
const CUT = 26;
/** How long the window must rest before its picture is asked for. */
const REST = 130;
const WIDTHS = [240, 4096];
const HEIGHTS = [160, 2160];

const fit = (number, [least, most]) => Math.min(Math.max(Math.round(number), least), most);

/**
 * A chart.
 * @param {object} hands
 * @param {(view: {from: number, to: number}) => void} hands.rests the window rests here
 * @param {(error: Error|null) => void} hands.fail
 * @param {(told: {view: {from: number, to: number}, note: string}) => void} hands.drawn
 */
export function chart({ rests, fail, drawn }) {
  const dots = h("img", { alt: "", draggable: "false" });
  const field = h("div.chart-field", { hidden: true, "aria-hidden": "true" }, dots);
  const value = h("output.chart-value", { hidden: true });
  const pane = h("div.chart-window", { tabindex: "0", role: "group", "aria-label": say(keyless() ? "chart" : "chartKeys"), "data-wait": say("loading") }, field, value);
  const told = h("p.told", {});
  const button = (name, label, act) => h("button.quiet.only-icon", { type: "button", "aria-label": say(label), title: say(label), onclick: act }, icon(name));
  const bar = h(
    "div.picture-bar.chart-bar",
    {},
    told,
    button("left", "goLeft", () => go(moved(view, -0.4, reach))),
    button("minus", "zoomOut", () => go(zoomed(view, 2, 0.5, reach))),
    button("plus", "zoomIn", () => go(zoomed(view, 0.5, 0.5, reach))),
    button("right", "goRight", () => go(moved(view, 0.4, reach))),
    h("button.quiet", { type: "button", onclick: () => go(home) }, say("wholeRange")),
  );
  let question = null;
  let view = { from: 0, to: 200 };
  let home = view;
  let reach = reachOf(view);
  /** The picture that is there: its window, its width, its address, the values it tells. */
  let there = null;
  let asking = null;
  let timer = null;
  let size = [0, 0];

  const wide = () => Math.max(size[0] - EDGES.left - EDGES.right, 1);

  function go(next) {
    if (!question || (next.from === view.from && next.to === view.to)) return;
    view = next;
    stretch();
    clearTimeout(timer);
    timer = setTimeout(() => {
      view = whole(view);
      rests(view);
      ask();
    }, REST);
  }

  /** Puts the dots of the old picture where the window now has them. */
  function stretch() {
    const now = whole(view);
    told.textContent = say("windowTold", { from: now.from, to: now.to - 1 });
    value.hidden = true;
    if (!there) return;
    const before = there.width - EDGES.left - EDGES.right;
    const scale = ((span(there.view) / span(view)) * wide()) / before;
    const shift = ((there.view.from - view.from) / span(view)) * wide();
    dots.style.transform = `translateX(${shift}px) scaleX(${scale})`;
    field.hidden = false;
    pane.classList.add("moved");
  }

  async function ask() {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const asked = view;
    const [width, height] = [fit(size[0], WIDTHS), fit(size[1] + CUT, HEIGHTS)];
    pane.classList.add("waiting");
    pane.setAttribute("aria-busy", "true");
    try {
      const svg = await askText("chart", { ...question, ...asked, width, height }, { signal });
      const shown = heading(svg, CUT);
      const address = blobAddress(shown.svg);
      const next = h("img.chart-base", { alt: say("pictureOf", { what: [shown.title, shown.note].filter(Boolean).join(", ") }), draggable: "false", src: address });
      await next.decode();
      if (signal.aborted) {
        URL.revokeObjectURL(address);
        return;
      }
      if (there) URL.revokeObjectURL(there.address);
      there = { view: asked, width, address, values: valuesOf(svg) };
      pane.querySelector(".chart-base")?.remove();
      pane.prepend(next);
      dots.src = address;
      dots.width = width;
      dots.height = height - CUT;
      // While it was drawn the window may have gone on.
      if (view.from === asked.from && view.to === asked.to) {
        field.hidden = true;
        pane.classList.remove("moved");
      } else stretch();
      fail(null);
      drawn({ ...shown, view: asked });
      announce(told.textContent);
      rested();
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      clear();
      fail(error);
      rested();
    }
  }

  /** Takes the picture away: it is not what was asked for. */
  function clear() {
    if (there) URL.revokeObjectURL(there.address);
    there = null;
    for (const image of pane.querySelectorAll(".chart-base")) image.remove();
    field.hidden = true;
    value.hidden = true;
    pane.classList.remove("moved");
  }

  function rested() {
    pane.classList.remove("waiting");
    pane.removeAttribute("aria-busy");
  }

  /* Wheel, fingers, keys */

  const part = (x) => Math.min(Math.max((x - pane.getBoundingClientRect().left - EDGES.left) / wide(), 0), 1);
  pane.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 30 : 1;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) go(moved(view, ((event.deltaX || event.deltaY) * unit) / wide(), reach));
    else go(zoomed(view, Math.exp(Math.min(Math.max(event.deltaY * unit, -400), 400) * 0.002), part(event.clientX), reach));
  }, { passive: false });

  const fingers = new Map();
  pane.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pane.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event.clientX);
  });
  pane.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) {
      point(event);
      return;
    }
    const before = [...fingers.values()];
    fingers.set(event.pointerId, event.clientX);
    const after = [...fingers.values()];
    if (after.length === 1) {
      go(moved(view, (before[0] - after[0]) / wide(), reach));
      return;
    }
    const apart = ([a, b]) => Math.max(Math.abs(a - b), 12);
    const middle = ([a, b]) => (a + b) / 2;
    const slid = moved(view, (middle(before) - middle(after)) / wide(), reach);
    go(zoomed(slid, apart(before) / apart(after), part(middle(after)), reach));
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) pane.addEventListener(name, (event) => fingers.delete(event.pointerId));
  pane.addEventListener("pointerleave", () => (value.hidden = true));

  /** Tells the value of the heap under the mouse, where each heap has a dot. */
  function point(event) {
    const found = there?.values;
    if (!found || found.length === 0 || !field.hidden) return;
    const one = found[Math.min(Math.floor(part(event.clientX) * found.length), found.length - 1)];
    value.textContent = one.text;
    value.style.left = `${one.x}px`;
    value.style.top = `${one.y - CUT}px`;
    value.classList.toggle("before", one.x > size[0] / 2);
    value.hidden = false;
  }

  const KEYS = {
    "+": () => zoomed(view, 0.5, 0.5, reach),
    "=": () => zoomed(view, 0.5, 0.5, reach),
    "-": () => zoomed(view, 2, 0.5, reach),
    _: () => zoomed(view, 2, 0.5, reach),
    ArrowLeft: () => moved(view, -0.2, reach),
    ArrowRight: () => moved(view, 0.2, reach),
    PageUp: () => moved(view, -1, reach),
    PageDown: () => moved(view, 1, reach),
    Home: () => moved(view, -view.from / span(view), reach),
    0: () => home,
  };
  pane.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    go(KEYS[event.key]());
  });

  const observer = new ResizeObserver(() => {
    const next = [pane.clientWidth, pane.clientHeight];
    if (next[0] === size[0] && next[1] === size[1]) return;
    const first = size[0] === 0;
    size = next;
    if (!question) return;
    clearTimeout(timer);
    if (first) ask();
    else timer = setTimeout(ask, REST);
  });
  observer.observe(pane);

  return {
    element: h("div", {}, pane, bar),
    /** Shows a window of a sequence; null if the address names none, which the server then refuses. */
    show(next, from, to) {
      clearTimeout(timer);
      const wished = read(from, to);
      const known = question && ["game", "rule", "let"].every((name) => question[name] === next[name]);
      question = next;
      if (!wished) {
        asking?.abort();
        asking = new AbortController();
        clear();
        rested();
        // The server says best what is wrong with such ends.
        askText("chart", { ...next, from, to }, asking).catch((error) => {
          if (error.name !== "AbortError") fail(error);
        });
        return;
      }
      view = wished;
      if (!known || span(view) > span(home)) home = view;
      reach = reachOf(home);
      if (known) stretch();
      else {
        told.textContent = say("windowTold", { from: view.from, to: view.to - 1 });
        // The picture of another sequence is of no use here; it fades until the next one is there.
        field.hidden = true;
        value.hidden = true;
        pane.classList.add("moved");
      }
      if (size[0] > 0) ask();
    },
    /** Calls the picture that is shown by a name of its own. */
    name(what) {
      pane.querySelector(".chart-base")?.setAttribute("alt", say("pictureOf", { what }));
    },
    /** The parameters of the picture that is shown, for saving it. */
    asked: () => ({ ...question, ...whole(view), width: Math.max(fit(size[0], WIDTHS), 960), height: 480 }),
    leave() {
      clearTimeout(timer);
      asking?.abort();
      observer.disconnect();
      clear();
    },
  };
}

/** The dots that stand for one heap each, with what they tell. */
function valuesOf(svg) {
  return [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"[^>]*><title>([^<]*)<\/title>/g)].map(([, x, y, text]) => ({ x: Number(x), y: Number(y), text }));
}

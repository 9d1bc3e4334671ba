/*
 * Trees and graphs whose edges are cut, drawn as on the board, with values: that of each component, and at each edge
 * the value that its component has once the edge is cut. All values are answers of the server.
 */

import { ask } from "./api.js";
import { h, s } from "./dom.js";
import { draw } from "./scenes/scene.js";
import { say } from "./words.js";

/** The most edges that are told their values. */
const MOST_EDGES = 30;
const FOOT = 46;
const GAP = 24;

/**
 * Draws a position.
 * @param {string} game
 * @param {AbortSignal} signal
 * @param {(picture: Element) => void} show puts the picture into the page, where its colours are known
 * @returns {Promise<{svg: string, title: string, note: string|null}>} the picture to be saved, and what it shows
 */
export async function treePicture(game, signal, show) {
  const [position, solved] = await Promise.all([ask("moves", { game }, { signal }), ask("solve", { game, explain: true }, { signal })]);
  const values = await valuesAfter(position, signal);
  const drawings = position.components.map(({ scene }) => draw(scene));
  const known = (value) => (value === null || value === undefined ? say("valueUnknown") : say("componentValue", { value }));
  const high = Math.max(0, ...drawings.map((drawing) => drawing.height));
  let x = 0;
  const groups = drawings.map((drawing, number) => {
    const { game: named, value } = position.components[number];
    const name = s("text.tree-name", { x: drawing.width / 2, y: high + 18, "text-anchor": "middle" }, named.length > 34 ? `${named.slice(0, 33)}…` : named);
    const worth = s("text.tree-value", { x: drawing.width / 2, y: high + 37, "text-anchor": "middle" }, known(value));
    const group = s("g", { transform: `translate(${x} 0)`, "data-component": number }, s("g", { transform: `translate(0 ${high - drawing.height})` }, drawing.nodes), name, worth);
    x += drawing.width + GAP;
    return group;
  });
  const width = Math.max(x - GAP, 240);
  const height = high + FOOT;
  const title = `${position.game}: ${known(position.value)}`;
  const svg = s("svg.drawn.tree-drawn", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": say("pictureOf", { what: `${title}. ${spoken(position, values)}` }) }, groups);
  for (const spare of svg.querySelectorAll(".hit, .ring")) spare.remove();
  svg.style.setProperty("--wide", `${width}px`);
  if (signal.aborted) throw signal.reason;
  show(h("div.drawn-box", {}, svg));
  for (const [number, value] of values) markEdge(svg, position.moves[number], value);
  const because = [...(solved.components ?? []).map((one) => one.because), solved.because].filter(Boolean);
  return { svg: alone(svg, title), title, note: [...new Set(because)].join(" · ") || null };
}

/** The value of its component after each move that cuts an edge, by the number of the move. */
async function valuesAfter({ moves, components }, signal) {
  const cuts = moves.map((move, number) => ({ move, number })).filter(({ move }) => /^[ev]\d+$/.test(move.clicks?.[0]?.[0] ?? ""));
  if (cuts.length > MOST_EDGES) return new Map();
  const found = await Promise.all(cuts.map(async ({ move, number }) => {
    const after = move.to.length > 0 ? move.to.join(" + ") : components.length === 1 ? move.game : null;
    if (after === null) return [number, null];
    const { value } = await ask("solve", { game: after }, { signal });
    return [number, value ?? null];
  }));
  return new Map(found.filter(([, value]) => value !== null));
}

function spoken({ moves }, values) {
  return [...values].map(([number, value]) => `${moves[number].move}: ${value}`).join("; ");
}

/** Writes a value onto what the move clicks; the cuts that win are green. */
function markEdge(svg, move, value) {
  const item = svg.querySelector(`[data-component="${move.component}"] [data-id="${move.clicks[0][0]}"]`);
  const path = item?.querySelector(".edge");
  if (!path) return;
  item.classList.add("told-edge");
  if (move.wins) item.classList.add("told-wins");
  const { x, y } = path.getPointAtLength(path.getTotalLength() / 2);
  item.append(s("circle.edge-value-back", { cx: x, cy: y, r: 11 }), s("text.edge-value", { x, y, dy: "0.36em", "text-anchor": "middle" }, String(value)));
}

const STYLES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight"];

/** The picture with its colours written into it, so that it can stand alone. */
function alone(svg, title) {
  const copy = svg.cloneNode(true);
  const before = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((element, at) => {
    const style = getComputedStyle(before[at]);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value && element.localName !== "g") element.setAttribute(name, value.replaceAll('"', "'"));
    }
    for (const name of ["class", "data-id", "data-component", "aria-hidden"]) element.removeAttribute(name);
  });
  for (const name of ["class", "style", "role", "aria-label"]) copy.removeAttribute(name);
  const { width, height } = svg.viewBox.baseVal;
  copy.prepend(s("title", {}, title), s("rect", { width, height, fill: "#ffffff" }));
  return new XMLSerializer().serializeToString(copy);
}

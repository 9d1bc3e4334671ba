/*
 * A small picture of a position: the same drawing as on the board, without anything to click. The server is asked when
 * the picture comes into sight, for a few positions at a time, and each only once.
 */

import { ask } from "./api.js";
import { h, put, s } from "./dom.js";
import { told } from "./component.js";
import { sceneOf } from "./scenes/looks.js";
import { draw, seen } from "./scenes/scene.js";

/** Questions under way at a time, so that a click on the board need not wait for pictures. */
const AT_A_TIME = 3;
/** Components that are drawn; a picture of more would be too small to see. */
const MOST = 4;

const known = new Map();
const waiting = [];
let running = 0;

/** A place for the picture of a position; it fills itself. */
export function thumbnail(game) {
  const place = h("span.thumbnail", { "aria-hidden": "true" });
  if (known.has(game)) fill(place, known.get(game));
  else watcher.observe(Object.assign(place, { wanted: game }));
  return place;
}

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      waiting.push(target);
    }
    next();
  },
  { rootMargin: "200px" },
);

async function next() {
  while (running < AT_A_TIME && waiting.length > 0) {
    const place = waiting.shift();
    if (!place.isConnected) continue;
    running += 1;
    load(place).finally(() => {
      running -= 1;
      next();
    });
  }
}

async function load(place) {
  const game = place.wanted;
  try {
    if (!known.has(game)) known.set(game, (await ask("moves", { game })).components);
    fill(place, known.get(game));
  } catch {
    // A card without a picture can be opened all the same.
  }
}

function fill(place, components) {
  put(place, miniature(components));
}

/** The pictures of a position's components, as an answer tells them; if wanted, with the number of stones or pins under each. */
export function miniature(components, scale = 1, counted = false) {
  const shown = (component) => (counted ? h("span.counted", {}, picture(component, scale), h("span.counted-number", {}, countOf(component.scene))) : picture(component, scale));
  return [components.slice(0, MOST).map(shown), components.length > MOST && h("span.thumbnail-more", {}, "…")];
}

function countOf(scene) {
  if (scene?.kind === "heaps") return scene.counts.join(" · ");
  return ["heap", "row", "ring"].includes(scene?.kind) ? scene.count : "";
}

function picture(component, scale) {
  const drawing = draw(sceneOf(component));
  if (drawing.text) return told(component.game);
  const { width, height } = drawing;
  return s("svg", { viewBox: `0 0 ${width} ${height}`, width: width * scale, height: height * scale, preserveAspectRatio: "xMidYMid meet" }, seen(drawing));
}

/** The largest scale, up to 1, at which each of these positions fits into such a box. */
export function commonScale(positions, wide, high) {
  const scales = positions.map((components) => {
    const drawings = components.slice(0, MOST).map((component) => draw(sceneOf(component))).filter((drawing) => !drawing.text);
    const width = drawings.reduce((sum, drawing) => sum + drawing.width, 0);
    return Math.min(wide / width, high / Math.max(...drawings.map((drawing) => drawing.height)));
  });
  return Math.min(1, ...scales.filter((scale) => scale > 0));
}

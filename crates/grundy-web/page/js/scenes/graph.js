/*
 * Vertices and edges: trees whose edges are cut, graphs with a token. The places come with the scene, in a square from
 * 0 to 1, y downwards. Two edges between the same vertices are drawn as two arcs, an edge from a vertex to itself as a
 * loop, and an edge that would run through a third vertex as an arc round it.
 */

import { s } from "../dom.js";
import { say } from "../words.js";
import { blank, label } from "./common.js";
import { untangled } from "./untangle.js";

const RADIUS = 19;
/** Neighbours are this far apart, if the drawing can be made large enough. */
const APART = 78;
/** A drawing narrower than this part of its width is stretched. */
const NARROW = 0.4;

/** Draws a scene of kind "graph". */
export function draw(scene) {
  const { wide, high, points } = places(apart(scene));
  const drawing = blank(wide, high);
  const ground = scene.vertices.map((vertex, at) => (vertex.mark === "ground" ? at : -1)).filter((at) => at >= 0);
  // Many ends on the ground, as on all sides of a board, would be crowded by soil.
  if (ground.length <= 3) for (const at of ground) drawing.nodes.push(soil(points[at]));

  const between = new Map();
  scene.edges.forEach((edge, at) => {
    const key = [edge.from, edge.to].sort((a, b) => a - b).join(" ");
    if (!between.has(key)) between.set(key, []);
    between.get(key).push(at);
  });
  scene.edges.forEach((edge, at) => {
    const key = [edge.from, edge.to].sort((a, b) => a - b).join(" ");
    const group = between.get(key);
    const turn = group.indexOf(at) - (group.length - 1) / 2;
    const around = group.length === 1 && hidden(points, edge) ? 1.6 : turn;
    const one = line(scene, edge, at, points, edge.from <= edge.to ? around : -around);
    drawing.items.set(`e${at}`, one);
    drawing.nodes.push(one.node);
  });
  scene.vertices.forEach((vertex, at) => {
    const one = spot(vertex, at, points[at]);
    drawing.items.set(`v${at}`, one);
    drawing.nodes.push(one.node);
  });
  // What lies on the edges is above all else, also above the arrows of winning moves.
  for (const { badge } of drawing.items.values()) if (badge) drawing.nodes.push(badge);
  drawing.movers = new Map();
  const tokens = scene.vertices.map((vertex, at) => (vertex.mark === "token" ? at : -1)).filter((at) => at >= 0);
  tokens.forEach((at, number) => {
    const { x, y } = points[at];
    const node = s("g.token", {}, s("circle", { cx: x, cy: y, r: RADIUS + 5 }));
    // The token is a ring round its vertex, so that the name stays readable.
    drawing.nodes.push(node);
    drawing.movers.set(`token${number}`, { node, x, y });
  });
  return drawing;
}

/** Where the vertices stand in the square; what hangs on the ground keeps its height. */
function apart({ vertices, edges }) {
  return (vertices.some((vertex) => vertex.mark === "ground") ? null : untangled(vertices, edges)) ?? vertices;
}

/** Where the vertices stand: wide enough that neighbours do not touch, and no narrow column. */
function places(vertices) {
  const crowd = vertices.length;
  const margin = 44;
  const across = vertices.map((vertex) => vertex.x);
  const spread = Math.max(...across) - Math.min(...across);
  const middle = (Math.max(...across) + Math.min(...across)) / 2;
  const stretch = crowd > 1 && spread > 0.01 && spread < NARROW ? NARROW / spread : 1;
  const lay = (wide, high) => vertices.map((vertex) => ({
    x: margin + ((vertex.x - middle) * stretch + (stretch === 1 ? middle : 0.5)) * (wide - 2 * margin),
    y: margin + vertex.y * (high - 2 * margin),
  }));
  let wide = Math.min(1100, Math.max(260, 120 * Math.sqrt(crowd) + 60));
  let high = Math.min(800, Math.max(220, 95 * Math.sqrt(crowd) + 50));
  const larger = Math.min(Math.max(APART / nearest(lay(wide, high)), 1), 1.8);
  wide = Math.min(1400, wide * Math.sqrt(larger));
  // A few levels need no height, however many stand side by side.
  const levels = new Set(vertices.map((vertex) => vertex.y.toFixed(2))).size;
  high = Math.min(1100, high * larger, 88 + 170 * levels);
  return { wide, high, points: lay(wide, high) };
}

function nearest(points) {
  if (points.length > 200) return APART;
  let least = Infinity;
  points.forEach((one, at) => {
    for (const other of points.slice(at + 1)) least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
  });
  return Math.max(least, 1);
}

/** Whether a straight edge would run through a third vertex. */
function hidden(points, edge) {
  const from = points[edge.from];
  const to = points[edge.to];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1 || points.length > 200) return false;
  return points.some((point, at) => {
    if (at === edge.from || at === edge.to) return false;
    const along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length;
    const aside = Math.abs((point.x - from.x) * (to.y - from.y) - (point.y - from.y) * (to.x - from.x)) / length;
    return along > 0 && along < length && aside < RADIUS + 4;
  });
}

function soil({ x, y }) {
  const strokes = [];
  for (let step = -36; step < 36; step += 9) strokes.push(`M${x + step + 6} ${y + 9} l-6 8`);
  return s("path.soil", { d: `M${x - 40} ${y + 9} h80 ${strokes.join(" ")}` });
}

function spot(vertex, at, { x, y }) {
  const name = vertex.label || String(at);
  const marks = { token: "token", ground: "ground", gone: "gone" };
  const what = vertex.mark === "spot" ? say("spot", { name }) : marks[vertex.mark] ? say("vertexWith", { name, mark: say(marks[vertex.mark]) }) : say("vertex", { name });
  const ground = vertex.mark === "ground";
  const circle = s("circle", { class: `vertex ${vertex.mark ?? ""}`, cx: x, cy: y, r: ground ? 8 : RADIUS });
  const size = name.length <= 3 ? 14 : name.length <= 6 ? 11 : 9;
  const text = ground ? null : label(x, y, name, { class: `vertex-name ${vertex.mark ?? ""}`, "font-size": size });
  const ring = s("circle.ring", { cx: x, cy: y, r: RADIUS + 4 });
  const hit = s("circle.hit", { cx: x, cy: y, r: RADIUS + 3 });
  return { node: s("g.item", { "data-id": `v${at}` }, circle, text, ring, hit), what };
}

function line(scene, edge, at, points, turn) {
  const from = points[edge.from];
  const to = points[edge.to];
  const names = { from: scene.vertices[edge.from].label || String(edge.from), to: scene.vertices[edge.to].label || String(edge.to) };
  const counted = edge.count !== undefined && edge.count !== null && edge.count !== 1;
  const what = counted ? say("edgeCount", { ...names, count: edge.count }) : say("edge", names);
  const { path, end, direction, middle } = edge.from === edge.to ? loop(from) : arc(from, to, turn, radiusOf(scene, edge.to));
  const shapes = [s(edge.gone ? "path.edge.gone" : "path.edge", { d: path })];
  if (edge.directed) shapes.push(s("path.arrow", { d: arrow(end, direction) }));
  const badge = counted
    ? s("g.edge-badge", {}, s("circle.edge-count-back", { cx: middle.x, cy: middle.y, r: 11 }), label(middle.x, middle.y, edge.count, { class: "edge-count", "font-size": 12 }))
    : null;
  return { badge, node: s("g.item.line", { "data-id": `e${at}` }, s("path.ring", { d: path }), shapes, s("path.hit", { d: path })), what };
}

function radiusOf(scene, at) {
  return scene.vertices[at].mark === "ground" ? 8 : RADIUS;
}

function arc(from, to, turn, radius) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const across = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const bend = turn * 46;
  const control = { x: (from.x + to.x) / 2 + across.x * bend, y: (from.y + to.y) / 2 + across.y * bend };
  const last = Math.hypot(to.x - control.x, to.y - control.y) || 1;
  const direction = { x: (to.x - control.x) / last, y: (to.y - control.y) / last };
  const end = { x: to.x - direction.x * (radius + 2), y: to.y - direction.y * (radius + 2) };
  const middle = { x: (from.x + 2 * control.x + to.x) / 4, y: (from.y + 2 * control.y + to.y) / 4 };
  return { path: `M${from.x} ${from.y} Q${control.x} ${control.y} ${to.x} ${to.y}`, end, direction, middle };
}

function loop({ x, y }) {
  const path = `M${x - 8} ${y - 16} C${x - 34} ${y - 62} ${x + 34} ${y - 62} ${x + 8} ${y - 16}`;
  return { path, end: { x: x + 9, y: y - 19 }, direction: { x: -0.45, y: 0.89 }, middle: { x, y: y - 50 } };
}

function arrow(end, { x, y }) {
  const back = { x: end.x - x * 11, y: end.y - y * 11 };
  return `M${end.x} ${end.y} L${back.x - y * 5} ${back.y + x * 5} L${back.x + y * 5} ${back.y - x * 5} z`;
}

/*
 * Lines that cross are drawn apart, where that can be found. The server lays a graph out by distances, which mostly gives
 * a drawing without crossings if there is one, but not always; Sprouts, whose lines never cross, must not look as if they
 * did. From the server's places, vertices are moved one at a time, or two exchanged, as long as fewer lines cross; then from
 * drawings with a cycle outside and each other vertex in the middle of its neighbours, which cross nothing if the graph is
 * 3-connected and the cycle is a face of it (W. T. Tutte, How to draw a graph, 1963). Only a drawing without any crossing is
 * taken: else the places stay as they were.
 */

/** Steps of the search, each a pair of lines or of vertices that is looked at: some hundredths of a second. */
const MOST_STEPS = 800_000;
/** Times that each vertex goes to the middle of its neighbours. */
const ROUNDS = 60;
/** A vertex is tried on the points of a grid of so many columns and rows. */
const GRID = 9;
/** How near a vertex should stand to another, and to a line that does not end there; and how near it must not. */
const ROOM = 0.13;
const LEAST = 0.06;

/**
 * Places at which no two lines cross.
 * @param {Array<{x: number, y: number}>} places in a square from 0 to 1
 * @param {Array<{from: number, to: number}>} edges
 * @returns {Array<{x: number, y: number}>|null} null if none cross already, or no such places were found
 */
export function untangled(places, edges) {
  const lines = [...new Map(edges.filter(({ from, to }) => from !== to).map(({ from, to }) => [`${Math.min(from, to)} ${Math.max(from, to)}`, { from, to }])).values()];
  const [many, count] = [lines.length, places.length];
  // Euler: more lines than three for each vertex, less six, always cross.
  if (count < 4 || many > 3 * count - 6 || crossings(places, lines) === 0) return null;
  const cost = (many * many + count * count) / 2 + many * count;
  const left = { drawings: Math.floor(MOST_STEPS / cost) };
  for (const begun of [() => places, ...cycles(count, lines).map((cycle) => () => around(cycle, count, lines))]) {
    const found = descended(begun(), lines, left);
    if (crossings(found, lines) === 0 && nearest(found, lines) >= LEAST) return found;
  }
  return null;
}

/** How many pairs of lines cross; those with an end in common do not. */
export function crossings(places, lines) {
  let count = 0;
  for (let one = 0; one < lines.length; one += 1) for (let other = 0; other < one; other += 1) if (cross(places, lines[one], lines[other])) count += 1;
  return count;
}

function cross(places, one, other) {
  if (other.from === one.from || other.from === one.to || other.to === one.from || other.to === one.to) return false;
  const [a, b, c, d] = [places[one.from], places[one.to], places[other.from], places[other.to]];
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

const side = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** What is wrong with a drawing: crossings, and what stands too close. */
function faults(places, lines) {
  let sum = 10 * crossings(places, lines);
  measure(places, lines, (distance) => {
    if (distance < ROOM) sum += 3 * (1 - distance / ROOM);
  });
  return sum;
}

function nearest(places, lines) {
  let least = Infinity;
  measure(places, lines, (distance) => {
    least = Math.min(least, distance);
  });
  return least;
}

/** Tells how far each vertex stands from the others, and from lines that do not end there. */
function measure(places, lines, tell) {
  for (let at = 0; at < places.length; at += 1) {
    for (let other = 0; other < at; other += 1) tell(Math.hypot(places[at].x - places[other].x, places[at].y - places[other].y));
    for (const { from, to } of lines) if (from !== at && to !== at) tell(away(places[at], places[from], places[to]));
  }
}

/** The distance of a point from a line between two others. */
function away(point, from, to) {
  const along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / (Math.hypot(to.x - from.x, to.y - from.y) ** 2 || 1);
  const part = Math.min(Math.max(along, 0), 1);
  return Math.hypot(point.x - from.x - part * (to.x - from.x), point.y - from.y - part * (to.y - from.y));
}

/** The best that single steps lead to, within the drawings that are left to look at. */
function descended(begun, lines, left) {
  let places = begun;
  let least = faults(places, lines);
  for (let better = true; better && least > 0; ) {
    better = false;
    for (const next of steps(places)) {
      if (left.drawings <= 0) return places;
      left.drawings -= 1;
      const wrong = faults(next, lines);
      if (wrong >= least - 1e-9) continue;
      places = next;
      least = wrong;
      better = true;
    }
  }
  return places;
}

/** The drawings that differ in the place of one vertex, or in those of two that change places. */
function* steps(places) {
  for (let at = 0; at < places.length; at += 1) {
    for (let point = 0; point < GRID * GRID; point += 1) {
      const place = { x: (point % GRID) / (GRID - 1), y: Math.floor(point / GRID) / (GRID - 1) };
      yield places.map((old, other) => (other === at ? place : old));
    }
    for (let other = 0; other < at; other += 1) yield places.map((old, one) => (one === at ? places[other] : one === other ? places[at] : old));
  }
}

/** Cycles of few lines, for each line the shortest through it; those that occur twice only once. */
function cycles(count, lines) {
  const found = new Map();
  for (const line of lines) {
    const cycle = way(line.from, line.to, neighbours(count, lines.filter((other) => other !== line)));
    if (cycle) found.set([...cycle].sort((one, other) => one - other).join(" "), cycle);
  }
  return [...found.values()];
}

function neighbours(count, lines) {
  const list = Array.from({ length: count }, () => []);
  for (const { from, to } of lines) {
    list[from].push(to);
    list[to].push(from);
  }
  return list;
}

/** The vertices of a shortest way, or null. */
function way(from, to, next) {
  const before = new Map([[from, null]]);
  for (const at of before.keys()) for (const one of next[at]) if (!before.has(one)) before.set(one, at);
  if (!before.has(to)) return null;
  const path = [];
  for (let at = to; at !== null; at = before.get(at)) path.push(at);
  return path;
}

/** The cycle on a ring, and each other vertex in the middle of its neighbours. */
function around(cycle, count, lines) {
  const next = neighbours(count, lines);
  const places = Array.from({ length: count }, () => ({ x: 0.5, y: 0.5 }));
  cycle.forEach((vertex, at) => {
    const angle = (2 * Math.PI * at) / cycle.length;
    places[vertex] = { x: 0.5 + 0.5 * Math.cos(angle), y: 0.5 + 0.5 * Math.sin(angle) };
  });
  const inner = places.map((_, at) => at).filter((at) => !cycle.includes(at) && next[at].length > 0);
  const mean = (vertices, axis) => vertices.reduce((sum, one) => sum + places[one][axis], 0) / vertices.length;
  for (let round = 0; round < ROUNDS; round += 1) for (const at of inner) places[at] = { x: mean(next[at], "x"), y: mean(next[at], "y") };
  return places;
}

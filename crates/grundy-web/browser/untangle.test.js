// Graphs in the plane: lines that cross are drawn apart. Without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { crossings, untangled } from "../page/js/scenes/untangle.js";

const ring = (count) => Array.from({ length: count }, (_, at) => ({ x: 0.5 + 0.5 * Math.cos((2 * Math.PI * at) / count), y: 0.5 + 0.5 * Math.sin((2 * Math.PI * at) / count) }));
const edges = (text) => text.split(" ").map((pair) => ({ from: Number(pair[0]), to: Number(pair[1]) }));

/** Whether no vertex stands upon another or upon a line. */
function clear(places, lines) {
  return places.every((place, at) => {
    const alone = places.every((other, one) => one === at || Math.hypot(place.x - other.x, place.y - other.y) > 0.05);
    return alone && lines.every(({ from, to }) => {
      if (from === at || to === at) return true;
      const [a, b] = [places[from], places[to]];
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const along = ((place.x - a.x) * (b.x - a.x) + (place.y - a.y) * (b.y - a.y)) / length;
      const aside = Math.abs((place.x - a.x) * (b.y - a.y) - (place.y - a.y) * (b.x - a.x)) / length;
      return along < 0 || along > length || aside > 0.05;
    });
  });
}

test("planar graphs are drawn without crossings", () => {
  const graphs = {
    "four, all joined": edges("01 02 03 12 13 23"),
    "of a game of Sprouts": edges("01 12 23 30 13 02"),
    "two triangles and what joins them": edges("02 24 40 13 35 51 01 23 45"),
    "a wheel": edges("02 24 41 13 30 50 51 52 53 54"),
    "a cube": edges("04 42 26 60 15 53 37 71 01 45 23 67"),
  };
  for (const [name, lines] of Object.entries(graphs)) {
    const places = ring(Math.max(...lines.flatMap(({ from, to }) => [from, to])) + 1);
    assert.ok(crossings(places, lines) > 0, name);
    const found = untangled(places, lines);
    assert.ok(found, name);
    assert.equal(crossings(found, lines), 0, name);
    assert.ok(clear(found, lines), name);
    for (const { x, y } of found) assert.ok(x >= 0 && x <= 1 && y >= 0 && y <= 1, name);
    assert.deepEqual(untangled(places, lines), found, `${name}: the same again`);
  }
});

test("what needs no moving, and what cannot be drawn so, stays", () => {
  assert.equal(untangled(ring(5), edges("01 12 23 34 40")), null);
  assert.equal(untangled(ring(5), edges("01 02 03 04 12 13 14 23 24 34")), null);
  // Three houses and three wells: few enough lines, but they cross.
  assert.equal(untangled(ring(6), edges("03 04 05 13 14 15 23 24 25")), null);
});

// From clicks to a move, without a browser: prefixes, longer paths, and a walk through all paths of made-up moves,
// compared with what the paths themselves say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ways } from "../page/js/arrows.js";
import { click, complete, continuations, mentioned, nothing, open, through } from "../page/js/choice.js";
import { Line, ending } from "../page/js/match.js";
import { halfOpen } from "../page/js/rule-field.js";

const move = (component, ...clicks) => ({ component, clicks });

test("a path of one click makes its move at once", () => {
  const moves = [move(0, ["s1"]), move(0, ["s0"]), move(1, ["s0"])];
  assert.deepEqual(click(moves, nothing, 0, "s0"), { choice: nothing, made: [1], taken: true, again: false });
  assert.deepEqual(click(moves, nothing, 1, "s0").made, [2]);
  assert.deepEqual(click(moves, nothing, 1, "s1"), { choice: nothing, made: [], taken: false, again: false });
});

test("a longer path is made click by click, the same element twice too", () => {
  const moves = [move(0, ["s0", "s0"]), move(0, ["s0", "s1"], ["s1", "s0"]), move(0, ["s1", "s1"])];
  const first = click(moves, nothing, 0, "s0");
  assert.deepEqual(first.choice, { component: 0, path: ["s0"] });
  assert.deepEqual(complete(moves, first.choice), []);
  assert.deepEqual(click(moves, first.choice, 0, "s0").made, [0]);
  assert.deepEqual(click(moves, first.choice, 0, "s1").made, [1]);
  assert.deepEqual(click(moves, click(moves, nothing, 0, "s1").choice, 0, "s0").made, [1]);
});

test("a complete path with longer ones waits, and a second click makes it", () => {
  const moves = [move(0, ["c2"]), move(0, ["c2", "c1"])];
  const first = click(moves, nothing, 0, "c2");
  assert.deepEqual(first.made, []);
  assert.deepEqual(complete(moves, first.choice), [0]);
  assert.deepEqual([...open(moves, first.choice, 0).keys()].sort(), ["c1", "c2"]);
  assert.deepEqual(click(moves, first.choice, 0, "c2").made, [0]);
  assert.deepEqual(click(moves, first.choice, 0, "c1").made, [1]);
});

test("an element that does not go on begins anew; one that begins nothing changes nothing", () => {
  const moves = [move(0, ["a", "b"]), move(0, ["c", "d"]), move(1, ["a", "b"])];
  const first = click(moves, nothing, 0, "a").choice;
  assert.deepEqual(click(moves, first, 0, "c").choice, { component: 0, path: ["c"] });
  assert.ok(click(moves, first, 0, "c").again, "a choice was given up");
  assert.ok(!click(moves, first, 1, "a").again, "in another component nothing is taken for a mistake");
  assert.ok(!click(moves, first, 0, "b").again);
  assert.deepEqual(click(moves, first, 1, "a").choice, { component: 1, path: ["a"] });
  assert.deepEqual(click(moves, first, 0, "d"), { choice: first, made: [], taken: false, again: false });
});

test("two moves by the same clicks are both told", () => {
  const moves = [move(0, ["a"]), move(0, ["a"])];
  assert.deepEqual(click(moves, nothing, 0, "a").made, [0, 1]);
});

test("every path of many made-up moves makes its move, and only what is on a path can be clicked", () => {
  let seed = 7;
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let round = 0; round < 300; round += 1) {
    const path = () => Array.from({ length: 1 + random(3) }, () => "abcd"[random(4)]);
    const moves = Array.from({ length: 1 + random(6) }, () => move(random(2), ...Array.from({ length: 1 + random(2) }, path)));
    moves.forEach((one, number) => {
      for (const clicks of one.clicks) {
        let choice = nothing;
        let made = [];
        clicks.forEach((id, at) => {
          assert.ok(continuations(moves, one.component, clicks.slice(0, at)).has(id));
          assert.ok(open(moves, choice, one.component).has(id));
          assert.ok(through(moves, choice, one.component, id).includes(number));
          ({ choice, made } = click(moves, choice, one.component, id));
          if (at < clicks.length - 1) assert.deepEqual(made, [], "not before the last click");
        });
        if (made.length === 0) made = complete(moves, choice);
        const same = moves.flatMap((other, at) => (other.component === one.component && other.clicks.some((path) => path.join() === clicks.join()) ? [at] : []));
        assert.deepEqual(made, same);
        assert.ok(clicks.every((id) => mentioned(moves, one.component).has(id)));
      }
    });
  }
});

test("the line of a match goes back and on, and keeps what is played over as a side line", () => {
  const line = new Line({ game: "nim 3", moved: 0 });
  line.add({ game: "nim 2", moved: 1 });
  line.add({ game: "nim 1", moved: 2 });
  const even = (entry) => entry.moved % 2 === 0;
  assert.ok(line.step(-1, even));
  assert.equal(line.now.game, "nim 3");
  assert.ok(!line.can(-1) && line.can(1, even));
  assert.ok(line.find("nim 1", 2) && !line.find("nim 1", 3));
  assert.ok(line.step(-1));
  line.add({ game: "nim 0", moved: 2 });
  const games = (entries) => entries.map((entry) => entry.game);
  assert.ok(!line.can(1));
  assert.deepEqual(games(line.past), ["nim 3", "nim 2", "nim 0"]);
  assert.deepEqual(games(line.sides(line.now)), ["nim 1"]);
  const old = line.sides(line.now)[0];
  line.enter(old);
  assert.deepEqual([games(line.all), line.at], [["nim 3", "nim 2", "nim 1"], 2]);
  assert.deepEqual(games(line.sides(line.now)), ["nim 0"]);
  line.go(0);
  line.add({ game: "nim 1", moved: 1 });
  line.add({ game: "nim 0", moved: 2 });
  assert.deepEqual(games(line.from(line.sides(line.all[1])[0])), ["nim 3", "nim 2", "nim 1"].slice(1));
  // The same move again goes on with its line, and begins no other.
  line.go(0);
  line.add({ game: "nim 1", moved: 1 });
  assert.deepEqual([games(line.all), line.sides(line.now).length], [["nim 3", "nim 1", "nim 0"], 1]);
  assert.ok(line.find("nim 0", 2) && line.past.length === 3, "the line shown is searched first");
});

test("a move has an arrow where something goes from a place to a place", () => {
  const piece = { kind: "piece", at: [5, 3] };
  assert.deepEqual(ways(piece, ["c2,0"]), [["c5,3", "c2,0"]]);
  const strip = (...marks) => ({ kind: "strip", cells: marks.map((mark) => ({ mark })) });
  assert.deepEqual(ways(strip("", "coin", "coin"), ["c1", "c0"]), [["c1", "c0"]]);
  assert.deepEqual(ways(strip("", "", "coin"), ["c0"]), [["c2", "c0"]]);
  assert.deepEqual(ways(strip("", "coin", "coin"), ["c0"]), [], "which coin is not known");
  assert.deepEqual(ways(strip("heads", "tails", "heads"), ["c2", "c1"]), [], "coins are turned where they lie");
  const board = (...cells) => ({ kind: "board", width: 2, cells });
  assert.deepEqual(ways(board("black", "white", "free", "free"), ["c0,0", "c1,0"]), [["c0,0", "c1,0"]]);
  assert.deepEqual(ways(board("free", "free", "covered", "free"), ["c0,0", "c1,0"]), [], "a domino covers");
  const graph = (marks, edges) => ({ kind: "graph", vertices: marks.map((mark) => ({ mark })), edges });
  assert.deepEqual(ways(graph(["token", "", ""], []), ["v2"]), [["v0", "v2"]]);
  assert.deepEqual(ways(graph(["", "token"], [{ from: 0, to: 1 }]), ["e0"]), [["v1", "v0"]]);
  assert.deepEqual(ways(graph(["", ""], [{ from: 0, to: 1 }]), ["e0"]), [], "an edge is cut");
  assert.deepEqual(ways({ kind: "heap", count: 5 }, ["s3"]), []);
  assert.deepEqual(ways(undefined, []), []);
});

test("within a compound a move has an arrow in each picture that is clicked", () => {
  const scenes = [{ kind: "piece", at: [5, 3] }, { kind: "row", count: 4 }, { kind: "several", scenes: [{ kind: "piece", at: [1, 1] }] }];
  const compound = { kind: "several", scenes };
  assert.deepEqual(ways(compound, ["p0.c2,0"]), [["p0.c5,3", "p0.c2,0"]]);
  assert.deepEqual(ways(compound, ["p0.c2,0", "p2.p0.c0,0"]), [["p0.c5,3", "p0.c2,0"], ["p2.p0.c1,1", "p2.p0.c0,0"]]);
  assert.deepEqual(ways(compound, ["p1.s1", "p1.s1"]), [], "pins are taken where they stand");
});

test("who wins at the end is what the outcome says", () => {
  const [one, two] = [{ name: "1" }, { name: "2" }];
  assert.equal(ending({ outcome: "P", play: "normal" }, one, two).winner, two);
  assert.equal(ending({ outcome: "N", play: "misere" }, one, two).winner, one);
  assert.equal(ending({ outcome: null, play: "misere" }, one, two).winner, one);
  assert.equal(ending({ outcome: null, play: "normal" }, one, two).winner, two);
});

test("a range that ends before its last number is told from one that includes it", () => {
  assert.deepEqual(halfOpen("n -> n-k for k in 1..3"), { range: "1..3", last: "3", closed: "1..=3" });
  assert.deepEqual(halfOpen("n -> n-k for k in 1..n/2 if n > 2").closed, "1..=n/2");
  for (const rule of ["n -> n-k for k in 1..=3", "n -> n-k for k in 1..", "n -> n-k for k in {1,3}", "n -> n-k for k in 0.. if k > 1", ""]) assert.equal(halfOpen(rule), null, rule);
});

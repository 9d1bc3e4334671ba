/*
 * The kinds of pictures: the fields of each, what stands in them at first, examples, and the question whose answer is
 * the picture. The chart and the trees are drawn by modules of their own.
 */

/** A table with more cells is asked for as PNG: that many squares are too much for a page to lay out. */
const MOST_CELLS = 2500;

const CYCLE = "a b\na c\nb c\nc d\nd b\nd e\ne f\nc f";
const ROW = "5 4\n5 3\n4 3\n4 2\n3 2\n3 1\n2 1\n2 0\n1 0";

const game = { name: "game", label: "gameOrRule", kind: "game", placeholder: "kayles" };
const position = { name: "game", label: "position", kind: "game", placeholder: "nim 3 5 7" };
const rule = { name: "rule", label: "rule", kind: "game", placeholder: "n -> n-k for k in {1,3,4}" };
const positions = { name: "game", label: "rulePositions", kind: "text", placeholder: "10 12" };
const misere = { name: "misere", label: "misereSwitch", kind: "switch" };
const ofPosition = (parameters) => (parameters.rule ? [rule, positions] : [position]);

/** What is asked about: the game or the rule, with the numbers the rule names. */
export function about({ game: named, rule: own, let: names }) {
  return { game: named || null, rule: own || null, let: names || null };
}

/** How many cells a table has; 0 where its ranges are not understood. */
function cells({ down, across }) {
  const count = (range) => {
    const [, from, closed, to] = /^(\d{1,9})\.\.(=?)(\d{1,9})$/.exec(range ?? "") ?? [];
    return from === undefined ? 0 : Math.max(Number(to) - Number(from) + (closed ? 1 : 0), 0);
  };
  return count(down) * count(across);
}

/**
 * @typedef {object} Kind
 * @property {string} name of the picture, and of its words; its explanation has the name with "About"
 * @property {(parameters: object) => import("./picture-form.js").Field[]} fields
 * @property {Record<string, string>} start the parameters at first
 * @property {Array<object>} examples
 * @property {string} [route] the question
 * @property {(parameters: object) => object} [question]
 * @property {boolean} [playable] whether the position can be played
 */

/** @type {Record<string, Kind>} */
export const KINDS = {
  chart: {
    name: "chart",
    fields: () => [game, { name: "from", label: "from", kind: "number", placeholder: "0" }, { name: "to", label: "to", kind: "number", placeholder: "200" }, { name: "log", label: "logScale", kind: "switch" }],
    start: { game: "kayles", from: "0", to: "200" },
    examples: [
      { parameters: { game: "kayles", from: 0, to: 200 } },
      { label: "0.106, 10^6", parameters: { game: "0.106", from: 0, to: 1000000 } },
      { label: "take:1,3,4", parameters: { game: "take:1,3,4", from: 0, to: 60 } },
      { label: "grundy, log", parameters: { game: "grundy", from: 0, to: 2000, log: 1 } },
      { parameters: { game: "dawsons-kayles", from: 0, to: 150 } },
      { label: "n -> n-k for k in {2,5}", parameters: { rule: "n -> n-k for k in {2,5}", from: 0, to: 40 } },
    ],
  },
  table: {
    name: "table",
    fields: () => [{ ...game, placeholder: "wythoff" }, { name: "down", label: "down", kind: "short", placeholder: "0..16" }, { name: "across", label: "across", kind: "short", placeholder: "0..16" }, { name: "outcomes", label: "outcomesOnly", kind: "switch" }, misere],
    start: { game: "wythoff", down: "0..16", across: "0..16" },
    examples: [
      ...["wythoff", "rook", "king", "knight", "euclid"].map((name) => ({ parameters: { game: name, down: "0..16", across: "0..16" } })),
      { label: "wythoff, 150 × 150", parameters: { game: "wythoff", down: "0..150", across: "0..150", outcomes: 1 } },
      { label: "(x,y) -> (x-1,y) | (x,y-2)", parameters: { rule: "(x,y) -> (x-1,y) | (x,y-2)", down: "0..12", across: "0..12" } },
    ],
    route: "table",
    question: (parameters) => ({ ...about(parameters), down: parameters.down, across: parameters.across, outcomes: Boolean(parameters.outcomes), misere: Boolean(parameters.misere), format: cells(parameters) > MOST_CELLS ? "png" : "svg" }),
  },
  states: {
    name: "states",
    fields: (parameters) => [...ofPosition(parameters), misere],
    start: { game: "nim 2 3" },
    examples: [
      ...["nim 2 3", "kayles 5", "wythoff 2,3", "graph:a-b,b-c,c-a,c-d,d-e a"].map((text) => ({ parameters: { game: text } })),
      { label: "n -> n-1 | n/2 if n > 0: 9", parameters: { rule: "n -> n-1 | n/2 if n > 0", game: "9" } },
    ],
    route: "states",
    question: (parameters) => ({ ...about(parameters), misere: Boolean(parameters.misere), format: "svg" }),
    playable: true,
  },
  steps: {
    name: "steps",
    fields: () => [{ name: "graph", label: "edges", kind: "area", placeholder: "a b" }, misere],
    start: { graph: CYCLE },
    examples: [
      { word: "stepsCycle", parameters: { graph: CYCLE } },
      { word: "stepsHeap", parameters: { graph: ROW } },
    ],
    route: "steps",
    question: (parameters) => ({ graph: parameters.graph, misere: Boolean(parameters.misere), format: "svg" }),
  },
  binary: {
    name: "binary",
    fields: (parameters) => ofPosition(parameters),
    start: { game: "nim 3 5 7" },
    examples: ["nim 3 5 7", "nim 13 12 8 9", "kayles 9 + nim 5 + wythoff 3,5"].map((text) => ({ parameters: { game: text } })),
    route: "binary",
    question: (parameters) => about(parameters),
    playable: true,
  },
  tree: {
    name: "tree",
    fields: () => [position],
    start: { game: "tree 0,1,2,1,0,5" },
    examples: ["tree 0,1,2,1,0,5", "tree 0,0,1,1,2,2,2,6", "hackenbush ground-a,a-b,b-c,c-a,ground-d", "tree 0,1,1 + tree 0,1,2"].map((text) => ({ parameters: { game: text } })),
    playable: true,
  },
};

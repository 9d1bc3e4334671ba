// The games that are played: one or more of each kind that is drawn.

/** @type {Array<{name: string, game: string, rule?: string, misere?: boolean, kind: string}>} */
export const GAMES = [
  { name: "nim", game: "nim 3 5 7", kind: "heap" },
  { name: "misere-nim", game: "nim 1 3 4", misere: true, kind: "heap" },
  { name: "rule", game: "5 6", rule: "n -> n-k for k in {1,3,4}", kind: "heap" },
  { name: "moore", game: "moore:2 2 3 4", kind: "heaps" },
  { name: "kayles", game: "kayles 7", kind: "row" },
  { name: "grundy", game: "grundy 8", kind: "row" },
  { name: "ring", game: "ring:1,2 6", kind: "ring" },
  { name: "wythoff", game: "wythoff 4,6", kind: "piece" },
  { name: "queen", game: "queen 7,9", kind: "piece" },
  { name: "knight", game: "knight 5,4", kind: "piece" },
  { name: "nimble", game: "nimble 0 3 5", kind: "strip" },
  { name: "silver", game: "silver 2 3 7 12", kind: "strip" },
  { name: "dollar", game: "dollar 3 1 6", kind: "strip" },
  { name: "turtles", game: "turtles 0 2 5", kind: "strip" },
  { name: "mock-turtles", game: "mock-turtles 0 2 5", kind: "strip" },
  { name: "staircase", game: "staircase 4 0 3", kind: "heaps" },
  { name: "tree", game: "tree 0,1,2,1,0", kind: "graph" },
  { name: "hackenbush", game: "hackenbush ground-a,a-b,b-c,c-a,ground-d", kind: "graph" },
  { name: "graph", game: "graph:a-b,a-c,a-f,b-f,b-g,c-d,c-f,d-e,d-g,e-g,f-g,f-h a", kind: "graph" },
  { name: "node-kayles", game: "node-kayles:a-b,b-c,c-d,d-e", kind: "graph" },
  { name: "arc-kayles", game: "arc-kayles:a-b,b-c,c-d,d-e,b-e", kind: "graph" },
  { name: "chomp", game: "chomp 3x4", kind: "board" },
  { name: "cram", game: "cram 2x3", kind: "board" },
  { name: "clobber", game: "clobber 2x3", kind: "board" },
  { name: "tactix", game: "tactix 2x3", kind: "board" },
  { name: "legendre", game: "legendre:3 6", kind: "row" },
  { name: "multiply", game: "multiply 20", kind: "graph" },
  { name: "nimstring", game: "nimstring 2x3", kind: "graph" },
  { name: "sprouts", game: "sprouts 3", kind: "graph" },
  { name: "brussels-sprouts", game: "brussels-sprouts 1 + nim 1", kind: "several" },
  { name: "word", game: "++++++", rule: '"++" -> "--"', kind: "strip" },
  { name: "groups", game: "aab/abb", rule: 'grid g -> "." for g in groups "ab" if len(g) > 1', kind: "board" },
  { name: "cuts", game: "o.o/.o.", rule: 'grid a "/" b -> a + b for a in boards, b in boards if count(a,"o") > 0 and count(b,"o") > 0 over "."', kind: "board" },
  { name: "tokens", game: "a,c/a-b,b-c,c-d,d-e,e-a", rule: "graph with 2 tokens move token along edge and remove vertex", kind: "graph" },
  { name: "conjunctive", game: "conjunctive 'nim 3 & take:1-2 5'", kind: "heaps" },
  { name: "selective", game: "selective 'nim 2 | take:1-2 3'", kind: "heaps" },
  { name: "selective-boards", game: "selective 'kayles 3 | node-kayles:a-b,b-c'", kind: "several" },
  { name: "ordinal", game: "ordinal 'kayles 3 : nim 2'", kind: "several" },
  { name: "sum", game: "bash:3 6 + kayles 4 + nim 5", kind: "heap" },
];

/** The address of a match on the page. */
export function matchAddress(server, { game, rule, misere }, lang, more = {}) {
  const query = new URLSearchParams({ game, ...(rule ? { rule } : {}), ...(misere ? { misere: "1" } : {}), lang, ...more });
  return `${server.address}#/play?${query}`;
}

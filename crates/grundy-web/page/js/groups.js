/*
 * The groups in which the catalogue is shown. A game that is named in none of them, such as one that a newer server
 * knows, stands in the last group, so that no game can be missing from the page.
 */

const GROUPS = {
  nim: "nim bounded lasker passing moore staircase end-nim blocking exact welter rim once boxes decrement",
  take: "bash take fibonacci atleast tax euclid multiply divisors primes sylver legendre paper rule",
  break: "kayles dawsons-kayles dawsons-chess 0.137 0.[37] grundy treblecross officers guiles couples row ring flip",
  boards: "chomp cram clobber cannibal-clobber tactix nogo amazons fission toads-and-frogs elephants-and-rhinos",
  pieces: "wythoff queen rook king knight bishop cross",
  coins: "nimble northcott silver dollar turtles mock-turtles twins triplets ruler moebius mogul coins tartan acrostic kotzig hill toppling-dominoes",
  graphs: "hackenbush tree graph node-kayles arc-kayles geography undirected-geography edge-geography undirected-edge-geography graph-nim nimstring sprouts brussels-sprouts",
  others: "conjunctive long-conjunctive selective ordinal",
};

/** The names of the groups, in their order; each is also the end of a name of the words, "groupNim" and so on. */
export const NAMES = Object.keys(GROUPS);

const placeOf = new Map(NAMES.flatMap((group) => GROUPS[group].split(" ").map((name, at) => [name, { group, at }])));

/**
 * Sorts games into groups.
 * @param {Array<{name: string}>} games
 * @returns {Array<{group: string, games: object[]}>} no group is empty
 */
export function grouped(games) {
  const found = new Map(NAMES.map((group) => [group, []]));
  for (const game of games) found.get(placeOf.get(game.name)?.group ?? "others").push(game);
  const order = (game) => placeOf.get(game.name)?.at ?? Infinity;
  return [...found].filter(([, list]) => list.length > 0).map(([group, list]) => ({ group, games: list.sort((one, other) => order(one) - order(other)) }));
}

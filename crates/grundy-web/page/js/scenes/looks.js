/*
 * What stands in a row: answers tell how many there are, and the game's name whether they are pins, spots, signs or stones.
 */

const LOOKS = { rim: "spot", flip: "plus" };
const STONES = /^(\d+\.\S*|grundy|couples|lasker|officers|guiles|legendre|rule)$/;

/** What the elements of a component's row look like: "pin", "stone", "spot" or "plus". */
export function lookOf({ game }) {
  const [name] = /^[^\s:]*/.exec(game ?? "");
  return LOOKS[name] ?? (STONES.test(name) ? "stone" : "pin");
}

/** The scene of a component, with what stands in its row. */
export function sceneOf(component) {
  const { scene } = component;
  return scene?.kind === "row" ? { ...scene, look: lookOf(component) } : scene;
}

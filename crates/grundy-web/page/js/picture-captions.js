/*
 * What a picture shows, in words: the game by its name, and the range.
 */

import { gameOf } from "./api.js";
import { language, say } from "./words.js";

/** The name of a game, with its notation where that says more; a rule as it is written. */
export async function nameOf({ game, rule }) {
  if (rule) return rule;
  const found = await gameOf(game ?? "").catch(() => null);
  const title = found?.title[language()];
  if (!title) return game ?? "";
  return [found.name, ...found.aliases].includes(game) ? title : say("titleOf", { title, game });
}

/** The ends of a range such as 0..16 or 0..=16; null where it is written otherwise. */
function ends(range) {
  const [, from, closed, to] = /^(\d+)\.\.(=?)(\d+)$/.exec(range ?? "") ?? [];
  if (from === undefined) return null;
  const last = BigInt(to) - (closed ? 0n : 1n);
  return last < BigInt(from) ? null : { from, last: String(last) };
}

/** The window of a chart. */
export async function chartCaption(parameters, { from, to }) {
  return say("captionChart", { name: await nameOf(parameters), from, last: to - 1 });
}

/** A table. */
export async function tableCaption(parameters) {
  const [down, across] = [ends(parameters.down), ends(parameters.across)];
  const what = say(parameters.outcomes || parameters.misere ? "captionOutcomes" : "captionValues");
  const name = played(await nameOf(parameters), parameters);
  if (!down || !across) return say("captionWhole", { name, what });
  return say("captionTable", { name, what, down: say("rangeTold", down), across: say("rangeTold", across) });
}

/** A picture of one position. */
export function positionCaption(kind, parameters) {
  const position = parameters.rule ? say("captionOfRule", { rule: parameters.rule, position: parameters.game ?? "" }) : (parameters.game ?? "");
  return say(kind === "states" ? "captionStates" : "captionBinary", { position: played(position, parameters) });
}

const played = (name, { misere }) => (misere ? say("captionMisere", { name }) : name);

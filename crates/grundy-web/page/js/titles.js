/*
 * What a match is called: by the title of its game, a sum by those of its games, a code by its family, and a rule of one's own by the
 * game that it is, if it is a known one.
 */

import { codeOf, gameOf } from "./api.js";
import { language, say } from "./words.js";

/** Games of a sum that are named, and letters of a position in the title of the window. */
const NAMED = 3;
const LETTERS = 40;

/** The family of a code: by its largest digit, and by what stands in it beside digits. */
function family(code) {
  if (/[{!=?+]/.test(code)) return say("titleCode", { code });
  return say(/\.[^{]*[89a-f]/i.test(code) ? "titleHexadecimal" : "titleOctal", { code });
}

/**
 * The titles of a match.
 * @param {string} start the position it began with
 * @param {{rule: string|null}} settings
 * @param {object} position the position shown, as answered
 * @returns {Promise<{title: string, says: string, own: boolean, window: string}>} the heading, what stands below it, whether that
 *   is a rule as it was written, and the title of the window
 */
export async function titlesOf(start, { rule }, position) {
  const names = rule ? position.components.map(({ game }) => game) : start.split(" + ");
  const parts = [...new Set(names.map((part) => part.trim()))];
  const places = start.length > LETTERS ? `${start.slice(0, LETTERS)}…` : start;
  if (rule && (parts.length === 0 || parts.some((part) => /^rule\b/.test(part)))) {
    const title = say("ruleOf", { position: places });
    return { title, says: rule, own: true, window: title };
  }
  const found = await Promise.all(parts.map((part) => gameOf(part).catch(() => null)));
  const titles = [...new Set(parts.map((part, at) => (codeOf(part) ? family(codeOf(part)) : (found[at]?.title[language()] ?? part))))];
  const title = titles.slice(0, NAMED).join(" + ") + (titles.length > NAMED ? " + …" : "");
  const [, plain] = (parts.length === 1 && !rule && /^(?:[a-z-]+|\d+\.\S+) ([^']+)$/.exec(places)) || [];
  const window = say(plain ? "titlePlain" : "titleOf", { title, game: plain ?? places });
  return { title, says: rule ?? (titles.length === 1 && found[0] ? found[0].rule[language()] : ""), own: Boolean(rule), window };
}

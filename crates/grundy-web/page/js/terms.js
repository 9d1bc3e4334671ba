/*
 * The two words that a beginner cannot guess, explained where they stand first: a P-position and an N-position.
 */

import { h } from "./dom.js";
import { say } from "./words.js";

const TERMS = [[/P-positions?|必败态(?: P)?/, "meaningP"], [/N-positions?|必胜态(?: N)?/, "meaningN"]];

/**
 * Texts in which each of the words is followed by its meaning at its first use, and has it as its title at every other.
 * @returns {(text: string) => Array<Node|string>}
 */
export function explainer() {
  const used = new Set();
  const parts = (text) => {
    const found = TERMS.map(([pattern, meaning]) => ({ match: pattern.exec(text), meaning })).filter(({ match }) => match);
    if (found.length === 0) return text === "" ? [] : [text];
    const { match, meaning } = found.reduce((one, other) => (other.match.index < one.match.index ? other : one));
    const [word] = match;
    const first = !used.has(meaning);
    used.add(meaning);
    const end = match.index + word.length;
    return [text.slice(0, match.index), h("abbr.term", { title: say(meaning) }, word), first && h("span.meaning", {}, say("inBrackets", { what: say(meaning) })), ...parts(text.slice(end))];
  };
  return parts;
}

/**
 * A reason of an answer as a whole sentence: it begins with a capital, unless its first word is a name or a formula, and it ends with
 * a full stop.
 * @param {string} text
 * @param {string[]} [names] names of games, which keep their small letters
 */
export function whole(text, names = []) {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const [first] = /^\S*/.exec(trimmed);
  const isWord = first === "a" || (/^[a-z][a-z'’-]+[,:;]?$/.test(first) && !names.includes(first.replace(/[,:;]$/, "")));
  const begun = isWord ? trimmed[0].toUpperCase() + trimmed.slice(1) : trimmed;
  if (/[.!?。！？…]["”’」)）]?$/.test(begun)) return begun;
  return begun + (/[\u3400-\u9fff]/.test(begun) ? "。" : ".");
}

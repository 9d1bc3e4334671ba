/*
 * A match as a file: a position a line, as `grundy solve -` reads them. Lines that begin with # are for people, but for the settings of
 * the match at the top. A file that was written by hand serves as well: each position must follow from the one before by a move.
 */

import { ApiError, ask } from "./api.js";
import { question } from "./board.js";
import { Line } from "./match.js";
import { told } from "./remarks.js";
import { say } from "./words.js";

/** Settings that a file holds, as in an address. */
const SETTINGS = ["rule", "let", "misere", "with", "first", "errs"];
/** The longest match that is read. */
const LONGEST = 1000;

/**
 * The text of a file.
 * @param {Array<object>} entries of the line
 * @param {Record<string, any>} parameters the settings, as an address has them
 * @param {(moved: number) => string} who made the move after so many
 */
export function written(entries, parameters, who) {
  const settings = SETTINGS.filter((name) => parameters[name]).map((name) => `# ${name}: ${parameters[name]}`);
  const moves = entries.map((entry) => (entry.move ? [`# ${entry.moved}. ${who(entry.moved - 1)}: ${entry.move}`, entry.game] : [entry.game])).flat();
  return `${["# grundy match", ...settings, ...moves].join("\n")}\n`;
}

/** The settings and the positions of a file, each with its line. */
export function parsed(text) {
  const settings = {};
  const positions = [];
  text.split(/\r?\n/).forEach((whole, at) => {
    const line = whole.trim();
    const [, name, value] = /^#\s*(\w+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (line && !line.startsWith("#")) positions.push({ game: line, line: at + 1 });
    else if (positions.length === 0 && SETTINGS.includes(name)) settings[name] = value;
  });
  return { settings, positions };
}

/**
 * The match of a file, with what each move was worth.
 * @param {Array<{game: string, line: number}>} positions
 * @param {object} settings as `settings` of a match gives them
 * @returns {Promise<Line>} with the last position shown
 * @throws {ApiError} with the line of what is wrong
 */
export async function replayed(positions, settings) {
  if (positions.length === 0) throw new ApiError({ message: say("fileEmpty"), example: "nim 3 5 7" }, 400);
  if (positions.length > LONGEST) throw new ApiError({ message: say("fileLong", { most: LONGEST }), line: positions[LONGEST].line }, 400);
  let line = null;
  let before = null;
  for (const { game, line: place } of positions) {
    let position;
    try {
      position = await ask("moves", question(game, settings));
    } catch (error) {
      if (error instanceof ApiError) error.line = place;
      throw error;
    }
    if (!line) line = new Line({ game: position.game, moved: 0 });
    else {
      const move = before.moves.find((one) => one.game === position.game);
      if (!move) throw new ApiError({ message: say("fileNoMove", { from: before.game, to: position.game }), line: place, example: before.moves[0]?.game ?? null }, 400);
      const better = before.moves.find((one) => one.wins === true);
      line.add({ game: position.game, moved: line.now.moved + 1, move: told(move, before), before: before.outcome, wins: move.wins, after: move.after, better: better ? told(better, before) : null });
    }
    before = position;
  }
  return line;
}

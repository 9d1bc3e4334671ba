/*
 * A match: who plays, whose turn it is, and the line of positions with undo and redo. It holds no position's meaning;
 * that is in the answers. It touches nothing on the page.
 */

import { language, say } from "./words.js";

/** The players of a match, by the setting "with" and who begins: the first mover, then the second. */
export function players({ with: kind, first }) {
  if (kind === "person") return [{ name: say("playerOne"), human: true }, { name: say("playerTwo"), human: true }];
  if (kind === "watch") return [{ name: say("machineOne"), human: false }, { name: say("machineTwo"), human: false }];
  const you = { name: say("you"), human: true, you: true };
  const machine = { name: say("machine"), human: false };
  return first === "machine" ? [machine, you] : [you, machine];
}

/** The settings of a match, read from the parameters of an address. */
export function settings(parameters) {
  const whole = (text, most) => Math.min(Math.max(Number.parseInt(text ?? "0", 10) || 0, 0), most);
  return {
    game: parameters.game ?? "",
    rule: parameters.rule ?? null,
    let: parameters.let ?? null,
    misere: parameters.misere === "1" || parameters.misere === "true",
    with: ["person", "watch"].includes(parameters.with) ? parameters.with : "machine",
    errs: whole(parameters.errs, 100),
    first: parameters.first === "machine" ? "machine" : "you",
    moved: whole(parameters.moved, 1e9),
    start: parameters.start ?? parameters.game ?? "",
    show: (parameters.show ?? "").split(",").filter(Boolean),
  };
}

/** The parameters of an address, from the settings of a match: what `settings` reads. */
export function parameters({ game, rule, let: names, misere, with: kind, errs, first, moved, start, show }) {
  return {
    game, rule, let: names, misere: misere ? "1" : null, with: kind === "machine" ? null : kind, errs: kind === "person" || errs === 0 ? null : errs,
    first: kind === "machine" && first === "machine" ? first : null, moved: moved || null, start: moved ? start : null, show: show.join(","), lang: language(),
  };
}

/**
 * What is said when no move is left.
 * @param {{outcome: string|null, play: string}} position
 * @param {{name: string, you?: boolean}} mover who would have to move
 * @param {{name: string, you?: boolean}} other
 * @returns {{winner: object, verdict: string, reason: string}}
 */
export function ending(position, mover, other) {
  // The outcome says whether it is good to have no move.
  const moverWins = position.outcome ? position.outcome === "N" : position.play === "misere";
  const winner = moverWins ? mover : other;
  const reason = moverWins
    ? mover.you ? say("endMisereYou") : say("endMisere", { winner: mover.name })
    : mover.you ? say("endNormalYou") : say("endNormal", { loser: mover.name });
  return { winner, verdict: winner.you ? say("winsYou") : say("winsWho", { who: winner.name }), reason };
}

/** The line of positions of a match. */
export class Line {
  #entries;
  #at = 0;

  /** @param {{game: string, moved: number}} entry the position it begins with */
  constructor(entry) {
    this.#entries = [entry];
  }

  /** The entry shown. */
  get now() {
    return this.#entries[this.#at];
  }

  /** The entries up to the one shown. */
  get past() {
    return this.#entries.slice(0, this.#at + 1);
  }

  /** All entries, also those after the one shown. */
  get all() {
    return this.#entries.slice();
  }

  /** The place of the entry shown. */
  get at() {
    return this.#at;
  }

  /** Goes to the entry of this place. */
  go(at) {
    this.#at = Math.min(Math.max(at, 0), this.#entries.length - 1);
  }

  /** Goes on from the entry shown; what followed it is forgotten. */
  add(entry) {
    this.#entries.length = this.#at + 1;
    this.#entries.push(entry);
    this.#at += 1;
  }

  /** Goes to an entry with this position, if the line has one. */
  find(game, moved) {
    const at = this.#entries.findIndex((entry) => entry.game === game && entry.moved === moved);
    if (at < 0) return false;
    this.#at = at;
    return true;
  }

  /**
   * Goes back (-1) or on (1), to the next entry that the test accepts.
   * @returns {boolean} whether there was one
   */
  step(direction, accepts = () => true) {
    for (let at = this.#at + direction; at >= 0 && at < this.#entries.length; at += direction) {
      if (!accepts(this.#entries[at])) continue;
      this.#at = at;
      return true;
    }
    return false;
  }

  /** Whether a step is possible. */
  can(direction, accepts = () => true) {
    for (let at = this.#at + direction; at >= 0 && at < this.#entries.length; at += direction) {
      if (accepts(this.#entries[at])) return true;
    }
    return false;
  }
}

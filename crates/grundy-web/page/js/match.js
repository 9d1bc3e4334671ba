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

/**
 * The lines of a match: the one that is shown, and those that were left when another move was tried. They form a tree of
 * entries; from each entry one of the moves made there is the one that the line goes on with.
 */
export class Line {
  #root;
  #now;
  /** Of each entry: the one before it, those after it, and which of these the line goes on with. */
  #links = new Map();

  /** @param {{game: string, moved: number}} entry the position it begins with */
  constructor(entry) {
    this.#root = entry;
    this.#now = entry;
    this.#links.set(entry, { before: null, after: [], next: null });
  }

  /** The entry shown. */
  get now() {
    return this.#now;
  }

  /** The entries up to the one shown. */
  get past() {
    const entries = [];
    for (let entry = this.#now; entry; entry = this.before(entry)) entries.unshift(entry);
    return entries;
  }

  /** All entries of the line, also those after the one shown. */
  get all() {
    return this.from(this.#root);
  }

  /** The place of the entry shown in its line. */
  get at() {
    return this.past.length - 1;
  }

  /** An entry and those that follow it in its line. */
  from(entry) {
    const entries = [];
    for (let one = entry; one; one = this.#links.get(one).next) entries.push(one);
    return entries;
  }

  /** The entry before one, or null. */
  before(entry) {
    return this.#links.get(entry).before;
  }

  /** The other moves that were made where this entry was reached: each begins a side line. */
  sides(entry) {
    const before = this.before(entry);
    return before ? this.#links.get(before).after.filter((one) => one !== entry) : [];
  }

  /** Goes to the entry of this place of the line. */
  go(at) {
    const entries = this.all;
    this.#now = entries[Math.min(Math.max(at, 0), entries.length - 1)];
  }

  /** Goes to an entry of any line; that line is the one shown then, and what was shown becomes a side line. */
  enter(entry) {
    for (let one = entry; this.before(one); one = this.before(one)) this.#links.get(this.before(one)).next = one;
    this.#now = entry;
  }

  /** Goes on from the entry shown. A move that was made there before goes on with its line; another begins a new one. */
  add(entry) {
    const links = this.#links.get(this.#now);
    const known = links.after.find((one) => one.game === entry.game && one.move === entry.move);
    if (known) Object.assign(known, entry);
    else {
      links.after.push(entry);
      this.#links.set(entry, { before: this.#now, after: [], next: null });
    }
    this.enter(known ?? entry);
  }

  /** Goes to an entry with this position, if one of the lines has it, the one shown first. */
  find(game, moved) {
    const found = [...this.all, ...this.#links.keys()].find((entry) => entry.game === game && entry.moved === moved);
    if (found) this.enter(found);
    return Boolean(found);
  }

  /**
   * Goes back (-1) or on (1), to the next entry that the test accepts.
   * @returns {boolean} whether there was one
   */
  step(direction, accepts = () => true) {
    const entry = this.#beyond(direction, accepts);
    if (entry) this.#now = entry;
    return Boolean(entry);
  }

  /** Whether a step is possible. */
  can(direction, accepts = () => true) {
    return Boolean(this.#beyond(direction, accepts));
  }

  #beyond(direction, accepts) {
    const ahead = direction < 0 ? this.past.slice(0, -1).reverse() : this.from(this.#now).slice(1);
    return ahead.find((entry) => accepts(entry));
  }
}

/*
 * The board: a position, drawn and played on. It asks the server for the position's scenes and moves, draws each
 * component, turns clicks and keys into moves, and tells the moves. It is used by the play view and by the lessons.
 *
 *   import { mountBoard } from "./board.js";
 *   const board = mountBoard(element, { misere: false, list: true });
 *   await board.set("nim 3 5 7");                 // asks, draws; gives the position (grundy.moves/1); throws ApiError
 *   board.onMove((move, position) => { … });      // the player has moved; see `follow`
 *
 * Options of mountBoard:
 *   misere   misère play (false)
 *   rule, let   a rule of one's own, as in `set`
 *   follow   after a move the board goes on to the position after it by itself (true); if false the callback
 *            decides, by calling `play`, `set` or `show`
 *   input    whether the player may move (true)
 *   values   whether each component shows its value (false)
 *   list     whether the list of all moves stands below (true)
 *   winning  whether winning moves are marked (false)
 *
 * Methods of the board:
 *   set(game, {misere, rule, let}) → Promise<position>   asks for a position and draws it; without settings the old ones stay
 *   clear()                                               takes the position away, for one that is not understood
 *   show(position)                                        draws a position that has been answered already
 *   play(number) → Promise<position>                      makes the move of that number, with its animation
 *   machine({errs, seed}) → Promise<{move, position}|null> lets the machine move (errs: percent), null if no move is left
 *   onMove(callback(move, position, number)) → off        the player's moves; `position` is the one moved from;
 *                                                         the function it gives takes the callback away again
 *   onPosition(callback(position)) → off                  each new position, also the first, also after the machine's moves
 *   highlight(on = true)      marks the winning moves, or no longer
 *   values(on = true)         shows the components' values, or no longer
 *   input(on = true)          lets the player move, or no longer
 *   choose(number)            makes a move as the player's own, as from a list beside the board
 *   point(number|null)        shows where a move is made, or no longer
 *   cancel() → boolean        gives up a choice that has begun
 *   finish(begun)             at the end of a match shows what it began with, as taken, if that is rows and heaps
 *   focus()                   to the first element that can be clicked
 *   position                  the position shown, as answered, or null
 *   settings                  {misere, rule, let}
 *   destroy()                 takes it away
 */

import { ask } from "./api.js";
import { announce, calm, h, put, wait } from "./dom.js";
import * as choice from "./choice.js";
import { foreseeable, foresight } from "./foresee.js";
import { moveList } from "./movelist.js";
import { Component, widestStrip } from "./component.js";
import { drag } from "./drag.js";
import { steer } from "./steer.js";
import { say } from "./words.js";

/**
 * Puts a board into an element. See the top of this file.
 * @param {HTMLElement} element
 * @param {object} [options]
 */
export function mountBoard(element, options = {}) {
  return new Board(element, options);
}

/** Where all is taken from these, nothing is left to see. */
const ROWS = ["row", "ring", "heap"];

/** As answers write that no component is left, whatever the rule. */
const NOTHING = "nim";

/** What to ask for a position, as it is typed or as an answer names it: with a rule of one's own it is one of that rule. */
export function question(game, { misere, rule, let: names }) {
  return rule && game !== NOTHING ? { game, rule, let: names, misere } : { game, misere };
}

/** Whether all components are heaps that tell their own size: their names would say it twice. */
function alike({ components }) {
  return components.length > 1 && components.every((one) => one.scene?.kind === "heap" && /^nim \d+$/.test(one.game));
}

class Board {
  #element;
  #area = h("div.components", { role: "group", "aria-label": say("boardLabel") });
  #convention = h("p.convention", { hidden: true }, say("lastMoveLoses"));
  #prompt = h("div.prompt");
  #list = null;
  #components = [];
  #choice = choice.nothing;
  #moveCallbacks = new Set();
  #positionCallbacks = new Set();
  #asking = null;
  #busy = false;
  #ahead = null;
  #leaving = new AbortController();
  /** Where on the board the keys were last; null while they are elsewhere on the page. */
  #place = null;
  #flags;

  constructor(element, options) {
    this.#element = element;
    this.#flags = { follow: true, input: true, values: false, list: true, winning: false, ...options };
    this.settings = { misere: Boolean(options.misere), rule: options.rule ?? null, let: options.let ?? null };
    this.position = null;
    element.classList.add("board");
    put(element, this.#convention, this.#area, this.#prompt);
    if (this.#flags.list) {
      this.#list = moveList((number) => this.#chosen([number]));
      element.append(this.#list.element);
    }
    steer(this.#area, {
      activate: (component, id) => this.#click(component, id),
      cancel: () => this.cancel(),
      preview: (component, id) => this.#preview(component, id),
    });
    drag(this.#area, {
      lift: (component, id) => (this.#flags.input && !this.#busy ? (this.#components[component]?.lifted(id) ?? null) : null),
      fits: (component, from, to) => this.#components[component]?.dragged(from, to) !== null,
      drop: (component, from, to) => this.#drop(component, from, to),
      swipe: (component, from, to) => this.#swipe(component, from, to),
    }, this.#leaving.signal);
    const { signal } = this.#leaving;
    document.addEventListener("focusin", (event) => this.#notePlace(event.target), { signal });
    document.addEventListener("pointerdown", (event) => {
      if (!this.#element.contains(event.target)) this.#place = null;
    }, { signal });
    // Only while nothing on the board can be chosen does the board itself hold the keys.
    this.#area.addEventListener("focusout", (event) => {
      if (event.target === this.#area) this.#area.removeAttribute("tabindex");
    }, { signal });
  }

  async set(game, settings = {}) {
    this.settings = { ...this.settings, ...settings };
    // A move that was begun belongs to the position before.
    this.#choice = choice.nothing;
    put(this.#prompt);
    this.#update();
    const position = await this.#ask(question(game, this.settings));
    this.#area.style.removeProperty("--held");
    this.show(position);
    return position;
  }

  clear() {
    this.position = null;
    this.#components = [];
    this.#choice = choice.nothing;
    this.#convention.hidden = true;
    put(this.#area);
    put(this.#prompt);
    this.#list?.clear();
  }

  show(position, last = null) {
    const before = this.#components;
    this.position = position;
    this.#convention.hidden = position.play !== "misere";
    this.#ahead?.stop();
    this.#ahead = foresight((game) => question(game, this.settings));
    this.#choice = choice.nothing;
    put(this.#prompt);
    const widest = widestStrip(position);
    this.#area.classList.toggle("strips", widest > 0);
    this.#area.style.setProperty("--widest", `${widest}px`);
    this.#components = position.components.map((one, at) => new Component(one, at, position, before, widest));
    this.#area.classList.remove("finished");
    this.#area.classList.toggle("alike", alike(position));
    if (this.#components.length > 0) put(this.#area, this.#components.map((one) => one.element));
    else if (position.over && before.length > 0) this.#finished(before);
    else put(this.#area, h("p.nothing-left", {}, say(position.complete ? "emptySum" : "tooLarge")));
    if (last) this.#components[last.component]?.last(last.clicks?.[0] ?? []);
    for (const component of this.#components) component.glide(before);
    this.#list?.show(position);
    this.#update();
    for (const callback of this.#positionCallbacks) callback(position);
  }

  /** The board on which the last move was made stays in sight, without what that move took. */
  #finished(before) {
    for (const component of before) component.rest();
    this.#area.classList.add("finished");
  }

  /** Of a match in which everything was taken from rows and heaps, what it began with stays in sight, as taken. */
  finish(begun) {
    if (!begun.components.every(({ scene }) => ROWS.includes(scene?.kind))) return;
    this.#components = begun.components.map((one, at) => new Component(one, at, begun));
    for (const component of this.#components) component.rest(true);
    put(this.#area, this.#components.map((one) => one.element));
    this.#area.classList.add("finished");
  }

  async play(number, { shown = false } = {}) {
    const position = this.position;
    const move = position.moves[number];
    this.#busy = true;
    // What stands beside the board stays where it is while heaps become lower.
    this.#area.style.setProperty("--held", `${this.#area.offsetHeight}px`);
    try {
      const asked = this.#ask(question(move.game, this.settings));
      asked.catch(() => {});
      const component = this.#components[move.component];
      if (shown && !calm()) {
        component?.preview(move.clicks?.[0] ?? [], true);
        await wait(420);
      }
      component?.going(move.clicks?.[0] ?? [], this.#ahead.at(move));
      if (!calm()) await wait(230);
      const after = await asked;
      this.#busy = false;
      this.show(after, shown ? move : null);
      return after;
    } finally {
      this.#busy = false;
    }
  }

  async machine({ errs = 0, seed = Math.floor(Math.random() * 2 ** 31) } = {}) {
    if (!this.position || this.position.over) return null;
    const position = await this.#ask({ ...question(this.position.game, this.settings), choose: true, errs, seed });
    if (!position.chosen) return null;
    // The numbers of the answer are its own: another answer may list its moves otherwise.
    this.position = position;
    const move = position.moves[position.chosen.number];
    return { move, position: await this.play(position.chosen.number, { shown: true }) };
  }

  onMove(callback) {
    this.#moveCallbacks.add(callback);
    return () => this.#moveCallbacks.delete(callback);
  }

  onPosition(callback) {
    this.#positionCallbacks.add(callback);
    return () => this.#positionCallbacks.delete(callback);
  }

  highlight(on = true) {
    this.#flags.winning = on;
    this.#update();
  }

  values(on = true) {
    this.#flags.values = on;
    this.#update();
  }

  input(on = true) {
    this.#flags.input = on;
    this.#update();
  }

  /** Makes the move of this number as the player's own. */
  choose(number) {
    const move = this.position?.moves[number];
    if (!move) return;
    // The list beside the board is made anew with the next position, so the keys go to the board.
    this.#place ??= { component: move.component, id: move.clicks?.[0]?.[0] ?? null };
    this.#chosen([number]);
  }

  /** Shows on the board where a move is made; null no longer. */
  point(number) {
    for (const one of this.#components) one.clearPreview();
    const move = number === null ? null : this.position?.moves[number];
    if (move && !this.#busy) this.#components[move.component]?.preview(move.clicks?.[0] ?? [], (move.clicks?.[0] ?? []).length > 0);
  }

  cancel() {
    const begun = this.#choice.path.length > 0;
    this.#choice = choice.nothing;
    put(this.#prompt);
    this.#update();
    if (begun) announce(say("cancelled"));
    return begun;
  }

  focus() {
    this.#area.querySelector("[tabindex='0']")?.focus();
  }

  destroy() {
    this.#asking?.abort();
    this.#ahead?.stop();
    this.#leaving.abort();
    this.#moveCallbacks.clear();
    this.#positionCallbacks.clear();
    this.#element.classList.remove("board");
    this.#element.replaceChildren();
  }

  async #ask(parameters) {
    this.#asking?.abort();
    this.#asking = new AbortController();
    return ask("moves", parameters, { signal: this.#asking.signal });
  }

  #click(component, id) {
    if (!this.#flags.input || this.#busy || !this.position) return;
    const { choice: after, made, taken, again } = choice.click(this.position.moves, this.#choice, component, id);
    if (!taken) {
      this.#refuse(component);
      return;
    }
    this.#choice = after;
    if (made.length > 0) {
      this.#chosen(made);
      return;
    }
    this.#update();
    this.#tellBegun(again);
  }

  /** Something was dragged: the clicks of its move, whatever was chosen before. */
  #drop(component, from, to) {
    const clicks = this.#components[component]?.dragged(from, to) ?? [];
    this.#choice = choice.nothing;
    for (const id of clicks) this.#click(component, id);
  }

  /** A pointer went from one element to another: both are clicked if a move has both, else the first. */
  #swipe(component, from, to) {
    const begins = this.#choice.path.length === 0;
    const both = begins && this.position?.moves.some((move) => move.component === component && (move.clicks ?? []).some(([first, second, more]) => (first === from && second === to) || (first === to && second === from && !more)));
    for (const id of both ? [from, to] : [from]) this.#click(component, id);
  }

  /** Says why a click does nothing. */
  #refuse(component) {
    const kind = this.position.components[component]?.scene?.kind;
    const begun = this.#choice.path.length > 0;
    const words = say(begun ? "notOn" : kind === "heap" || kind === "heaps" ? "notTaken" : "notHere");
    if (begun) this.#tellBegun(false, words);
    else put(this.#prompt, h("span", {}, words));
    announce(words);
  }

  /** What to click next; `again` where a choice was given up for this one, `why` what was said of the last click. */
  #tellBegun(again, why = null) {
    if (this.#choice.path.length === 0) {
      put(this.#prompt);
      return;
    }
    const done = choice.complete(this.position.moves, this.#choice);
    const twice = choice.continuations(this.position.moves, this.#choice.component, this.#choice.path).has(this.#choice.path.at(-1));
    const before = why ?? (again ? say("chosenAgain") : null);
    const next = say(twice ? "chosenEnd" : "chosenPart");
    put(
      this.#prompt,
      before && h("span", {}, before),
      done.length > 0
        ? h("button.quiet", { type: "button", onclick: () => this.#chosen(done) }, say("enterMakes", { move: this.position.moves[done[0]].move }))
        : h("span", {}, next),
      h("button.quiet", { type: "button", "aria-keyshortcuts": "Escape", onclick: () => this.cancel() }, say("cancel")),
    );
    announce([before, done.length > 0 ? say("enterMakes", { move: this.position.moves[done[0]].move }) : next].filter(Boolean).join(" "));
  }

  #chosen(numbers) {
    if (!this.#flags.input || this.#busy) return;
    if (numbers.length > 1) {
      this.#offer(numbers);
      return;
    }
    const position = this.position;
    const [number] = numbers;
    this.#choice = choice.nothing;
    put(this.#prompt);
    for (const callback of this.#moveCallbacks) callback(position.moves[number], position, number);
    if (this.#flags.follow) this.play(number).catch(() => {});
    else this.#update();
  }

  /** Several moves are made by the same clicks: the player says which. */
  #offer(numbers) {
    const buttons = numbers.slice(0, 60).map((number) => h("button.quiet", { type: "button", onclick: () => this.#chosen([number]) }, this.position.moves[number].move));
    put(this.#prompt, h("span", {}, say("whichMove")), buttons, h("button.quiet", { type: "button", "aria-keyshortcuts": "Escape", onclick: () => this.cancel() }, say("cancel")));
    buttons[0].focus();
    announce(say("whichMove"));
  }

  #preview(component, id) {
    for (const one of this.#components) one.clearPreview();
    this.#ahead?.stop();
    if (id === null || !this.#flags.input || this.#busy) return;
    const path = this.#choice.component === component ? [...this.#choice.path, id] : [id];
    this.#components[component]?.preview(path, choice.through(this.position.moves, this.#choice, component, id).length > 0);
    this.#foresee(component, id);
  }

  /** Where only the rules know what a move takes away, the position after it tells. */
  #foresee(component, id) {
    const shown = this.#components[component];
    const ends = choice.open(this.position.moves, this.#choice, component).get(id)?.ends ?? [];
    if (ends.length !== 1 || !foreseeable(shown?.answer.scene)) return;
    this.#ahead.gone(this.position.moves[ends[0]], shown.answer.scene).then((gone) => shown.fade(gone), () => {});
  }

  #update() {
    if (!this.position) return;
    this.#element.classList.toggle("locked", !this.#flags.input);
    this.#components.forEach((component, at) => {
      component.update({
        open: this.#flags.input ? choice.open(this.position.moves, this.#choice, at) : new Map(),
        begun: this.#choice.component === at ? this.#choice.path : [],
        winning: this.#flags.winning,
        values: this.#flags.values,
      });
    });
    this.#list?.update({ input: this.#flags.input, winning: this.#flags.winning });
    this.#keepFocus();
  }

  /** Where the keys are now. */
  #notePlace(target) {
    if (target === this.#area) return;
    const item = this.#area.contains(target) ? target.closest("[data-id]") : null;
    if (item) this.#place = { component: Number(item.closest(".component").dataset.component), id: item.dataset.id, ...this.#at(item) };
    else if (this.#list?.element.contains(target)) this.#place = { list: true };
    else if (!this.#element.contains(target)) this.#place = null;
  }

  /** The middle of an element, from the corner of the board's area. */
  #at(item) {
    const { left, top, width, height } = (item.querySelector(".hit") ?? item).getBoundingClientRect();
    const area = this.#area.getBoundingClientRect();
    return { x: left + width / 2 - area.left, y: top + height / 2 - area.top };
  }

  /**
   * After a move the focus stays near where it was, so that one can go on with the keys. While nobody may move, the board itself
   * holds it: on the body the arrow keys would step through the match.
   */
  #keepFocus() {
    if (!this.#place) return;
    const active = document.activeElement;
    const within = this.#area.contains(active) && active !== this.#area;
    const lost = !active || active === document.body || active === this.#area || active.disabled || (within && !active.hasAttribute("tabindex"));
    if (!lost) return;
    const target = this.#nearest();
    if (!target) this.#area.setAttribute("tabindex", "-1");
    (target ?? this.#area).focus({ preventScroll: true });
  }

  /** What can be chosen nearest to where the keys were. */
  #nearest() {
    if (!this.#flags.input || this.#busy) return null;
    const { list, component, id, x, y } = this.#place;
    const open = [...this.#area.querySelectorAll("[data-id][tabindex]")];
    if (list || open.length === 0) return this.position.over ? null : (this.#list?.focusable() ?? null);
    const same = open.find((item) => item.dataset.id === id && Number(item.closest(".component").dataset.component) === component);
    if (same) return same;
    const beside = open.filter((item) => Number(item.closest(".component").dataset.component) === component);
    const near = beside.length > 0 ? beside : open;
    if (x === undefined) return near[0];
    const far = (item) => Math.hypot(this.#at(item).x - x, this.#at(item).y - y);
    return near.reduce((best, item) => (far(item) < far(best) ? item : best));
  }
}

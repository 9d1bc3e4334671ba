/*
 * The play view: a match on the board, with the machine, a person, or two machines to watch. The address holds the
 * position and all settings; a human move makes a new entry of the browser's history, the machine's answer stands in
 * the same entry, so that going back leads to one's own turn.
 */

import { hash, note, remember, remembered } from "./address.js";
import { ask, exampleOf } from "./api.js";
import { mountBoard, question } from "./board.js";
import { showChooser } from "./chooser.js";
import { announce, calm, h, put, wait } from "./dom.js";
import { fileName, save } from "./download.js";
import { howTo } from "./howto.js";
import { keysDialog, matchKeys } from "./keys.js";
import { lineOfPlay } from "./line-of-play.js";
import { Line, ending, parameters, players, settings } from "./match.js";
import { layout, tools } from "./match-layout.js";
import { notationForm, sentence } from "./notation.js";
import { sidePanel } from "./panel.js";
import { endRemark, fileRemark, hintRemark, mistakeRemark, told } from "./remarks.js";
import { setupCard } from "./setup.js";
import { titlesOf } from "./titles.js";
import { say } from "./words.js";

/** Shows the chooser, or the match that the address tells. */
export function showPlay(main, address) {
  let inner = null;
  const open = (given) => {
    inner?.leave();
    const kept = Object.fromEntries(["with", "errs", "first", "misere", "show"].map((name) => [name, given[name]]));
    document.title = say("site");
    inner = given.game || given.rule ? new Match(main, given) : showChooser(main, kept);
  };
  open(address.parameters);
  return {
    update(next) {
      if (inner instanceof Match && (next.parameters.game || next.parameters.rule)) inner.update(next.parameters);
      else open(next.parameters);
    },
    leave: () => inner.leave(),
  };
}

/** The buttons that mean nothing where no position is shown. */
const OF_A_POSITION = ["undo", "redo", "hint", "why", "share", "save", "picture"];

class Match {
  #settings;
  #line;
  #board;
  #form;
  #panel;
  #played;
  #setup;
  #unbind;
  #running = null;
  #hinted = false;
  #position = null;
  /** What the match began with, once it is known. */
  #begun = null;
  #status = h("p.turn", { role: "status" });
  #last = h("p.last-move");
  #comment = h("div.comment", { "aria-live": "polite" });
  #title = h("h1.game-name");
  #rule = h("p.game-says");
  #how = h("p.how-to");
  #buttons = {};
  #main;

  constructor(main, given) {
    this.#main = main;
    this.#settings = settings(given);
    this.#line = new Line({ game: this.#settings.game, moved: this.#settings.moved });
    this.#build();
    this.#load();
  }

  #build() {
    const boardElement = h("div");
    this.#form = notationForm(this.#settings, (said) => this.#begin(said));
    this.#panel = sidePanel({
      show: this.#shown(),
      change: (show) => this.#changeShow(show),
      play: (number) => this.#fromPanel(number),
      point: (number) => this.#board.point(number),
      along: (steps) => this.#along(steps),
    });
    this.#played = lineOfPlay({ go: (at) => this.#goTo(at), enter: (entry) => this.#enter(entry), step: (direction) => this.#step(direction), ends: (direction) => this.#toEnd(direction) });
    this.#setup = setupCard({
      change: (changed) => this.#change(changed),
      step: () => this.#machineMove(),
      run: (on) => this.#run(on),
    });
    this.#buttons = tools({ undo: () => this.#step(-1), redo: () => this.#step(1), hint: () => this.#hint(), why: () => this.#panel.why(), share: () => this.#share(), save: () => this.#save(), picture: () => this.#picture(), open: () => this.#choose(), keys: () => keysDialog() });
    put(
      this.#main,
      layout({
        title: this.#title, rule: this.#rule, status: this.#status, last: this.#last, board: boardElement, how: this.#how, comment: this.#comment,
        tools: Object.values(this.#buttons), form: this.#form.element, setup: this.#setup.element, side: this.#panel.cards, line: this.#played.element,
      }),
    );
    this.#board = mountBoard(boardElement, { follow: false, misere: this.#settings.misere, rule: this.#settings.rule, let: this.#settings.let });
    this.#board.onMove((move, position, number) => this.#humanMove(move, position, number));
    this.#unbind = matchKeys({ undo: () => this.#step(-1), redo: () => this.#step(1), hint: () => this.#hint(), marks: () => this.#panel.marks(), why: () => this.#panel.why(), help: () => keysDialog(), cancel: () => this.#board.cancel() });
    this.#setup.show(this.#settings);
  }

  leave() {
    this.#running?.abort();
    this.#unbind();
    this.#board.destroy();
  }

  /** A new address of this view, by a link, by hand, or by the browser's back and forward keys. */
  update(given) {
    this.#running?.abort();
    const old = this.#settings;
    this.#settings = settings(given);
    const same = ["rule", "let", "misere", "with", "first", "start"].every((name) => old[name] === this.#settings[name]);
    if (!same || !this.#line.find(this.#settings.game, this.#settings.moved)) {
      this.#line = new Line({ game: this.#settings.game, moved: this.#settings.moved });
    }
    this.#setup.show(this.#settings);
    this.#panel.set(this.#shown());
    this.#load();
  }

  /** Another position from the field; one that is not understood changes nothing but the words under the field. */
  async #begin(said) {
    try {
      if (!said.rule) said.game = (await exampleOf(said.game)) ?? said.game;
      await ask("moves", question(said.game, { ...this.#settings, ...said }));
      this.#form.taken();
      const next = hash("play", { ...parameters(this.#settings), ...said, start: null, moved: null });
      if (next === location.hash) this.#load();
      else location.hash = next;
    } catch (error) {
      this.#form.fail(error);
      if (error.name !== "ApiError") throw error;
    }
  }

  #note(replace) {
    note("play", parameters(this.#settings), { replace });
  }

  async #load() {
    this.#hinted = false;
    put(this.#comment);
    const { misere, rule, let: names } = this.#settings;
    this.#form.set(this.#settings);
    try {
      // A name alone stands for the game; within a match it is what is left at its end.
      const example = rule || this.#settings.moved ? null : await exampleOf(this.#settings.game);
      if (example) {
        location.replace(hash("play", { ...parameters(this.#settings), game: example }));
        return;
      }
      const position = await this.#board.set(this.#settings.game, { misere, rule, let: names });
      if (this.#settings.game === this.#settings.start) this.#begun = { game: this.#settings.start, position };
      this.#line.now.game = this.#settings.game;
      this.#shows(position);
      this.#nextTurn();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.#position = null;
      this.#board.clear();
      this.#panel.clear();
      for (const name of OF_A_POSITION) this.#buttons[name].disabled = true;
      this.#played.clear();
      this.#how.textContent = "";
      this.#last.textContent = "";
      this.#form.fail(error);
      // What is wrong stands once, with its place, under the field.
      this.#status.className = "turn none";
      this.#status.textContent = say("noPosition");
      this.#title.textContent = rule ? say("ruleOf", { position: this.#settings.game }) : this.#settings.game;
      document.title = `${this.#title.textContent} · grundy`;
      put(this.#rule);
      if (error.name !== "ApiError") throw error;
    }
  }

  /** What is to be seen for a new position. */
  #shows(position) {
    this.#position = position;
    // Where nothing is left, the field keeps what the match began with.
    const isNothing = position.over && position.components.length === 0;
    this.#form.set(question(isNothing ? this.#settings.start : position.game, this.#settings));
    if (isNothing) this.#finish(position);
    this.#hinted = false;
    this.#board.values(this.#shown().includes("values"));
    this.#board.highlight(this.#shown().includes("winning"));
    this.#panel.position(position, {
      mover: this.#mover(),
      who: (at) => this.#player(this.#line.now.moved + at).name,
      waits: this.#settings.with === "machine" && !this.#mover().human,
      question: question(position.game, this.#settings),
      settings: this.#settings,
    });
    this.#tellLine();
    this.#how.textContent = position.over ? "" : howTo(position);
    this.#name(position);
    const entry = this.#line.now;
    this.#last.textContent = entry.move ? say("whoMoved", { who: this.#player(entry.moved - 1).name, move: entry.move }) : "";
    this.#buttons.undo.disabled = !this.#line.can(-1, (one) => this.#stays(one));
    this.#buttons.redo.disabled = !this.#line.can(1, (one) => this.#stays(one));
    this.#buttons.hint.disabled = position.over;
    for (const name of ["why", "share", "save", "picture"]) this.#buttons[name].disabled = false;
  }

  /** The line of play; what its moves were worth is told with the comments, with the analysis, and at the end. */
  #tellLine() {
    const shown = this.#shown();
    this.#played.show(this.#line, {
      players: players(this.#settings),
      judged: shown.includes("comments") || shown.includes("winner") || this.#position.over,
      back: this.#line.can(-1, (one) => this.#stays(one)),
      on: this.#line.can(1, (one) => this.#stays(one)),
    });
  }

  /** The game's name above the board and in the title of the window. */
  async #name(position) {
    const { title, says, own, window } = await titlesOf(this.#settings.start, this.#settings, position);
    if (position !== this.#position || !this.#title.isConnected) return;
    // A match that is over keeps the name under which it was played.
    if (position.components.length === 0 && this.#title.textContent !== "") return;
    document.title = `${window} · grundy`;
    this.#title.textContent = title;
    this.#rule.textContent = says;
    this.#rule.classList.toggle("code", own);
  }

  /** The board that is over shows what was played on. */
  async #finish(position) {
    const { start } = this.#settings;
    if (this.#begun?.game !== start) {
      const asked = await ask("moves", question(start, this.#settings)).catch(() => null);
      if (!asked || this.#position !== position) return;
      this.#begun = { game: start, position: asked };
    }
    this.#board.finish(this.#begun.position);
  }

  #player(moved) {
    return players(this.#settings)[((moved % 2) + 2) % 2];
  }

  #mover() {
    return this.#player(this.#line.now.moved);
  }

  #nextTurn() {
    const position = this.#position;
    if (position.over) {
      this.#end(position);
      return;
    }
    const mover = this.#mover();
    this.#board.input(mover.human);
    if (!position.complete && position.moves.length === 0) {
      this.#say(say("tooLarge"));
      return;
    }
    this.#say(mover.you ? say("yourTurn") : say("turnOf", { who: mover.name }));
    if (!mover.human && this.#settings.with === "machine") this.#machineSoon();
  }

  #say(text) {
    this.#status.className = "turn";
    this.#status.textContent = text;
  }

  #end(position) {
    this.#board.input(false);
    this.#setup.stopped();
    const mover = this.#mover();
    const { winner, verdict, reason } = ending(position, mover, this.#player(this.#line.now.moved + 1));
    this.#status.className = winner.human ? "turn over won" : "turn over";
    this.#status.textContent = verdict;
    put(this.#comment, endRemark(reason, () => this.#again()));
    announce(`${verdict} ${reason}`);
  }

  #again() {
    this.#settings = { ...this.#settings, game: this.#settings.start, moved: 0 };
    this.#line = new Line({ game: this.#settings.game, moved: 0 });
    this.#note(false);
    this.#load().then(() => this.#board.focus());
  }

  async #humanMove(move, position, number) {
    put(this.#comment);
    this.#board.input(false);
    if (this.#shown().includes("comments")) this.#judge(position, number);
    await this.#made(move, number, false);
  }

  /** The server's comment on a move that gave a win away. */
  async #judge(position, number) {
    const asked = this.#line;
    const moved = this.#line.now.moved;
    try {
      const { played } = await ask("moves", { ...question(position.game, this.#settings), played: number });
      if (asked !== this.#line || played?.wins !== false || !played.said || position.outcome === "P") return;
      // A move that keeps a draw wins nothing, and is no mistake.
      if (position.outcome === "D" && position.moves[number]?.after === "D") return;
      if (this.#line.now.moved > moved + 2) return;
      put(this.#comment, mistakeRemark(played.said));
    } catch {
      // A comment that does not come is no hindrance to the game.
    }
  }

  async #made(move, number, machine) {
    try {
      const after = await this.#board.play(number);
      this.#arrived(move, after, machine);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.#status.textContent = sentence(error);
      this.#board.input(this.#mover().human);
    }
  }

  #arrived(move, after, machine) {
    const who = this.#mover();
    const words = told(move, this.#position);
    const better = this.#position.moves.find((one) => one.wins === true);
    this.#line.add({
      game: after.game, moved: this.#line.now.moved + 1, move: words,
      before: this.#position.outcome, wins: move.wins, after: move.after, better: better ? told(better, this.#position) : null,
    });
    this.#settings = { ...this.#settings, game: after.game, moved: this.#line.now.moved };
    this.#note(machine);
    this.#shows(after);
    announce(say("whoMoved", { who: who.name, move: words }));
    this.#nextTurn();
  }

  #machineSoon() {
    this.#running?.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.#say(say("thinking"));
    wait(calm() ? 250 : 650, signal).then(() => this.#machineMove(signal)).catch(() => {});
  }

  async #machineMove(signal) {
    if (!this.#position || this.#position.over || this.#mover().human) return;
    try {
      const result = await this.#board.machine({ errs: this.#settings.errs });
      if (!result || signal?.aborted) return;
      this.#arrived(result.move, result.position, true);
    } catch (error) {
      if (error.name !== "AbortError") this.#status.textContent = sentence(error);
    }
  }

  /** Two machines play on by themselves. */
  async #run(on) {
    this.#running?.abort();
    if (!on) return;
    this.#running = new AbortController();
    const { signal } = this.#running;
    try {
      while (!signal.aborted && !this.#position.over && !this.#mover().human) {
        await this.#machineMove(signal);
        await wait(this.#setup.pause() * 1000, signal);
      }
    } catch {
      // Stopped.
    }
  }

  /** The entries that undo and redo stop at: those at which a person moves, and ends. */
  #stays(entry) {
    return this.#settings.with !== "machine" || this.#player(entry.moved).human;
  }

  #step(direction) {
    this.#running?.abort();
    this.#setup.stopped();
    if (this.#line.step(direction, (entry) => this.#stays(entry))) this.#shownAgain();
  }

  /** Back to where a move of the line can be made otherwise. */
  #goTo(at) {
    this.#running?.abort();
    this.#setup.stopped();
    const entries = this.#line.all;
    this.#line.go(at === this.#line.at || !this.#stays(entries[at]) ? at - 1 : at);
    if (!this.#stays(this.#line.now)) this.#line.go(this.#line.at - 1);
    this.#shownAgain();
  }

  /** To an entry of a side line: to the first of it, from there on, at which a person moves, else to itself. */
  #enter(entry) {
    this.#running?.abort();
    this.#setup.stopped();
    this.#line.enter(this.#line.from(entry).find((one) => this.#stays(one)) ?? entry);
    this.#shownAgain();
  }

  /** Along the best line: its moves become moves of the match. */
  #along(steps) {
    this.#running?.abort();
    this.#setup.stopped();
    for (const { game, move, before, wins, after } of steps) this.#line.add({ game, moved: this.#line.now.moved + 1, move, before, wins, after, better: null });
    this.#shownAgain();
  }

  #toEnd(direction) {
    this.#running?.abort();
    this.#setup.stopped();
    while (this.#line.step(direction, (entry) => this.#stays(entry)));
    this.#shownAgain();
  }

  #shownAgain() {
    this.#settings = { ...this.#settings, game: this.#line.now.game, moved: this.#line.now.moved };
    this.#note(false);
    this.#load();
  }

  /** A move chosen from the winning moves beside the board. */
  #fromPanel(number) {
    if (this.#mover().human) this.#board.choose(number);
  }

  #shown() {
    const comments = remembered("comments") === "no" ? [] : ["comments"];
    return [...this.#settings.show.filter((one) => one !== "comments"), ...comments];
  }

  #changeShow(show) {
    remember("comments", show.includes("comments") ? "yes" : "no");
    this.#settings = { ...this.#settings, show: show.filter((one) => one !== "comments") };
    this.#note(true);
    this.#board.values(show.includes("values"));
    this.#board.highlight(show.includes("winning") || this.#hinted);
    if (this.#position) this.#tellLine();
  }

  #change(changed) {
    this.#running?.abort();
    const restart = "first" in changed || ("with" in changed && this.#settings.moved === 0);
    this.#settings = { ...this.#settings, ...changed };
    if (restart && this.#settings.moved > 0) this.#settings = { ...this.#settings, game: this.#settings.start, moved: 0 };
    if (restart || "misere" in changed || "with" in changed) this.#line = new Line({ game: this.#settings.game, moved: this.#settings.moved });
    this.#note(true);
    this.#setup.show(this.#settings);
    if ("errs" in changed) return;
    this.#load();
  }

  #hint() {
    if (!this.#position || this.#position.over) return;
    this.#hinted = true;
    this.#board.highlight(true);
    put(this.#comment, hintRemark(this.#position));
  }

  /** Saves the match up to the position shown, and what was played on from there. */
  async #save() {
    const { written } = await import("./match-file.js");
    const text = written(this.#line.all, parameters(this.#settings), (moved) => this.#player(moved).name);
    save(new Blob([text], { type: "text/plain" }), `${fileName(this.#settings.start)}.txt`);
  }

  /** Offers the board as a picture. */
  async #picture() {
    const { pictureDialog } = await import("./board-picture.js");
    pictureDialog(this.#main.querySelector(".board"), this.#position?.game ?? "", fileName(this.#position?.game));
  }

  /** Lets the reader choose a file. */
  #choose() {
    const input = h("input", { type: "file", accept: ".txt,text/plain", hidden: true, onchange: () => this.#open(input.files[0]) });
    input.addEventListener("cancel", () => input.remove());
    document.body.append(input);
    input.click();
  }

  /** Goes on with the match of a file; one that is no match changes nothing. */
  async #open(file) {
    document.querySelector("body > input[type=file]")?.remove();
    if (!file) return;
    this.#running?.abort();
    this.#setup.stopped();
    try {
      const { parsed, replayed } = await import("./match-file.js");
      const { settings: kept, positions } = parsed(await file.text());
      const next = settings({ ...kept, show: this.#settings.show.join(",") });
      const line = await replayed(positions, next);
      this.#line = line;
      this.#settings = { ...next, game: line.now.game, moved: line.now.moved, start: line.all[0].game };
      this.#setup.show(this.#settings);
      this.#note(false);
      this.#load();
    } catch (error) {
      put(this.#comment, fileRemark(error));
      if (error.name !== "ApiError") throw error;
    }
  }

  async #share() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.#last.textContent = say("shared");
      announce(say("shared"));
    } catch {
      this.#last.textContent = say("shareFailed");
    }
  }
}

/*
 * The tasks of a lesson, one at a time: those that come later are folded to their headings until the ones before are done. Each heading
 * opens and folds its task by hand, and a button above the first opens all.
 */

import { h, put } from "./dom.js";
import { tell } from "./lesson-words.js";

/**
 * Folds the tasks.
 * @param {HTMLElement[]} tasks in their order, before they are made
 * @param {boolean} all whether all are open at first
 * @param {(all: boolean) => void} chosen called when the reader has chosen
 */
export function folding(tasks, all, chosen) {
  const every = h("button.quiet", { type: "button", onclick: () => choose(!all) });
  const buttons = new Map();
  if (tasks.length > 1) tasks[0].before(h("p.lesson-fold", {}, every));

  const isOpen = (task) => !task.classList.contains("folded");
  const isSolved = (task) => task.classList.contains("solved");

  function open(task, on) {
    task.classList.toggle("folded", !on);
    buttons.get(task)?.setAttribute("aria-expanded", String(on));
    tellEvery();
  }

  function tellEvery() {
    all = tasks.every(isOpen);
    put(every, tell(all ? "oneTask" : "allTasks"));
  }

  /** The first task that is not done; where all are done, none is to be done next. */
  const next = () => tasks.find((task) => !isSolved(task)) ?? null;

  function choose(wanted) {
    const first = next();
    for (const task of tasks) open(task, wanted || task === first);
    chosen(wanted);
  }

  return {
    /** The tasks are made: their headings become buttons, and what comes later is folded. */
    begin() {
      for (const task of tasks) {
        const heading = task.querySelector("h3");
        const button = h("button.fold", { type: "button", "aria-expanded": "true", onclick: () => open(task, !isOpen(task)) });
        button.append(heading.firstChild);
        heading.prepend(button);
        buttons.set(task, button);
      }
      const first = next();
      const wanted = all;
      for (const task of tasks) open(task, wanted || task === first);
    },
    /** A task is done: it stays open with its verdict, and the next one opens. */
    solved() {
      const first = next();
      if (first) open(first, true);
    },
  };
}

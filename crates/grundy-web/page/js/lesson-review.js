/*
 * The review: tasks of lessons that are finished, with new numbers, the lessons that have waited longest first. What was
 * right at once comes back later and later, what was not comes back tomorrow (lesson-progress.js keeps the days).
 */

import { hash } from "./address.js";
import { chance, positions } from "./exercise.js";
import { h, put } from "./dom.js";
import { due, reviewed } from "./lesson-progress.js";
import { failure } from "./lesson-says.js";
import { makeTask } from "./lesson-task.js";
import { tell } from "./lesson-words.js";
import { language, say } from "./words.js";

/** Tasks at a time. */
const TASKS = 3;

/** What stands on the list of lessons about the review; null before a lesson is finished. */
export function reviewCard(lessons) {
  const waiting = due(lessons.map(({ name }) => name));
  if (waiting.length === 0) return null;
  const count = waiting.filter(({ days }) => days <= 0).length;
  return h(
    "section.card.review-card",
    { "aria-labelledby": "review-title" },
    h("h2", { id: "review-title" }, tell("reviewTitle")),
    h("p", {}, count > 0 ? tell("reviewDue", { count }) : tell("reviewNext", { days: waiting[0].days })),
    h("a.quiet", { href: hash("lessons", { lang: language() }, "review") }, tell("reviewNow")),
  );
}

/**
 * Shows the review.
 * @param {HTMLElement} main
 * @param {object[]} lessons
 * @param {Record<string, object[]>} exercises the patterns of each lesson
 * @returns {() => void} takes away what runs
 */
export function showReview(main, lessons, exercises) {
  const leaving = new AbortController();
  const tasks = h("div.review-tasks");
  const state = h("p.lesson-state", { role: "status" });
  const more = h("button.quiet", { type: "button", hidden: true, onclick: () => begin() }, tell("reviewMore"));
  let leave = [];
  put(
    main,
    h(
      "div.page.lessons",
      {},
      h("p.lesson-where", {}, h("a", { href: hash("lessons", { lang: language() }) }, tell("toList"))),
      h("h1", {}, tell("reviewTitle")),
      h("p.lead", {}, tell("reviewIntro")),
      tasks,
      state,
      more,
    ),
  );
  document.title = `${tell("reviewTitle")} · ${say("lessons")} · grundy`;
  begin();

  async function begin() {
    for (const one of leave) one();
    leave = [];
    more.hidden = true;
    put(tasks);
    const random = chance(Math.floor(Math.random() * 2 ** 32));
    const waiting = due(lessons.map(({ name }) => name)).slice(0, TASKS);
    put(state, tell(waiting.length === 0 ? "reviewEmpty" : "checking"));
    if (waiting.length === 0) return;
    try {
      const made = await Promise.all(waiting.map(async ({ name }) => {
        const known = exercises[name];
        const [task] = await positions([known[Math.floor(random() * known.length)]], 1, random, leaving.signal);
        return task && { lesson: lessons.find((lesson) => lesson.name === name), ...task };
      }));
      if (leaving.signal.aborted) return;
      const shown = made.filter(Boolean);
      let solved = 0;
      put(state, tell("progress", { done: 0, count: shown.length }));
      shown.forEach(({ lesson, exercise, game }, at) => {
        const element = h(
          "div.lesson-ask",
          { data: { ask: exercise.ask, game, ...(exercise.misere && { misere: "" }), ...(exercise.draw && { draw: "" }), ...(exercise.ask !== "move" && { drawn: "" }) } },
          h("p.lesson-note", {}, tell("reviewFrom", { number: lesson.number, title: lesson[language()].title })),
          h("p", {}, h("strong", {}, tell(`ask_${exercise.ask}`)), " ", h("code", {}, game), exercise.misere && h("span", {}, " ", tell("askMisere"))),
        );
        tasks.append(element);
        let right = true;
        const done = () => {
          if (element.classList.contains("solved")) return;
          element.classList.add("solved");
          reviewed(lesson.name, right);
          solved += 1;
          put(state, solved === shown.length ? tell("reviewDone") : tell("progress", { done: solved, count: shown.length }));
          more.hidden = solved < shown.length;
        };
        leave.push(makeTask(element, at + 1, done, { missed: () => (right = false) }));
      });
    } catch (error) {
      if (!leaving.signal.aborted) put(state, failure(error));
    }
  }

  return () => {
    leaving.abort();
    for (const one of leave) one();
  };
}

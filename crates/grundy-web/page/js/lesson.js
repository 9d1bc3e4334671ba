/*
 * The lessons: the list of all, and each one. A lesson is a text of its own in each language, kept beside the page as
 * a fragment of HTML; its interactive elements are plain elements with data attributes, which are filled here:
 *
 *   .lesson-board     a game to play         see lesson-board.js
 *   .lesson-ask       a task                 see lesson-task.js
 *   .lesson-picture   a picture              see lesson-picture.js
 *   .lesson-live      a step of the engine   see lesson-live.js
 *
 * Beside the lessons stand the review of what is done (lesson-review.js) and sheets for paper (lesson-sheet.js), with the patterns
 * of exercises.json.
 *
 * A lesson is done when all of its boards and tasks are solved. It holds no rules and no answers. Its address has its number in the list
 * and its name; a lesson is known by its name, so that it keeps its address when the order changes.
 */

import { hash, here, remember, remembered } from "./address.js";
import { announce, h, icon, put } from "./dom.js";
import { playBoard } from "./lesson-board.js";
import { liveStep } from "./lesson-live.js";
import { showPicture } from "./lesson-picture.js";
import { forget, isDone, opened, progress, solve } from "./lesson-progress.js";
import { folding } from "./lesson-folding.js";
import { reviewCard, showReview } from "./lesson-review.js";
import { showSheet } from "./lesson-sheet.js";
import { makeTask } from "./lesson-task.js";
import { tell } from "./lesson-words.js";
import { say } from "./words.js";

/** What is no lesson, by its path. */
const OTHERS = { review: showReview, sheet: showSheet };

/** The path of a lesson, such as "02-bash". */
const pathOf = ({ number, name }) => `${String(number).padStart(2, "0")}-${name}`;

/** The place of the lesson that a path names: by its name, whatever number stands before it, or by its number alone; -1 for none. */
function placeOf(lessons, path) {
  const [, number, name] = /^(\d*)-?(.*)$/.exec(path);
  return lessons.findIndex((lesson) => (name ? lesson.name === name : lesson.number === Number(number)));
}

/**
 * Shows the list of lessons, or the lesson that the path names.
 * @param {HTMLElement} main
 * @param {string} path such as "03-nim", or "" for the list
 * @param {"en"|"zh"} lang
 * @returns {Promise<() => void>} takes away what runs
 */
export async function showLessons(main, path, lang) {
  style();
  const lessons = JSON.parse(await text("index.json"));
  // Another view may have been asked for meanwhile.
  const now = here();
  if (now.view !== "lessons" || now.path !== path) return () => {};
  const wanted = String(path ?? "").replace(/^\/+|\/+$/g, "");
  if (wanted === "") return list(main, lessons, lang);
  if (OTHERS[wanted]) {
    const exercises = JSON.parse(await text("exercises.json"));
    return here().path === path ? OTHERS[wanted](main, lessons, exercises) : () => {};
  }
  const at = placeOf(lessons, wanted);
  if (at >= 0) {
    // Older addresses have other numbers; the one that is seen agrees with the lesson.
    if (wanted !== pathOf(lessons[at])) history.replaceState(null, "", hash("lessons", { lang }, pathOf(lessons[at])));
    return one(main, lessons, at, lang);
  }
  put(main, h("div.page.lessons", {}, h("h1", {}, tell("title")), h("p", {}, tell("noLesson")), h("p", {}, h("a", { href: hash("lessons", { lang }) }, tell("toList")))));
  return () => {};
}

async function text(name) {
  const response = await fetch(new URL(`lessons/${name}`, document.baseURI));
  if (!response.ok) throw new Error(`${response.status} ${name}`);
  return response.text();
}

/** The style sheet of the lessons is loaded with the first of them. */
function style() {
  if (document.querySelector("link[href='lesson.css']")) return;
  document.head.append(h("link", { rel: "stylesheet", href: "lesson.css" }));
}

function list(main, lessons, lang) {
  const items = lessons.map((lesson) => {
    const { solved, count } = progress(lesson.name);
    const done = isDone(lesson.name);
    const state = done ? tell("done") : count === null || solved.size === 0 ? tell("notBegun") : tell("progress", { done: solved.size, count });
    return h(
      done ? "li.done" : "li",
      {},
      h(
        "a",
        { href: hash("lessons", { lang }, pathOf(lesson)) },
        h("span.lesson-number", { "aria-hidden": "true" }, lesson.number),
        h("span.lesson-title", {}, lesson[lang].title),
        h("span.lesson-line", {}, lesson[lang].line),
        h("span.lesson-state", {}, state),
      ),
    );
  });
  document.title = `${say("lessons")} · grundy`;
  const done = lessons.filter((lesson) => isDone(lesson.name)).length;
  const begun = lessons.some((lesson) => progress(lesson.name).solved.size > 0);
  const next = lessons.find((lesson) => !isDone(lesson.name));
  put(
    main,
    h(
      "div.page.lessons",
      {},
      h("h1", {}, tell("title")),
      h("p.lead", {}, tell("intro")),
      h("p.lesson-total", {}, done === lessons.length ? tell("allDone") : tell("progress", { done, count: lessons.length })),
      h(
        "div.lesson-ways",
        {},
        next && h("a.primary", { href: hash("lessons", { lang }, pathOf(next)) }, icon("right"), tell(begun ? "goOn" : "beginHere", { number: next.number, title: next[lang].title })),
        h("a.quiet", { href: hash("lessons", { lang }, "sheet") }, tell("sheetLink")),
      ),
      reviewCard(lessons),
      h("ol.lesson-list", {}, items),
      begun && h("p", {}, h("button.quiet", { type: "button", onclick: () => restart() }, tell("forget"))),
    ),
  );

  function restart() {
    forget();
    list(main, lessons, lang);
    announce(tell("forgotten"));
    main.focus({ preventScroll: true });
  }
  return () => {};
}

async function one(main, lessons, at, lang) {
  const lesson = lessons[at];
  const article = h("article.lesson", { "data-lesson": lesson.name });
  const asked = location.hash;
  const parsed = new DOMParser().parseFromString(await text(`${lesson.name}.${lang}.html`), "text/html");
  // Another view may have been asked for meanwhile.
  if (location.hash !== asked) return () => {};
  article.append(...document.adoptNode(parsed.body).childNodes);
  const state = h("p.lesson-state", { role: "status" });
  const leaving = [];

  const elements = [...article.querySelectorAll(".lesson-board, .lesson-ask")];
  opened(lesson.name, elements.length);
  let task = 0;
  const tasks = folding(elements.filter((element) => element.matches(".lesson-ask")), remembered("tasks") === "all", (all) => remember("tasks", all ? "all" : "one"));
  elements.forEach((element, number) => {
    const solved = () => {
      mark(element);
      const before = isDone(lesson.name);
      solve(lesson.name, number);
      tellState(!before);
      tasks.solved(element);
    };
    if (element.matches(".lesson-board")) leaving.push(playBoard(element, (task += 1), solved));
    else leaving.push(makeTask(element, (task += 1), solved, { last: element === elements.at(-1) }));
    if (progress(lesson.name).solved.has(number)) mark(element);
  });
  tasks.begin();
  for (const step of article.querySelectorAll(".lesson-live")) liveStep(step);
  for (const figure of article.querySelectorAll(".lesson-picture")) showPicture(figure);

  function mark(element) {
    if (element.classList.contains("solved")) return;
    element.classList.add("solved");
    element.querySelector(".task-title, h3").append(h("span.lesson-check", {}, tell("done")));
  }

  function tellState(news) {
    const { solved, count } = progress(lesson.name);
    const done = isDone(lesson.name);
    put(state, news && done ? tell("lessonDone") : tell("progress", { done: solved.size, count }));
    article.classList.toggle("done", done);
  }

  const link = (other, words, sign, relation) =>
    other && h("a", { href: hash("lessons", { lang }, pathOf(other)), rel: relation }, relation === "prev" && icon(sign), tell(words, { title: other[lang].title }), relation === "next" && icon(sign));
  put(
    main,
    h(
      "div.page.lessons",
      {},
      h("p.lesson-where", {}, h("a", { href: hash("lessons", { lang }) }, tell("toList")), h("span", {}, tell("lessonNumber", { number: lesson.number, count: lessons.length }))),
      article,
      state,
      h("nav.lesson-around", { "aria-label": tell("around") }, link(lessons[at - 1], "previous", "left", "prev"), link(lessons[at + 1], "next", "right", "next")),
    ),
  );
  tellState(false);
  document.title = `${lesson[lang].title} · ${say("lessons")} · grundy`;
  scrollTo(0, 0);
  return () => {
    for (const leave of leaving) leave();
  };
}

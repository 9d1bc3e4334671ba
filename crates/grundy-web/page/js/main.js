/*
 * The page: its heading, its languages and colours, and which view is shown. A view is a function that fills the main
 * element and gives `update(address)` for a new address of the same view, and `leave()`. Views other than the first
 * are loaded when they are wanted.
 */

import { hash, here, remember, remembered } from "./address.js";
import { h, icon, put, s } from "./dom.js";
import { showPlay } from "./play.js";
import { language, say, speak } from "./words.js";

const VIEWS = {
  play: async () => showPlay,
  studio: async () => {
    const styled = sheet("views.css");
    const show = (await import("./studio.js")).showStudio;
    await styled;
    return show;
  },
  pictures: async () => {
    const styled = sheet("views.css");
    const show = (await import("./pictures.js")).showPictures;
    await styled;
    return show;
  },
  lessons: async () => showLessons,
  about: async () => (await import("./about.js")).showAbout,
};

/** Loads the looks of views that are read later, once. */
function sheet(href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}

/** The view of an address that names none. */
const NOWHERE = "noPage";

function showNowhere(element) {
  const home = h("a", { href: hash("play", { lang: language() }) }, say("toHome"));
  put(element, h("div.page", {}, h("h1", {}, say("noPage")), h("p", {}, say("noPageLine", { address: location.hash })), h("p", {}, home)));
  return null;
}

const main = document.getElementById("main");
let shown = null;
let turn = 0;

async function showLessons(element, address) {
  const { showLessons: show } = await import("./lesson.js");
  const given = await show(element, address.path, language());
  return { leave: typeof given === "function" ? given : () => given?.leave?.(), update: null };
}

function wanted(address) {
  const said = address.parameters.lang ?? new URLSearchParams(location.search).get("lang") ?? remembered("lang");
  if (said === "en" || said === "zh") return said;
  return (navigator.languages ?? [navigator.language]).some((one) => /^zh\b/i.test(one)) && /^zh\b/i.test(navigator.language) ? "zh" : "en";
}

function drawTop(view) {
  document.documentElement.lang = language() === "zh" ? "zh-CN" : "en";
  document.title = view === "play" ? say("site") : `${say(view)} · grundy`;
  document.getElementById("skip").textContent = say("skip");
  const links = Object.keys(VIEWS).map((name) =>
    h("a", { href: hash(name, { lang: language() }), "aria-current": name === view ? "page" : null }, say(name)),
  );
  const other = language() === "en" ? "zh" : "en";
  put(
    document.getElementById("top"),
    h("a.brand", { href: hash("play", { lang: language() }) }, logo(), "grundy"),
    h("nav", { "aria-label": say("navigation") }, links),
    h(
      "div.tools",
      {},
      h("button.quiet", { type: "button", lang: other === "zh" ? "zh-CN" : "en", title: say("switchLanguage"), onclick: () => switchLanguage(other) }, say("otherLanguage")),
      themeButton(),
    ),
  );
}

/** The picture of favicon.svg; drawn here, so that nothing waits for one more file. */
function logo() {
  const stones = [[5, 20.5], [13, 20.5], [13, 14], [21, 20.5], [21, 14], [21, 7.5]];
  return s(
    "svg.logo",
    { viewBox: "0 0 32 32", width: 26, height: 26, "aria-hidden": "true", focusable: "false" },
    s("rect.logo-ground", { width: 32, height: 32, rx: 7 }),
    stones.map(([x, y]) => s("rect.logo-stone", { x, y, width: 6, height: 5, rx: 2.5 })),
  );
}

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function themeButton() {
  const label = () => say(dark() ? "toLight" : "toDark");
  const button = h("button.quiet.only-icon", {
    type: "button",
    "aria-label": label(),
    title: label(),
    onclick: () => {
      const next = dark() ? "light" : "dark";
      document.documentElement.dataset.theme = next;
      remember("theme", next);
      button.setAttribute("aria-label", label());
      button.title = label();
      put(button, icon(dark() ? "sun" : "moon"));
    },
  }, icon(dark() ? "sun" : "moon"));
  return button;
}

function switchLanguage(lang) {
  remember("lang", lang);
  const now = here();
  history.replaceState(null, "", hash(now.view, { ...now.parameters, lang }, now.path));
  route();
  document.querySelector(".tools button")?.focus();
}

/** Where a reader is: the home page and a match are one view, but not one place. */
let place = null;

/** What lies over the page belongs to the place before, and another place than the home page is read from its top. */
function arrive(next) {
  if (place === null || place === next) {
    place = next;
    return;
  }
  place = next;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  if (next !== "home") scrollTo(0, 0);
}

async function route() {
  const address = here();
  const view = Object.hasOwn(VIEWS, address.view) ? address.view : NOWHERE;
  const { game, rule } = address.parameters;
  arrive(view === "play" && !game && !rule ? "home" : `${view} ${game ?? ""} ${rule ?? ""}`);
  const lang = wanted(address);
  const fresh = !shown || lang !== language();
  speak(lang);
  if (address.parameters.lang) remember("lang", lang);
  if (fresh || shown.view !== view) drawTop(view);
  if (!fresh && shown.view === view && shown.hands?.update) {
    shown.hands.update(address);
    return;
  }
  turn += 1;
  const mine = turn;
  const first = shown === null;
  shown?.hands?.leave?.();
  shown = { view, hands: null };
  main.className = `view-${view}`;
  put(main);
  try {
    const show = view === NOWHERE ? showNowhere : await VIEWS[view]();
    const hands = await show(main, address);
    if (mine === turn) shown.hands = hands;
    else hands?.leave?.();
  } catch (error) {
    if (mine === turn) put(main, h("p.failure", {}, view === "lessons" ? say("lessonsMissing") : say("noAnswer")));
    if (view !== "lessons") throw error;
  }
  if (!first && mine === turn && (document.activeElement === document.body || document.activeElement === null)) main.focus({ preventScroll: true });
}

addEventListener("hashchange", route);
route();

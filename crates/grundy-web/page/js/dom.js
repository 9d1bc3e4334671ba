/*
 * Building elements. Everything on the page is made by these functions: no text is ever parsed as HTML, so nothing
 * that comes from an address or from an answer can become markup, and no style attribute is written, which the
 * page's Content-Security-Policy would refuse.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element.
 * @param {string} tag its name, with classes after dots: "p.note"
 * @param {object} [attributes] attributes; `on…` functions become listeners, `vars` CSS variables, false and null are left out
 * @param {...any} children nodes, strings, numbers, arrays of these; null and false are left out
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(" ");
  return fill(element, attributes, children);
}

/**
 * An SVG element; attributes and children as for `h`.
 * @returns {SVGElement}
 */
export function s(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length > 0) element.setAttribute("class", classes.join(" "));
  return fill(element, attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces what an element holds. */
export function put(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Whether the reader asked for less motion. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether the page is used by fingers alone, where nothing is said of keys. */
export function keyless() {
  return matchMedia("(hover: none) and (pointer: coarse)").matches;
}

/** Waits some milliseconds; rejects if the signal is aborted. */
export function wait(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Says a sentence to screen readers, by the page's live region. */
export function announce(text) {
  const region = document.getElementById("announcements");
  if (!region || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > 3) region.firstElementChild.remove();
}

/** An icon of the page's own set, as inline SVG; decoration only. */
export function icon(name) {
  return s("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: ICONS[name] }));
}

const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.4 1 2.5h6c0-1.1.3-1.8 1-2.5A6 6 0 0 0 12 3z",
  why: "M9.1 9a3 3 0 1 1 4.4 2.6c-.9.5-1.5 1.2-1.5 2.4M12 17.5v.01M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z",
  share: "M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1-1",
  again: "M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 3.5v5h5",
  step: "M6 5l9 7-9 7zM19 5v14",
  run: "M7 4.5l12 7.5-12 7.5z",
  pause: "M8 5v14M16 5v14",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2 21 21",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M5 19l1.7-1.7M17.3 6.7 19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  open: "M3 18V5h6l2 2.5h8V10M3 19l3-9h15.5L18.5 19z",
  image: "M4 4h16v16H4zM4 16l5-5 4 4 3-3 4 4M15.5 8.5v.01",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  book: "M4 5.5A2.5 2.5 0 0 1 6.5 3H20v15H6.5A2.5 2.5 0 0 0 4 20.5zM4 20.5A2.5 2.5 0 0 0 6.5 21H20v-3",
  rule: "M8 5 3 12l5 7M16 5l5 7-5 7M13.5 4l-3 16",
  first: "M18 5l-9 7 9 7zM6 5v14",
  last: "M6 5l9 7-9 7zM18 5v14",
  copy: "M9 9h11v12H9zM5 15H4V3h11v2",
  close: "M6 6l12 12M18 6 6 18",
  help: "M9.1 9a3 3 0 1 1 4.4 2.6c-.9.5-1.5 1.2-1.5 2.4M12 17.5v.01",
};

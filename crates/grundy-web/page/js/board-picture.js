/*
 * The board as a picture of its own: what is seen of each component, its name, and the marks of winning moves. The looks come
 * from the style sheet, which a file has not, so each element takes along what the browser has worked out for it, as
 * attributes.
 */

import { h, icon, s } from "./dom.js";
import { savePng, saveSvg } from "./download.js";
import { say } from "./words.js";

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
/** Of the paper around the board. */
const MARGIN = 16;
/** The width of what is there for screen readers only. */
const HIDDEN = 2;

/**
 * A board as SVG.
 * @param {Element} board
 * @param {string} title
 * @returns {string|null} null where nothing is drawn
 */
export function boardPicture(board, title) {
  const scenes = [...board.querySelectorAll(".scene > svg")];
  if (scenes.length === 0) return null;
  const names = [...board.querySelectorAll(".component-name, .badge")].filter((one) => one.textContent && one.getBoundingClientRect().width > HIDDEN);
  const boxes = [...scenes, ...names].map((one) => one.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)) - MARGIN, Math.min(...boxes.map((box) => box.top)) - MARGIN];
  const [width, height] = [Math.max(...boxes.map((box) => box.right)) - left + MARGIN, Math.max(...boxes.map((box) => box.bottom)) - top + MARGIN];
  const paper = getComputedStyle(board.closest(".card") ?? document.body).backgroundColor;
  const picture = s("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, s("title", {}, title), s("rect", { width, height, fill: paper }));
  scenes.forEach((scene, at) => {
    const box = boxes[at];
    const copy = scene.cloneNode(true);
    dress(scene, copy);
    for (const [name, value] of Object.entries({ x: box.left - left, y: box.top - top, width: box.width, height: box.height })) copy.setAttribute(name, value);
    picture.append(copy);
  });
  names.forEach((name, at) => {
    const box = boxes[scenes.length + at];
    const looks = getComputedStyle(name);
    const badge = name.matches(".badge");
    if (badge) picture.append(s("rect", { x: box.left - left, y: box.top - top, width: box.width, height: box.height, rx: box.height / 2, fill: looks.backgroundColor }));
    picture.append(s("text", { x: box.left - left + box.width / 2, y: box.top - top + box.height / 2, fill: looks.color, "font-family": looks.fontFamily, "font-size": looks.fontSize, "font-weight": looks.fontWeight, "text-anchor": "middle", "dominant-baseline": "central" }, name.textContent));
  });
  return new XMLSerializer().serializeToString(picture);
}

/** Gives the copy of an element, and of all in it, the looks of the original; what is not seen goes. */
function dress(original, copy) {
  const looks = getComputedStyle(original);
  if (looks.display === "none" || looks.visibility === "hidden") {
    copy.remove();
    return;
  }
  for (const name of LOOKS) copy.setAttribute(name, looks.getPropertyValue(name));
  for (const name of ["class", "style", "tabindex", "role", "aria-label", "aria-disabled", "data-id"]) copy.removeAttribute(name);
  const inner = [...copy.children];
  [...original.children].forEach((child, at) => dress(child, inner[at]));
}

/** Offers the board as SVG and as PNG. */
export function pictureDialog(board, title, name) {
  const said = h("p.hint", { role: "status" });
  const keep = async (save) => {
    try {
      const svg = boardPicture(board, title);
      if (svg) await save(svg, name);
      said.textContent = svg ? "" : say("saveFailed");
      if (svg) dialog.close();
    } catch (error) {
      said.textContent = error.message || say("saveFailed");
    }
  };
  const button = (format, save) => h("button.tool", { type: "button", onclick: () => keep(save) }, icon("download"), format);
  const dialog = h(
    "dialog.picture-dialog",
    { "aria-labelledby": "picture-title", onclose: () => dialog.remove() },
    h("h2", { id: "picture-title" }, say("boardPicture")),
    said,
    h("div.line", {}, button(say("asSvg"), saveSvg), button(say("asPng"), savePng), h("button.quiet", { type: "button", onclick: () => dialog.close() }, say("close"))),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/*
 * Pictures that the server has drawn as SVG: shown inline, where their text can be read and selected, or as an image.
 * Inline pictures come from the page's own server only, and what could act in them is taken out before they are shown.
 */

import { h } from "./dom.js";

const ALLOWED = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "title", "desc", "defs", "marker", "clippath", "lineargradient", "radialgradient", "stop", "use", "pattern", "style", "image"]);

let pictures = 0;

/**
 * A picture inline.
 * @param {string} text the SVG
 * @param {string} what its name for screen readers, if it has no title of its own
 * @returns {Element}
 */
export function inline(text, what) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.nodeName.toLowerCase() !== "svg") throw new Error("no picture");
  for (const element of [...parsed.querySelectorAll("*")]) {
    const name = element.nodeName.toLowerCase();
    if (!ALLOWED.has(name) || name === "style" || name === "image") element.remove();
    for (const { name: attribute } of [...element.attributes]) {
      if (/^on|^style$/i.test(attribute) || (/href$/i.test(attribute) && !element.getAttribute(attribute).startsWith("#"))) element.removeAttribute(attribute);
    }
  }
  // Two pictures in one document may use the same ids for their arrowheads.
  pictures += 1;
  const own = (id) => `picture-${pictures}-${id}`;
  for (const element of parsed.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (name === "id") element.id = own(value);
      else if (value.includes("url(#")) element.setAttribute(name, value.replaceAll("url(#", `url(#${own("")}`));
      else if (/href$/.test(name)) element.setAttribute(name, `#${own(value.slice(1))}`);
    }
  }
  const svg = document.importNode(parsed, true);
  const width = Number.parseFloat(svg.getAttribute("width"));
  if (!svg.hasAttribute("viewBox") && width) svg.setAttribute("viewBox", `0 0 ${width} ${Number.parseFloat(svg.getAttribute("height"))}`);
  withoutHeading(svg);
  svg.classList.add("drawn");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", svg.querySelector("title")?.textContent || what);
  return h("div.drawn-box", {}, svg);
}

/** The heading of a picture is told beside it; what is saved keeps it. */
function withoutHeading(svg) {
  const heading = [...svg.children].find((one) => one.nodeName === "text" && one.getAttribute("font-weight") === "bold" && Number(one.getAttribute("font-size")) >= 14);
  if (!heading || Number(heading.getAttribute("y")) > 40) return;
  const cut = Number(heading.getAttribute("y")) + 4;
  const { width, height } = svg.viewBox.baseVal;
  heading.remove();
  svg.setAttribute("viewBox", `0 ${cut} ${width} ${height - cut}`);
  svg.setAttribute("height", String(height - cut));
}

/**
 * A chart without its heading, whose texts may lie over one another where it is narrow; they are told beside it.
 * @param {string} text the SVG
 * @param {number} cut the height that is cut off above
 * @returns {{svg: string, title: string, note: string}} the note tells the period, if one is known
 */
export function heading(text, cut) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const title = parsed.querySelector("title")?.textContent ?? "";
  let note = "";
  for (const line of [...parsed.querySelectorAll("text")]) {
    if (Number(line.getAttribute("y")) >= cut) continue;
    if (line.textContent !== title) note = line.textContent;
    line.remove();
  }
  const [width, height] = ["width", "height"].map((name) => Number(parsed.getAttribute(name)));
  parsed.setAttribute("viewBox", `0 ${cut} ${width} ${height - cut}`);
  parsed.setAttribute("height", String(height - cut));
  return { svg: new XMLSerializer().serializeToString(parsed), title, note };
}

/** An address of the picture within the page; give it back with URL.revokeObjectURL. */
export function blobAddress(text) {
  return URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
}

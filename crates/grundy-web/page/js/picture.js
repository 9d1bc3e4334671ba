/*
 * Pictures that the server has drawn as SVG: shown inline, where their text can be read and selected, or as an image;
 * and saved as SVG or, at twice the size, as PNG. Inline pictures come from the page's own server only, and what could
 * act in them is taken out before they are shown.
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
  svg.classList.add("drawn");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", svg.querySelector("title")?.textContent || what);
  return h("div.drawn-box", {}, svg);
}

/** The title of a picture, or null. */
export function titleOf(text) {
  const found = /<title[^>]*>([^<]*)<\/title>/.exec(text);
  if (!found) return null;
  return new DOMParser().parseFromString(`<t>${found[1]}</t>`, "text/xml").documentElement.textContent;
}

/** An address of the picture within the page; give it back with URL.revokeObjectURL. */
export function blobAddress(text) {
  return URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves a picture as SVG. */
export function saveSvg(text, name) {
  save(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Saves a picture as PNG, twice as large. */
export async function savePng(text, name) {
  const address = blobAddress(text);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.naturalWidth;
    canvas.height = 2 * image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob) save(blob, `${name}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}

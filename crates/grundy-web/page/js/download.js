/*
 * Saving pictures: an SVG as it is, or painted as PNG at twice its size.
 */

import { h } from "./dom.js";
import { blobAddress } from "./picture.js";

/** The longest side of a painted picture that every browser can hold. */
const LONGEST = 8192;

/** Saves anything under a name. */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves a picture as SVG. */
export function saveSvg(text, name) {
  save(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Saves a picture as PNG, twice as large where that is not too large. */
export async function savePng(text, name) {
  const address = blobAddress(text);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(2, LONGEST / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(scale * image.naturalWidth);
    canvas.height = Math.round(scale * image.naturalHeight);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("the picture is too large");
    save(blob, `${name}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A name for a file, from what the picture shows. */
export function fileName(...parts) {
  const name = parts.filter(Boolean).join(" ").replace(/[^\p{L}\p{N}.,+-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `grundy-${name || "picture"}`;
}

/*
 * Where a picture stands: on white paper, with its caption and the buttons that save it and copy its address.
 */

import { announce, h, icon, put } from "./dom.js";
import { say } from "./words.js";

/**
 * A place for pictures.
 * @param {object} hands
 * @param {Element} [hands.given] what stands there in place of the paper
 * @param {(form: "svg"|"png") => Promise<void>} hands.save
 */
export function pictureFigure({ given, save }) {
  const paper = given ?? h("div.paper");
  const caption = h("figcaption", {});
  const said = h("p.told", { role: "status" });
  const play = h("a.quiet", { hidden: true }, icon("run"), say("playThis"));
  const saving = ["svg", "png"].map((form) => {
    const label = say(form === "svg" ? "asSvg" : "asPng");
    const button = h("button.tool", { type: "button", disabled: true, "data-form": form, "aria-label": say("downloadAs", { format: label }), title: say("downloadAs", { format: label }), onclick: () => keep(form, button) }, icon("download"), label);
    return button;
  });
  const link = h("button.tool", { type: "button", onclick: copy }, icon("share"), say("copyLink"));
  const above = h("div", { hidden: true });
  const element = h("figure.picture-area", {}, caption, above, paper, h("div.picture-bar", {}, said, play, link, saving));
  let slow = null;

  async function keep(form, button) {
    button.disabled = true;
    said.textContent = "";
    try {
      await save(form);
    } catch (error) {
      said.textContent = error.message || say("saveFailed");
    }
    button.disabled = false;
  }

  async function copy() {
    let text = say("shared");
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      text = say("shareFailed");
    }
    said.textContent = text;
  }

  // A picture wider than the paper is looked at by scrolling, also by keys.
  const observer = new ResizeObserver(() => {
    const box = paper.matches(".paper") ? (paper.querySelector(".drawn-box") ?? paper) : null;
    // One that can be looked at closer has keys of its own.
    if (!box || box.matches(".zoomable")) return;
    if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) {
      box.setAttribute("tabindex", "0");
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", say("pictureScrolls"));
    } else for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
  });
  observer.observe(paper);

  return {
    element,
    /** Whether a picture is awaited; one that comes at once is not told of. */
    busy(on) {
      clearTimeout(slow);
      element.setAttribute("aria-busy", String(on));
      if (on) slow = setTimeout(() => element.classList.add("waiting"), 150);
      else element.classList.remove("waiting");
    },
    /** Puts a picture onto the paper; null takes it away. */
    show(picture) {
      said.textContent = "";
      put(paper, picture);
      for (const button of saving) button.disabled = !picture;
      if (picture) {
        if (picture.matches(".drawn-box")) observer.observe(picture);
        announce(say("pictureDrawn"));
      }
    },
    /** Tells what the picture shows, with a note to it. */
    tell(title, note) {
      put(caption, title && h("span.caption-title", {}, title), note && h("span.caption-note", {}, note));
      for (const button of saving) button.disabled = !title;
    },
    /** Puts buttons above the picture; null takes them away. */
    controls(buttons) {
      put(above, buttons);
      above.hidden = !buttons;
    },
    /** Where the position can be played; null for nowhere. */
    playAt(address) {
      play.hidden = !address;
      if (address) play.setAttribute("href", address);
      else play.removeAttribute("href");
    },
    leave() {
      clearTimeout(slow);
      observer.disconnect();
    },
  };
}

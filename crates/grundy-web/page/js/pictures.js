/*
 * The pictures: a tab for each kind, a form that says of what, and the picture. The whole state stands in the address,
 * so that each picture can be shared: "#/pictures?kind=table&game=wythoff&down=0..16&across=0..16".
 */

import { hash, note } from "./address.js";
import { askBlob, askText } from "./api.js";
import { chart } from "./chart.js";
import { h, put } from "./dom.js";
import { fileName, save, savePng, saveSvg } from "./download.js";
import { PICTURE_WORDS } from "./picture-words.js";
import { inline } from "./picture.js";
import { chartCaption, positionCaption, tableCaption } from "./picture-captions.js";
import { pictureFigure } from "./picture-figure.js";
import { rounds } from "./picture-rounds.js";
import { pictureForm } from "./picture-form.js";
import { about, KINDS } from "./picture-kinds.js";
import { treePicture } from "./tree-picture.js";
import { language, learn, say } from "./words.js";
import { zoomable } from "./zoom.js";

learn(PICTURE_WORDS);

/** Kinds that can be looked at closer. */
const ZOOMED = ["chart", "states"];

/** Shows the view. */
export function showPictures(main, address) {
  const tabs = h("nav.tabs", { "aria-label": say("whichPicture") });
  const place = h("div", {});
  put(main, h("div.page", {}, h("div.hero", {}, h("h1", {}, say("pictures")), h("p.lead", {}, say("picturesIntro"))), tabs, place));
  let name = null;
  let body = null;

  function update({ parameters }) {
    const wanted = Object.hasOwn(KINDS, parameters.kind ?? "") ? parameters.kind : "chart";
    const kind = KINDS[wanted];
    const { kind: _, lang, ...said } = parameters;
    const full = Object.keys(said).length > 0 ? said : { ...kind.start };
    if (wanted !== name || body.shape !== shapeOf(kind, full)) {
      const focused = wanted !== name && tabs.contains(document.activeElement);
      body?.leave();
      name = wanted;
      drawTabs();
      if (focused) tabs.querySelector("[aria-current]").focus();
      body = (wanted === "chart" ? chartBody : stillBody)(kind, full, place);
    }
    body.show(full);
  }

  function drawTabs() {
    put(tabs, Object.keys(KINDS).map((one) => h("a", { href: hash("pictures", { kind: one, lang: language() }), "aria-current": one === name ? "page" : null }, say(one))));
  }

  update(address);
  return { update, leave: () => body.leave() };
}

/** Which fields the form has; with a rule there is one more. */
const shapeOf = (kind, parameters) => kind.fields(parameters).map((field) => field.label).join();

function frame(kind, form, figure, place) {
  put(place, h("section.card.picture-card", { "aria-label": say(kind.name) }, h("p.picture-about", {}, say(`${kind.name}About`), ZOOMED.includes(kind.name) && [" ", h("span.for-keyboard", {}, say("zoomByKeys")), h("span.for-touch", {}, say("zoomByFingers"))]), form.element, figure.element));
}

const goTo = (kind, parameters) => {
  const next = hash("pictures", { kind: kind.name, ...parameters, lang: language() });
  if (next === location.hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = next;
};

function chartBody(kind, start, place) {
  let shown = start;
  const form = pictureForm({ ...kind, fields: kind.fields(start) }, start, (said) => goTo(kind, said));
  const drawing = chart({
    rests: (view) => {
      shown = { ...shown, from: String(view.from), to: String(view.to) };
      form.set(shown);
      note("pictures", { kind: kind.name, ...shown, lang: language() }, { replace: true });
    },
    fail: (error) => {
      form.fail(error);
      if (error) figure.tell(null);
    },
    drawn: async ({ view, note: period }) => {
      const caption = await chartCaption(about(shown), view);
      drawing.name(caption);
      figure.tell(caption, period);
    },
  });
  const figure = pictureFigure({
    given: drawing.element,
    save: async (format) => {
      const asked = drawing.asked();
      const svg = await askText("chart", asked);
      const file = fileName(shown.game || shown.rule, `${asked.from}-${asked.to}`);
      await (format === "svg" ? saveSvg : savePng)(svg, file);
    },
  });
  frame(kind, form, figure, place);
  return {
    shape: shapeOf(kind, start),
    show(parameters) {
      shown = parameters;
      form.set({ ...parameters, from: parameters.from ?? "0", to: parameters.to ?? String(Number(parameters.from ?? 0) + 200) });
      drawing.show({ ...about(parameters), log: Boolean(parameters.log) }, parameters.from, parameters.to);
    },
    leave() {
      drawing.leave();
      figure.leave();
    },
  };
}

function stillBody(kind, start, place) {
  let shown = start;
  let asking = null;
  /** What is on the paper, as it is saved. */
  let there = null;
  const form = pictureForm({ ...kind, fields: kind.fields(start) }, start, (said) => goTo(kind, said));
  const figure = pictureFigure({
    save: async (format) => {
      const file = fileName(kind.name, shown.rule, shown.game);
      if (there.png && format === "png") save(there.png, `${file}.png`);
      else await (format === "svg" ? saveSvg : savePng)(there.svg ?? (await askText(kind.route, { ...kind.question(shown), format: "svg" })), file);
    },
  });
  frame(kind, form, figure, place);

  async function draw(signal) {
    if (kind.name === "tree") return treePicture(shown.game, signal, (picture) => figure.show(picture));
    const question = kind.question(shown);
    if (question.format === "png") {
      const png = await askBlob(kind.route, question, { signal });
      const address = URL.createObjectURL(png);
      const title = await tableCaption(shown);
      if (signal.aborted) throw signal.reason;
      const image = h("img.drawn.squares", { alt: say("pictureOf", { what: title }), src: address });
      await image.decode();
      URL.revokeObjectURL(address);
      figure.show(h("div.drawn-box", {}, image));
      return { png, title };
    }
    const svg = await askText(kind.route, question, { signal });
    const box = inline(svg, say(kind.name));
    const drawn = box.querySelector(".drawn");
    drawn.style.setProperty("--wide", `${Number.parseFloat(drawn.getAttribute("width"))}px`);
    const title = kind.name === "steps" ? say("steps") : kind.name === "table" ? await tableCaption(shown) : positionCaption(kind.name, shown);
    if (signal.aborted) throw signal.reason;
    drawn.setAttribute("aria-label", say("pictureOf", { what: title }));
    figure.show(kind.name === "states" ? zoomable(box) : box);
    return kind.name === "steps" ? { svg, ...roundsOf(drawn) } : { svg, title };
  }

  /** A graph that was written down has no name of its own; the round says what is to be seen. */
  function roundsOf(drawn) {
    const title = say("steps");
    let heading = "";
    const buttons = rounds(drawn, shown.round, (round, text) => {
      heading = text;
      if (there) figure.tell(title, heading);
      if ((shown.round ?? "0") === round) return;
      shown = { ...shown, round };
      note("pictures", { kind: kind.name, ...shown, lang: language() }, { replace: true });
    });
    figure.controls(buttons);
    return { title, note: heading };
  }

  return {
    shape: shapeOf(kind, start),
    async show(parameters) {
      shown = parameters;
      form.set(parameters);
      asking?.abort();
      asking = new AbortController();
      const { signal } = asking;
      figure.busy(true);
      try {
        there = await draw(signal);
        if (signal.aborted) return;
        form.fail(null);
        figure.tell(there.title, there.note);
        figure.playAt(kind.playable ? hash("play", { ...about(parameters), misere: parameters.misere, lang: language() }) : null);
      } catch (error) {
        if (error.name === "AbortError" || signal.aborted) return;
        there = null;
        figure.show(null);
        figure.controls(null);
        figure.tell(null);
        figure.playAt(null);
        form.fail(error);
        if (error.name !== "ApiError") throw error;
      }
      figure.busy(false);
    },
    leave() {
      asking?.abort();
      figure.leave();
    },
  };
}

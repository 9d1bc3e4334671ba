/*
 * The settings of a match: against whom, how well the machine plays, who begins, normal or misère play; and the
 * controls of a match that is only watched.
 */

import { h, icon, put } from "./dom.js";
import { say } from "./words.js";

/**
 * The card of settings.
 * @param {{change: (changed: object) => void, step: () => void, run: (on: boolean) => void}} hands
 */
export function setupCard({ change, step, run }) {
  const against = choices("against", [["machine", "withMachine"], ["person", "withPerson"], ["watch", "withWatch"]], (value) => change({ with: value }));
  const first = choices("first", [["you", "firstYou"], ["machine", "firstMachine"]], (value) => change({ first: value }));
  const ending = choices("ending", [["normal", "normal"], ["misere", "misere"]], (value) => change({ misere: value === "misere" }));
  const errs = h("input", { type: "range", min: 0, max: 100, step: 5, id: "errs", value: 0 });
  const errsTold = h("output", { for: "errs" });
  const errsField = h("div.field", {}, h("label", { for: "errs" }, say("errs"), " ", errsTold), errs);
  const tellErrs = () => {
    const percent = Number(errs.value);
    errsTold.textContent = percent === 0 ? say("errsNever") : say("errsPercent", { percent });
    errs.setAttribute("aria-valuetext", errsTold.textContent);
  };
  errs.addEventListener("input", tellErrs);
  errs.addEventListener("change", () => change({ errs: Number(errs.value) }));

  const speed = h("input", { type: "range", min: 0.2, max: 3, step: 0.2, id: "speed", value: 1 });
  const speedTold = h("output", { for: "speed" });
  const tellSpeed = () => {
    speedTold.textContent = say("speedWords", { seconds: speed.value });
    speed.setAttribute("aria-valuetext", speedTold.textContent);
  };
  speed.addEventListener("input", tellSpeed);
  let running = false;
  const runButton = h("button.primary", { type: "button", onclick: () => setRunning(!running, true) });
  const watch = h(
    "div.watch",
    {},
    h("div.line", {}, h("button.quiet", { type: "button", onclick: () => { setRunning(false, true); step(); } }, icon("step"), say("step")), runButton),
    h("div.field", {}, h("label", { for: "speed" }, say("speed"), " ", speedTold), speed),
  );

  function setRunning(on, tell) {
    running = on;
    put(runButton, icon(on ? "pause" : "run"), say(on ? "pause" : "run"));
    if (tell) run(on);
  }
  setRunning(false, false);
  tellSpeed();

  const element = h("section.card.setup", { "aria-labelledby": "setup-title" }, h("h2", { id: "setup-title" }, say("players")), against.element, errsField, first.element, ending.element, watch);

  return {
    element,
    /** Shows the settings of the address. */
    show(settings) {
      against.set(settings.with);
      first.set(settings.first);
      ending.set(settings.misere ? "misere" : "normal");
      errs.value = settings.errs;
      tellErrs();
      errsField.hidden = settings.with === "person";
      first.element.hidden = settings.with !== "machine";
      watch.hidden = settings.with !== "watch";
      if (watch.hidden) setRunning(false, false);
    },
    /** The match no longer goes on by itself. */
    stopped: () => setRunning(false, false),
    /** Seconds between two moves of a match that is watched. */
    pause: () => Number(speed.value),
  };
}

let groups = 0;

function choices(title, options, change) {
  groups += 1;
  const name = `${title}-${groups}`;
  const inputs = options.map(([value]) => h("input", { type: "radio", name, value, onchange: () => change(value) }));
  const element = h("fieldset.segments", {}, h("legend", {}, say(title)), h("div.segment-row", {}, options.map(([, words], at) => h("label", {}, inputs[at], h("span", {}, say(words))))));
  return {
    element,
    set(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}

/*
 * Steps of a lesson that are done by the engine while one reads: find the pattern of a rule, write its program, or make
 * an input with its answers, by which a program of one's own is checked. The element says which, by data-live: "find",
 * "emit" or "check", of data-rule.
 */

import { ask, askText } from "./api.js";
import { h, put } from "./dom.js";
import { failure } from "./lesson-says.js";
import { tell } from "./lesson-words.js";

/** Cases of a test, the most heaps in one, and the largest heap. */
const CASES = 5;
const MOST_HEAPS = 4;
const LARGEST = 60;

const STEPS = { find, emit, check };

/** Puts the button and its answer into the element. */
export function liveStep(element) {
  const { live, rule } = element.dataset;
  const place = h("div.lesson-live-answer", { role: "status" });
  const button = h("button.primary", {
    type: "button",
    onclick: async () => {
      button.disabled = true;
      try {
        put(place, await STEPS[live](rule));
      } catch (error) {
        put(place, h("p.failure", {}, failure(error)));
      }
      button.disabled = false;
    },
  }, tell(`live_${live}`));
  put(element, h("p", {}, h("code", {}, rule)), button, place);
}

async function find(rule) {
  const { findings } = await ask("find", { rule });
  return h("ul", {}, findings.map((one) => h("li", {}, one.said)));
}

async function emit(rule) {
  return program(await askText("emit", { rule, language: "cpp" }), tell("live_program"));
}

/** Random heaps, and who wins each case, by the solver. */
async function check(rule) {
  const whole = (most) => 1 + Math.floor(Math.random() * most);
  const cases = Array.from({ length: CASES }, () => Array.from({ length: whole(MOST_HEAPS) }, () => whole(LARGEST)));
  const answers = await Promise.all(cases.map((heaps) => ask("solve", { rule, game: heaps.join(" ") })));
  const input = [String(CASES), ...cases.map((heaps) => `${heaps.length} ${heaps.join(" ")}`)].join("\n");
  const output = answers.map(({ outcome }) => (outcome === "N" ? "First" : "Second")).join("\n");
  return h("div.lesson-live-test", {}, h("div", {}, h("h3", {}, tell("live_input")), program(input, tell("live_input"))), h("div", {}, h("h3", {}, tell("live_output")), program(output, tell("live_output"))));
}

function program(text, name) {
  return h("pre.program", { tabindex: "0", role: "region", "aria-label": name }, h("code", {}, text));
}

/*
 * The task to write a rule of one line: it must have the same values as a game of the catalogue, on a range of heaps.
 */

import { ApiError, ask } from "./api.js";
import { h, put } from "./dom.js";
import { tell } from "./lesson-words.js";
import { say } from "./words.js";

/** See lesson-task.js. */
export function askRule(task) {
  const { same, down } = task.element.dataset;
  const field = h("input.code", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 34, maxlength: 400 });
  const form = h("form.lesson-form", {
    onsubmit: (event) => {
      event.preventDefault();
      if (field.value.trim() === "") {
        task.remark(tell("ruleWanted"));
        field.focus();
      } else task.check(() => check(field.value.trim()));
    },
  }, h("label", {}, tell("yourRule"), " ", field), h("button", { type: "submit" }, tell("check")));
  put(task.place, form);

  async function check(rule) {
    const its = await ask("table", { game: same, down, format: "json" }, { signal: task.signal });
    let yours;
    try {
      yours = await ask("table", { rule, down, format: "json" }, { signal: task.signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      // The engine says where the rule is not understood.
      const place = error.column ? `${say("atPlace", { column: error.column })} ` : "";
      task.judge(false, [place + error.message, error.example ? `${say("forExample")} ${error.example}` : ""]);
      return;
    }
    if (yours.ranges.length !== 1 || Array.isArray(yours.values[0])) {
      task.judge(false, tell("ruleOneHeap"));
      return;
    }
    const from = its.ranges[0].from;
    const at = its.values.findIndex((value, place) => value !== yours.values[place]);
    if (at < 0) task.judge(true, tell("ruleSame", { from, to: from + its.values.length - 1 }));
    else task.judge(false, tell("ruleDiffers", { at: from + at, yours: yours.values[at] ?? "?", its: its.values[at] }));
  }
}

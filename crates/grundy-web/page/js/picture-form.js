/*
 * The form above a picture: its fields, its switches, its examples, and the place where an error is told. A field that
 * takes a game takes a rule too; which of the two it is, the arrow of the rule shows.
 */

import { hash } from "./address.js";
import { h, put } from "./dom.js";
import { showError } from "./notation.js";
import { language, say } from "./words.js";

/** Whether a text is a rule, and no game. */
export const isRule = (text) => /->|=\s*\*/.test(text);

/**
 * @typedef {object} Field
 * @property {string} name the parameter it stands for
 * @property {string} label a name of WORDS
 * @property {"text"|"short"|"game"|"number"|"area"|"switch"} kind "game" may take a rule in place of a game
 * @property {string} [placeholder]
 */

/**
 * The form.
 * @param {{fields: Field[], examples: Array<{label?: string, word?: string, parameters: object}>, name: string}} kind
 *   an example is called by its label, by a name of WORDS, or by its game
 * @param {Record<string, string>} start the parameters that stand in it
 * @param {(parameters: Record<string, string>) => void} submit what was written, with every field's name
 */
export function pictureForm({ fields, examples, name: view }, start, submit) {
  const inputs = new Map();
  const place = h("div.error-slot", { id: "picture-error" });
  const send = () => submit(said());
  const rows = fields.map((field) => {
    const id = `picture-${field.name}`;
    if (field.kind === "switch") {
      const box = h("input", { type: "checkbox", role: "switch", id, onchange: send });
      inputs.set(field.name, box);
      return h("label.switch.check", { for: id }, h("span", {}, say(field.label)), box);
    }
    const common = { id, placeholder: field.placeholder, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "picture-error" };
    const input = field.kind === "area"
      ? h("textarea.code", { ...common, rows: 7 })
      : h("input.code", { ...common, type: "text", inputmode: field.kind === "number" ? "numeric" : null });
    inputs.set(field.name, input);
    const wide = field.kind === "game" || field.kind === "area" ? "div.field.wide" : field.kind === "number" || field.kind === "short" ? "div.field.narrow" : "div.field";
    return h(wide, {}, h("label", { for: id }, say(field.label)), input);
  });
  const element = h(
    "form.picture-form",
    {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        send();
      },
    },
    rows,
    h("button.primary", { type: "submit" }, say("draw")),
  );
  const chips = h(
    "p.examples",
    {},
    h("span", {}, say("forExample")),
    examples.map(({ label, word, parameters }) => h("a.chip", { href: hash("pictures", { kind: view, ...parameters, lang: language() }) }, label ?? (word ? say(word) : (parameters.game ?? parameters.rule)))),
  );

  function said() {
    const parameters = {};
    for (const { name, kind } of fields) {
      const input = inputs.get(name);
      if (kind === "switch") parameters[name] = input.checked ? "1" : "";
      else if (kind === "area") parameters[name] = input.value;
      else parameters[name] = input.value.trim();
    }
    if ("game" in parameters && !inputs.has("rule") && isRule(parameters.game)) {
      parameters.rule = parameters.game;
      parameters.game = "";
    }
    return parameters;
  }

  function set(parameters) {
    for (const { name, kind } of fields) {
      const input = inputs.get(name);
      if (kind === "switch") input.checked = Boolean(parameters[name]);
      else {
        const text = name === "game" && !inputs.has("rule") ? parameters.rule || parameters.game : parameters[name];
        if (input.value !== (text ?? "")) input.value = text ?? "";
      }
    }
  }

  set(start);
  return {
    element: h("div.picture-head", {}, element, place, examples.length > 0 && chips),
    set,
    /** Shows an error under the fields, or takes it away. */
    fail(error) {
      for (const input of inputs.values()) input.removeAttribute("aria-invalid");
      if (!error) {
        put(place);
        return;
      }
      const rule = inputs.get("rule");
      const main = inputs.get("graph") ?? (rule?.value && error.example && isRule(error.example) ? rule : inputs.get("game"));
      const command = /^grundy /.test(error.example ?? "");
      main?.setAttribute("aria-invalid", "true");
      showError(place, error, main?.value ?? "", command ? null : (example) => {
        (isRule(example) && rule ? rule : main).value = example;
        main.focus();
      });
    },
  };
}

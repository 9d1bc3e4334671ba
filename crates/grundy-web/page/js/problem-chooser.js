/*
 * Of which problem an input is: one of the catalogue by its name, or one's own by a problem file. With neither, the
 * input is of the rule of the studio.
 */

import { hash } from "./address.js";
import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { sentence } from "./notation.js";
import { language, say } from "./words.js";

/**
 * The fields.
 * @param {(sample: string|null) => void} changed called with the sample input of the problem that is chosen, if it has one
 * @param {() => void} told called when it is known that a problem has a rule for the studio
 */
export function problemChooser(changed, told) {
  const list = h("datalist", { id: "studio-problems" });
  const name = h("input.code", { type: "text", id: "studio-problem", list: "studio-problems", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "hdu1847", onfocus: () => offer(), onchange: () => choose() });
  const file = h("textarea.code", { id: "studio-file", rows: 8, spellcheck: "false", autocomplete: "off", "aria-label": say("problemFile"), onchange: () => choose() });
  const about = h("div.problem-about", { role: "status" });
  const element = h(
    "div.problem-chooser",
    {},
    h("div.field", {}, h("label", { for: "studio-problem" }, say("problemName")), name, list, h("p.hint", {}, say("problemHint"))),
    h("details", {}, h("summary", {}, say("problemOwn")), file),
    about,
  );
  let offered = false;
  /** The name last chosen that is one of a problem, and its rule, if that says all by itself. */
  let known = "";
  let ruled = null;
  /** What is chosen while an answer is under way makes that one void. */
  let turn = 0;

  async function offer() {
    if (offered) return;
    offered = true;
    try {
      const { formats } = await ask("problems", {});
      put(list, formats.map((one) => h("option", { value: one.name }, one.title?.[language()] ?? one.name)));
    } catch {
      offered = false;
    }
  }

  async function choose() {
    const wanted = name.value.trim();
    turn += 1;
    const mine = turn;
    put(about);
    ruled = null;
    if (wanted !== known) known = "";
    if (wanted === "" || file.value.trim() !== "") {
      known = "";
      return changed(null);
    }
    try {
      const [format] = (await ask("problems", { name: wanted })).formats;
      if (name.value.trim() !== wanted || mine !== turn) return undefined;
      put(
        about,
        h("p", {}, h("strong", {}, format.title?.[language()] ?? format.name), ": ", format.sentence?.[language()] ?? ""),
        h("p.hint", {}, [format.source, format.limits].filter(Boolean).join("; ")),
      );
      known = wanted;
      changed(format.sample?.input ?? null);
      await offerRule(format, mine);
    } catch (error) {
      if (mine !== turn) return undefined;
      const text = sentence(error);
      put(about, h("p.failure", {}, text.charAt(0).toUpperCase() + text.slice(1).replace(/(?<![.。])$/, language() === "zh" ? "。" : ".")));
      changed(null);
    }
    return undefined;
  }

  /** Its rule for the studio, where it says all by itself: most name what only an input has. */
  async function offerRule({ name: known, options }, mine) {
    if (!options) return;
    try {
      await ask("find", { rule: options, small: 6 });
    } catch {
      return;
    }
    if (mine !== turn) return;
    ruled = options;
    told();
    about.append(h("p", {}, h("a.chip", { href: hash("studio", { rule: options, problem: known, lang: language() }) }, say("problemRule"))));
  }

  return {
    element,
    /** Offers the problem's sample where an input of somebody's own stands. */
    offerSample: (take) => about.append(h("p", {}, h("button.quiet", { type: "button", onclick: take }, say("problemSample", { name: known })))),
    /** Whether what stands in the fields is a problem, or none is wanted; a name that was only typed is chosen first. */
    async ready() {
      const wanted = name.value.trim();
      if (wanted === known || file.value.trim() !== "") return true;
      await choose();
      return wanted === "" || wanted === known;
    },
    /** The rule of the problem that is chosen, where it says all by itself. */
    get rule() {
      return ruled;
    },
    /** What a question says of the problem; null where none is chosen. */
    get asked() {
      const [wanted, text] = [name.value.trim(), file.value];
      if (text.trim() !== "") return { name: wanted, problem: text };
      return wanted === "" || wanted !== known ? null : { name: wanted };
    },
    get name() {
      return name.value.trim();
    },
    set name(wanted) {
      if (wanted === name.value.trim()) return;
      name.value = wanted;
      choose();
    },
  };
}

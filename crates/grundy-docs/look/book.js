// The book's search, its examples that can be copied, and its first page that knows the reader's language.

const book = {
  all: null,
  waiting: [],
  /** Called by search.js with [page, anchor, title, heading, text] for every section. */
  sections(all) {
    book.all = all.map(([page, anchor, title, heading, text]) => ({
      page, anchor, title, heading, text,
      lower: `${title}\n${heading}\n${text}`.toLowerCase(),
      top: `${title}\n${heading}`.toLowerCase(),
    }));
    for (const then of book.waiting.splice(0)) then();
  },
};

if (document.body.classList.contains("door")) {
  if ((navigator.language || "").startsWith("zh")) location.replace("zh/index.html");
  else location.replace("en/index.html");
} else {
  search(document.querySelector("form[role=search]"));
  terminals();
  scrollable();
  addEventListener("resize", scrollable);
  const contents = document.querySelector("details.contents");
  if (matchMedia("(max-width: 60rem)").matches) contents.open = false;
  else contents.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** What is wider than its place can be reached and scrolled by keys. */
function scrollable() {
  for (const part of document.querySelectorAll("pre, .wide")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}

/** The sections are loaded when somebody wants to search. */
function loaded(then) {
  if (book.all) return then();
  book.waiting.push(then);
  if (book.waiting.length > 1) return;
  const script = document.createElement("script");
  script.src = "search.js";
  document.head.append(script);
}

/** The sections in which every word of a question occurs, the best first. */
function found(question) {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const scored = [];
  for (const section of book.all) {
    if (!words.every((word) => section.lower.includes(word))) continue;
    let score = 0;
    for (const word of words) {
      if (section.title.toLowerCase().includes(word)) score += 8;
      if (section.heading.toLowerCase().includes(word)) score += 12;
      score += Math.min(6, section.lower.split(word).length - 1);
    }
    scored.push({ section, score });
  }
  scored.sort((one, other) => other.score - one.score);
  return scored.slice(0, 12).map(({ section }) => ({ section, words }));
}

/** A piece of the text around the first word found, with all of them marked. */
function snippet(text, words) {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...(places.length ? places : [0])) - 30);
  const piece = text.slice(from, from + 130);
  const line = document.createElement("small");
  if (from > 0) line.append("… ");
  let at = 0;
  const small = piece.toLowerCase();
  while (at < piece.length) {
    let next = piece.length;
    let length = 0;
    for (const word of words) {
      const place = small.indexOf(word, at);
      if (place >= 0 && place < next) [next, length] = [place, word.length];
    }
    line.append(piece.slice(at, next));
    if (length) {
      const mark = document.createElement("mark");
      mark.textContent = piece.slice(next, next + length);
      line.append(mark);
    }
    at = next + length;
  }
  if (from + 130 < text.length) line.append(" …");
  return line;
}

function search(form) {
  form.hidden = false;
  const input = form.querySelector("input");
  const list = form.querySelector("ol");
  const close = () => (list.hidden = true);
  const show = () => loaded(() => {
    const question = input.value.trim();
    list.replaceChildren();
    list.hidden = !question;
    const results = found(question);
    for (const { section, words } of results) {
      const link = document.createElement("a");
      link.href = `${section.page}.html${section.heading === section.title ? "" : `#${section.anchor}`}`;
      const title = document.createElement("b");
      title.textContent = section.heading;
      link.append(title);
      if (section.heading !== section.title) link.append(` · ${section.title}`);
      link.append(snippet(section.text, words));
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    if (question && !results.length) {
      const item = document.createElement("li");
      item.textContent = document.body.dataset.nothing;
      list.append(item);
    }
  });
  input.addEventListener("focus", () => loaded(() => {}));
  input.addEventListener("input", show);
  input.addEventListener("focus", () => input.value && show());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && links[at + 1]) links[at + 1].focus();
    else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] ?? input).focus();
    else if (event.key === "Escape") { close(); input.focus(); }
    else return;
    event.preventDefault();
  });
  // A link to a section of this page closes the list, too.
  list.addEventListener("click", (event) => event.target.closest("a") && close());
  document.addEventListener("pointerdown", (event) => form.contains(event.target) || close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    event.preventDefault();
    input.focus();
  });
}

/** What is typed in an example can be copied without the prompt and without what it prints. */
function terminals() {
  if (!navigator.clipboard) return;
  for (const terminal of document.querySelectorAll("pre.terminal")) {
    const typed = [...terminal.querySelectorAll("kbd")].map((line) => line.textContent);
    if (!typed.length) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = document.body.dataset.copy;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(typed.join("\n"));
      button.textContent = document.body.dataset.copied;
      setTimeout(() => (button.textContent = document.body.dataset.copy), 1500);
    });
    const frame = document.createElement("div");
    frame.className = "example";
    terminal.replaceWith(frame);
    frame.append(terminal, button);
  }
}

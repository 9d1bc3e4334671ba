/*
 * The state of the page is its address: "#/play?game=nim+3+5+7&with=machine&lang=en". A view reads its parameters from
 * it and writes them back, so that each position can be shared and the browser's back and forward keys work.
 */

/**
 * What an address says.
 * @typedef {object} Address
 * @property {string} view "play", "pictures", "lessons" or "about"
 * @property {string} path what follows the view's name, such as "03-nim" in "#/lessons/03-nim"
 * @property {Record<string, string>} parameters
 */

/** Reads a hash. @returns {Address} */
export function parse(hash) {
  const [route, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const [view, ...rest] = route.replace(/^\//, "").split("/");
  return { view: view || "play", path: rest.join("/"), parameters: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes a hash; null, false and "" are left out. */
export function hash(view, parameters = {}, path = "") {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== false && value !== "") query.set(name, value === true ? "1" : String(value));
  }
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/");
  return `#/${view}${path ? `/${path}` : ""}${text ? `?${text}` : ""}`;
}

/** The address now. */
export function here() {
  return parse(location.hash);
}

/**
 * Writes the state of the view into the address, as a new entry of the history or in place of the present one.
 * The view has changed already; nothing is drawn anew.
 */
export function note(view, parameters, { replace = false } = {}) {
  const next = hash(view, parameters);
  if (next === location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", next);
}

/** Remembers a setting of the reader. */
export function remember(name, value) {
  try {
    localStorage.setItem(`grundy.${name}`, value);
  } catch {
    // Storage may be forbidden; the setting then lasts as long as the page.
  }
}

/** A setting remembered, or null. */
export function remembered(name) {
  try {
    return localStorage.getItem(`grundy.${name}`);
  } catch {
    return null;
  }
}

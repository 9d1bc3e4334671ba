/*
 * What the reader has done, kept in this browser and sent nowhere: for each lesson which of its interactive elements
 * are solved, and when it was reviewed. Where the browser keeps nothing, it lasts as long as the page.
 */

const KEY = "grundy.lessons";

let kept = read();

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (found === null || typeof found !== "object" || Array.isArray(found)) return {};
    // Names of lessons once had a number before them.
    return Object.fromEntries(Object.entries(found).map(([name, done]) => [name.replace(/^\d+-/, ""), done]));
  } catch {
    return {};
  }
}

function write() {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing is no reason to stop.
  }
}

/**
 * How far a lesson is done.
 * @param {string} name such as "nim"
 * @returns {{solved: Set<number>, count: number|null}} which elements are solved, and how many there are, null if the lesson was never opened
 */
export function progress(name) {
  const found = Object.hasOwn(kept, name) ? kept[name] : null;
  const solved = Array.isArray(found?.solved) ? found.solved.filter(Number.isInteger) : [];
  return { solved: new Set(solved), count: Number.isInteger(found?.count) ? found.count : null };
}

/** Whether all of a lesson is done. */
export function isDone(name) {
  const { solved, count } = progress(name);
  return count !== null && solved.size >= count;
}

/** Notes how many elements a lesson has. */
export function opened(name, count) {
  const { solved } = progress(name);
  kept[name] = { ...kept[name], solved: [...solved].filter((number) => number < count), count };
  write();
}

/** Notes that an element is solved. */
export function solve(name, number) {
  const { solved, count } = progress(name);
  kept[name] = { ...kept[name], solved: [...solved.add(number)], count };
  if (isDone(name)) kept[name].review ??= { day: today(), step: 0 };
  write();
}

/** Days until a lesson comes back, by how often in a row its review was right. */
const WAITS = [1, 3, 7, 21, 60];

const today = () => Math.floor(Date.now() / 86_400_000);

/**
 * The lessons that are done, by when they are to be reviewed.
 * @param {string[]} names
 * @returns {Array<{name: string, days: number}>} the days left, 0 or less if it is time; the one that has waited longest first
 */
export function due(names) {
  const left = (name) => {
    const { day, step } = kept[name].review ?? {};
    // A lesson that was done before reviews were kept is due at once.
    return Number.isInteger(day) && Number.isInteger(step) ? day + WAITS[Math.min(Math.max(step, 0), WAITS.length - 1)] - today() : 0;
  };
  return names.filter(isDone).map((name) => ({ name, days: left(name) })).sort((one, other) => one.days - other.days);
}

/** Notes a review: what was right at once comes back later than before, what was not tomorrow. */
export function reviewed(name, right) {
  const step = kept[name].review?.step ?? 0;
  kept[name] = { ...kept[name], review: { day: today(), step: right ? Math.min(step + 1, WAITS.length - 1) : 0 } };
  write();
}

/** Forgets everything. */
export function forget() {
  kept = {};
  write();
}

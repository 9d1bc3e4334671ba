/*
 * Questions to the server. The page knows no rule of any game: each move, value, outcome and explanation it shows is
 * an answer to one of these questions. Answers are JSON (or a picture as SVG); errors are JSON too and become an
 * ApiError, which tells the place of the mistake and an example of what is understood.
 */

import { language } from "./words.js";

/** What the server said in place of an answer. */
export class ApiError extends Error {
  /**
   * @param {{message: string, kind?: string, line?: number, column?: number, length?: number, example?: string}} error
   * @param {number} status the HTTP status, 0 if the server was not reached
   */
  constructor(error, status) {
    super(error.message);
    this.name = "ApiError";
    this.status = status;
    this.kind = error.kind ?? null;
    this.line = error.line ?? null;
    this.column = error.column ?? null;
    this.length = error.length ?? null;
    this.example = error.example ?? null;
  }
}

/** Longest address that is sent by GET; longer questions go by POST. */
const LONGEST_ADDRESS = 2000;

/**
 * The address of a question, for links and for GET.
 * @param {string} route such as "moves"
 * @param {object} parameters texts, numbers, true; false, null and "" are left out; an array repeats its name
 */
export function address(route, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(told(parameters))) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  return new URL(`api/v1/${route}?${query}`, document.baseURI).href;
}

function told(parameters) {
  const kept = { lang: language() };
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (value !== null && value !== undefined && value !== false && value !== "") kept[name] = value;
  }
  return kept;
}

async function send(route, parameters, signal) {
  const get = address(route, parameters);
  let response;
  try {
    // The header shows that no page of another site asks: none can send it.
    response = get.length <= LONGEST_ADDRESS
      ? await fetch(get, { headers: { "x-grundy": "1" }, signal })
      : await fetch(new URL(`api/v1/${route}`, document.baseURI), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(told(parameters)),
          signal,
        });
  } catch (error) {
    if (error.name === "AbortError" || signal?.aborted) throw error;
    throw new ApiError({ message: "" }, 0);
  }
  if (response.ok) return response;
  let error;
  try {
    error = (await response.json()).error;
  } catch {
    // A proxy or a broken connection may answer with anything.
  }
  throw new ApiError(typeof error === "object" && error ? error : { message: "" }, response.status);
}

/**
 * Asks for JSON. Whole numbers that a double cannot hold come as texts of digits.
 * @param {string} route such as "moves"
 * @param {object} parameters see `address`
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 * @throws {ApiError}
 */
export async function ask(route, parameters, { signal } = {}) {
  const text = (await early(address(route, parameters))) ?? (await askText(route, parameters, { signal }));
  signal?.throwIfAborted();
  return JSON.parse(text, exact);
}

/** The answer to what early.js has asked, once, if this is it; null if it was asked nothing, or in vain. */
function early(wanted) {
  const asked = globalThis.early;
  if (asked?.address !== wanted) return null;
  globalThis.early = null;
  return asked.answer;
}

/**
 * Asks for a text, such as a picture as SVG.
 * @returns {Promise<string>}
 * @throws {ApiError}
 */
export async function askText(route, parameters, { signal } = {}) {
  const response = await send(route, parameters, signal);
  return response.text();
}

/**
 * Asks for bytes, such as a picture as PNG.
 * @returns {Promise<Blob>}
 * @throws {ApiError}
 */
export async function askBlob(route, parameters, { signal } = {}) {
  const response = await send(route, parameters, signal);
  return response.blob();
}

function exact(key, value, context) {
  if (typeof value === "number" && !Number.isSafeInteger(value) && context?.source && /^-?\d+$/.test(context.source)) {
    return context.source;
  }
  return value;
}

let catalogue = null;

/** The catalogue of games, asked for once. */
export function games() {
  catalogue ??= ask("games", {}).catch((error) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}

/** The code of a take-and-break game with which a position begins, such as 0.137 or 0.[37]; null where it begins otherwise. */
export function codeOf(position) {
  return /^\d+\.[\da-f[{]\S*/i.exec(position)?.[0] ?? null;
}

/**
 * The game of the catalogue that a position is of, or null: for a sum of several games, and for a rule of one's own.
 * @param {string} position in the notation
 */
export async function gameOf(position) {
  if (position.includes(" + ")) return null;
  const code = codeOf(position);
  const name = code ?? position.split(/[\s:[]/)[0];
  const list = (await games()).games;
  const named = list.find((one) => one.name === name || one.aliases.includes(name));
  if (named || !code) return named ?? null;
  // All plain codes stand under one of them, all that are extended under another.
  const extended = (text) => /[[{!=?]/.test(text);
  return list.find((one) => codeOf(one.name) && extended(one.name) === extended(code)) ?? null;
}

/**
 * The example of a game that is named without a position, or null where a position is given.
 * @param {string} game as it was entered
 */
export async function exampleOf(game) {
  const name = game.trim().toLowerCase();
  if (/[\s:+'(*]/.test(name)) return null;
  const named = await gameOf(name);
  return named && (named.name === name || named.aliases.includes(name)) && named.example.startsWith(`${named.name} `) ? named.example : null;
}

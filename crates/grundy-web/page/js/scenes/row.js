/*
 * A row of pins, as in Kayles, or of stones, spots or signs. A run is removed by clicking its first and its last element; a row is
 * split without removing by clicking the gap between two of them. Long rows go on in a next line, as writing does.
 */

import { s } from "../dom.js";
import { say } from "../words.js";
import { blank, item, label } from "./common.js";

const STEP = 42;
/** Pins are higher than all else that stands in a row. */
const HIGH = 78;
const LOW = 44;
/** Most pins of a line; on a narrow window fewer, so that the line need not be scrolled. */
const MOST = 15;
const NARROW = { window: 500, most: 10 };

const PIN = "M0 -30 c5 0 8 4 8 9 c0 6 -3.5 8 -3.5 13 c0 7 7.5 12 7.5 24 c0 7 -3 12 -5 15 h-14 c-2 -3 -5 -8 -5 -15 c0 -12 7.5 -17 7.5 -24 c0 -5 -3.5 -7 -3.5 -13 c0 -5 3 -9 8 -9 z";

/** What stands in a row, about its middle. */
function shapes(look) {
  if (look === "stone") return s("circle.stone", { cy: 18, r: 16 });
  if (look === "spot") return s("circle.stone", { cy: 18, r: 8 });
  if (look === "plus") return [s("rect.cell", { x: -19, y: -1, width: 38, height: 38, rx: 6 }), label(0, 18, "+", { class: "letter", "font-size": 24 })];
  return [s("path.pin", { d: PIN }), s("path.collar", { d: "M-5.8 -13 h11.6" })];
}

/** Draws a scene of kind "row". */
export function draw(scene) {
  const { count, look = "pin" } = scene;
  const what = say(`${look}Word`);
  const high = look === "pin" ? HIGH : LOW;
  const lines = Math.max(1, Math.ceil(count / (innerWidth < NARROW.window ? NARROW.most : MOST)));
  // Lines of nearly the same length: sixteen pins are eight and eight, not fifteen and one.
  const inLine = Math.max(Math.ceil(count / lines), 1);
  const drawing = blank(inLine * STEP + 28, lines * (high + 16) + 28);
  for (let line = 0; line < lines; line += 1) {
    const here = Math.min(inLine, count - line * inLine);
    drawing.nodes.push(s("rect.plate", { x: 8, y: 10 + line * (high + 16) + high - 5, width: Math.max(here, 1) * STEP + 12, height: 4, rx: 2 }));
  }
  const place = (at) => ({ x: 14 + (at % inLine) * STEP, y: 8 + Math.floor(at / inLine) * (high + 16) });
  for (let at = 0; at < count; at += 1) {
    const { x, y } = place(at);
    const pin = s("g", { transform: `translate(${x + STEP / 2} ${y + high - 37})` }, shapes(look));
    const one = item(`s${at}`, say("pin", { what, at: at + 1, count }), { x, y: y + 4, width: STEP, height: high - 6 }, pin);
    drawing.items.set(`s${at}`, one);
    drawing.nodes.push(one.node);
  }
  for (let at = 1; at < count; at += 1) {
    const { x, y } = place(at);
    const mark = s("path.gap", { d: `M${x} ${y + 12} V${y + high - 8}` });
    drawing.items.set(`g${at}`, { ...item(`g${at}`, say("gap", { what, at: at + 1 }), { x: x - 8, y: y + 4, width: 16, height: high - 6 }, mark), hidden: true });
  }
  // Gaps lie above the pins; those that no move clicks are left out by the board.
  for (let at = 1; at < count; at += 1) drawing.nodes.push(drawing.items.get(`g${at}`).node);
  drawing.nodes.push(label(drawing.width / 2, drawing.height - 12, count, { class: "count" }));
  drawing.run = (ids) => {
    const ends = ids.map((id) => Number(/^s(\d+)$/.exec(id)?.[1] ?? NaN)).filter((at) => at >= 0);
    if (ends.length < 2) return new Set();
    const [least, most] = [Math.min(...ends), Math.max(...ends)];
    const run = new Set();
    for (let at = least; at <= most; at += 1) run.add(`s${at}`);
    return run;
  };
  drawing.going = drawing.run;
  return drawing;
}

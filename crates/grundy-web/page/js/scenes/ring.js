/*
 * Pins in a ring. A run is removed by clicking its first and its last pin, clockwise; the ring then becomes a row.
 */

import { s } from "../dom.js";
import { say } from "../words.js";
import { blank, item, label } from "./common.js";

const ROOM = 40;

/** Draws a scene of kind "ring". */
export function draw(scene) {
  const count = scene.count;
  const radius = Math.max(64, (count * ROOM) / (2 * Math.PI));
  const middle = radius + ROOM / 2 + 8;
  const drawing = blank(2 * middle, 2 * middle);
  drawing.nodes.push(s("circle.orbit", { cx: middle, cy: middle, r: radius }));
  for (let at = 0; at < count; at += 1) {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    const x = middle + radius * Math.cos(angle);
    const y = middle + radius * Math.sin(angle);
    const pin = s("circle.pin", { cx: x, cy: y, r: ROOM * 0.36 });
    const band = s("circle.collar", { cx: x, cy: y, r: ROOM * 0.17, fill: "none" });
    const one = item(`s${at}`, say("pin", { what: say("pinWord"), at: at + 1, count }), { x: x - ROOM / 2 + 1, y: y - ROOM / 2 + 1, width: ROOM - 2, height: ROOM - 2 }, pin, band);
    drawing.items.set(`s${at}`, one);
    drawing.nodes.push(one.node);
  }
  drawing.nodes.push(label(middle, middle, count, { class: "count" }));
  drawing.run = (ids) => {
    const ends = ids.map((id) => Number(/^s(\d+)$/.exec(id)?.[1] ?? NaN)).filter((at) => at >= 0);
    const run = new Set();
    if (ends.length < 2) return run;
    for (let at = ends[0]; ; at = (at + 1) % count) {
      run.add(`s${at}`);
      if (at === ends[1] || run.size >= count) return run;
    }
  };
  drawing.going = drawing.run;
  drawing.round = (ids, inset) => {
    const [from, to] = [ids[0], ids.at(-1)].map((id) => (2 * Math.PI * Number(id.slice(1))) / count - Math.PI / 2);
    const half = ROOM * 0.46 - inset;
    const turn = (((to - from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
    const at = (angle, far) => `${middle + far * Math.cos(angle)} ${middle + far * Math.sin(angle)}`;
    const large = turn > Math.PI ? 1 : 0;
    const cap = (end) => `A${half} ${half} 0 0 1 ${end}`;
    const d = [
      `M${at(from, radius + half)}`,
      `A${radius + half} ${radius + half} 0 ${large} 1 ${at(to, radius + half)}`,
      cap(at(to, radius - half)),
      `A${radius - half} ${radius - half} 0 ${large} 0 ${at(from, radius - half)}`,
      cap(at(from, radius + half)),
      "z",
    ].join(" ");
    return s("path.outline", { d });
  };
  return drawing;
}

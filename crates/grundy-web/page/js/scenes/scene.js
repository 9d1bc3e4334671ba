/*
 * From the kind of a scene to its drawing. A kind that is not known here is told in words, so that a newer server
 * does not break the page.
 */

import { draw as board } from "./board.js";
import { draw as graph } from "./graph.js";
import { draw as heap, drawHeaps as heaps } from "./heap.js";
import { draw as piece } from "./piece.js";
import { draw as ring } from "./ring.js";
import { draw as row } from "./row.js";
import { drawSeveral } from "./several.js";
import { draw as strip } from "./strip.js";
import { draw as text } from "./text.js";

const several = (scene) => drawSeveral(scene, draw);

const KINDS = { board, graph, heap, heaps, piece, ring, row, several, strip, text };

/**
 * Draws a scene of any kind.
 * @param {{kind: string}} scene
 * @param {object[]} [beside] the scenes of the same kind with which it shares its scale
 * @returns {import("./common.js").Drawing}
 */
export function draw(scene, beside = []) {
  return (Object.hasOwn(KINDS, scene?.kind ?? "") ? KINDS[scene.kind] : text)(scene, beside);
}

/**
 * The nodes of a drawing without the elements that are hidden; but those that are used stay.
 * @param {import("./common.js").Drawing} drawing
 * @param {Set<string>} [used] names of elements
 */
export function seen(drawing, used = new Set()) {
  const hidden = new Set();
  for (const [id, item] of drawing.items) if (item.hidden && !used.has(id)) hidden.add(item.node);
  // An element may stand within one of several pictures.
  for (const node of hidden) node.remove();
  return drawing.nodes.filter((node) => !hidden.has(node));
}

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
import { draw as strip } from "./strip.js";
import { draw as text } from "./text.js";

const KINDS = { board, graph, heap, heaps, piece, ring, row, strip, text };

/**
 * Draws a scene of any kind.
 * @param {{kind: string}} scene
 * @returns {import("./common.js").Drawing}
 */
export function draw(scene) {
  return (Object.hasOwn(KINDS, scene?.kind ?? "") ? KINDS[scene.kind] : text)(scene);
}

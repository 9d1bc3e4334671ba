/*
 * Pointer and keys on a board. The arrow keys go to the nearest element in that direction, by the places on the
 * screen, so that they need to know nothing of what is drawn; Home and End go to the first and the last.
 */

const DIRECTIONS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Listens on the area of a board.
 * @param {HTMLElement} area
 * @param {object} hands what to do
 * @param {(component: number, id: string) => void} hands.activate an element is clicked
 * @param {() => boolean} hands.cancel Escape: true if there was something to cancel
 * @param {(component: number, id: string|null) => void} hands.preview an element is pointed at or has the focus
 */
export function steer(area, { activate, cancel, preview }) {
  const found = (event) => {
    const node = event.target.closest?.("[data-id]");
    if (!node || !area.contains(node)) return null;
    return { node, component: Number(node.closest(".component").dataset.component), id: node.dataset.id };
  };
  area.addEventListener("click", (event) => {
    const at = found(event);
    if (at) activate(at.component, at.id);
  });
  area.addEventListener("pointerover", (event) => {
    const at = found(event);
    if (at) preview(at.component, at.id);
    else preview(0, null);
  });
  area.addEventListener("pointerleave", () => preview(0, null));
  area.addEventListener("focusin", (event) => {
    const at = found(event);
    if (!at) return;
    for (const node of at.node.closest(".component").querySelectorAll("[tabindex='0']")) node.setAttribute("tabindex", "-1");
    at.node.setAttribute("tabindex", "0");
    if (at.node.matches(":focus-visible")) preview(at.component, at.id);
  });
  area.addEventListener("focusout", () => preview(0, null));
  area.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = found(event);
    if (event.key === "Escape") {
      if (cancel()) event.preventDefault();
    } else if (at && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      activate(at.component, at.id);
    } else if (at && DIRECTIONS[event.key]) {
      event.preventDefault();
      nearest(area, at.node, DIRECTIONS[event.key])?.focus();
    } else if (at && (event.key === "Home" || event.key === "End")) {
      event.preventDefault();
      const all = inOrder(at.node.closest(".component").querySelectorAll("[tabindex]"));
      (event.key === "Home" ? all[0] : all.at(-1))?.focus();
    }
  });
}

/** Elements as one reads them: lines from above, each from left to right. */
function inOrder(nodes) {
  const places = [...nodes].map((node) => ({ node, ...middle(node) }));
  return places.sort((one, other) => (Math.abs(one.y - other.y) > 4 ? one.y - other.y : one.x - other.x)).map(({ node }) => node);
}

function middle(node) {
  const { left, top, width, height } = (node.querySelector(".hit") ?? node).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function nearest(area, node, direction) {
  const here = middle(node);
  const own = node.closest(".component");
  let best = null;
  for (const other of area.querySelectorAll("[data-id][tabindex]")) {
    if (other === node) continue;
    const there = middle(other);
    const along = (there.x - here.x) * direction.x + (there.y - here.y) * direction.y;
    if (along < 2) continue;
    const aside = Math.abs((there.x - here.x) * direction.y) + Math.abs((there.y - here.y) * direction.x);
    const cost = along + 2.5 * aside + (own.contains(other) ? 0 : 60);
    if (best === null || cost < best.cost) best = { other, cost };
  }
  return best?.other ?? null;
}

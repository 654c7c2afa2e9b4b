// Pings: a long press points at a place, and everybody who sees the board sees it for a moment. Nothing of it is kept.

import { board } from "./board-ground.js";
import { csrf } from "./play.js";

const SVG = "http://www.w3.org/2000/svg";
const STAYS = 2000;
const pings = new Set();

export function ping({ x, y }) {
  const body = new URLSearchParams({ x: String(Math.round(x * 10)), y: String(Math.round(y * 10)) });
  // A ping that comes late points at nothing: it is tried once.
  fetch(board().dataset.pings, { method: "POST", body, headers: csrf() }).catch(() => {});
}

function draw() {
  const place = board()?.querySelector("[data-ping-place]");
  place?.replaceChildren();
  for (const { x, y, by } of place ? pings : []) {
    const ring = document.createElementNS(SVG, "circle");
    const name = document.createElementNS(SVG, "text");
    for (const [key, value] of Object.entries({ cx: x, cy: -y, r: 0.8 })) ring.setAttribute(key, value);
    name.setAttribute("x", x);
    name.setAttribute("y", -y - 1);
    name.textContent = by;
    place.append(ring, name);
  }
}

// Only of the fight that is looked at.
export function show(told) {
  if (board()?.dataset.encounter !== told.encounter) return;
  pings.add(told);
  draw();
  document.dispatchEvent(new CustomEvent("hall:announce", { detail: { text: `${told.by} points at the board.` } }));
  setTimeout(() => {
    pings.delete(told);
    draw();
  }, STAYS);
}

document.addEventListener("hall:drawn", draw);

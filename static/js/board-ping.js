// Pings: a long press points at a place, and everybody who sees the board sees it for a moment; so they see where others
// are dragging a token. Nothing of it is kept.

import { board } from "./board-ground.js";
import { csrf } from "./play.js";

const SVG = "http://www.w3.org/2000/svg";
const STAYS = 2000;
const EVERY = 250; // milliseconds between two words on a drag
const pings = new Set();
let mine = null; // the drag of this hand: {who, at}
let timer = 0;

export function ping({ x, y }, drags = "") {
  const tenths = (metres) => String(Math.round(metres * 10));
  const body = new URLSearchParams({ x: tenths(x), y: tenths(y), ...(drags && { drags }) });
  // A ping that comes late points at nothing: it is tried once.
  fetch(board().dataset.pings, { method: "POST", body, headers: csrf() }).catch(() => {});
}

// A token on its way, told to the others now and then.
export function drag(who, at) {
  if (!board().dataset.pings) return;
  mine = { who, at };
  timer ||= setTimeout(() => {
    timer = 0;
    if (mine && board()) ping(mine.at, mine.who);
  }, EVERY);
}

export function endDrag() {
  clearTimeout(timer);
  timer = 0;
  mine = null;
}

// -- of others --------------------------------------------------------------------------------------------------------

function draw() {
  const place = board()?.querySelector("[data-ping-place]");
  place?.replaceChildren();
  for (const told of place ? pings : []) {
    const { x, y, by, drags } = told;
    const token = drags && board().querySelector(`[data-token="${CSS.escape(drags)}"]`);
    if (token) place.append(made("path", { d: `M${token.dataset.x} ${-token.dataset.y}L${x} ${-y}` }));
    const name = made("text", { x, y: -y - 1 });
    name.textContent = by;
    place.append(made("circle", { cx: x, cy: -y, r: drags ? 0.45 : 0.8 }), name);
  }
}

function made(name, attributes) {
  const shape = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}

// Only of the fight that is looked at, and no drag of this hand.
export function show(told) {
  if (board()?.dataset.encounter !== told.encounter || (told.drags && told.drags === mine?.who)) return;
  if (told.drags) forget(told.drags);
  else document.dispatchEvent(new CustomEvent("hall:announce", { detail: { text: `${told.by} points at the board.` } }));
  pings.add(told);
  draw();
  setTimeout(() => {
    if (pings.delete(told)) draw();
  }, STAYS);
}

function forget(who) {
  for (const told of pings) if (told.drags === who) pings.delete(told);
}

// Whoever has gone there is not on the way any more.
function arrived() {
  for (const { x, y, drags } of [...pings]) {
    const { dataset } = (drags && board()?.querySelector(`[data-token="${CSS.escape(drags)}"]`)) || {};
    if (dataset && Number(dataset.x) === x && Number(dataset.y) === y) forget(drags);
  }
  draw();
}

document.addEventListener("hall:drawn", arrived);

// The board. A token is picked by touch or with Enter and moved by pointer or with the arrow keys, a metre at a time; where
// it is let go opens the form of the command that goes there. Nothing moves before the rules have said yes.

import { nothing, want } from "./table-look.js";

const METRE = 1;
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
let held = null;

const board = () => document.querySelector("[data-board]");
const placeOf = (token) => ({ x: Math.round(token.dataset.x), y: Math.round(token.dataset.y) });

function pointAt(event) {
  const to = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
  return { x: Math.round(to.x / METRE), y: Math.round(-to.y / METRE) };
}

// Whoever goes to a place stands in the middle of its square.
function middle(metres) {
  const side = Number(board().dataset.square);
  return Math.round(metres / side) * side;
}

function aimAt(point) {
  const aim = board()?.querySelector("[data-aim]");
  if (!aim) return;
  aim.setAttribute("visibility", point ? "visible" : "hidden");
  if (point) aim.setAttribute("transform", `translate(${middle(point.x)} ${-middle(point.y)})`);
}

function go(who, { x, y }) {
  want({ as: who, do: "", x: String(x), y: String(y) }, { focus: true }).then(() => aimAt({ x, y }));
}

function say(token, { x, y }) {
  const text = `${token.getAttribute("aria-label")}: to ${x} east, ${y} north. Enter goes there.`;
  document.dispatchEvent(new CustomEvent("hall:announce", { detail: { text } }));
}

// -- by pointer -------------------------------------------------------------------------------------------------------

document.addEventListener("pointerdown", (event) => {
  const token = event.target.closest?.('[data-token][role="button"]');
  if (!token || event.button) return;
  held = { token, from: pointAt(event), to: placeOf(token) };
  board().setPointerCapture(event.pointerId);
  event.preventDefault();
  token.focus({ preventScroll: true });
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const { x, y } = pointAt(event);
  const start = placeOf(held.token);
  held.to = { x: start.x + x - held.from.x, y: start.y + y - held.from.y };
  aimAt(held.to);
});

document.addEventListener("pointerup", () => {
  if (!held) return;
  const { token, to } = held;
  const from = placeOf(token);
  held = null;
  if (to.x !== from.x || to.y !== from.y) {
    go(token.dataset.token, to);
  } else {
    aimAt(null);
    want({ ...nothing, as: token.dataset.token });
  }
});

document.addEventListener("pointercancel", () => {
  held = null;
  aimAt(null);
});

// A place on the ground, for whoever one acts for.
document.addEventListener("click", (event) => {
  const ground = event.target.closest?.("[data-mover]");
  if (ground && !event.target.closest("[data-token]") && ground.dataset.seat && event.detail) go(ground.dataset.seat, pointAt(event));
});

// -- by key -----------------------------------------------------------------------------------------------------------

const aimed = new WeakMap();

document.addEventListener("keydown", (event) => {
  const token = event.target.closest?.('[data-token][role="button"]');
  if (!token) return;
  const step = STEPS[event.key];
  if (step) {
    event.preventDefault();
    const at = aimed.get(token) ?? placeOf(token);
    const to = { x: at.x + step[0], y: at.y + step[1] };
    aimed.set(token, to);
    aimAt(to);
    say(token, to);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    const to = aimed.get(token);
    if (to) go(token.dataset.token, to);
    else want({ ...nothing, as: token.dataset.token });
    aimed.delete(token);
  } else if (event.key === "Escape") {
    aimed.delete(token);
    aimAt(null);
  }
});

// The place is where the form says, whoever wrote it there.
document.addEventListener("input", (event) => {
  const form = event.target.closest?.('[data-part="form"] form');
  const [x, y] = ["with-x", "with-y"].map((name) => form?.elements.namedItem(name)?.value);
  if (x !== undefined && y !== undefined) aimAt({ x: Number(x), y: Number(y) });
});

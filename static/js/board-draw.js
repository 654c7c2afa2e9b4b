// Lines and fog on the board: the game master taps where a wall, a door, cover or an area of fog begins and where it ends,
// or drags it. A tap on a door turns it. Each is sent at once, one after the other.

import { board, cornerAt, draw, lengthOf, uncover } from "./board-ground.js";
import { newKey, play } from "./play.js";

const NEAR = 0.4; // metres from the end of a line that is there, within which the next begins
const TENTHS = 10;
const panel = () => document.querySelector("[data-drawing]");

let from = null; // where the line begins that has no end yet
let isOn = false;
let chosen = null; // the kind of line in the hand
let sending = Promise.resolve();

export const isDrawing = () => isOn;
const kind = () => panel()?.querySelector("[name=line-kind]:checked")?.value;
const FOG = { "fog-on": "on", "fog-off": "off" };

export function turn(on) {
  isOn = on && Boolean(panel());
  from = null;
  draw(null);
  show();
  if (isOn) uncover(panel());
}

// Whoever has tapped one end is told that the pen waits for the next.
function tellPin() {
  for (const one of panel()?.querySelectorAll("[data-pin]") ?? []) one.hidden = (one.dataset.pin === "on") !== Boolean(from);
}

export function show() {
  if (isOn && !panel()) return turn(false); // The tools go with the fight.
  document.querySelector('[data-board-tool="draw"]')?.setAttribute("aria-pressed", String(isOn));
  if (panel()) panel().hidden = !isOn;
  const kept = panel()?.querySelector(`[name=line-kind][value="${chosen}"]`);
  if (kept) kept.checked = true;
  board()?.classList.toggle("board--drawing", isOn);
  tellPin();
}

// -- places -----------------------------------------------------------------------------------------------------------

const inTenths = (metres) => Math.round(metres * TENTHS) / TENTHS || 0;

function endNear({ x, y }) {
  const ends = [...board().querySelectorAll(".barrier__course")].flatMap((course) => {
    const [east, down, toEast, toDown] = course.getAttribute("d").match(/-?[\d.]+/g).map(Number);
    return [{ x: east, y: -down }, { x: toEast, y: -toDown }];
  });
  return ends.find((end) => Math.hypot(end.x - x, end.y - y) < NEAR);
}

// A line that is there goes on; else the corner that is nearest, unless Shift says otherwise.
function placeAt(at, isFree) {
  const { x, y } = isFree ? at : ((!FOG[kind()] && endNear(at)) || cornerAt(at));
  return { x: inTenths(x), y: inTenths(y) };
}

// -- the hand ---------------------------------------------------------------------------------------------------------

const same = (one, other) => one.x === other.x && one.y === other.y;

function preview(to) {
  const tone = FOG[kind()] ? "area" : "drawn";
  draw(from && { from, to, label: same(from, to) || tone === "area" ? "" : lengthOf(from, to), tone });
}

// Whether a line is begun by this press, or ended.
export function press(at, event) {
  const begins = !from;
  if (kind()) from ??= placeAt(at, event.shiftKey);
  move(at, event);
  return begins;
}

export function move(at, event) {
  if (from) preview(placeAt(at, event.shiftKey));
}

// After two taps the next line goes on from the end of this one, until a tap there again, or Escape, lays the pencil down.
export function lift(at, event, { begins, moves }) {
  if (!kind()) erase(event);
  if (!from) return;
  const here = placeAt(at, event.shiftKey);
  const isLong = !same(from, here);
  const ends = { ...told("", from), ...told("to_", here) };
  const foggy = FOG[kind()];
  if (isLong && foggy) send("board.fog", { foggy, ...ends });
  else if (isLong) send("board.draw", { kind: kind(), ...ends });
  from = moves || (foggy && isLong) || (!isLong && !begins) ? null : here;
  preview(here);
  tellPin();
}

export function drop() {
  const was = from;
  from = null;
  draw(null);
  tellPin();
  return Boolean(was);
}

const told = (prefix, { x, y }) => ({ [`${prefix}x`]: Math.round(x * TENTHS), [`${prefix}y`]: Math.round(y * TENTHS) });

function erase(event) {
  const line = event.target.closest?.("[data-line]");
  if (line) send("board.erase", { line: line.dataset.line });
}

document.addEventListener("change", ({ target }) => {
  if (target.name !== "line-kind") return;
  chosen = target.value;
  if (!chosen) drop(); // What is begun is not removed by the next tap.
});

document.addEventListener("click", (event) => {
  const foggy = event.target.closest?.("[data-fog]")?.dataset.fog;
  if (foggy) send("board.fog", { foggy });
  if (event.target.closest?.("[data-pin] button")) drop();
});

export function turnDoor(door) {
  send("board.door", { door: door.dataset.line, opened: door.dataset.door });
}

// -- sending ----------------------------------------------------------------------------------------------------------

// One after the other; whether it was done.
export function send(command, choices) {
  sending = sending.then(() => deliver(command, choices));
  return sending;
}

async function deliver(command, choices) {
  const form = document.querySelector(`[data-draws="${command}"]`);
  if (!form) return false;
  for (const old of form.querySelectorAll("[name^=with-]")) old.remove();
  for (const [name, value] of Object.entries(choices)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: `with-${name}`, value }));
  }
  // What is drawn is known by where it lies: whatever else has changed meanwhile is no reason not to draw it.
  form.elements.namedItem("seen").value = "";
  form.elements.namedItem("key").value = newKey();
  return play(form);
}

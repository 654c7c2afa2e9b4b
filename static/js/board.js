// Hands on the board: a token is dragged, or a place is tapped, and goes there; empty ground is dragged to look elsewhere,
// two fingers, a double tap or the wheel come nearer, and with the ruler a drag measures.

import { board, draw, farOf, fit, isNear, pan, panel, pointAt, squareAt, zoom } from "./board-ground.js";
import * as lines from "./board-draw.js";
import { ping } from "./board-ping.js";
import * as paths from "./board-path.js";
import * as places from "./board-place.js";
import { nothing, want } from "./table-look.js";

const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const SLIP = 6; // pixels that a tap may slip
const LONG = 600; // milliseconds of a long press
const DOUBLE = 300; // milliseconds from one tap of a double tap to the other
const NEAR = 24; // pixels between them
const MORE = 1.4;

const fingers = new Map();
let held = null;
let tapped = null; // the last tap on the ground
let isRuling = false;
let picture = null; // the hand that lays the picture of the ground, once it was wanted

const doorOf = (event) => event.target.closest?.("[data-door]");
const tokenOf = (event) => event.target.closest?.('[data-token][role="button"]');
const same = (one, other) => one.x === other.x && one.y === other.y;

// -- pressing ---------------------------------------------------------------------------------------------------------

function press(event) {
  if (event.button || !event.target.closest?.("[data-board]")) return;
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) return pinch();
  const token = tokenOf(event);
  const at = pointAt(event);
  const kind = toolInHand() ?? (token ? "token" : "ground");
  held = { id: event.pointerId, kind, at, event, who: token?.dataset.token };
  if (kind === "line") held.begins = lines.press(at, event);
  else if (kind !== "picture" && !isRuling && board().dataset.pings) held.timer = setTimeout(pressLong, LONG);
  if (held.kind === "ground" && !isNear()) return;
  event.preventDefault();
  if (token) token.focus({ preventScroll: true });
}

function toolInHand() {
  if (isRuling) return "rule";
  if (lines.isDrawing()) return "line";
  return picture?.isScaling() ? "picture" : null;
}

function pressLong() {
  ping(held.at);
  letGo();
}

function pinch() {
  letGo();
  const [one, other] = fingers.values();
  held = { kind: "pinch", far: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) };
}

function letGo() {
  clearTimeout(held?.timer);
  if (held?.kind === "token" && held.moves) paths.drop();
  if (held?.kind === "line") lines.drop();
  if (held?.kind === "picture") picture.putBack();
  held = null;
}

// -- moving -----------------------------------------------------------------------------------------------------------

function move(event) {
  if (!held && event.target.closest?.("[data-board]")) hover(event);
  if (!fingers.has(event.pointerId) || !held) return;
  fingers.set(event.pointerId, event);
  if (held.kind === "pinch") return spread();
  const slipped = Math.hypot(event.clientX - held.event.clientX, event.clientY - held.event.clientY);
  if (!held.moves && slipped < SLIP) return;
  if (!held.moves) begin(event);
  if (held.kind === "token") drag(event);
  else if (held.kind === "line") lines.move(pointAt(event), event);
  else if (held.kind === "rule") rule(event);
  else if (held.kind === "picture") picture.drag(held.at, pointAt(event));
  else if (isNear()) pan(held.at, event);
}

// A line that is begun follows the mouse to where it may end.
function hover(event) {
  if (lines.isDrawing()) lines.move(pointAt(event), event);
  else picture?.preview(pointAt(event));
}

function begin(event) {
  held.moves = true;
  clearTimeout(held.timer);
  // The board may be drawn anew under the pointer; its panel stays.
  if (panel().isConnected && event.isTrusted) panel().setPointerCapture(event.pointerId);
}

function drag(event) {
  const now = pointAt(event);
  const from = paths.whereOf(held.who);
  held.to = squareAt({ x: from.x + now.x - held.at.x, y: from.y + now.y - held.at.y });
  if (same(held.to, squareAt(from))) paths.drop();
  else paths.look(held.who, held.to, { puts: event.shiftKey, soon: true });
}

function rule(event) {
  const to = pointAt(event);
  draw({ from: held.at, to, label: farOf(held.at, to), tone: "ruler" });
}

function spread() {
  const [one, other] = fingers.values();
  const far = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
  zoom(far / held.far, pointAt(middle));
  held.far = far;
}

// -- letting go -------------------------------------------------------------------------------------------------------

function lift(event) {
  fingers.delete(event.pointerId);
  if (!held || held.id !== event.pointerId) {
    if (held?.kind === "pinch") held = null;
    return;
  }
  const { kind, who, moves, to, at, begins } = held;
  clearTimeout(held.timer);
  held = null;
  if (kind === "line") lines.lift(pointAt(event), event, { begins, moves });
  else if (kind === "picture" && moves) picture.letGo(at, pointAt(event));
  else if (kind === "picture") picture.tap(at);
  else if (kind === "token" && moves) {
    if (paths.isOpen()) paths.go(who, to, { puts: event.shiftKey });
  } else if (kind === "token") {
    paths.drop();
    want({ ...nothing, as: who });
  } else if (kind === "ground" && !moves && !event.target.closest?.("[data-token]")) {
    if (isDouble(event)) comeNearer(at);
    else tap(at, doorOf(event));
  }
}

// A double tap is meant at once, not as a tap and another: nobody has read yet where the first one leads.
function isDouble(event) {
  const before = places.asking() || doorOf(event) ? null : tapped;
  const far = before && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
  const found = before && event.timeStamp - before.timeStamp < DOUBLE && far < NEAR;
  tapped = found ? null : event;
  return found;
}

function comeNearer(at) {
  paths.drop();
  zoom(MORE, at);
}

// A place on the ground, for a form that asks for one, else for whoever one acts for: tapped once it tells the path,
// tapped again it goes.
function tap(at, door) {
  if (door) return lines.turnDoor(door);
  const form = places.asking();
  if (form) return places.choose(form, squareAt(at));
  const { mover, seat } = board().dataset;
  if (!mover || !seat) return;
  const to = squareAt(at);
  const before = paths.isOpen();
  if (same(to, squareAt(paths.whereOf(seat)))) paths.drop();
  else if (before && same(before.to, to)) paths.go(seat, to);
  else paths.look(seat, to);
}

function cancel(event) {
  fingers.delete(event.pointerId);
  letGo();
}

// -- keys -------------------------------------------------------------------------------------------------------------

function key(event) {
  const token = tokenOf(event);
  const drawing = lines.isDrawing() ? lines : picture?.isLaying() ? picture : null;
  if (event.key === "Escape" && drawing) {
    if (held?.kind === "picture") picture.putBack();
    held = null;
    if (!drawing.drop()) take({});
    event.preventDefault();
  } else if (doorOf(event) && (event.key === "Enter" || event.key === " ")) {
    lines.turnDoor(doorOf(event));
    event.preventDefault();
  } else if (event.key === "Escape" && (held || paths.isOpen())) {
    letGo();
    paths.drop();
    event.preventDefault();
  } else if (token && !event.ctrlKey && !event.metaKey && !event.altKey) keyOn(token, event);
  if (event.target.closest?.('[data-part="board"]') && !event.target.matches("input") && "+-".includes(event.key)) {
    tools[event.key === "+" ? "in" : "out"]();
  }
}

function keyOn(token, event) {
  const who = token.dataset.token;
  const path = paths.isOpen()?.who === who ? paths.isOpen() : null;
  const step = STEPS[event.key];
  if (step) {
    const from = path?.to ?? squareAt(paths.whereOf(who));
    const side = Number(board().dataset.square);
    paths.tell(who, squareAt({ x: from.x + step[0] * side, y: from.y + step[1] * side }));
  } else if (event.key === "Enter" || event.key === " ") {
    if (path) paths.go(who, path.to);
    else want({ ...nothing, as: who });
  } else return;
  event.preventDefault();
}

// -- tools ------------------------------------------------------------------------------------------------------------

const tools = {
  in: () => zoom(MORE),
  out: () => (isNear() ? zoom(1 / MORE) : fit()),
  fit,
  rule: () => take({ rule: !isRuling }),
  draw: () => take({ line: !lines.isDrawing() }),
  scale: async () => {
    picture ??= await import("./board-scale.js");
    take({ lays: !picture.isLaying() });
  },
};

// One tool is in the hand at a time.
function take({ rule: rules = false, line = false, lays = false }) {
  isRuling = rules;
  paths.drop();
  lines.turn(line);
  picture?.turn(lays);
  showRuler();
}

function showRuler() {
  document.querySelector('[data-board-tool="rule"]')?.setAttribute("aria-pressed", String(isRuling));
  board()?.classList.toggle("board--ruling", isRuling);
  lines.show();
  picture?.show();
}

const click = (event) => tools[event.target.closest?.("[data-board-tool]")?.dataset.boardTool]?.();

// The wheel scrolls the page, until one has the board in hand.
function wheel(event) {
  if (!event.target.closest?.("[data-board]")) return;
  if (!event.ctrlKey && !event.metaKey && !panel().contains(document.activeElement) && !isNear()) return;
  event.preventDefault();
  zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, pointAt(event));
}

const does = { pointerdown: press, pointermove: move, pointerup: lift, pointercancel: cancel, keydown: key, click };
export const hear = (event) => does[event.type](event);

for (const [kind, heard] of Object.entries(does)) document.addEventListener(kind, heard);
document.addEventListener("wheel", wheel, { passive: false });
document.addEventListener("contextmenu", (event) => event.target.closest?.("[data-board]") && fingers.size && event.preventDefault());
document.addEventListener("hall:drawn", showRuler);

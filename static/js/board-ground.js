// The ground of the board: places in metres, the part of it that is in view, and the lines that are drawn over it. All of
// it is kept while the server draws the board anew.

const SVG = "http://www.w3.org/2000/svg";
const CLOSEST = 8;
const GAP = 8; // pixels between the board and what stands below it

export const board = () => document.querySelector("[data-board]");
export const panel = () => document.querySelector('[data-part="board"]');

// -- places -----------------------------------------------------------------------------------------------------------

export function pointAt(event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
  return { x, y: -y };
}

// Whoever goes to a place stands in the middle of its square.
export function squareAt({ x, y }) {
  const side = Number(board().dataset.square);
  const middle = (metres) => Math.round(metres / side) * side || 0;
  return { x: middle(x), y: middle(y) };
}

// Lines run between the squares: from corner to corner.
export function cornerAt({ x, y }) {
  const side = Number(board().dataset.square);
  const corner = (metres) => (Math.round(metres / side - 0.5) + 0.5) * side;
  return { x: corner(x), y: corner(y) };
}

function inUnits(metres) {
  const { unit, sign, whole } = board().dataset;
  const tenths = Math.round((metres / Number(unit)) * 10) / 10;
  return `${whole === undefined ? tenths : Math.ceil(tenths)} ${sign}`;
}

export const lengthOf = (from, to) => inUnits(Math.hypot(to.x - from.x, to.y - from.y));

// How far it is for whoever goes there: on squares a diagonal step may count as one.
export function farOf(from, to) {
  if (!("bySquares" in board().dataset)) return lengthOf(from, to);
  const [here, there] = [squareAt(from), squareAt(to)];
  return inUnits(Math.max(Math.abs(there.x - here.x), Math.abs(there.y - here.y)));
}

// -- the part in view -------------------------------------------------------------------------------------------------

let view = null; // null shows everything

const whole = () => {
  const [x, y, width, height] = board().dataset.box.split(" ").map(Number);
  return { x, y, width, height };
};

function look() {
  const { x, y, width, height } = view ?? whole();
  board().setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  board().classList.toggle("board--near", Boolean(view));
  const isFit = document.querySelector('[data-board-tool="fit"]');
  if (isFit) isFit.disabled = !view && !isHeld();
}

export const isNear = () => Boolean(view);

// Whether the ground in view is another than everything on it takes: only the server knows that one.
const isHeld = () => board().dataset.held !== undefined;

export function fit() {
  view = null;
  look();
  if (!isHeld()) return;
  board().dataset.fits = "";
  document.dispatchEvent(new CustomEvent("hall:stale"));
}

function within(wanted, all) {
  const x = Math.min(Math.max(wanted.x, all.x), all.x + all.width - wanted.width);
  const y = Math.min(Math.max(wanted.y, all.y), all.y + all.height - wanted.height);
  return { ...wanted, x, y };
}

// The point stays where it is on the screen.
export function zoom(by, point = null) {
  const all = whole();
  const now = view ?? all;
  const width = Math.min(all.width, Math.max(all.width / CLOSEST, now.width / by));
  const height = (width / all.width) * all.height;
  const at = point ? { x: point.x, y: -point.y } : { x: now.x + now.width / 2, y: now.y + now.height / 2 };
  const share = width / now.width;
  const next = { x: at.x - (at.x - now.x) * share, y: at.y - (at.y - now.y) * share, width, height };
  view = width > all.width * 0.98 ? null : within(next, all);
  look();
}

// The point that is held comes to lie under the pointer.
export function pan(held, event) {
  const now = pointAt(event);
  if (view) view = within({ ...view, x: view.x + held.x - now.x, y: view.y - held.y + now.y }, whole());
  look();
}

// What stands below the board sticks to the foot of the window: the page goes on until it covers nothing of the board.
export function uncover(place) {
  const covered = board().getBoundingClientRect().bottom - place.getBoundingClientRect().top;
  if (covered > 0) scrollBy({ top: covered + GAP, behavior: "instant" });
}

// -- lines over it ----------------------------------------------------------------------------------------------------

let line = null;

export function draw(next) {
  line = next;
  const place = board()?.querySelector("[data-overlay]");
  if (!place) return;
  place.replaceChildren();
  if (!line) return;
  const { from, to, label, tone = "", course = "" } = line;
  const shape = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    place.append(made);
    return made;
  };
  place.setAttribute("class", `board__path ${tone && `board__path--${tone}`}`);
  const there = tone === "area" ? `V${-to.y}H${to.x}V${-from.y}Z` : `L${course || `${to.x} ${-to.y}`}`;
  shape("path", { d: `M${from.x} ${-from.y}${there}` });
  shape("circle", { r: 0.45, cx: to.x, cy: -to.y });
  const isHigh = -to.y - 1.2 < (view ?? whole()).y;
  shape("text", { x: to.x, y: isHigh ? -to.y + 1.1 : -to.y - 0.7 }).textContent = label;
}

document.addEventListener("hall:drawn", () => {
  if (!board()) return;
  look();
  draw(line);
});

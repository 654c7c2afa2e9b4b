// The picture under the board: the game master chooses one, and it lies there at once. Two taps on it and the distance
// between them set its scale, a drag moves it; where squares were found in it, a button lays them on those of the board.

import { send } from "./board-draw.js";
import { board, cornerAt, draw, lengthOf, uncover } from "./board-ground.js";
import { calm, complain, deliver, newKey, tell } from "./play.js";
import { clean } from "./table-look.js";

const CENTIMETRES = 100; // of a metre
const APART = 0.2; // metres from the first point, within which a tap is no second one
const MOST_BYTES = 8_000_000;
const MOST_PIXELS = 8_000_000;
const LONGEST = 2048;
const AT_FIRST = [-10, -10, 20]; // left, down and width where there is no board yet
const UNREADABLE = "Your browser cannot read this file. Choose a JPEG, PNG or WebP picture.";

const panel = () => document.querySelector("[data-laying]");
const find = (selector) => panel()?.querySelector(selector);
const form = () => find('[data-draws="board.ground"]');
const lengthForm = () => find("[data-ground-length]");
const lengthField = () => lengthForm()?.elements.namedItem("length");
const unit = () => Number(panel().dataset.laying);

let isOn = false;
let points = [];

export const isLaying = () => isOn;
export const isScaling = () => isOn && Boolean(board()?.dataset.ground);

export function turn(on) {
  isOn = on && Boolean(panel());
  drop();
  if (isOn) uncover(panel());
}

export function show() {
  if (isOn && !panel()) return turn(false);
  document.querySelector('[data-board-tool="scale"]')?.setAttribute("aria-pressed", String(isOn));
  if (panel()) panel().hidden = !isOn;
  board()?.classList.toggle("board--scaling", isScaling());
  if (!lengthForm()) return;
  lengthForm().hidden = points.length < 2;
  if (points.length === 2 && !lengthField().value) lengthField().value = Number.parseFloat(lengthOf(...points));
}

// -- two taps ---------------------------------------------------------------------------------------------------------

const apart = ([from, to]) => Math.hypot(to.x - from.x, to.y - from.y);

export function tap(at) {
  const isSecond = points.length === 1 && apart([points[0], at]) > APART;
  if (!isSecond) drop();
  points.push(at);
  preview(at);
  show();
  if (!isSecond) return;
  lengthField().focus();
  lengthField().select();
}

export function preview(to) {
  const [from, end = to] = points;
  if (from) draw({ from, to: end, label: from === end ? "" : lengthOf(from, end), tone: "drawn" });
}

export function drop() {
  const had = points.length > 0;
  points = [];
  draw(null);
  if (lengthForm()) {
    lengthForm().reset();
    clean(lengthForm());
  }
  show();
  return had;
}

// -- laying it --------------------------------------------------------------------------------------------------------

// The left and the upper edge of the picture and its width, in metres; north is up.
function lies() {
  const [left, down, width] = board().dataset.ground.split(" ").map(Number);
  return { left, top: -down, width };
}

function lay({ left, top, width }) {
  drop();
  const inCentimetres = (metres) => Math.round(metres * CENTIMETRES) || 0;
  return send("board.ground", { left: inCentimetres(left), top: inCentimetres(top), width: inCentimetres(width) });
}

const layOff = () => lay({ left: 0, top: 0, width: 0 });

// At first it lies over all that is shown.
function layAtFirst() {
  const [left, down, width] = board()?.dataset.box.split(" ").map(Number) ?? AT_FIRST;
  return lay({ left, top: -down, width });
}

// The picture grows around its first point, which comes to lie on the corner of a square.
function setScale() {
  const { left, top, width } = lies();
  const [from] = points;
  const grows = (Number(lengthField().value) * unit()) / apart(points);
  const corner = cornerAt(from);
  lay({ left: corner.x - (from.x - left) * grows, top: corner.y + (top - from.y) * grows, width: width * grows });
}

function layByNumbers() {
  const number = (name) => Number(form().elements.namedItem(name).value) * unit();
  lay({ left: number("left"), top: number("top"), width: number("width") });
}

function layBySquares({ dataset }) {
  const [left, top, width] = dataset.groundSquares.split(" ").map(Number);
  lay({ left, top, width });
}

// -- a drag -----------------------------------------------------------------------------------------------------------

const moved = (from, to) => ({ ...lies(), left: lies().left + to.x - from.x, top: lies().top + to.y - from.y });

function place({ left, top }) {
  const picture = board()?.querySelector(".board__picture");
  picture?.setAttribute("x", left);
  picture?.setAttribute("y", -top);
}

export const drag = (from, to) => place(moved(from, to));
export const putBack = () => isScaling() && place(lies());

export async function letGo(from, to) {
  if (!(await lay(moved(from, to)))) putBack();
}

// -- choosing one -----------------------------------------------------------------------------------------------------

// Photos and maps for print are larger than the hall takes: they are made small here. null for what is no picture.
async function made(file) {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return null;
  if (file.size <= MOST_BYTES && image.width * image.height <= MOST_PIXELS) return file;
  const canvas = document.createElement("canvas");
  const share = Math.min(1, LONGEST / Math.max(image.width, image.height));
  canvas.width = Math.max(1, Math.round(image.width * share));
  canvas.height = Math.max(1, Math.round(image.height * share));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/webp", 0.9));
}

function refuse(sentence) {
  tell(form(), "refused");
  complain(form(), sentence);
}

async function put(body) {
  const action = find("[data-ground-picture]").dataset.groundPicture;
  const { answer } = await deliver(action, undefined, undefined, { method: "GET" });
  const headers = { "If-Match": `"${answer.version}"`, "Idempotency-Key": newKey(), "Content-Type": body.type };
  return deliver(action, body, undefined, { method: "PUT", headers });
}

async function choose(file) {
  if (!file) return;
  calm(form());
  tell(form(), "saving");
  const body = await made(file);
  if (!body) return void refuse(UNREADABLE);
  const { status, answer } = await put(body);
  if (status >= 400) return void refuse(answer.detail ?? "That was not saved. Try again.");
  tell(form(), "saved");
  // Another picture lies where the one before it lay.
  if (board()?.dataset.ground) document.dispatchEvent(new CustomEvent("hall:stale", { detail: answer }));
  else layAtFirst();
}

// -- hands ------------------------------------------------------------------------------------------------------------

const does = [
  ["[data-ground-off]", layOff],
  ["[data-ground-on]", layAtFirst],
  ["[data-ground-squares]", layBySquares],
];

document.addEventListener("click", (event) => {
  for (const [selector, act] of does) {
    const button = event.target.closest?.(selector);
    if (button) act(button);
  }
});

document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-ground-file]")) return;
  choose(target.files[0]);
  target.value = "";
});

const isOver = (event) => isOn && event.target.closest?.('[data-part="board"]');
document.addEventListener("dragover", (event) => isOver(event) && event.preventDefault());
document.addEventListener("drop", (event) => {
  if (!isOver(event)) return;
  event.preventDefault();
  choose(event.dataTransfer.files[0]);
});

// Before play.js sends the form as it stands: it is filled in here.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== lengthForm() && event.target !== form()) return;
    event.preventDefault();
    if (event.target === form()) layByNumbers();
    else setScale();
  },
  true,
);

// Boxes for the faces of real dice, one a die: <details data-faces="…/dice/"> asks for them when it is opened, and anew when
// the form around it changes. Digits lead on to the next box; on a phone the faces themselves stand there to be tapped.

import { csrf } from "./play.js";

const MOST_ON_A_PAD = 20;
const isTouched = matchMedia("(pointer: coarse)");
const asking = new WeakMap();

const boxesIn = (hand) => [...hand.querySelectorAll("input")];
const isFace = (box) => Boolean(box?.dataset?.sides);

// -- boxes ------------------------------------------------------------------------------------------------------------

async function fetchHands(details, form) {
  const fields = new FormData(form);
  for (const hand of details.querySelectorAll("[data-hand]")) fields.append("hand", hand.dataset.hand);
  asking.get(details)?.abort();
  const asked = new AbortController();
  asking.set(details, asked);
  const response = await fetch(details.dataset.faces, { method: "POST", body: fields, headers: csrf(), signal: asked.signal });
  if (!response.ok) throw new Error(`${response.status}`);
  const paper = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...paper.querySelectorAll("[data-hand]")];
}

function put(details, hand) {
  const held = details.querySelector(`[data-hand="${CSS.escape(hand.dataset.hand)}"]`);
  if (!held) return;
  const typed = boxesIn(held).map((box) => box.value);
  const had = boxesIn(held).indexOf(document.activeElement);
  const boxes = boxesIn(hand);
  if (isTouched.matches) boxes.filter(fitsPad).forEach((box) => box.setAttribute("inputmode", "none"));
  held.replaceWith(hand);
  if (held.matches(".hand")) typed.slice(0, -1).forEach((face, place) => isFace(boxes[place]) && (boxes[place].value = face));
  if (had >= 0) boxes[Math.min(had, boxes.length - 1)].focus();
}

const fitsPad = (box) => isFace(box) && Number(box.dataset.sides) <= MOST_ON_A_PAD;

// Where the boxes cannot be had, the one field for all faces stays.
export async function draw(details) {
  const form = details.closest("form");
  details.setAttribute("aria-busy", "true");
  try {
    for (const hand of await fetchHands(details, form)) put(details, hand);
  } catch (error) {
    if (error.name === "AbortError") return;
  }
  details.removeAttribute("aria-busy");
  details.dataset.drawn = "";
  // Beside a sheet they open below the button.
  details.closest("#roll")?.scrollTo({ top: details.offsetTop });
}

// -- typing -----------------------------------------------------------------------------------------------------------

// Ten-sided dice show their highest face as noughts.
function faceOf(box) {
  const sides = Number(box.dataset.sides);
  const isTens = sides === 10 || sides === 100;
  return isTens && /^0+$/.test(box.value) && box.value.length === String(sides).length - 1 ? sides : Number(box.value);
}

function isWhole(box) {
  const sides = Number(box.dataset.sides);
  return box.value.length >= String(sides).length || Number(box.value) * 10 > sides || faceOf(box) === sides;
}

function judge(box) {
  const sides = Number(box.dataset.sides);
  const face = faceOf(box);
  const isWrong = box.value !== "" && !(face >= 1 && face <= sides);
  const message = box.closest("[data-faces]").querySelector('[data-message-of="faces"]');
  box.setAttribute("aria-invalid", isWrong);
  box.setAttribute("aria-errormessage", message.id);
  message.textContent = isWrong ? `A d${sides} shows 1 to ${sides}.` : "";
  message.hidden = !isWrong;
  return !isWrong;
}

// Several faces at once, as they are pasted, go one into each box; what is left over falls after that.
function spread(box, words) {
  const boxes = boxesIn(box.closest("[data-hand]"));
  const from = boxes.indexOf(box);
  const dice = boxes.slice(from).filter(isFace);
  dice.forEach((one, place) => (one.value = words[place] ?? one.value));
  boxes.at(-1).value = words.slice(dice.length).join(" ");
}

function lead(box, step) {
  const boxes = boxesIn(box.closest("[data-hand]"));
  boxes[boxes.indexOf(box) + step]?.focus();
}

document.addEventListener("input", (event) => {
  const box = event.target;
  if (!isFace(box)) return;
  const words = box.value.split(/[\s,;]+/).filter(Boolean);
  if (words.length > 1) spread(box, words);
  else box.value = box.value.replace(/\D/g, "");
  if (judge(box) && words.length === 1 && isWhole(box)) {
    box.value = faceOf(box);
    lead(box, 1);
  }
});

document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (!isFace(box) && !box.matches?.("[data-more]")) return;
  if (event.key === " " && isFace(box)) {
    event.preventDefault();
    lead(box, 1);
  }
  if (event.key === "Backspace" && !box.value) {
    event.preventDefault();
    lead(box, -1);
  }
});

// -- the pad ----------------------------------------------------------------------------------------------------------

function buttonFor(face) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button hand__face";
  button.dataset.face = face;
  button.textContent = face;
  return button;
}

document.addEventListener("focusin", ({ target: box }) => {
  if (!isFace(box)) return;
  box.select();
  const pad = box.closest("[data-hand]").querySelector("[data-pad]");
  const faces = isTouched.matches && fitsPad(box) ? Number(box.dataset.sides) : 0;
  pad.replaceChildren(...Array.from({ length: faces }, (_, place) => buttonFor(place + 1)));
  pad.hidden = !faces;
  pad.box = box;
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-face]");
  if (!button) return;
  const { box } = button.closest("[data-pad]");
  box.value = button.dataset.face;
  judge(box);
  lead(box, 1);
});

// -- when to ask ------------------------------------------------------------------------------------------------------

document.addEventListener("change", (event) => {
  const details = event.target.form?.querySelector("details[data-faces][open]");
  if (details && !details.contains(event.target)) draw(details);
});

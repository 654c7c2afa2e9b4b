// The sheet as others (and we) change it: it is fetched again part by part, and a part in which somebody is typing waits.

import { askSoon } from "./odds.js";

export const root = document.querySelector("[data-sheet]");
export const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
export const version = () => document.getElementById("part-vitals").dataset.version;

const drawn = new Map();
let fresh = null;
let asked = 0;

const partsIn = (where) => where.querySelectorAll("[data-part]");
// Keys are new in every rendering; they are no change that anybody could see.
const looks = (part) => part.outerHTML.replaceAll(/name="key" value="[^"]*"/g, "").replaceAll(/name="seen" value="[^"]*"/g, "");

export function remember(where) {
  for (const part of partsIn(where)) drawn.set(part.id, looks(part));
}

remember(document);

const dirty = new WeakSet();
document.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  if (form) dirty.add(form);
});
document.addEventListener("hall:played", (event) => dirty.delete(event.target));

const isHeld = (part) => [...part.querySelectorAll("form")].some((form) => form.matches(".editor") || dirty.has(form));

export async function look() {
  if (!root) return; // A drawer may stand where there is no sheet.
  const mine = (asked += 1);
  try {
    const response = await fetch(root.dataset.parts, { headers: { Accept: "text/html" } });
    if (mine !== asked) return;
    if (!response.ok) return gone(response.status);
    fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    takeOver();
  } catch {
    say("hall:line", { up: false });
  }
}

function gone(status) {
  const text = status === 401 ? "You are signed out. Sign in again in another tab; what you typed stays here."
    : status === 404 ? "You can no longer see this sheet." : "";
  if (text) say("hall:toast", { text, tone: "danger" });
}

export function takeOver() {
  if (!fresh) return;
  for (const section of fresh.querySelectorAll("[data-section]")) redraw(section);
  for (const part of partsIn(fresh)) {
    const html = looks(part);
    const shown = document.getElementById(part.id);
    if (!shown || drawn.get(part.id) === html) continue;
    if (isHeld(shown)) continue;
    drawn.set(part.id, html);
    swap(shown, document.importNode(part, true));
  }
  see(document.getElementById("part-vitals"));
  say("hall:drawn");
}

// Parts come and go: an empty one is a way to add something, and a full one has a place of its own.
const shapeOf = (section) => [...section.querySelectorAll("[data-part], .adds")].map(({ id }) => id).join();

function redraw(section) {
  const shown = document.getElementById(section.id);
  if (!shown || shapeOf(shown) === shapeOf(section) || isHeld(shown)) return;
  remember(section);
  swap(shown, document.importNode(section, true));
}

// What a person has opened stays open, and the focus stays where it was.
function swap(old, next) {
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  for (const opened of old.querySelectorAll("details[id]")) {
    const same = next.querySelector(`#${CSS.escape(opened.id)}`);
    if (!same) continue;
    same.open = opened.open;
    const place = opened.querySelector("[data-shelf-place]");
    if (place) same.querySelector("[data-shelf-place]")?.replaceWith(place);
  }
  const typed = [...old.querySelectorAll("input[type=search]")].map((field) => [field.id, field.value]);
  old.replaceWith(next);
  for (const [id, value] of typed) refill(id, value);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function refill(id, value) {
  const field = value && document.getElementById(id);
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// Whoever sees the page now has seen this version. A form that somebody is filling in keeps the version that it was begun
// with, unless what it is about is still as it was.
function see({ dataset: { version: seen, scene, sceneVersion } }) {
  for (const form of root.querySelectorAll("form")) {
    const field = form.elements.namedItem("seen");
    if (!field || (form.dataset.edits && nowOf(form) !== form.dataset.was)) continue;
    const inScene = form.elements.namedItem("encounter")?.value;
    const now = inScene ? (inScene === scene ? sceneVersion : field.value) : seen;
    if (field.value === now) continue;
    field.value = now;
    if (form.matches("[data-odds]")) askSoon(form);
  }
}

// How the house has it now what a form is about.
export const nowOf = (form) => fresh?.getElementById(form.dataset.edits)?.dataset.value;

document.addEventListener("hall:played", look);
document.addEventListener("hall:notice", look);
document.addEventListener("hall:news", ({ detail }) => {
  const { scene } = document.getElementById("part-vitals").dataset;
  if (detail.fresh || root.dataset.actor in detail.documents || (detail.encounter && detail.encounter === scene)) look();
});
addEventListener("online", look);


// The sheet. A number that is touched becomes a field in its place: Enter or leaving it saves, Escape gives up, and nothing
// is shown as saved before it is. What others change comes in part by part; a part in which somebody is typing waits.

import { askSoon, wake } from "./odds.js";
import { complain, play } from "./play.js";

const root = document.querySelector("[data-sheet]");
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const version = () => document.getElementById("part-vitals").dataset.version;

// -- writing ----------------------------------------------------------------------------------------------------------

function hidden(name, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  return input;
}

// What a button says about its command: data-with-… become the fields that the command is given.
function chosenBy(button) {
  return [...button.attributes]
    .filter(({ name }) => name.startsWith("data-with-"))
    .map(({ name, value }) => hidden(name.slice("data-".length), value));
}

function fill(form, command, button) {
  form.action = root.dataset.perform;
  form.method = "post";
  const told = { command, actor: root.dataset.actor, seen: version() };
  form.append(...Object.entries(told).map(([name, value]) => hidden(name, value)), ...chosenBy(button));
  return form;
}

async function doNow(button) {
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  const form = fill(document.createElement("form"), button.dataset.do, button);
  form.hidden = true;
  root.append(form);
  await play(form);
  form.remove();
  button.removeAttribute("aria-busy");
}

// -- editing in place -------------------------------------------------------------------------------------------------

function control(form) {
  return form.querySelector("input:not([type=hidden]), select, textarea");
}

const makers = {
  number(field, { least, most }) {
    field.min = least;
    field.max = most;
  },
  pick(field, { options }) {
    field.append(...options.split("|").map((label, place) => new Option(label, place)));
  },
  words(field, { most }) {
    field.maxLength = most;
  },
  long(field, { most }) {
    field.maxLength = most;
  },
};

function edit(button) {
  const kind = button.dataset.edit;
  const form = document.querySelector(`template[data-editor="${kind}"]`).content.firstElementChild.cloneNode(true);
  const field = control(form);
  makers[kind](field, button.dataset);
  field.name = `with-${button.dataset.field}`;
  field.value = button.dataset.value;
  field.setAttribute("aria-label", button.getAttribute("aria-label") ?? button.dataset.label);
  fill(form, button.dataset.command, button);
  form.dataset.edits = button.id;
  form.dataset.was = field.value;
  button.hidden = true;
  button.after(form);
  field.focus();
  field.select?.();
}

const buttonOf = (form) => document.getElementById(form.dataset.edits);

function giveUp(form, { refocus = true } = {}) {
  const button = buttonOf(form);
  form.remove();
  if (!button) return;
  button.hidden = false;
  if (refocus) button.focus();
  takeOver();
}

async function save(form, { refocus = true } = {}) {
  if (form.getAttribute("aria-busy")) return;
  if (control(form).value === form.dataset.was) {
    giveUp(form, { refocus });
    return;
  }
  form.dataset.refocus = refocus ? "yes" : "";
  await play(form);
}

document.addEventListener("hall:played", (event) => {
  const form = event.target;
  if (!form.dataset?.edits) return;
  const wanted = form.dataset.refocus && form.contains(document.activeElement) ? form.dataset.edits : "";
  const button = buttonOf(form);
  form.remove();
  if (!button) return;
  button.hidden = false;
  button.classList.add("edits--saved");
  if (wanted) button.focus();
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.editor");
  if (!form) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  save(form);
}, true);

document.addEventListener("focusout", (event) => {
  const form = event.target.closest("form.editor");
  if (!form || form.classList.contains("editor--long") || form.contains(event.relatedTarget)) return;
  // The focus also leaves when the window does; then the field is still being typed in.
  setTimeout(() => {
    if (document.hasFocus() && form.isConnected && !form.contains(document.activeElement)) save(form, { refocus: false });
  });
});

// A button beside the field must not take the focus from it: on a phone that would close the keyboard, and save.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("form.editor [data-step]")) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form.editor");
  if (event.key === "Escape" && form) giveUp(form);
});

// -- what others (and we) changed -------------------------------------------------------------------------------------

const drawn = new Map();
let fresh = null;
let asked = 0;

const partsIn = (where) => where.querySelectorAll("[data-part]");
// Keys are new in every rendering; they are no change that anybody could see.
const looks = (part) => part.outerHTML.replaceAll(/name="key" value="[^"]*"/g, "").replaceAll(/name="seen" value="[^"]*"/g, "");

for (const part of partsIn(document)) drawn.set(part.id, looks(part));

const dirty = new WeakSet();
document.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  if (form) dirty.add(form);
});
document.addEventListener("hall:played", (event) => dirty.delete(event.target));

const isHeld = (part) => [...part.querySelectorAll("form")].some((form) => form.matches(".editor") || dirty.has(form));

async function look() {
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
    : status === 404 ? "This sheet is not open to you any more." : "";
  if (text) say("hall:toast", { text, tone: "danger" });
}

function takeOver() {
  if (!fresh) return;
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
  find(field);
}

// Whoever sees the page now has seen this version. A form that somebody is filling in keeps the version that it was begun
// with, unless what it is about is still as it was.
function see({ dataset: { version: seen, scene, sceneVersion } }) {
  for (const form of root.querySelectorAll("form")) {
    const field = form.elements.namedItem("seen");
    if (!field || (form.dataset.edits && !isUnchanged(form))) continue;
    const inScene = form.elements.namedItem("encounter")?.value;
    const now = inScene ? (inScene === scene ? sceneVersion : field.value) : seen;
    if (field.value === now) continue;
    field.value = now;
    if (form.matches("[data-odds]")) askSoon(form);
  }
}

function isUnchanged(form) {
  const now = fresh?.getElementById(form.dataset.edits);
  return now?.dataset.value === form.dataset.was;
}

document.addEventListener("hall:stale", (event) => {
  const form = event.target;
  look().then(() => {
    const now = form.dataset.edits && fresh?.getElementById(form.dataset.edits);
    if (!now) return;
    form.dataset.was = now.dataset.value;
    complain(form, `Somebody changed this to ${now.dataset.value || "nothing"} meanwhile. Save again to write yours over it.`);
  });
});

document.addEventListener("hall:played", look);
document.addEventListener("hall:news", ({ detail }) => {
  const { scene } = document.getElementById("part-vitals").dataset;
  if (detail.fresh || root.dataset.actor in detail.documents || (detail.encounter && detail.encounter === scene)) look();
});
addEventListener("online", look);

// -- the roll panel ---------------------------------------------------------------------------------------------------

const panel = document.getElementById("roll");

async function prepare(command, row) {
  const query = new URLSearchParams({ command, row: row ?? "" });
  const was = panel.contains(document.activeElement) ? document.activeElement.id : "";
  panel.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(`${root.dataset.rollAt}?${query}`);
    const told = response.ok ? await response.text() : "";
    if (told) panel.innerHTML = told;
    else say("hall:toast", { text: (await response.json()).detail, tone: "danger" });
  } catch {
    say("hall:line", { up: false });
  }
  panel.removeAttribute("aria-busy");
  // What had the focus was replaced with the rest.
  if (was && document.activeElement === document.body) document.getElementById(was)?.focus();
  wake(panel);
}

function mark(button) {
  for (const old of root.querySelectorAll(".skill__roll[aria-current]")) old.removeAttribute("aria-current");
  button.setAttribute("aria-current", "true");
}

// The panel is named for what is rolled, also when another skill is picked in it.
function rename(select) {
  const title = panel.querySelector("[data-title-from]");
  if (!title || title.dataset.titleFrom !== select.name) return;
  const [label] = select.selectedOptions[0].textContent.split(" · ");
  const on = root.querySelector(`.skill__roll[data-row$=".${CSS.escape(select.value)}"]`);
  title.querySelector("[data-drawer-title]").textContent = label;
  title.querySelector("[data-title-hint]").textContent = on ? on.textContent.trim() : "";
  if (on) mark(on);
}

// -- explanations -----------------------------------------------------------------------------------------------------

async function explain(button) {
  const popover = document.getElementById("explain");
  const place = popover.querySelector("[data-explained]");
  place.innerHTML = '<p class="loading">Looking it up</p>';
  popover.showPopover();
  try {
    const response = await fetch(`${root.dataset.explainAt}?${new URLSearchParams({ number: button.dataset.explain })}`);
    place.innerHTML = response.ok ? await response.text() : "";
    if (!response.ok) place.textContent = (await response.json()).detail;
  } catch {
    place.textContent = "The line is down. Try again in a moment.";
  }
  popover.querySelector("[data-explained-title]")?.focus();
  popover.addEventListener("toggle", () => button.isConnected && button.focus({ preventScroll: true }), { once: true });
}

// -- finding and taking -----------------------------------------------------------------------------------------------

function find(field) {
  const where = document.querySelector(`[data-found-in="${CSS.escape(field.dataset.find)}"]`);
  const wanted = field.value.trim().toLowerCase();
  let found = 0;
  for (const one of where.querySelectorAll("[data-finds]")) {
    one.hidden = !one.dataset.finds.includes(wanted);
    found += one.hidden ? 0 : 1;
  }
  for (const group of where.querySelectorAll("details.group")) {
    group.dataset.wasOpen ??= group.open ? "yes" : "no";
    group.hidden = !group.querySelector("[data-finds]:not([hidden])");
    group.open = wanted ? true : group.dataset.wasOpen === "yes";
    if (!wanted) delete group.dataset.wasOpen;
  }
  where.querySelector("[data-found-nothing]").hidden = found > 0;
}

async function fillShelf(details) {
  const place = details.querySelector("[data-shelf-place]");
  if (place.dataset.filled) return;
  try {
    const response = await fetch(`${root.dataset.shelfAt}?${new URLSearchParams({ kind: details.dataset.shelf })}`);
    place.innerHTML = await response.text();
    place.dataset.filled = "yes";
  } catch {
    place.textContent = "The line is down. Close this and open it again in a moment.";
  }
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("details[data-shelf][open]")) fillShelf(event.target);
}, true);

// -- what a touch means -----------------------------------------------------------------------------------------------

const touches = [
  ["[data-edit]", edit],
  ["[data-do]", doNow],
  ["[data-explain]", explain],
  ["[data-give-up]", (button) => giveUp(button.closest("form"))],
  ["[data-roll]", (button) => (mark(button), prepare(button.dataset.roll, button.dataset.row))],
];

document.addEventListener("click", (event) => {
  for (const [what, act] of touches) {
    const button = event.target.closest(what);
    if (button) act(button);
  }
});

let soon = 0;
document.addEventListener("change", (event) => {
  const { target } = event;
  if (target.matches("[data-roll-command]")) prepare(target.value, "");
  if (target.matches("#roll select")) rename(target);
  if (target.matches(".editor select")) save(target.form);
  if (target.matches("[data-label-into]")) {
    target.form.elements.namedItem(target.dataset.labelInto).value = target.selectedOptions[0].textContent;
  }
  // Arrow keys walk through the steps: only the one that somebody stays on is written.
  if (target.form?.matches("[data-send-soon]")) {
    clearTimeout(soon);
    soon = setTimeout(() => play(target.form), 500);
  }
});

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-find]")) find(event.target);
});

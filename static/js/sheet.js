// The sheet: what a touch means, and what stands beside it: the roll panel, explanations, the finder, the shelves.

import { wake } from "./odds.js";
import { play } from "./play.js";
import { doNow, edit, giveUp, save } from "./sheet-edit.js";
import { remember, root, say } from "./sheet-parts.js";

// The roll panel

const panel = document.getElementById("roll");

// Whoever is on the way through the panel goes on where they were, or begins it anew.
function fill(told) {
  const held = panel.contains(document.activeElement) ? document.activeElement : null;
  panel.innerHTML = told;
  remember(panel);
  if (held) (document.getElementById(held.id) ?? panel.querySelector("[data-drawer-title]"))?.focus();
}

// What was asked for last is shown, however late an earlier answer comes.
let preparing = 0;
let prepared = Promise.resolve();
let explaining = 0;

async function prepare(command, row) {
  const mine = (preparing += 1);
  const query = new URLSearchParams({ command, row: row ?? "" });
  panel.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(`${root.dataset.rollAt}?${query}`);
    const told = response.ok ? await response.text() : "";
    const refused = response.ok ? "" : (await response.json()).detail;
    if (mine !== preparing) return;
    if (told) fill(told);
    else say("hall:toast", { text: refused, tone: "danger" });
  } catch {
    if (mine !== preparing) return;
    say("hall:line", { up: false });
  }
  panel.removeAttribute("aria-busy");
  wake(panel);
}

function mark(button) {
  for (const old of root.querySelectorAll("[data-roll][aria-current]")) old.removeAttribute("aria-current");
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
  say("hall:titled", { row: on?.dataset.row ?? "" });
}

// Whoever found it by its name is ready to roll it: Enter, and Enter again.
document.addEventListener("hall:found", async () => {
  await prepared;
  panel.querySelector(".roll__foot > button")?.focus();
});

// A notice or a decision above moves the panel down; it ends where the window does.
function fit() {
  panel?.style.setProperty("--roll-top", `${Math.max(0, panel.getBoundingClientRect().top)}px`);
}

for (const moves of ["scroll", "resize"]) addEventListener(moves, fit, { passive: true });
const sizes = new ResizeObserver(fit);
document.querySelectorAll("main, [data-calls]").forEach((one) => sizes.observe(one));

// Explanations

async function explain(button) {
  const mine = (explaining += 1);
  const popover = document.getElementById("explain");
  const place = popover.querySelector("[data-explained]");
  place.innerHTML = '<p class="loading">Looking it up</p>';
  popover.showPopover();
  try {
    const response = await fetch(`${root.dataset.explainAt}?${new URLSearchParams({ number: button.dataset.explain })}`);
    const told = response.ok ? await response.text() : "";
    const refused = response.ok ? "" : (await response.json()).detail;
    if (mine !== explaining) return;
    place.innerHTML = told;
    if (refused) place.textContent = refused;
  } catch {
    if (mine !== explaining) return;
    place.textContent = "No connection. Try again in a moment.";
  }
  popover.querySelector("[data-explained-title]")?.focus();
  popover.addEventListener("toggle", () => button.isConnected && button.focus({ preventScroll: true }), { once: true });
}

// Finding and taking

function find(field) {
  const where = document.querySelector(`[data-found-in="${CSS.escape(field.dataset.find)}"]`);
  const wanted = field.value.trim().toLowerCase();
  let found = 0;
  for (const one of where.querySelectorAll("[data-finds]")) {
    one.hidden = !one.dataset.finds.includes(wanted);
    found += one.hidden ? 0 : 1;
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
    place.textContent = "No connection. Close this and try again in a moment.";
  }
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("details[data-shelf][open]")) fillShelf(event.target);
}, true);

document.addEventListener("hall:played", ({ target }) => {
  if (!target.matches?.("#roll [data-play-then=close]")) return;
  say("hall:toast", { text: target.querySelector("[data-outcome]").textContent.trim() });
  if (panel.matches(":popover-open")) panel.hidePopover();
  prepare("");
});

// What was taken stands behind, unless it waits.
document.addEventListener("hall:played", ({ target, detail }) => {
  const shelf = target.closest?.("details[data-shelf]");
  if (shelf) shelf.open = false;
  // Whoever has taken a spell may cast one now.
  if (shelf) prepare(panel.querySelector("[data-roll-command]")?.value ?? "", root.querySelector("[data-roll][aria-current]")?.dataset.row);
  const text = shelf && target.dataset.added;
  if (text) say("hall:saved", { state: "saved", text: detail.proposal ? `${text} waits for approval` : `Added: ${text}` });
});

// Touches

const touches = [
  ["[data-edit]", edit],
  ["[data-do]", doNow],
  ["[data-explain]", explain],
  ["[data-give-up]", (button) => giveUp(button.closest("form"))],
  ["[data-roll]", (button) => (mark(button), (prepared = prepare(button.dataset.roll, button.dataset.row)))],
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

// The drawer

// A drawer stands beside the sheet where there is room; on a phone it rises from below when something opens it.
// <aside popover id="roll" data-drawer> … <h2 tabindex="-1" data-drawer-title>; <button data-drawer-open="roll">.

const beside = matchMedia("(min-width: 68rem)");

const titleOf = (drawer) => drawer.querySelector("[data-drawer-title]");
const isOpen = (drawer) => drawer.matches(":popover-open");

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-drawer-open]");
  const drawer = opener && document.getElementById(opener.dataset.drawerOpen);
  if (!drawer) return;
  if (!beside.matches && !isOpen(drawer)) drawer.showPopover({ source: opener });
  // A click without a pointer came from the keyboard: let it arrive where the work goes on.
  if (!beside.matches || event.detail === 0) titleOf(drawer)?.focus({ preventScroll: beside.matches });
});

// Whoever comes to roll something finds the panel open.
const comes = /[?&](row|do)=/.test(location.search) && document.getElementById("roll");
if (comes && !beside.matches) comes.showPopover();
if (comes) titleOf(comes)?.focus({ preventScroll: beside.matches });

// What the server puts into an open drawer replaces the element that had the focus.
document.addEventListener("htmx:after:swap", () => {
  for (const drawer of document.querySelectorAll("[data-drawer]:popover-open")) {
    if (!drawer.contains(document.activeElement)) titleOf(drawer)?.focus();
  }
});

beside.addEventListener("change", () => {
  for (const drawer of document.querySelectorAll("[data-drawer]:popover-open")) drawer.hidePopover();
});

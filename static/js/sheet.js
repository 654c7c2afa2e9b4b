// The sheet: what a touch means.

import { play } from "./play.js";
import { doNow, edit, giveUp, save } from "./sheet-edit.js";
import { explain, find, mark, prepare, rename } from "./sheet-tools.js";

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

// -- the drawer ---------------------------------------------------------------------------------------------------------

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

// What the server puts into an open drawer replaces the element that had the focus.
document.addEventListener("htmx:after:swap", () => {
  for (const drawer of document.querySelectorAll("[data-drawer]:popover-open")) {
    if (!drawer.contains(document.activeElement)) titleOf(drawer)?.focus();
  }
});

beside.addEventListener("change", () => {
  for (const drawer of document.querySelectorAll("[data-drawer]:popover-open")) drawer.hidePopover();
});

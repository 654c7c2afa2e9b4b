// What only game masters use at the table: their keys, and the search of the bestiary. "?" lists the keys, and "/" opens
// the palette (calls.js). Keys are silent while somebody types, and with Ctrl, Alt or the command key. One that is held
// down walks along the ladder, and does anything else once.

import { choiceIn, nothing, want } from "./table-look.js";

const keys = document.querySelector("[data-keys]");

function press(selector) {
  const found = document.querySelector(selector);
  if (found?.matches("form")) found.requestSubmit();
  else found?.click();
}

function focusOn(selector) {
  const found = document.querySelector(selector);
  found?.focus();
  found?.scrollIntoView({ block: "nearest" });
}

// Everybody once, in the order of the ladder.
function seats() {
  return [...new Set([...document.querySelectorAll("[data-ladder] a[data-as]")].map((link) => link.dataset.as))];
}

function turnTo(step) {
  const all = seats();
  const now = document.querySelector(".rung--seat a[data-as]")?.dataset.as;
  const next = all[(all.indexOf(now) + step + all.length) % all.length];
  if (next) want({ ...nothing, as: next });
}

function answer() {
  const ask = document.querySelector("[data-ask]");
  // What waits for somebody else is folded.
  ask?.querySelector(":scope > details:not([open])")?.setAttribute("open", "");
  ask?.scrollIntoView({ block: "nearest" });
  (ask && (choiceIn(ask) ?? ask))?.focus();
}

// Why nothing comes next is said: somebody has to decide first, or the fight is over.
function goOn() {
  const onward = '[data-way="onward"]';
  if (document.querySelector(onward)) return press(onward);
  const [ask, rest] = ["[data-ask] .ask__sentence", '[data-key="rest"]'].map((one) => document.querySelector(one)?.textContent.trim());
  const text = ask ? `First a decision. ${ask.replaceAll(/\s+/g, " ")}` : (rest ?? "Nothing comes next.");
  return document.dispatchEvent(new CustomEvent("hall:toast", { detail: { text } }));
}

const does = {
  n: goOn,
  u: () => press('form[data-way="undo"]'),
  r: () => press('form[data-way="redo"]'),
  j: () => turnTo(1),
  k: () => turnTo(-1),
  t: () => want({ ...nothing, as: "" }),
  a: answer,
  b: () => focusOn('[data-token][role="button"]'),
  c: () => focusOn("[data-search]"),
  l: () => focusOn("#log-title"),
  "?": () => keys.showModal(),
  Escape: () => press("[data-close]"),
};

document.addEventListener("click", (event) => event.target.closest("[data-help]") && keys?.showModal());

export function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && document.querySelector(":popover-open")) return; // It closes that first.
  const typing = event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
  if (typing && event.key !== "Escape") return;
  const act = does[event.key];
  const number = /^[1-9]$/.test(event.key) && !event.target.matches("input");
  if (!act && !number) return;
  event.preventDefault();
  if (event.repeat && act !== does.j && act !== does.k) return;
  if (act) act();
  else press(`.commands > [data-do]:nth-child(${event.key}):not([data-way])`);
}

// -- the bestiary -----------------------------------------------------------------------------------------------------

let typing = 0;

const found = () => document.querySelector("[data-found]");

// Whoever is found again keeps the number and the tick that were set before the answer came.
function list(place, text) {
  const forms = () => [...place.querySelectorAll("form")].map((form) => [form.querySelector("[name=creature]")?.value, form]);
  const before = new Map(forms());
  place.innerHTML = text;
  for (const [creature, form] of forms()) {
    const was = creature && before.get(creature)?.elements;
    if (!was) continue;
    form.elements.count.value = was.count.value;
    form.elements.hidden.checked = was.hidden.checked;
  }
}

async function search(field) {
  const mine = (typing += 1);
  if (!field.value.trim() && !field.matches(":focus")) return;
  try {
    const response = await fetch(`${field.dataset.search}?${new URLSearchParams({ q: field.value })}`);
    const text = await response.text();
    // The place may have been drawn anew meanwhile.
    const place = found();
    if (place && response.ok && mine === typing) list(place, text);
  } catch {
    document.dispatchEvent(new CustomEvent("hall:line", { detail: { up: false } }));
  }
}

document.addEventListener("input", (event) => event.target.matches("[data-search]") && search(event.target));
// The next search is typed over the last.
function ready({ target }) {
  if (!target.matches("[data-search]")) return;
  target.select();
  search(target);
}
document.addEventListener("focusin", ready);
// What was found stays; what was typed before this script came is looked for.
function searchAgain() {
  const field = document.querySelector("[data-search]");
  if (field?.value.trim() && !found().childElementCount) search(field);
}
document.addEventListener("hall:drawn", searchAgain);
// Whoever came with it in the field, as it stood there, has not begun to type: the field itself offers every creature.
const early = document.querySelector("[data-search]");
if (early && early.value !== early.defaultValue) search(early);
else if (early && early === document.activeElement) ready({ target: early });
else searchAgain();

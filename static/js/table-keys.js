// The keys at the table. "?" lists those that somebody has, and "/" opens the palette (calls.js). They are silent while
// somebody types, and with Ctrl, Alt or the command key. One that is held down walks along the ladder, and does anything
// else once.

import { choiceIn, nothing, want } from "./table-look.js";

const keys = document.querySelector("[data-keys]");
const isGm = Boolean(document.querySelector("[data-table][data-gm]"));

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

const theirs = {
  u: () => press('form[data-way="undo"]'),
  r: () => press('form[data-way="redo"]'),
  j: () => turnTo(1),
  k: () => turnTo(-1),
  t: () => want({ ...nothing, as: "" }),
  c: () => focusOn("[data-search]"),
};

const does = {
  ...(isGm ? theirs : { e: goOn }),
  n: goOn,
  a: answer,
  b: () => focusOn('[data-token][role="button"]'),
  l: () => focusOn("#log-title"),
  "?": () => keys.showModal(),
  Escape: () => press("[data-close]"),
};

document.addEventListener("click", (event) => event.target.closest("[data-help]") && keys.showModal());

export function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && document.querySelector(":popover-open")) return; // It closes that first.
  const typing = event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
  if (typing && event.key !== "Escape") return;
  const act = does[event.key];
  const number = isGm && /^[1-9]$/.test(event.key) && !event.target.matches("input");
  if (!act && !number) return;
  event.preventDefault();
  if (event.repeat && act !== theirs.j && act !== theirs.k) return;
  if (act) act();
  else press(`.commands > [data-do]:nth-child(${event.key}):not([data-way])`);
}

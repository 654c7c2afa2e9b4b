// The table: clicks on somebody (data-as) or on an action (data-do) change what one has in front of oneself, and so does a
// place on the board. What others do comes in by itself.

import "./ladder.js";
import "./table-board.js";
import "./table-keys.js";
import "./table-stage.js";
import "./table-result.js";
import { look, nothing, want } from "./table-look.js";
import { begin, clean } from "./table-parts.js";

const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// -- clicks -----------------------------------------------------------------------------------------------------------

function follow(event, link) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  link.closest("details.menu")?.removeAttribute("open");
  const { as = "", do: does = "" } = link.dataset;
  want({ ...nothing, as, do: does }, { focus: Boolean(does) });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-as], a[data-do]");
  if (link) follow(event, link);
  const more = event.target.closest("[data-earlier]");
  if (more) lookBack(event, more);
  if (event.target.closest("[data-look-again]")) {
    for (const form of document.querySelectorAll("[data-part] form")) clean(form);
    for (const note of document.querySelectorAll("[data-outdated]")) note.remove();
    look();
  }
});

async function lookBack(event, link) {
  event.preventDefault();
  if (link.getAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!response.ok) return;
    const place = link.closest("[data-more]");
    const paper = new DOMParser().parseFromString(await response.text(), "text/html");
    const shown = [...place.parentElement.querySelectorAll("[data-break]")].at(-1)?.dataset.break;
    const older = [...paper.body.children];
    if (older[0]?.dataset.break === shown) older.shift();
    place.replaceWith(...older);
    older.find((line) => line.dataset.entry)?.scrollIntoView({ block: "nearest" });
  } catch {
    say("hall:line", { up: false });
  }
  link.removeAttribute("aria-busy");
}

// -- the bestiary -----------------------------------------------------------------------------------------------------

let typing = 0;

async function search(field) {
  const place = document.querySelector("[data-found]");
  const mine = (typing += 1);
  if (!field.value.trim() && !field.matches(":focus")) return;
  try {
    const response = await fetch(`${field.dataset.search}?${new URLSearchParams({ q: field.value })}`);
    if (response.ok && mine === typing) place.innerHTML = await response.text();
  } catch {
    say("hall:line", { up: false });
  }
}

document.addEventListener("input", (event) => event.target.matches("[data-search]") && search(event.target));
// The last search stays after somebody was brought; the next is typed over it.
document.addEventListener("focusin", (event) => {
  if (!event.target.matches("[data-search]")) return;
  event.target.select();
  search(event.target);
});

// -- when to look -----------------------------------------------------------------------------------------------------

// The game master goes on with whoever acts next; a player stays with whom they chose.
const next = document.querySelector("[data-gm]") ? { ...nothing, as: "" } : nothing;

document.addEventListener("hall:played", (event) => {
  for (const opened of document.querySelectorAll("details[data-all][open]")) opened.open = false;
  if (event.target.closest?.('[data-part="form"], [data-way="onward"]')) want(next);
  else look();
});
document.addEventListener("hall:stale", look);
document.addEventListener("hall:news", look);
addEventListener("online", look);
addEventListener("pageshow", (event) => event.persisted && look());

begin();

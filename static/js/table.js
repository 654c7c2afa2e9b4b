// The table: clicks on somebody (data-as) or on an action (data-do) change what one has in front of oneself, and so does a
// place on the board. What others do comes in by itself.

import "./table-stage.js";
import { begin, clean, look, nothing, want } from "./table-look.js";

const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// -- the board --------------------------------------------------------------------------------------------------------

// It is loaded on first use, and hears then what was done meanwhile.

const HEARD = ["pointerdown", "pointermove", "pointerup", "pointercancel", "keydown", "click"];
const DONE_BY_KEY = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " "]);
let tools = null;
let waiting = [];

const isOn = (event) => event.target.closest?.("[data-board], [data-board-tool]");

function load() {
  tools ??= import("./board.js").then(({ hear }) => {
    for (const event of waiting) hear(event);
    waiting = null;
  });
}

for (const kind of ["pointerover", "focusin", "wheel"]) document.addEventListener(kind, (event) => isOn(event) && load(), { passive: true });

document.addEventListener("hall:ping", ({ detail }) => import("./board-ping.js").then(({ show }) => show(detail)));

// A finger on a token drags it and does not scroll the page, whatever touch-action does within drawings.
document.querySelector('[data-part="board"]')?.addEventListener(
  "touchstart",
  (event) => event.target.closest('[data-token][role="button"]') && event.cancelable && event.preventDefault(),
  { passive: false },
);

for (const kind of HEARD) {
  document.addEventListener(kind, (event) => {
    if (!waiting || !(isOn(event) || waiting.length)) return;
    load();
    waiting.push(event);
    if (kind === "keydown" && DONE_BY_KEY.has(event.key) && event.target.matches('[data-token][role="button"], [data-door]')) event.preventDefault();
  });
}

// -- clicks -----------------------------------------------------------------------------------------------------------

function follow(event, link) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  link.closest("details.menu")?.removeAttribute("open");
  link.closest("[popover]")?.hidePopover();
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

// How long players have been asked.
function tick() {
  for (const time of document.querySelectorAll("[data-waits]")) {
    const waited = Math.max(0, Date.now() - Date.parse(time.dateTime));
    const hours = Math.floor(waited / 3_600_000);
    // A text that stays and says something else: were it a new one, the whole page would be styled every second.
    const text = time.firstChild ?? time.appendChild(new Text());
    text.data = hours ? `${hours} h` : new Date(waited).toISOString().slice(14, 19);
  }
}
tick();
setInterval(tick, 1000);
document.addEventListener("hall:drawn", tick);

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

// -- the result -------------------------------------------------------------------------------------------------------

// The result: the newest line of the log on the stage until the next thing happens, its dice first. It may open a turn, too:
// of the turn of somebody hidden players hear with what they did.

// The last dice and sentences of a long passage say how it ended; all of it stands in the log.
const LAST_SENTENCES = 5;
const result = document.querySelector("[data-result]");
let shown = newest()?.dataset.entry;

function newest() {
  return document.querySelector('[data-part="log"] .log__line:not(.log__line--undone, .log__line--turned, .log__line--drawn)');
}

function tell(line) {
  // Of a walk in legs the log has each, the result the whole.
  const walk = line.querySelector("[data-walk]");
  const all = walk ? [...walk.content.children] : [...line.querySelectorAll(":scope > .log__told, .log__fold--dice > .log__told")];
  const isDice = (one) => one.matches(".log__told--dice");
  const dice = all.filter(isDice).slice(-LAST_SENTENCES);
  const told = [...dice, ...all.filter((one) => !isDice(one)).slice(-LAST_SENTENCES)];
  result.replaceChildren(...told.map((one) => one.cloneNode(true)));
  result.hidden = !told.length;
}

function showResult() {
  const line = newest();
  if (line?.dataset.entry === shown) return;
  shown = line?.dataset.entry;
  if (line?.matches(":not(.log__line--begins)")) tell(line);
  else result.hidden = true;
}

if (result) document.addEventListener("hall:drawn", showResult);

begin();

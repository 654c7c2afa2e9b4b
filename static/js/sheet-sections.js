// The sections of the sheet: one at a time, unless somebody searches through all of them. The server draws the one that was
// looked at last, so what is remembered is kept in cookies of this page (characters/views/habits.py).

import { look, root, say } from "./sheet-parts.js";

const YEAR = 31536000;
const MOST = 12;

const tabs = document.querySelectorAll(".sheet-tabs [data-view-to]");
const field = document.querySelector("[data-find-all]");
const sections = () => root.querySelectorAll("[data-section]");

function remember(name, value) {
  document.cookie = `${name}=${value}; path=${location.pathname}; max-age=${YEAR}; samesite=lax`;
}

function recall(name) {
  const kept = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  return (kept ?? "").slice(name.length + 1).split("|").filter(Boolean).map(decodeURIComponent);
}

const keep = (name, list) => remember(name, list.slice(0, MOST).map(encodeURIComponent).join("|"));

// -- one section ------------------------------------------------------------------------------------------------------

function show(name) {
  if (![...sections()].some((one) => one.dataset.section === name)) return;
  root.dataset.view = name;
  for (const tab of tabs) {
    if (tab.dataset.viewTo === name) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
  remember("sheet-section", name);
}

function showWhatIsNamed() {
  const named = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const section = named?.closest("[data-section]");
  if (!section) return;
  show(section.dataset.section);
  named.closest("details")?.setAttribute("open", "");
  named.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-view-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  field.value = "";
  search();
  show(link.dataset.viewTo);
  history.replaceState(null, "", link.getAttribute("href"));
  if (link.closest(".sheet-tabs")) return;
  scrollTo({ top: 0 });
  [...tabs].find((tab) => tab.dataset.viewTo === link.dataset.viewTo)?.focus({ preventScroll: true });
});

// Arrow keys walk along the sections.
document.querySelector(".sheet-tabs nav").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const at = [...tabs].indexOf(document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
});

// -- figures once -----------------------------------------------------------------------------------------------------

// "Right now" has the figures of the head, too: on a phone the head shows them only while that is out of sight.
// Its first figures have to be on the screen: below the head, and above the dock.
const DEEP = 0.7;
const sight = new IntersectionObserver(
  ([{ boundingClientRect, isIntersecting }]) => {
    const isBelow = boundingClientRect.top + scrollY > innerHeight * DEEP;
    root.dataset.now = isBelow ? "below" : isIntersecting ? "seen" : "passed";
  },
  { rootMargin: `-96px 0px ${DEEP * 100 - 100}%` },
);

function watchNow() {
  const first = document.querySelector("#part-now .gauge, #part-now .boxes");
  sight.disconnect();
  if (first) sight.observe(first);
}

document.addEventListener("hall:drawn", watchNow);
watchNow();

addEventListener("hashchange", showWhatIsNamed);
root.dataset.tabs = "";
show(root.dataset.view);
showWhatIsNamed();

// -- a search through all ---------------------------------------------------------------------------------------------

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const isOn = words.length > 0;
  root.toggleAttribute("data-searching", isOn);
  const rows = [...root.querySelectorAll("[data-section] [data-finds]")].filter((one) => !one.closest("[data-shelf-place]"));
  let found = 0;
  for (const row of rows) {
    row.hidden = isOn && !words.every((word) => plain(row.dataset.finds).includes(word));
    found += row.hidden ? 0 : 1;
  }
  hideWithout(".skills__set, [data-part]", isOn);
  for (const folded of root.querySelectorAll("details.unlearnt")) unfold(folded, isOn);
  root.querySelector("[data-found-none]").hidden = !isOn || found > 0;
}

// What has nothing left to show is hidden, too.
function hideWithout(what, isOn) {
  for (const section of sections()) {
    for (const one of section.querySelectorAll(what)) {
      const left = one.matches("[data-finds]") ? !one.hidden : one.querySelector("[data-finds]:not([hidden])");
      one.hidden = isOn && !left;
    }
  }
}

function unfold(folded, isOn) {
  if (isOn) folded.dataset.wasOpen ??= String(folded.open);
  folded.hidden = isOn && !folded.querySelector("[data-finds]:not([hidden])");
  if (isOn) folded.open = true;
  else if (folded.dataset.wasOpen) {
    folded.open = folded.dataset.wasOpen === "true";
    delete folded.dataset.wasOpen;
  }
}

// Enter goes to the first thing that was found: the next Enter rolls it, if it can be rolled; else it is explained.
function goToFirst() {
  const button = first();
  button?.click();
  if (button?.matches("[data-roll]")) say("hall:found");
}

function first() {
  const found = [...root.querySelectorAll("[data-section] [data-finds]:not([hidden])")].filter((one) => one.checkVisibility());
  return found.map((one) => one.querySelector("[data-roll]") ?? one.querySelector("[data-explain], a, button")).find(Boolean);
}

field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    if (field.value.trim()) goToFirst();
  }
  if (event.key === "Escape") {
    event.preventDefault();
    field.value = "";
    search();
    field.blur();
  }
});
document.addEventListener("hall:drawn", () => field.value && search());

// "/" searches the sheet; pressed again in the empty field it searches the whole campaign (calls.js).
const isWritten = (element) => element.matches("input:not([type=radio], [type=checkbox]), select, textarea") || element.isContentEditable;

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.target === field && !field.value) {
    event.preventDefault();
    document.querySelector("[data-palette-open]")?.click();
    return;
  }
  if (isWritten(event.target)) return;
  event.preventDefault();
  field.focus();
  field.select();
}, true);

// -- favourites and last rolls ----------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const star = event.target.closest("[data-favourite]");
  if (!star) return;
  const name = star.dataset.favourite;
  const others = recall("sheet-favourites").filter((one) => one !== name);
  const isOn = star.getAttribute("aria-pressed") !== "true";
  keep("sheet-favourites", isOn ? [...others, name] : others);
  star.setAttribute("aria-pressed", String(isOn));
  look();
});

// Another rank picked in the panel is another favourite.
document.addEventListener("hall:titled", ({ detail }) => {
  const star = document.querySelector("#roll [data-favourite]");
  if (!star) return;
  star.hidden = !detail.row;
  star.dataset.favourite = detail.row;
  star.setAttribute("aria-pressed", String(recall("sheet-favourites").includes(detail.row)));
});

document.addEventListener("hall:played", (event) => {
  const star = event.target.closest?.("#roll") && document.querySelector("#roll [data-favourite]");
  const name = star?.dataset.favourite;
  if (!name) return;
  keep("sheet-rolled", [name, ...recall("sheet-rolled").filter((one) => one !== name)]);
}, true);

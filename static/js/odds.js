// <form data-odds="…/odds/"> keeps its data-odds-place true: each change asks anew, and the latest answer wins. When it is
// shown the form fires hall:foretold.

const PATIENCE = 120;
const timers = new WeakMap();
const asking = new WeakMap();

// Whoever folds a histogram away, or opens one, finds the next ones so too: those of asks apart from those of rolls. So it
// is with what advice has weighed.
const FOLDS = "[data-chart], [data-weighed]";
const wishes = {};
const isWide = matchMedia("(min-width: 44.01rem)");

function kindOf(part, form) {
  if (part.matches("[data-weighed]")) return "hall.weighed";
  return form.matches(".answer") ? "hall.charts.asks" : "hall.charts.rolls";
}

function remembered(kind) {
  try {
    return wishes[kind] ?? localStorage.getItem(kind);
  } catch {
    return null; // Storage may be forbidden; then each page begins anew.
  }
}

function fold(form) {
  for (const part of form.querySelectorAll(FOLDS)) {
    const kind = kindOf(part, form);
    const wish = remembered(kind) ?? (kind.endsWith("rolls") && isWide.matches ? "open" : "folded");
    part.open = wish === "open";
  }
}

document.addEventListener("click", (event) => {
  const part = event.target.closest?.("summary")?.parentElement;
  const form = part?.matches(FOLDS) && part.closest("form");
  if (!form) return;
  const kind = kindOf(part, form);
  wishes[kind] = part.open ? "folded" : "open";
  try {
    localStorage.setItem(kind, wishes[kind]);
  } catch {
    // As above.
  }
});

async function ask(form) {
  const place = form.querySelector("[data-odds-place]");
  if (!place) return;
  asking.get(form)?.abort();
  const asked = new AbortController();
  asking.set(form, asked);
  place.setAttribute("aria-busy", "true");
  const headers = { "X-CSRFToken": document.querySelector("meta[name='csrf-token']")?.content ?? "" };
  try {
    const response = await fetch(form.dataset.odds, { method: "POST", body: new FormData(form), headers, signal: asked.signal });
    const html = await response.text();
    if (asking.get(form) !== asked) return;
    if (response.ok) place.innerHTML = html;
    else sayNone(place, "The odds cannot be told now. Load the page again.");
    place.removeAttribute("aria-busy");
    fold(form);
    form.dispatchEvent(new CustomEvent("hall:foretold", { bubbles: true }));
  } catch {
    // An aborted question has a successor; one that the line swallowed is asked again once it is back.
    if (asking.get(form) !== asked) return;
    sayNone(place, "The odds come back with the line.");
    place.removeAttribute("aria-busy");
  }
}

// What stood there was the answer to another choice.
function sayNone(place, sentence) {
  const said = document.createElement("p");
  said.className = "odds__refusal muted";
  said.textContent = sentence;
  place.replaceChildren(said);
}

export function askSoon(form) {
  clearTimeout(timers.get(form));
  timers.set(form, setTimeout(() => ask(form), PATIENCE));
}

function hear(event) {
  const form = event.target.closest?.("form[data-odds]");
  if (form && !event.target.name?.startsWith("faces")) askSoon(form);
}

// Forms that came without odds, or came later, ask by themselves.
export function wake(within = document) {
  for (const form of within.querySelectorAll("form[data-odds]")) {
    const place = form.querySelector("[data-odds-place]");
    if (place && !place.hasChildNodes()) askSoon(form);
    fold(form);
  }
}

addEventListener("online", () => document.querySelectorAll("form[data-odds]").forEach(askSoon));
document.addEventListener("input", hear);
document.addEventListener("change", hear);
document.addEventListener("hall:drawn", () => wake());
document.addEventListener("htmx:after:swap", () => wake());
document.addEventListener("hall:played", (event) => {
  if (event.target.matches?.("form[data-odds]")) askSoon(event.target);
});
wake();

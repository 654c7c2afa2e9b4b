// <form data-odds="…/odds/"> keeps its data-odds-place true: each change asks anew, and the latest answer wins. When it is
// shown the form fires hall:foretold.

import { csrf } from "./play.js";

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
    const hasRoom = kind.endsWith("rolls") && isWide.matches && !form.closest("[data-drawer]");
    const wish = remembered(kind) ?? (hasRoom ? "open" : "folded");
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
  try {
    const response = await fetch(form.dataset.odds, { method: "POST", body: new FormData(form), headers: csrf(), signal: asked.signal });
    const html = await response.text();
    if (asking.get(form) !== asked) return;
    if (response.ok) place.innerHTML = html;
    else sayNone(place, "No odds right now. Reload the page.");
    place.removeAttribute("aria-busy");
    fold(form);
    form.dispatchEvent(new CustomEvent("hall:foretold", { bubbles: true }));
  } catch {
    // An aborted question has a successor; one that the line swallowed is asked again once it is back.
    if (asking.get(form) !== asked) return;
    sayNone(place, "Odds return when you are back online.");
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

// Some fields and choices go with some choices of another field alone: otherwise they are hidden and not sent.
function tie() {
  for (const tied of document.querySelectorAll("[data-tied-to]")) {
    const form = tied.closest("form");
    const choices = tied.dataset.tiedChoices.split(" ");
    const isApart = tied.parentElement.closest("[data-tied-to][hidden]");
    const fits = !isApart && new FormData(form).getAll(tied.dataset.tiedTo).some((one) => choices.includes(one));
    tied.hidden = !fits;
    for (const field of tied.querySelectorAll("input, select, textarea")) field.disabled = !fits;
  }
  // A list cuts short what an option tells of itself.
  for (const told of document.querySelectorAll("[data-told]")) {
    told.textContent = told.parentElement.querySelector(":checked").dataset.tells ?? "";
  }
  for (const lost of document.querySelectorAll(".offer :checked:disabled")) {
    lost.closest("fieldset").querySelector("[type=radio]:enabled")?.click();
  }
}

function hear(event) {
  tie();
  const form = event.target.closest?.("form[data-odds]");
  if (form && !event.target.name?.startsWith("faces")) askSoon(form);
}

// Forms that came without odds, or came later, ask by themselves.
export function wake(within = document) {
  tie();
  for (const form of within.querySelectorAll("form[data-odds]")) {
    const place = form.querySelector("[data-odds-place]");
    if (place && !place.hasChildNodes() && !place.ariaBusy) askSoon(form);
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

// -- plus and minus ---------------------------------------------------------------------------------------------------

// The field beside them speaks as if somebody had typed.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  const field = button?.closest(".stepper")?.querySelector("input[type=number]");
  if (!field) return;
  const before = field.value;
  if (Number(button.dataset.step) > 0) field.stepUp();
  else field.stepDown();
  if (field.value === before) return;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

// -- real dice --------------------------------------------------------------------------------------------------------

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches("details[data-faces]") && target.open) import("./faces.js").then(({ draw }) => draw(target));
  },
  true,
);

// -- what advice found best -------------------------------------------------------------------------------------------

// <button data-take='{"dice": 3}'> lets the form around it hold the choice that advice found best, as if somebody had
// chosen it: whoever listens to the fields hears.

const CHOSEN = "with-";

function isChosen(field, value) {
  if (Array.isArray(value)) return value.includes(field.value);
  return field.type === "radio" ? field.value === String(value) : Boolean(value);
}

function put(field, value) {
  if (field.type === "radio" || field.type === "checkbox") {
    field.checked = isChosen(field, value);
  } else {
    field.value = value;
  }
}

// What advice has found may be one more than the choices that were possible as the form stood.
function oneMore(radios, value) {
  const label = radios.at(-1).closest("label").cloneNode(true);
  const radio = label.querySelector("input");
  radio.value = value;
  label.querySelector(".choice__number").textContent = value;
  label.querySelector(".choice__odds")?.remove();
  radios.at(-1).closest("label").after(label);
  return radio;
}

function fieldsOf(form, name, value) {
  const fields = [...form.elements].filter((field) => field.name === CHOSEN + name);
  const shown = fields.filter((field) => field.type !== "hidden");
  const radios = shown.filter((field) => field.type === "radio");
  const isMissing = radios.length && !radios.some((radio) => radio.value === String(value));
  return isMissing ? [oneMore(radios, value)] : shown;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-take]");
  const form = button?.closest("form");
  if (!form) return;
  for (const [name, value] of Object.entries(JSON.parse(button.dataset.take))) {
    for (const field of fieldsOf(form, name, value)) put(field, value);
  }
  const first = Object.keys(JSON.parse(button.dataset.take))[0];
  const heard = button.checked ? button : form.querySelector(`[name="${CHOSEN}${first}"]:not([type="hidden"])`);
  heard?.dispatchEvent(new Event("input", { bubbles: true }));
  heard?.dispatchEvent(new Event("change", { bubbles: true }));
  heard?.focus({ preventScroll: true });
});

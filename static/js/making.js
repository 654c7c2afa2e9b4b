// Making a character: what a choice would change comes from odds.js, a step is taken by play.js. Here a refusal finds its
// place beside the choice that it is about, and the next step is put where the one before it stood.

import "./odds.js";
import { calm, complain } from "./play.js";
import "./sift.js";

const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const making = () => document.querySelector("[data-making]");

// The last step that can spend some points asks before they are left; shell.js asks what data-confirm says.
function askBefore(form, question) {
  if (question) form.dataset.confirm = question;
  else delete form.dataset.confirm;
}

// Beside the way on stands why there is none, and a way to the field: the list may be longer than the screen.
function sayWhy(form, sentence, field) {
  const why = form.querySelector("[data-making-why]");
  const place = field && form.querySelector(`[data-message-of="${CSS.escape(field)}"]`);
  why.hidden = !place;
  why.textContent = place ? sentence : "";
  if (place) why.href = `#${place.id}`;
  return place;
}

// What is still missing is no fault before somebody wants to go on: it is said calmly, and in red from then on.
function show(form) {
  calm(form);
  form.querySelector("[data-making-left]").textContent = form.querySelector("[data-left]")?.textContent ?? "";
  if (!("ends" in form.dataset)) askBefore(form, form.querySelector("[data-question]")?.dataset.question);
  const refused = form.querySelector("[data-refused]");
  const field = refused?.dataset.refused;
  const place = sayWhy(form, refused?.textContent, field);
  if (!place) return;
  const isCalm = "incomplete" in refused.dataset && !("sent" in form.dataset);
  form.classList.toggle("making__form--calm", isCalm);
  place.role = isCalm ? "status" : "alert";
  if (isCalm) Object.assign(place, { textContent: refused.textContent, hidden: false });
  else complain(form, refused.textContent, field);
  refused.textContent = "incomplete" in refused.dataset ? "Pick the rest to see what changes." : "No change with this choice.";
}

// What is chosen and not sent outlives a reload, and a look at another step.
const drafts = () => import("./making-drafts.js");

function hasDrafts() {
  try {
    return sessionStorage.length > 0;
  } catch {
    return false; // Storage may be forbidden.
  }
}

function open() {
  const form = making()?.querySelector("form");
  if (!form || "sent" in form.dataset) return;
  show(form);
  if (hasDrafts()) drafts().then(({ restore }) => restore(form));
}

document.addEventListener("hall:foretold", ({ target }) => show(target));
document.addEventListener("submit", ({ target: form }) => {
  if (!form.closest("[data-making]")) return;
  form.dataset.sent = "";
  form.classList.remove("making__form--calm");
});

// A folded heading says what is chosen below it.
function count({ target }) {
  const part = target.closest("[data-sifted-part]");
  const counted = part?.querySelector("[data-counted]");
  if (!counted) return;
  const chosen = [...part.querySelectorAll(".offer:has(:checked) .offer__name")].map((name) => name.textContent);
  const names = chosen.length ? `: ${chosen.join(", ")}` : "";
  counted.textContent = `${chosen.length} of ${part.querySelectorAll(".offer").length} chosen${names}`;
}

for (const happens of ["input", "change"]) {
  document.addEventListener(happens, ({ target }) => {
    const form = target.closest?.("[data-making] form");
    if (!form) return;
    count({ target });
    drafts().then(({ keep }) => keep(form));
  });
}

async function lookAt(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  if (!response.ok || response.redirected) return { elsewhere: response.redirected ? response.url : address };
  return { page: new DOMParser().parseFromString(await response.text(), "text/html") };
}

function put(next) {
  making().replaceWith(document.importNode(next, true));
  document.querySelector("[data-making-title]").focus({ preventScroll: true });
  scrollTo({ top: 0 });
  say("hall:drawn");
  open();
}

async function goOn(address) {
  try {
    const { page, elsewhere } = await lookAt(address);
    const next = page?.querySelector("[data-making]");
    if (!next) return location.assign(elsewhere ?? address);
    history.replaceState(null, "", address);
    put(next);
  } catch {
    say("hall:line", { up: false });
    location.assign(address);
  }
  return undefined;
}

document.addEventListener("hall:played", ({ target, detail }) => {
  if (!target.closest("[data-making]")) return;
  drafts().then(({ drop }) => drop(target));
  goOn(`${making().dataset.making}?after=${detail.entry}`);
});

// The making is one entry of the browser's history: its Back shows no step twice.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-making-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goOn(link.href);
});

document.addEventListener("hall:stale", ({ target }) => import("./making-elsewhere.js").then(({ meet }) => meet(target, { lookAt, making, put })));

open();

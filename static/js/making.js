// Making a character: what a choice would change comes from odds.js, a step is taken by play.js. Here a refusal finds its
// place beside the choice that it is about, and the next step is put where the one before it stood.

import { askSoon } from "./odds.js";
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

// A step that was taken goes on with what stands there, or changes it.
function sayWhatNextDoes(form) {
  const isSame = Boolean(form.querySelector("[data-same]"));
  for (const words of form.querySelectorAll("[data-making-keep]")) words.hidden = !isSame;
  for (const words of form.querySelectorAll("[data-making-change]")) words.hidden = isSame;
}

// What is still missing is no fault before somebody wants to go on: it is said calmly, and in red from then on.
function show(form) {
  calm(form);
  form.querySelector("[data-making-left]").textContent = form.querySelector("[data-left]")?.textContent ?? "";
  if (!("ends" in form.dataset)) askBefore(form, form.querySelector("[data-question]")?.dataset.question);
  sayWhatNextDoes(form);
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

function open() {
  const form = making()?.querySelector("form");
  if (form && !("sent" in form.dataset)) show(form);
}

open();
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

document.addEventListener("change", (event) => {
  if (event.target.closest?.("[data-making]")) count(event);
});

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
  if (target.closest("[data-making]")) goOn(`${making().dataset.making}?after=${detail.entry}`);
});

// From step to step there is one entry in the browser's history: its Back leaves the making, and shows no step twice.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-making-step]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  goOn(link.href);
});

function notice(sentence) {
  document.querySelector("[data-making-told]")?.remove();
  const told = Object.assign(document.createElement("p"), { className: "notice", role: "alert", textContent: sentence });
  told.dataset.makingTold = "";
  document.querySelector("[data-making-title]").before(told);
}

// Somebody else took a step, perhaps in another tab. If it was this one, the next stands here; otherwise what is chosen
// stays, and the path and the preview are as they are now.
document.addEventListener("hall:stale", async ({ target: form }) => {
  const step = new URLSearchParams(location.search).get("step");
  const address = making().dataset.making + (step ? `?${new URLSearchParams({ step })}` : "");
  const { page, elsewhere } = await lookAt(address).catch(() => ({}));
  if (elsewhere) return location.assign(elsewhere);
  const there = page?.querySelector("[data-making]");
  if (there && there.querySelector("form").dataset.command !== form.dataset.command) {
    put(there);
    return notice("This step was done elsewhere, perhaps in another tab. Here is the next one.");
  }
  askSoon(form);
  if (!there) return undefined;
  const path = there.querySelector("[data-making-path]");
  document.querySelector("[data-making-path]").replaceWith(document.importNode(path, true));
  return notice("The character was changed elsewhere. Your choice is still here: check it and send it again.");
});

// Editing in place: a number or text that is touched becomes a field. Enter or leaving it saves, Escape gives up, and
// nothing is shown as saved before it is.

import { complain, play } from "./play.js";
import { look, nowOf, root, say, takeOver, version } from "./sheet-parts.js";

function hidden(name, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  return input;
}

// What a button says about its command: data-with-… become the fields that the command is given.
function chosenBy(button) {
  return [...button.attributes]
    .filter(({ name }) => name.startsWith("data-with-"))
    .map(({ name, value }) => hidden(name.slice("data-".length), value));
}

function fill(form, command, button) {
  form.action = root.dataset.perform;
  form.method = "post";
  const told = { command, actor: root.dataset.actor, seen: version() };
  form.append(...Object.entries(told).map(([name, value]) => hidden(name, value)), ...chosenBy(button));
  return form;
}

const agrees = ({ dataset }) =>
  new Promise((answer) => say("hall:confirm", { sentence: dataset.confirm, action: dataset.confirmAction, answer }));

export async function doNow(button) {
  if (button.getAttribute("aria-busy") || (button.dataset.confirm && !(await agrees(button)))) return;
  button.setAttribute("aria-busy", "true");
  const form = fill(document.createElement("form"), button.dataset.do, button);
  form.hidden = true;
  root.append(form);
  form.addEventListener("hall:played", ({ detail }) => show(detail.shown));
  await play(form);
  form.remove();
  button.removeAttribute("aria-busy");
}

// Where dice fell by one touch there is no panel to tell of them: they are told on a card of their own.
function show(told = "") {
  const card = document.getElementById("explain");
  if (!told.includes("outcome__throw")) return;
  const place = card.querySelector("[data-explained]");
  place.innerHTML = `<div class="outcome" data-explained-title tabindex="-1">${told}</div>`;
  card.showPopover();
  place.firstElementChild.focus();
}

// A field in place of what was touched

function control(form) {
  return form.querySelector("input:not([type=hidden]), select, textarea");
}

// Where nothing is below zero, a sign changes the number that is shown: "-3" takes three off. Elsewhere it is part of the number.
function meant(field) {
  const typed = field.value.trim().replace("−", "-");
  if (!/^[+-]?\d+$/.test(typed)) return typed;
  const isChange = field.dataset.least >= 0 && /^[+-]/.test(typed);
  return String(Number(typed) + (isChange ? Number(field.form.dataset.was) : 0));
}

function step(button) {
  const field = control(button.form);
  const { least, most } = field.dataset;
  field.value = Math.min(most, Math.max(least, (Number(meant(field)) || 0) + Number(button.dataset.step)));
}

const makers = {
  number(field, { least, most }) {
    Object.assign(field.dataset, { least, most });
    if (least < 0) field.form.querySelector(".editor__help").remove();
    else field.setAttribute("aria-describedby", "editor-help");
    field.form.addEventListener("formdata", ({ formData }) => formData.set(field.name, meant(field)));
  },
  pick(field, { options }) {
    field.replaceChildren(...options.split("|").map((label, place) => new Option(label, place)));
  },
  words(field, { most }) {
    field.maxLength = most;
  },
  long(field, { most }) {
    field.maxLength = most;
  },
};

export function edit(button) {
  const kind = button.dataset.edit;
  const form = document.querySelector(`template[data-editor="${kind}"]`).content.firstElementChild.cloneNode(true);
  const field = control(form);
  makers[kind](field, button.dataset);
  field.name = `with-${button.dataset.field}`;
  field.value = button.dataset.value;
  field.setAttribute("aria-label", button.getAttribute("aria-label") ?? button.dataset.label);
  fill(form, button.dataset.command, button);
  form.dataset.edits = button.id;
  form.dataset.was = field.value;
  button.hidden = true;
  button.after(form);
  field.focus();
  field.select?.();
}

const buttonOf = (form) => document.getElementById(form.dataset.edits);

export function giveUp(form, { refocus = true } = {}) {
  const button = buttonOf(form);
  form.remove();
  if (!button) return;
  button.hidden = false;
  if (refocus) button.focus();
  takeOver();
}

export async function save(form, { refocus = true } = {}) {
  if (form.getAttribute("aria-busy")) return;
  if (control(form).value === form.dataset.was) {
    giveUp(form, { refocus });
    return;
  }
  form.dataset.refocus = refocus ? "yes" : "";
  await play(form);
}

document.addEventListener("hall:played", (event) => {
  const form = event.target;
  if (!form.dataset?.edits) return;
  const wanted = form.dataset.refocus && form.contains(document.activeElement) ? form.dataset.edits : "";
  const button = buttonOf(form);
  form.remove();
  if (!button) return;
  button.hidden = false;
  button.classList.add("edits--saved");
  if (wanted) button.focus();
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.editor");
  if (!form) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  save(form);
}, true);

document.addEventListener("focusout", (event) => {
  const form = event.target.closest("form.editor");
  if (!form || form.classList.contains("editor--long") || form.contains(event.relatedTarget)) return;
  // The focus also leaves when the window does; then the field is still being typed in.
  setTimeout(() => {
    if (document.hasFocus() && form.isConnected && !form.contains(document.activeElement)) save(form, { refocus: false });
  });
});

// A button beside the field must not take the focus from it: on a phone that would close the keyboard, and save.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("form.editor [data-step]")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("form.editor [data-step]");
  if (button) step(button);
});

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form.editor");
  if (event.key === "Escape" && form) giveUp(form);
});

document.addEventListener("hall:stale", (event) => {
  const form = event.target;
  look().then(() => {
    const now = form.dataset.edits ? nowOf(form) : undefined;
    if (now === undefined) return;
    form.dataset.was = now;
    complain(form, `Somebody changed this to ${now || "nothing"} meanwhile. Save again to overwrite it.`);
  });
});

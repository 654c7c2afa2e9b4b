// A place for a form that asks where to: tapped on the board once it is chosen, tapped again the form is sent.

import { board, draw, farOf, panel, uncover } from "./board-ground.js";
import { drop } from "./board-path.js";

const placeOf = (form) => ["with-x", "with-y"].map((name) => form.elements.namedItem(name));
const isSeen = (field) => Boolean(field?.checkVisibility?.());
const make = (name, className, text) => Object.assign(document.createElement(name), { className, textContent: text });
let chosen = null; // {form, to}

// The form that wants a place now. A move does not: it has paths; nor does what goes from one place to another.
export function asking() {
  const { mover } = board().dataset;
  const forms = [...document.querySelectorAll("form[data-command]")].filter((form) => form.dataset.command !== mover);
  return forms.find((form) => placeOf(form).every(isSeen) && !form.elements.namedItem("with-to_x"));
}

export function choose(form, { x, y }) {
  const to = { x: Math.round(x), y: Math.round(y) };
  if (chosen?.form === form && chosen.to.x === to.x && chosen.to.y === to.y) return form.requestSubmit();
  chosen = { form, to };
  placeOf(form).forEach((field, axis) => {
    field.value = axis ? to.y : to.x;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  });
  show(form, fromWhere(form) ?? to, to);
}

function fromWhere(form) {
  const who = form.elements.namedItem("actor")?.value;
  const token = who && board().querySelector(`[data-token="${CSS.escape(who)}"]`);
  return token && { x: Number(token.dataset.x), y: Number(token.dataset.y) };
}

// The button of the form stands beside the place, too: the form itself may be far up the page.
function show(form, from, to) {
  const far = farOf(from, to);
  const what = form.getAttribute("aria-label");
  draw({ from, to, label: far });
  const place = panel().querySelector("[data-path-place]");
  const path = make("div", "path", "");
  const button = make("button", "button button--primary", what);
  button.type = "button";
  button.addEventListener("click", () => form.requestSubmit());
  path.append(make("p", "path__said", far), button);
  place.replaceChildren(path);
  place.hidden = false;
  uncover(place);
  const text = `${far}. Tap again to choose it: ${what}.`;
  document.dispatchEvent(new CustomEvent("hall:announce", { detail: { text } }));
}

// What was chosen goes with its form.
document.addEventListener("hall:drawn", () => {
  if (!chosen || (chosen.form.isConnected && isSeen(placeOf(chosen.form)[0]))) return;
  chosen = null;
  drop();
});

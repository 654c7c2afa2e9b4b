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

// Choices side by side are those that were possible as the form stood; what advice adds to them is one more.
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
  const heard = form.querySelector(`[name="${CHOSEN}${first}"]:not([type="hidden"])`);
  heard?.dispatchEvent(new Event("input", { bubbles: true }));
  heard?.dispatchEvent(new Event("change", { bubbles: true }));
  heard?.focus({ preventScroll: true });
});

// The search of the bestiary, beside a fight that is prepared or running. It comes with the first hand on its field.

let typing = 0;

const found = () => document.querySelector("[data-found]");

// Whoever is found again keeps the number and the tick that were set before the answer came.
function list(place, text) {
  const forms = () => [...place.querySelectorAll("form")].map((form) => [form.querySelector("[name=creature]")?.value, form]);
  const before = new Map(forms());
  place.innerHTML = text;
  for (const [creature, form] of forms()) {
    const was = creature && before.get(creature)?.elements;
    if (!was) continue;
    form.elements.count.value = was.count.value;
    form.elements.hidden.checked = was.hidden.checked;
  }
}

async function search(field) {
  const mine = (typing += 1);
  if (!field.value.trim() && !field.matches(":focus")) return;
  try {
    const response = await fetch(`${field.dataset.search}?${new URLSearchParams({ q: field.value })}`);
    const text = await response.text();
    // The place may have been drawn anew meanwhile.
    const place = found();
    if (place && response.ok && mine === typing) list(place, text);
  } catch {
    document.dispatchEvent(new CustomEvent("hall:line", { detail: { up: false } }));
  }
}

document.addEventListener("input", (event) => event.target.matches("[data-search]") && search(event.target));
// The next search is typed over the last.
function ready({ target }) {
  if (!target.matches("[data-search]")) return;
  target.select();
  search(target);
}
document.addEventListener("focusin", ready);
// What was found stays; what was typed before this script came is looked for.
function searchAgain() {
  const field = document.querySelector("[data-search]");
  if (field?.value.trim() && !found().childElementCount) search(field);
}
document.addEventListener("hall:drawn", searchAgain);
// Whoever came with it in the field, as it stood there, has not begun to type: the field itself offers every creature.
const early = document.querySelector("[data-search]");
if (early && early.value !== early.defaultValue) search(early);
else if (early && early === document.activeElement) ready({ target: early });
else searchAgain();

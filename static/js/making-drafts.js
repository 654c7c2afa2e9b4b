// What is chosen and not sent stays in this tab, by character and step, until the step is taken. What the server refused
// stands on the page already.

const nameOf = (form) => `hall.making ${form.getAttribute("action")} ${form.dataset.command}`;
const chosenIn = (form) => [...new FormData(form)].filter(([name]) => name.startsWith("with-"));

export function keep(form) {
  try {
    sessionStorage.setItem(nameOf(form), JSON.stringify(chosenIn(form)));
  } catch {
    // Storage may be forbidden or full; then a reload begins the step anew.
  }
}

export function drop(form) {
  try {
    sessionStorage.removeItem(nameOf(form));
  } catch {
    // As above.
  }
}

function kept(form) {
  try {
    return sessionStorage.getItem(nameOf(form));
  } catch {
    return null;
  }
}

export function restore(form) {
  const draft = kept(form);
  if (!draft || draft === JSON.stringify(chosenIn(form))) return;
  const chosenThen = JSON.parse(draft);
  const changed = [];
  for (const field of form.querySelectorAll("[name^=with-]:not([type=hidden])")) {
    const chosen = chosenThen.filter(([name]) => name === field.name).map(([, value]) => value);
    if (!chosen.length) continue;
    const before = `${field.checked} ${field.value}`;
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = chosen.includes(field.value);
    else [field.value] = chosen;
    if (before !== `${field.checked} ${field.value}`) changed.push(field);
  }
  for (const field of changed) field.dispatchEvent(new Event("change", { bubbles: true }));
}

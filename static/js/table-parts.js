// Taking over what the server drew: part by part, child by child. What somebody is filling in is never swapped, the focus
// stays where it was, and what is open stays open. Parts carry data-part, their children data-key; the log grows line by line.

const drawn = new WeakMap();
const dirty = new WeakSet();

// Keys and versions are new in every rendering; they are no change that anybody could see.
const VOLATILE = /name="(key|seen|csrfmiddlewaretoken)" value="[^"]*"/g;
const looks = (child) => child.outerHTML.replaceAll(VOLATILE, "");

document.addEventListener("input", (event) => {
  const form = event.target.closest?.("[data-part] form");
  if (form) dirty.add(form);
});
document.addEventListener("hall:played", (event) => dirty.delete(event.target));

export const clean = (form) => dirty.delete(form);

const formsIn = (child) => (child.matches("form") ? [child] : [...child.querySelectorAll("form")]);
const isHeld = (child) => formsIn(child).some((form) => dirty.has(form) || form.hasAttribute("aria-busy"));

export function begin() {
  for (const part of document.querySelectorAll("[data-part]")) {
    for (const child of part.children) drawn.set(child, looks(child));
  }
}

// -- the focus --------------------------------------------------------------------------------------------------------

const HANDLES = ["data-way", "data-ready", "data-at", "data-do", "data-token", "data-as", "data-ask", "data-close", "data-earlier"];

function handleOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const name = HANDLES.find((one) => element.closest(`[${one}]`));
  if (!name) return "";
  const owner = element.closest(`[${name}]`);
  const told = `[${name}="${CSS.escape(owner.getAttribute(name))}"]`;
  return owner === element ? told : `${told} button`;
}

// -- children ---------------------------------------------------------------------------------------------------------

function outdated(child) {
  if (child.querySelector("[data-outdated]")) return;
  const note = document.querySelector("template[data-outdated-note]")?.content.firstElementChild.cloneNode(true);
  if (note) child.prepend(note);
}

function replace(old, next) {
  const handle = old.contains(document.activeElement) ? handleOf(document.activeElement) : "";
  const were = old.querySelectorAll("details.disclosure");
  const are = next.querySelectorAll("details.disclosure");
  were.forEach((details, place) => {
    if (details.open && are[place]) are[place].open = true;
  });
  old.replaceWith(next);
  if (handle) (next.matches(handle) ? next : next.querySelector(handle))?.focus({ preventScroll: true });
}

// A form that is a button only has no id; in its part it is known by its command.
const nameOf = (form) => form.id || form.dataset.do || "";

function see(held, fresh) {
  const now = new Map([...fresh.querySelectorAll("form")].map((form) => [nameOf(form), form]));
  for (const form of held.querySelectorAll("form")) {
    const field = form.elements.namedItem("seen");
    const next = now.get(nameOf(form))?.elements.namedItem("seen");
    // Whoever sees the page now has seen this version; the rule decides whether what they chose is still possible.
    if (field && next) field.value = next.value;
  }
}

function takeChild(now, next) {
  const html = looks(next);
  if (!now) {
    drawn.set(next, html);
    return next;
  }
  if (drawn.get(now) === html) return now;
  if (isHeld(now)) {
    outdated(now);
    return now;
  }
  drawn.set(next, html);
  replace(now, next);
  return next;
}

function takePart(held, fresh) {
  for (const { name, value } of [...fresh.attributes]) held.setAttribute(name, value);
  for (const { name } of [...held.attributes]) if (!fresh.hasAttribute(name)) held.removeAttribute(name);
  see(held, fresh);
  const old = new Map([...held.children].map((child) => [child.dataset.key, child]));
  [...fresh.children].forEach((next, place) => {
    const taken = takeChild(old.get(next.dataset.key), document.adoptNode(next));
    old.delete(next.dataset.key);
    if (held.children[place] !== taken) held.insertBefore(taken, held.children[place] ?? null);
  });
  for (const child of old.values()) {
    if (isHeld(child)) outdated(child);
    else child.remove();
  }
}

// -- the log ----------------------------------------------------------------------------------------------------------

function takeLog(held, fresh) {
  if (fresh.hasAttribute("data-afresh")) {
    held.replaceChildren(...fresh.children);
  } else {
    const lines = [...fresh.querySelectorAll("[data-entry]")].reverse();
    for (const line of lines) takeLine(held, fresh, line);
  }
  held.dataset.newest = fresh.dataset.newest || held.dataset.newest || "";
}

function takeLine(held, fresh, line) {
  const now = held.querySelector(`[data-entry="${CSS.escape(line.dataset.entry)}"]`);
  if (now) now.replaceWith(line);
  else if (!("old" in line.dataset)) headOf(held, fresh, line).after(line);
}

function headOf(held, fresh, line) {
  const head = held.querySelector("[data-break]");
  if (head && head.dataset.break === line.dataset.round) return head;
  const next = fresh.querySelector(`[data-break="${line.dataset.round}"]`).cloneNode(true);
  held.querySelector("[data-empty]")?.remove();
  held.prepend(next);
  return next;
}

// -- all of it --------------------------------------------------------------------------------------------------------

export function take(html) {
  const paper = new DOMParser().parseFromString(html, "text/html");
  const parts = paper.querySelectorAll("[data-part]");
  if (!parts.length) return false;
  document.dispatchEvent(new CustomEvent("hall:drawing"));
  for (const fresh of parts) {
    const held = document.querySelector(`[data-part="${fresh.dataset.part}"]`);
    if (held) (fresh.dataset.part === "log" ? takeLog : takePart)(held, fresh);
  }
  document.dispatchEvent(new CustomEvent("hall:drawn"));
  return true;
}

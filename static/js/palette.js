// The palette: one field over what one can do here. Actions and people of the fight and pages are read from the page that
// is open, all else in the campaign from the house, and choosing something is a click on what stands there.

const dialog = document.querySelector("[data-palette]");
const field = dialog.querySelector("[data-palette-field]");
const list = dialog.querySelector("[data-palette-list]");
const nothing = dialog.querySelector("[data-palette-nothing]");

const MOST = 40;
const SOON = 150;
const LETTERS = 2;
const PAGES = 10;

const fold = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
// The words of something, without what is drawn in it or hangs on it.
function label(element) {
  const bare = element.cloneNode(true);
  for (const one of bare.querySelectorAll('[aria-hidden="true"], .chip')) one.remove();
  return bare.textContent.trim().replace(/\s+/g, " ");
}

let here = [];
let known;
let entries = [];
let shown = [];
let at = 0;
let asked = 0;
let soon = 0;
let isEntered = false; // Enter was pressed before anything was found: the first thing found is gone to.

// -- what there is ----------------------------------------------------------------------------------------------------

const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => !dialog.contains(one));

// News may have drawn the page anew since the palette opened, so what is clicked is looked for then.
function clicks(kind, selector) {
  const again = (text) => all(selector).find((one) => label(one) === text);
  return all(selector).map(label).map((text) => ({ kind, text, go: () => again(text)?.click() }));
}

function onPage() {
  const found = [
    ...clicks("Action", ".now [data-ready] button, .commands a[data-do], .commands form[data-do] button"),
    ...clicks("Action", 'form[data-way="undo"] button, form[data-way="redo"] button'),
    ...clicks("Act for", "[data-ladder] a[data-as]"),
    ...clicks("Page", ".site-nav a, a[data-leads]"),
  ];
  const isSame = (one) => (other) => other.kind === one.kind && other.text === one.text;
  return found.filter((one, place) => one.text && found.findIndex(isSame(one)) === place);
}

const leads = (kind, text, href) => ({ kind, text, go: () => location.assign(href) });

async function read(address, how) {
  try {
    const response = await fetch(address, { headers: { Accept: how === "json" ? "application/json" : "text/html" } });
    return response.ok && !response.redirected ? await response[how]() : null;
  } catch {
    document.dispatchEvent(new CustomEvent("hall:line", { detail: { up: false } }));
    return null;
  }
}

const { here: campaign, people, fights, own, journal, book } = dialog.dataset;
const q = (text) => `?${new URLSearchParams({ q: text })}`;

async function listed(kind, address, name, place) {
  const told = await read(address, "json");
  return (told?.results ?? []).map((one) => leads(kind, one[name], `${campaign}${place(one)}`));
}

// Read once for each page.
async function readKnown() {
  const found = await Promise.all([
    listed("Character", `${people}?limit=100`, "name", (one) => `characters/${one.id}/`),
    listed("Fight", `${fights}?limit=100`, "name", (one) => `encounters/${one.id}/`),
    listed("Compendium", `${own}?limit=100`, "name", (one) => `compendium/${one.section}/${q(one.name)}`),
  ]);
  known = found.flat();
  draw();
}

// What a page of the house found, by the links on it.
async function linked(address, links) {
  const paper = new DOMParser().parseFromString((await read(address, "text")) ?? "", "text/html");
  return [...paper.querySelectorAll(links)];
}

// The game's sections stand under the same names in the campaign, which one does not leave.
async function inBook(wanted) {
  const found = await linked(`${book}${q(wanted)}`, "[data-finds] a.finds__way");
  const place = (link) => link.getAttribute("href").replace(/^\/games\/[^/]+\//, `${campaign}compendium/`);
  return found.map((link) => leads("Compendium", label(link.querySelector(".finds__name")), place(link)));
}

// A page may be found by its text alone: the words around tell why it is here.
async function inJournal(wanted) {
  const found = await linked(`${journal}${q(wanted)}`, ".journal-rows .rows__name");
  return found.slice(0, PAGES).map((link) => {
    const about = link.parentElement.querySelector(".journal-rows__text:has(mark)");
    return { ...leads("Journal", label(link), link.getAttribute("href")), about: about?.textContent };
  });
}

// Searched for by the house, with each word that is typed.
async function readEntries() {
  const wanted = field.value.trim();
  const mine = (asked += 1);
  const found = wanted.length < LETTERS ? [] : await Promise.all([inJournal(wanted), inBook(wanted)]);
  if (mine !== asked) return;
  entries = found.flat();
  draw();
}

function find() {
  entries = [];
  isEntered = false;
  draw();
  clearTimeout(soon);
  soon = setTimeout(readEntries, SOON);
}

// -- what is shown ----------------------------------------------------------------------------------------------------

function option(one, place) {
  const item = document.createElement("li");
  const kind = document.createElement("span");
  Object.assign(item, { id: `palette-${place}`, role: "option", className: "palette__one" });
  Object.assign(kind, { className: "palette__kind", textContent: one.kind });
  item.append(one.text, kind);
  if (one.about) item.append(Object.assign(document.createElement("span"), { className: "palette__about", textContent: one.about }));
  item.dataset.place = place;
  return item;
}

function draw() {
  const words = fold(field.value).split(/\s+/).filter(Boolean);
  const fits = (one) => words.every((word) => fold(`${one.text} ${one.kind}`).includes(word));
  shown = [...[...here, ...(known ?? [])].filter(fits), ...entries].slice(0, MOST);
  list.replaceChildren(...shown.map(option));
  list.hidden = !shown.length;
  nothing.hidden = Boolean(shown.length);
  mark(0);
  if (isEntered) enter();
}

function mark(place) {
  at = Math.max(0, Math.min(place, shown.length - 1));
  [...list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === at)));
  list.children[at]?.scrollIntoView({ block: "nearest" });
  if (shown.length) field.setAttribute("aria-activedescendant", `palette-${at}`);
  else field.removeAttribute("aria-activedescendant");
}

function choose(place) {
  const one = shown[place];
  if (!one) return;
  dialog.close();
  one.go();
}

function enter() {
  isEntered = !shown.length;
  choose(at);
}

// -- hands ------------------------------------------------------------------------------------------------------------

// A field for searching takes the first Escape for itself, to be emptied.
const does = {
  ArrowDown: () => mark(at + 1),
  ArrowUp: () => mark(at - 1),
  Enter: enter,
  Escape: () => dialog.close(),
};

field.addEventListener("keydown", (event) => {
  if (!does[event.key] || event.isComposing) return;
  event.preventDefault();
  does[event.key]();
});
field.addEventListener("input", find);
dialog.addEventListener("close", () => (isEntered = false));
list.addEventListener("click", (event) => {
  const item = event.target.closest("[data-place]");
  if (item) choose(Number(item.dataset.place));
});

// The dialog is open already, and something may have been typed in it and entered.
export function open(wasEntered) {
  here = onPage();
  find();
  if (wasEntered) enter();
  if (!known) readKnown();
}

// What one has in front of oneself at the table, and looking again: one request brings every part that may have changed,
// for this viewer only.

const root = document.querySelector("[data-table]");
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const part = (name) => document.querySelector(`[data-part="${name}"]`);

const wish = Object.fromEntries(new URLSearchParams(location.search));
let asked = 0;
let running = null;

// -- looking again ----------------------------------------------------------------------------------------------------

function address() {
  const query = new URLSearchParams(Object.entries(wish).filter(([, value]) => value));
  query.set("since", part("log")?.dataset.newest ?? "");
  // What is in view of the board stays so, unless all of it is asked for.
  const board = document.querySelector("[data-view]:not([data-fits])");
  if (board) query.set("ground", board.dataset.view);
  return `${root.dataset.table}?${query}`;
}

const SENTENCES = {
  401: "You are signed out. Sign in again in another tab; what you typed stays here.",
  403: "You can no longer see this fight.",
  404: "You can no longer see this fight.",
};

export async function look() {
  if (!root) return; // A ladder may stand where there is no table.
  const mine = (asked += 1);
  running?.abort();
  running = new AbortController();
  root.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address(), { headers: { Accept: "text/html" }, signal: running.signal });
    const html = await response.text();
    if (mine !== asked) return;
    say("hall:line", { up: true });
    if (response.ok && !response.redirected) draw(html);
    else complain(response.redirected ? 401 : response.status);
  } catch (error) {
    if (error.name !== "AbortError") say("hall:line", { up: false });
  }
  if (mine === asked) root.removeAttribute("aria-busy");
}

function complain(status) {
  say("hall:toast", { text: SENTENCES[status] ?? "The table could not be loaded. Trying again.", tone: "danger" });
}

function draw(html) {
  const before = heard();
  take(html);
  const after = heard();
  const news = [...after.asks].filter(([key]) => !before.asks.has(key)).map(([, title]) => title);
  if (after.turn !== before.turn && after.said) news.unshift(after.said);
  if (news.length) say("hall:announce", { text: news.join(" ") });
  say("hall:looked", { turned: after.turn !== before.turn });
  if (after.turn !== before.turn) followTurn();
}

// A turn of one's own takes the seat: whom one acted for and aimed at before belongs to the turn that is over.
function followTurn() {
  const isMine = document.querySelector("[data-turn]")?.hasAttribute("data-mine");
  wish.at = "";
  if (!isMine || !wish.as) return;
  wish.as = "";
  remember();
  look();
}

function heard() {
  const turn = document.querySelector("[data-turn]");
  const asks = [...document.querySelectorAll("[data-ask]")];
  return {
    turn: turn?.dataset.turn,
    said: turn?.textContent.trim(),
    asks: new Map(asks.map((ask) => [ask.dataset.ask, ask.querySelector(".ask__sentence").textContent])),
  };
}

// -- what is in front of one ------------------------------------------------------------------------------------------

function remember() {
  const query = new URLSearchParams(Object.entries(wish).filter(([name, value]) => value && !["x", "y"].includes(name)));
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
}

export async function want(changes, { focus = false } = {}) {
  for (const form of document.querySelectorAll('[data-part="form"] form')) clean(form);
  Object.assign(wish, changes);
  remember();
  await look();
  if (focus) show(document.querySelector("[data-form-title]"));
}

// The whole form, not only its title: on a phone it opens below what one has just touched.
function show(title) {
  title?.focus({ preventScroll: true });
  title?.closest(".panel").scrollIntoView({ block: "nearest" });
}

// The first thing in a place that can be chosen: of answers that with the star, or a field, of choices side by side the one
// that is proposed, or the button itself. Links and explanations on the way there are for those who look for them.
export function choiceIn(place) {
  const all = [...place.querySelectorAll("input:not([type=hidden]), select, button, a[href], summary")];
  const shown = all.filter((one) => one.checkVisibility());
  const best = shown.find((one) => (one.closest(".choice") ?? one).querySelector(".star"));
  if (best?.matches("button")) return best;
  const field = best ?? shown.find((one) => one.matches("input, select") && !one.closest("details"));
  const proposed = shown.find((one) => field?.type === "radio" && one.name === field.name && one.checked);
  const button = shown.find((one) => one.matches("button[type=submit]"));
  return proposed ?? field ?? button ?? shown.find((one) => !one.matches("a")) ?? shown[0];
}

// Whoever is aimed at stays so, whoever else comes nearer.
export const aim = (at) => Object.assign(wish, { at });

// No form open, no place on the board.
export const nothing = { do: "", x: "", y: "" };

// -- taking over what the server drew ---------------------------------------------------------------------------------

// Taking over what the server drew: part by part, child by child. What somebody is filling in is never swapped, the focus
// stays where it was, and what is open stays open. Parts carry data-part, their children data-key; the log grows line by line.

const drawn = new WeakMap();
const dirty = new WeakSet();

// Keys and versions are new in every rendering, and htmx marks what it has taken in hand; nobody could see either.
const VOLATILE = /name="(key|seen|csrfmiddlewaretoken)" value="[^"]*"| data-htmx-powered="[^"]*"/g;
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

const HANDLES = ["data-way", "data-ready", "data-at", "data-do", "data-token", "data-line", "data-as", "data-ask", "data-close", "data-earlier"];

function handleOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const name = HANDLES.find((one) => element.closest(`[${one}]`));
  if (!name) return "";
  const owner = element.closest(`[${name}]`);
  const told = `[${name}="${CSS.escape(owner.getAttribute(name))}"]`;
  return owner === element ? told : `${told} button`;
}

// -- children ---------------------------------------------------------------------------------------------------------

// A note over forms that nobody sees would move the board under the pen.
function outdated(child) {
  if (child.querySelector("[data-outdated]") || formsIn(child).every((form) => form.hidden)) return;
  const note = document.querySelector("template[data-outdated-note]")?.content.firstElementChild.cloneNode(true);
  if (note) child.prepend(note);
}

// A refusal is read before it goes with what is drawn anew.
function sayAgain(old, next) {
  const said = old.querySelector("[data-said]:not([hidden])");
  if (!said || Date.now() - said.dataset.said > 8000) return;
  const place = next?.querySelector("[data-message]");
  if (place) place.replaceWith(said);
  else say("hall:toast", { text: said.textContent, tone: "danger" });
}

function replace(old, next) {
  sayAgain(old, next);
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
  if (drawn.get(now) === html) {
    now.querySelector(":scope > [data-outdated]")?.remove();
    return now;
  }
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
    else {
      sayAgain(child);
      child.remove();
    }
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
  if (head && head.dataset.break === line.dataset.under) return head;
  const next = fresh.querySelector(`[data-break="${line.dataset.under}"]`).cloneNode(true);
  held.querySelector("[data-empty]")?.remove();
  held.prepend(next);
  return next;
}

// -- all parts --------------------------------------------------------------------------------------------------------

function take(html) {
  const paper = new DOMParser().parseFromString(html, "text/html");
  const parts = paper.querySelectorAll("[data-part]");
  if (!parts.length) return false;
  say("hall:moving");
  for (const fresh of parts) {
    const held = document.querySelector(`[data-part="${fresh.dataset.part}"]`);
    if (held) (fresh.dataset.part === "log" ? takeLog : takePart)(held, fresh);
  }
  htmx.process(document.body);
  say("hall:drawn");
  say("hall:moved");
  return true;
}

// What one has in front of oneself at the table, and looking again: one request brings every part that may have changed,
// for this viewer only.

import { clean, take } from "./table-parts.js";

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
  return `${root.dataset.table}?${query}`;
}

const SENTENCES = {
  401: "You are signed out. Sign in again in another tab; what you typed stays here.",
  403: "This table is not open to you any more.",
  404: "This table is not open to you any more.",
};

export async function look() {
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
  say("hall:toast", { text: SENTENCES[status] ?? "The table could not be read. Trying again soon.", tone: "danger" });
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

// The first thing in a place that can be chosen; of choices side by side the one that is proposed.
export function choiceIn(place) {
  const shown = [...place.querySelectorAll("input:not([type=hidden]), select, button, a[href]")];
  const first = shown.find((one) => one.checkVisibility());
  return shown.find((one) => first?.type === "radio" && one.name === first.name && one.checked) ?? first;
}

// No form open, no place on the board.
export const nothing = { do: "", x: "", y: "" };

// The stage: it brings people to what comes next. A tap on a foe, on its rung or its token aims; whoever has sent something,
// or has the stage in sight when they are asked, finds the focus on the first choice. Nobody is taken away from what they
// type or read: there the bar of calls.js tells, and leads to the stage when it is pressed.

import { keep, recall } from "./calls.js";
import { aim, choiceIn, nothing, want } from "./table-look.js";

const stage = document.querySelector("#stage");
const isGm = Boolean(document.querySelector("[data-table][data-gm]"));
let sent = null;
let isCalled = false;
let wasHere = false; // whether what is drawn anew had the focus
let asked = now()?.dataset.asked;
let course = courseNow();

function courseNow() {
  return document.querySelector("[data-stage]")?.dataset.stage;
}

function now() {
  return document.querySelector('[data-part="now"]');
}

const isShown = (element) => element?.checkVisibility();

// -- what comes next --------------------------------------------------------------------------------------------------

function isTyping() {
  const field = document.activeElement;
  const isField = field?.matches("input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea");
  return Boolean(isField || document.querySelector("dialog[open]"));
}

// Of a hero whom a player plays no button lies under the game master's hand.
function firstChoice(turned) {
  const { asked: key } = now().dataset;
  const ask = key ? document.querySelector(`[data-ask="${CSS.escape(key)}"]`) : null;
  const isTheirs = turned && isGm && document.querySelector("[data-turn][data-anothers]");
  const others = isTheirs ? [] : ['[data-part="form"] form', "[data-ready]", ".button--primary"].map((one) => stage.querySelector(one));
  const place = [ask, ...others].find(isShown);
  return (place?.matches("a, button") ? place : place && choiceIn(place)) ?? document.querySelector("#now-title");
}

function bring(turned) {
  firstChoice(turned)?.focus({ preventScroll: true });
  const { top, bottom } = stage.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) scrollTo({ top: Math.max(0, scrollY + top - 8), behavior: "instant" });
}

// A game master's hands are free for whoever acts next: no form lies open, no menu, and the focus is nowhere else.
function areFree() {
  const { activeElement: held } = document;
  const isElsewhere = held !== document.body && (!stage.contains(held) || held.closest("details[open]"));
  return !isElsewhere && !now().dataset.asked && !stage.querySelector('[data-part="form"] form');
}

document.addEventListener("hall:moving", () => (wasHere = stage?.contains(document.activeElement)));

document.addEventListener("hall:looked", ({ detail }) => {
  if (!stage) return; // The projector shows what happens, and is asked nothing.
  const { asked: key } = now().dataset;
  const isOther = key !== asked;
  const isNew = isOther && Boolean(key);
  const isLost = !document.activeElement || document.activeElement === document.body;
  asked = key;
  const begins = course === "ready" && courseNow() === "fighting"; // The lists of whoever prepared it are gone.
  course = courseNow();
  if (isCalled || begins) bring(begins);
  isCalled = false;
  if (isTyping()) return;
  const isMyTurn = detail.turned && (document.querySelector("[data-turn][data-mine]") || (isGm && areFree()));
  const isTaken = isLost && (isOther || wasHere); // Somebody else may have answered.
  const isNews = (isNew || isMyTurn || isTaken) && stage.hasAttribute("data-seen");
  if (isNews || (sent && (isNew || isMyTurn || isLost || !isShown(document.activeElement)))) bring(detail.turned);
  if (sent) goOn();
});

if (asked && !isGm && !location.hash) firstChoice()?.focus({ preventScroll: true });

// Whoever acts is in sight on the ladder, which has its own scroll where it stands beside the stage: the page stays.
let lit;

function followLadder() {
  const rung = stage && document.querySelector("[data-ladder] [aria-current]");
  if (!rung || rung.dataset.rung === lit) return;
  lit = rung.dataset.rung;
  const ladder = rung.closest("[data-part]");
  const far = rung.getBoundingClientRect().top - ladder.getBoundingClientRect().top;
  ladder.scrollTop += far - ladder.clientHeight / 3;
}

document.addEventListener("hall:drawn", followLadder);
followLadder();

// -- a move, and then the attack --------------------------------------------------------------------------------------

function goOn() {
  const { then, foe: whom } = sent.dataset;
  sent = null;
  const next = then && stage.querySelector(`[data-ready="${CSS.escape(then)}"][data-foe="${CSS.escape(whom)}"]`);
  if (next && !now().dataset.asked) next.requestSubmit();
}

document.addEventListener("hall:played", ({ target }) => {
  if (!stage?.contains(target)) return;
  sent = target;
  if (target.dataset?.then) aim(target.dataset.foe);
});

// -- a turn that is over, while the next is nobody's whom one can see ---------------------------------------------------

const HELD = `held ${location.pathname}`;
const version = () => document.querySelector('[data-part="head"]')?.dataset.version;

// Until there is news the page says that it is over, even if reloaded; above stands whose turn all the others still see.
function hold() {
  const [since, note, turn] = recall(HELD).split("|");
  const isHeld = Boolean(note) && since === version();
  for (const place of document.querySelectorAll("[data-part=now], [data-turn]")) {
    place.toggleAttribute("data-held", isHeld);
    if (isHeld) place.dataset.note = place.matches("[data-turn]") ? turn : note;
  }
}

document.addEventListener("hall:played", ({ detail, target }) => {
  if (!detail.note || !stage?.contains(target)) return;
  keep(HELD, `${version()}|${detail.note}|${detail.turn}`);
  hold();
});
document.addEventListener("hall:looked", hold);
if (stage) hold();

// -- whom -------------------------------------------------------------------------------------------------------------

const foe = (who) => stage?.querySelector(`[data-at="${CSS.escape(who ?? "")}"]`);

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-calls] a[data-as]")) isCalled = true;
  const chosen = event.target.closest("a[data-at]");
  const place = chosen ? null : event.target.closest("[data-rung], [data-token]");
  const found = chosen ?? foe(place?.dataset.token ?? place?.dataset.rung?.split("/")[0]);
  if (!found || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!chosen && event.target.closest('a, button, [role="button"], summary')) return;
  event.preventDefault();
  want({ ...nothing, at: found.dataset.at }).then(() => !chosen && bring());
});

// -- all actions ------------------------------------------------------------------------------------------------------

function narrow(field) {
  const told = field.value.trim().toLowerCase();
  const panel = field.closest("[data-all]");
  for (const one of panel.querySelectorAll("[data-do], .locked > li")) one.hidden = !one.textContent.toLowerCase().includes(told);
  for (const group of panel.querySelectorAll(".all__group")) group.hidden = !group.querySelector("[data-do]:not([hidden])");
}

async function tellLocked(place) {
  try {
    const response = await fetch(place.dataset.locked, { headers: { Accept: "text/html" } });
    if (response.ok && !response.redirected) place.innerHTML = await response.text();
  } catch {
    document.dispatchEvent(new CustomEvent("hall:line", { detail: { up: false } }));
  }
}

document.addEventListener("input", (event) => event.target.matches("[data-narrow]") && narrow(event.target));

document.addEventListener(
  "toggle",
  (event) => {
    if (!event.target.matches("[data-all]") || !event.target.open) return;
    event.target.querySelector("[data-narrow]").focus({ preventScroll: true });
    const place = event.target.querySelector("[data-locked]");
    if (!place.hasChildNodes()) tellLocked(place);
  },
  true,
);

// Enter opens the first that is left; what would be sent at once is pressed by hand.
document.addEventListener("keydown", (event) => {
  const all = event.target.closest?.("[data-narrow]")?.closest("[data-all]");
  if (all && event.key === "Enter") all.querySelector("a[data-do]:not([hidden])")?.click();
  if (all && event.key === "Escape") {
    all.open = false;
    all.querySelector("summary").focus();
  }
});

// The keys come with the first that is pressed; a game master has them once the page stands.
const stands = new Promise((done) => addEventListener("load", done));
let keys;
const load = () => (keys ??= stands.then(() => import("./table-keys.js")));
if (isGm) load();
if (stage) document.addEventListener("keydown", (event) => load().then(({ pressed }) => pressed(event)));

// The search of the bestiary comes with the first hand on its field, or with what stands there.
const offer = (field) => field?.matches?.("[data-search]") && import("./bestiary.js");
document.addEventListener("focusin", ({ target }) => offer(target));
stands.then(() => offer([...document.querySelectorAll("[data-search]")].find((field) => field.value) ?? document.activeElement));

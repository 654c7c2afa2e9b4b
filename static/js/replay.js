// A fight watched again: from step to step by buttons, keys and a slider, or played. Steps come some at a time, before they
// are wanted; what has come once stays, and can be watched while the line is down.

const root = document.querySelector("[data-replay]");
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const $ = (what) => root.querySelector(what);

const AHEAD = 5; // steps that are there before they are wanted
const PAUSE = { least: 1600, letter: 28, most: 7000 }; // milliseconds that a step stands, by how much there is to read
const SLIDE = 150; // milliseconds that a slider rests before a step is asked for
const WALK = 450; // milliseconds of a token's way
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SENTENCES = {
  401: "You are signed out. Sign in and reload the page.",
  404: "This fight has changed, or you can no longer see it. Reload the page.",
};
const DOWN = "You are offline. The steps loaded so far still play.";

const frames = new Map();
const coming = new Map();
let marks = [];
let at = 0;
let wanted = 0;
let atOnce = 1; // steps that come at once
let timer = 0;
let sliding = 0;
let isDown = false;

// -- steps that come --------------------------------------------------------------------------------------------------

function take(html) {
  const paper = new DOMParser().parseFromString(html, "text/html");
  for (const frame of paper.querySelectorAll("[data-frame]")) frames.set(frame.dataset.frame, document.adoptNode(frame));
}

async function fetchFrom(place) {
  const query = new URLSearchParams({ at: marks[place].key, ground: root.dataset.ground });
  const response = await fetch(`${root.dataset.replay}?${query}`, { headers: { Accept: "text/html" } });
  if (!response.ok || response.redirected) throw new Error(response.redirected ? 401 : response.status);
  take(await response.text());
  say("hall:line", { up: true });
}

function ask(place) {
  if (!coming.has(place)) coming.set(place, fetchFrom(place).finally(() => coming.delete(place)));
  return coming.get(place);
}

const isThere = (place) => frames.has(marks[place].key);

// The first of the next steps that is missing is asked for, quietly: whoever comes to it is told what is wrong.
function askAhead(place) {
  const last = Math.min(place + AHEAD, marks.length - 1);
  for (let next = place + 1; next <= last; next += 1) {
    if (!isThere(next) && !coming.size) return void ask(next).catch(() => {});
  }
}

// -- going ------------------------------------------------------------------------------------------------------------

async function go(place) {
  const mine = Math.max(0, Math.min(place, marks.length - 1));
  wanted = mine;
  mark(mine);
  if (!isThere(mine)) await come(mine);
  if (mine !== wanted || !isThere(mine)) return; // Somebody went on meanwhile, or it did not come.
  note("");
  show(mine);
  askAhead(mine);
}

async function come(place) {
  root.setAttribute("aria-busy", "true");
  try {
    await [...coming].find(([from]) => from <= place && place < from + atOnce)?.[1];
    if (!isThere(place)) await ask(place < at ? Math.max(0, place - atOnce + 1) : place);
  } catch (error) {
    if (place === wanted) fail(Number(error.message));
  }
  if (place === wanted) root.removeAttribute("aria-busy");
}

function fail(status) {
  stop();
  isDown = !status;
  if (isDown) say("hall:line", { up: false });
  note(isDown ? DOWN : (SENTENCES[status] ?? "This step could not be read."));
}

function note(text) {
  $("[data-note]").hidden = !text;
  $("[data-note-text]").textContent = text;
  $("[data-again]").href = `?at=${marks[wanted].key}`;
}

function mark(place) {
  const isFirst = place === 0;
  const isLast = place === marks.length - 1;
  const slider = $("[data-slider]");
  slider.value = place + 1;
  slider.setAttribute("aria-valuetext", `Step ${place + 1} of ${marks.length}${marks[place].round ? `, round ${marks[place].round}` : ""}`);
  $("[data-place]").textContent = `${place + 1} of ${marks.length}`;
  for (const [way, isOff] of [["first", isFirst], ["back", isFirst], ["next", isLast], ["last", isLast]]) {
    const link = $(`[data-way="${way}"]`);
    link.href = `?at=${marks[placeOf(way, place)].key}`;
    set(link, "aria-disabled", isOff && "true");
  }
  for (const round of root.querySelectorAll("[data-at]")) {
    const isHere = marks.find((one) => one.key === round.dataset.at).round === marks[place].round;
    set(round, "aria-current", isHere && "step");
  }
  const soFar = $("[data-so-far]");
  if (soFar) soFar.hidden = !isLast;
}

function set(element, name, value) {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

function placeOf(way, from) {
  const places = { first: 0, back: from - 1, next: from + 1, last: marks.length - 1 };
  return Math.max(0, Math.min(places[way], marks.length - 1));
}

// -- what is shown ----------------------------------------------------------------------------------------------------

function show(place) {
  const old = $("[data-frame]");
  const next = frames.get(marks[place].key);
  at = place;
  history.replaceState(null, "", `?at=${marks[place].key}`);
  if (old === next) return;
  const were = spots(old);
  compare(old, next);
  for (const crowd of old.querySelectorAll("[data-crowd] > details[open]")) open(next, crowd.parentElement.dataset.crowd);
  old.replaceWith(next);
  walk(next, were);
  say("hall:announce", { text: $("[data-said]").textContent.replace(/\s+/g, " ").trim() });
}

const open = (frame, crowd) => frame.querySelector(`[data-crowd="${CSS.escape(crowd)}"] > details`)?.setAttribute("open", "");

function spots(frame) {
  const tokens = [...frame.querySelectorAll(".token")];
  return new Map(tokens.map((token) => [whoseIs(token), token.getAttribute("transform")]));
}

const whoseIs = (token) => token.querySelector("[data-token]").dataset.token;
const css = (transform) => transform.replace(/\(\s*(\S+) (\S+)\s*\)/, "($1px, $2px)");

function walk(frame, were) {
  if (STILL.matches) return;
  for (const token of frame.querySelectorAll(".token")) {
    const from = were.get(whoseIs(token));
    const to = token.getAttribute("transform");
    if (from && from !== to) token.animate([{ transform: css(from) }, { transform: css(to) }], { duration: WALK, easing: "ease-out" });
  }
}

// Rungs that this step changed are marked.
function compare(old, next) {
  const were = new Map([...old.querySelectorAll("[data-rung]")].map((rung) => [rung.dataset.rung, rung.textContent + bars(rung)]));
  for (const rung of next.querySelectorAll("[data-rung]")) {
    const before = were.get(rung.dataset.rung);
    rung.toggleAttribute("data-changed", before !== undefined && before !== rung.textContent + bars(rung));
  }
}

const bars = (rung) => rung.querySelector(".rung__boxes")?.innerHTML ?? "";

// -- playing ----------------------------------------------------------------------------------------------------------

const isPlaying = () => root.hasAttribute("data-playing");

function stop() {
  clearTimeout(timer);
  root.removeAttribute("data-playing");
}

async function play() {
  root.setAttribute("data-playing", "");
  if (at === marks.length - 1) await go(0);
  wait();
}

function wait() {
  clearTimeout(timer);
  if (!isPlaying()) return;
  const letters = $("[data-said]").textContent.length;
  const pause = Math.min(PAUSE.most, PAUSE.least + PAUSE.letter * letters) * Number($("[data-speed]").value);
  timer = setTimeout(onward, pause);
}

async function onward() {
  if (!document.hidden) await go(at + 1);
  if (at === marks.length - 1) stop();
  wait();
}

const turn = () => (isPlaying() ? stop() : play());

// -- hands ------------------------------------------------------------------------------------------------------------

const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
const TYPES = "input, select, textarea, [contenteditable]";

async function jump(place) {
  await go(place);
  wait();
}

function press(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("dialog, [popover]")) return;
  const isTyping = event.target.matches?.(TYPES);
  if (KEYS[event.key] && !isTyping) {
    event.preventDefault();
    jump(placeOf(KEYS[event.key], wanted));
  } else if (event.key === " " && !isTyping && !event.target.closest?.("a, button, summary")) {
    event.preventDefault();
    turn();
  }
}

function slide(event) {
  const place = Number(event.target.value) - 1;
  clearTimeout(sliding);
  if (isThere(place)) return void jump(place);
  wanted = place;
  mark(place);
  sliding = setTimeout(() => jump(place), SLIDE);
}

function again(event) {
  if (event && !isDown) return; // What has changed is loaded anew, by the link itself.
  event?.preventDefault();
  if (!$("[data-note]").hidden) go(wanted);
}

function click(event) {
  const way = event.target.closest("[data-way], [data-at]");
  if (event.target.closest("[data-play-all]")) turn();
  if (event.target.closest("[data-again]")) again(event);
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  jump(way.dataset.way ? placeOf(way.dataset.way, wanted) : marks.findIndex((one) => one.key === way.dataset.at));
}

function begin() {
  marks = JSON.parse(document.getElementById("replay-marks").textContent);
  atOnce = Number(root.dataset.atOnce);
  const frame = $("[data-frame]");
  at = wanted = marks.findIndex((one) => one.key === frame.dataset.frame);
  frames.set(frame.dataset.frame, frame);
  document.addEventListener("keydown", press);
  root.addEventListener("click", click);
  addEventListener("online", () => again());
  $("[data-slider]").addEventListener("input", slide);
  $("[data-speed]").addEventListener("change", wait);
  mark(at);
  askAhead(at);
}

if (root) begin();

// What every page says for itself: is the line up, is it saved, and short news at the bottom.
// Other modules speak through events on document: hall:line {up}, hall:saved {state, text}, hall:toast {text, tone},
// hall:announce {text}. A server sends the same names in HX-Trigger.

const SAVED_WORDS = { saving: "Saving", saved: "Saved", unsaved: "Not saved" };
const TOAST_STAYS = 7000;
const SAFE = new Set(["GET", "HEAD", "QUERY"]);

const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// Times on pages are those of whoever reads them: the next page knows where that is.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`zone=${zone}`)) {
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

// The line

function showLine(up) {
  for (const banner of document.querySelectorAll("[data-line]")) banner.hidden = up;
}

document.addEventListener("hall:line", (event) => showLine(event.detail.up));
addEventListener("offline", () => say("hall:line", { up: false }));
addEventListener("online", () => say("hall:line", { up: true }));
document.addEventListener("htmx:sse:error", () => say("hall:line", { up: false }));
document.addEventListener("htmx:sse:after:connection", () => say("hall:line", { up: true }));

// Saved

function showSaved({ state, text }) {
  for (const place of document.querySelectorAll("[data-saved]")) {
    place.dataset.state = state;
    place.textContent = text ?? SAVED_WORDS[state];
  }
}

// Some questions travel by POST (the odds of a form); what carries data-reads changes nothing and is not "saved".
const writes = ({ ctx }) =>
  !SAFE.has(ctx?.request?.method?.toUpperCase()) && !ctx?.sourceElement?.closest?.("[data-reads]");

document.addEventListener("hall:saved", (event) => showSaved(event.detail));

document.addEventListener("htmx:before:request", (event) => {
  if (writes(event.detail)) say("hall:saved", { state: "saving" });
});

document.addEventListener("htmx:after:request", (event) => {
  const { status } = event.detail.ctx.response;
  showLine(true);
  if (writes(event.detail)) say("hall:saved", { state: status < 400 ? "saved" : "unsaved" });
});

document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (!ctx?.request || ctx.response) return;
  say("hall:line", { up: false });
  if (writes(event.detail)) say("hall:saved", { state: "unsaved", text: "Not saved: no connection" });
});

// A whole error page has no place inside a fragment (base.html tells htmx not to swap these), so it is said in a toast.
const TROUBLE = {
  403: "You may not do that here.",
  404: "This no longer exists. Reload the page.",
};

document.addEventListener("htmx:response:error", (event) => {
  const { status } = event.detail.ctx.response;
  const text = status >= 500 ? "Something went wrong on our side. Nothing was changed. Try again." : TROUBLE[status];
  if (text) say("hall:toast", { text, tone: "danger" });
});

// One press, one write. The second tap of a double tap, and a key that is held down, may come when the first one is done
// and the next button stands in the same place. What may well be meant several times quickly carries data-repeats.

const sends = (element) => element.form && element.type !== "textarea" && !element.closest("[data-repeats]");

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (event.detail > 1 && button?.type === "submit" && sends(button)) event.preventDefault();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && sends(event.target)) event.preventDefault();
}, true);

// Toasts and the voice

function toast({ text, tone = "" }) {
  const template = document.querySelector("template[data-toast]");
  const place = document.querySelector("[data-toasts]");
  if (!template || !place) return;
  const paper = template.content.firstElementChild.cloneNode(true);
  paper.dataset.tone = tone;
  paper.querySelector("[data-toast-text]").textContent = text;
  paper.querySelector("button").addEventListener("click", () => paper.remove());
  // Whoever tries the same again is told the same again, in the same place: a pile would hide the page.
  [...place.children].filter((old) => old.textContent.trim() === text).forEach((old) => old.remove());
  place.append(paper);
  // Bad news stays until it was read, or until something went well after it.
  if (tone !== "danger") setTimeout(() => paper.remove(), TOAST_STAYS);
}

document.addEventListener("hall:toast", (event) => toast(event.detail));
document.addEventListener("hall:saved", ({ detail }) => {
  if (detail.state === "saved") document.querySelectorAll('[data-toasts] > [data-tone="danger"]').forEach((old) => old.remove());
});
document.addEventListener("hall:announce", (event) => {
  const voice = document.querySelector("[data-announce]");
  if (voice) voice.textContent = event.detail.text;
});

if (!navigator.onLine) showLine(false);

// Ways that are wider than the screen begin with the one that is walked.

for (const here of document.querySelectorAll("nav [aria-current='page']")) {
  here.scrollIntoView({ block: "nearest", inline: "center" });
}

// -- menus ------------------------------------------------------------------------------------------------------------

// <details class="menu"> opens by itself; it also closes when one looks elsewhere or presses Escape.

const openMenus = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("focusin", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// -- what moves -------------------------------------------------------------------------------------------------------

// What comes in moves what lies below it: that glides to its new place, so that the eye can follow and nothing jumps.
// Whoever draws says hall:moving before and hall:moved after it. A rung of the ladder is known by its name. What is fixed to
// the window (data-stays) would be torn along, so whatever holds it is put there at once.

const GLIDES = "main, .site-footer, .fight > *, .fight__column > *, .stage > *, [data-part] > *, [data-rung], .log__line";
const still = matchMedia("(prefers-reduced-motion: reduce)");
let stood = new Map();

// How far down each stands, within what glides around it.
function places() {
  const all = [...document.querySelectorAll(GLIDES)].map((one) => [one, one.getBoundingClientRect().top]);
  const tops = new Map(all);
  return all.map(([one, top]) => [one, top - (tops.get(one.parentElement.closest(GLIDES)) ?? 0)]);
}

const holdsFixed = (one) => one.querySelector("[data-stays]:not([hidden])");
const note = () => (stood = new Map(places().map(([one, top]) => [one.dataset.rung ?? one, top])));

function glide() {
  if (still.matches) return;
  for (const [one, top] of places()) {
    const way = (stood.get(one.dataset.rung ?? one) ?? top) - top;
    if (!way || holdsFixed(one)) continue;
    one.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], { duration: 260, easing: "ease-out" });
  }
}

for (const name of ["htmx:before:swap", "hall:moving"]) document.addEventListener(name, note);
for (const name of ["htmx:after:swap", "hall:moved"]) document.addEventListener(name, glide);

// -- back -------------------------------------------------------------------------------------------------------------

// On a phone the way back closes what lies over the page, a drawer or a dialog, before it leaves the page: each has an
// entry of the history while it is open. One that was closed otherwise leaves its entry, for the next that opens; the way
// back passes over it.

const small = matchMedia("(max-width: 68rem)");
let layers = [];
let kept = history.state?.layers ?? 0;

const isOver = (layer) => layer.isConnected && layer.matches("dialog[open], :popover-open");
const close = (layer) => (layer.matches("dialog") ? layer.close() : layer.hidePopover());

document.addEventListener("toggle", ({ target, newState }) => {
  if (newState !== "open" || !target.matches("dialog, [popover]") || !small.matches) return;
  layers = [...layers.filter((one) => one !== target && isOver(one)), target];
  if (layers.length > kept) history.pushState({ layers: (kept += 1) }, "");
}, true);

addEventListener("popstate", ({ state }) => {
  const goesBack = (state?.layers ?? 0) < kept;
  kept = state?.layers ?? 0;
  layers = layers.filter(isOver);
  if (!goesBack) return;
  if (layers.length <= kept) history.back();
  while (layers.length > kept) close(layers.pop());
});

// -- questions before something is done -------------------------------------------------------------------------------

// hx-confirm asks in our own dialog; a form or link without htmx does with data-confirm, a script with hall:confirm.

const question = document.querySelector("[data-confirm-dialog]");
let whenAnswered = null;

function ask(sentence, action, answer) {
  question.querySelector("[data-confirm-question]").textContent = sentence;
  question.querySelector("[data-confirm-yes]").textContent = action || "Confirm";
  question.returnValue = "";
  whenAnswered = answer;
  question.showModal();
}

question?.addEventListener("close", () => {
  whenAnswered?.(question.returnValue === "yes");
  whenAnswered = null;
});

document.addEventListener("hall:confirm", ({ detail }) => ask(detail.sentence, detail.action, detail.answer));

document.addEventListener("htmx:confirm", (event) => {
  if (!question) return;
  const { ctx, issueRequest, dropRequest } = event.detail;
  event.preventDefault();
  ask(ctx.confirm, ctx.sourceElement.dataset.confirmAction, (yes) => (yes ? issueRequest() : dropRequest()));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const sentence = event.submitter?.dataset.confirm ?? form.dataset.confirm;
  if (!sentence || !question || form.dataset.confirmed) return;
  event.preventDefault();
  ask(sentence, event.submitter?.textContent.trim(), (yes) => {
    if (!yes) return;
    form.dataset.confirmed = "yes";
    form.requestSubmit(event.submitter);
    delete form.dataset.confirmed;
  });
});

// -- names that lead into the compendium ------------------------------------------------------------------------------

// A click shows the entry where one is: <a href="…/section/#key" data-lookup>. Where many names stand in lines
// (data-along), the tab key goes from line to line and the arrows along each; beside a choice (data-beside) they wait
// until the choice has the focus.

const entry = document.querySelector("[data-lookup-dialog]");

// The entry is read by a script that comes with the first click.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-lookup]");
  if (event.target === entry) entry.close();
  if (!link || !entry || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { lookUp } = await import("./look-up.js");
  lookUp(entry, link);
});

// By keys

const STOPS = 'a[href], button:not([disabled]), input:not([type="hidden"]), summary';
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

document.addEventListener("keydown", (event) => {
  const line = STEPS[event.key] && event.target.closest?.("[data-along]");
  if (!line || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  const stops = [...line.querySelectorAll(STOPS)].filter((stop) => stop.checkVisibility());
  const next = stops[stops.indexOf(event.target) + STEPS[event.key]];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

document.addEventListener("focusin", ({ target }) => {
  const beside = target.closest?.("[data-beside]");
  for (const link of document.querySelectorAll('[data-beside] > a[data-lookup][tabindex="0"]')) {
    if (!beside?.contains(link)) link.tabIndex = -1;
  }
  const link = beside?.querySelector(":scope > a[data-lookup]");
  if (link) link.tabIndex = 0;
});

// -- pictures ---------------------------------------------------------------------------------------------------------

// The dialog of a picture is fetched when somebody opens one, for few do.
document.addEventListener("click", async (event) => {
  if (!event.target.closest?.("[data-picture-open]")) return;
  const { open } = await import("./picture-dialog.js");
  open(document.querySelector("[data-picture]"));
});

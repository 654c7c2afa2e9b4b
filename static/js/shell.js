// What every page says for itself: is the line up, is it saved, and short news at the bottom.
// Other modules speak through events on document: hall:line {up}, hall:saved {state, text}, hall:toast {text, tone},
// hall:announce {text}. A server sends the same names in HX-Trigger.

const SAVED_WORDS = { saving: "Saving", saved: "Saved", unsaved: "Not saved" };
const TOAST_STAYS = 7000;
const SAFE = new Set(["GET", "HEAD", "QUERY"]);

const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

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
  if (writes(event.detail)) say("hall:saved", { state: "unsaved", text: "Not saved: the line is down" });
});

// A whole error page has no place inside a fragment (base.html tells htmx not to swap these), so it is said in a toast.
const TROUBLE = {
  403: "You may not do that here.",
  404: "That is gone. Load the page again to see what is there now.",
};

document.addEventListener("htmx:response:error", (event) => {
  const { status } = event.detail.ctx.response;
  const text = status >= 500 ? "Something broke on our side. Nothing was changed; try again." : TROUBLE[status];
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
  // Bad news stays until it was read.
  if (tone !== "danger") setTimeout(() => paper.remove(), TOAST_STAYS);
}

document.addEventListener("hall:toast", (event) => toast(event.detail));
document.addEventListener("hall:announce", (event) => {
  const voice = document.querySelector("[data-announce]");
  if (voice) voice.textContent = event.detail.text;
});

if (!navigator.onLine) showLine(false);

// Ways that are wider than the screen begin with the one that is walked.

for (const here of document.querySelectorAll("nav [aria-current='page']")) {
  here.scrollIntoView({ block: "nearest", inline: "center" });
}

// The editor of a page: a preview beside the text, marks by button and key, a draft in this browser, and saving that loses
// nothing: while the line is down or the session has run out, the text stays where it is and the page says so.

import { drop, keep, kept } from "./journal-draft.js";
import { offerNames } from "./journal-names.js";

const PAUSE = 300;
const form = document.querySelector("[data-editor]");
const text = form.querySelector("textarea");
const seen = form.querySelector("[data-preview]");
const trouble = form.querySelector("[data-editor-trouble]");
const draftSaid = document.querySelector("[data-draft]");
const key = form.dataset.draftKey;
const FIELDS = ["title", "kind", "tags", "text"];

const token = () => form.querySelector("[name=csrfmiddlewaretoken]").value;
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const fields = () => Object.fromEntries(FIELDS.map((name) => [name, form.elements[name].value]));
const isSame = (one, other) => FIELDS.every((name) => one[name] === other[name]);

// -- the draft ----------------------------------------------------------------------------------------------------------

const saved = fields();
// After a refusal the page holds what was typed, and none of it is saved yet.
const isRefused = Boolean(document.querySelector("[role=alert]:is(.notice, .places)"));
let isDirty = isRefused;

function fill(values) {
  for (const name of FIELDS) if (name in values) form.elements[name].value = values[name];
}

function noteChange() {
  isDirty = isRefused || !isSame(fields(), saved);
  if (!isDirty) drop(key);
  else if (keep(key, { ...fields(), seen: form.elements.seen?.value ?? "" })) say("hall:saved", { state: "kept", text: "Draft kept" });
}

// A draft is from before a refusal, or the same.
function restore() {
  const draft = kept(key);
  if (!draft || isRefused || isSame(draft, saved)) return;
  fill(draft);
  // What it was written upon counts, so that nobody's newer text is overwritten unseen.
  if (form.elements.seen && draft.seen) form.elements.seen.value = draft.seen;
  draftSaid.hidden = false;
  isDirty = true;
}

draftSaid.querySelector("[data-draft-drop]").addEventListener("click", () => {
  drop(key);
  isDirty = false;
  location.reload();
});

addEventListener("beforeunload", (event) => {
  if (isDirty && !kept(key)) event.preventDefault();
});

// -- the preview --------------------------------------------------------------------------------------------------------

let timer = 0;
let asked = 0;

async function look() {
  const mine = (asked += 1);
  try {
    const body = new URLSearchParams({ text: text.value });
    const response = await fetch(form.dataset.previewAt, { method: "POST", body, headers: { "X-CSRFToken": token() } });
    if (response.ok && mine === asked) seen.innerHTML = await response.text();
  } catch {
    // The text is what counts; the preview comes back with the line.
  }
}

form.addEventListener("input", () => {
  noteChange();
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
});

form.querySelector("[data-look]").addEventListener("click", ({ currentTarget }) => {
  const shows = form.classList.toggle("editor--looking");
  currentTarget.setAttribute("aria-pressed", String(shows));
  if (shows) look();
});

// -- marks --------------------------------------------------------------------------------------------------------------

function put(before, after, { line = false } = {}) {
  const { selectionStart: start, selectionEnd: end, value } = text;
  const begin = line ? value.lastIndexOf("\n", start - 1) + 1 : start;
  const chosen = value.slice(begin, end);
  text.focus();
  text.setSelectionRange(begin, end);
  // The one way that leaves the browser's own undo as it is.
  if (!document.execCommand("insertText", false, before + chosen + after)) text.setRangeText(before + chosen + after);
  const at = begin + before.length;
  text.setSelectionRange(at, at + chosen.length);
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

const DEEDS = {
  b: () => put("**", "**"),
  i: () => put("*", "*"),
  k: () => put("[[", "]]"),
  s: () => form.requestSubmit(),
};

form.querySelector("[role=toolbar]").addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.put) put(button.dataset.put, button.dataset.put);
  if (button.dataset.putLine) put(button.dataset.putLine, "", { line: true });
  if ("putLink" in button.dataset) put("[[", "]]");
  if ("putSecret" in button.dataset) put(":::gm\n", "\n:::\n", { line: true });
});

document.addEventListener("keydown", (event) => {
  const letter = event.key.toLowerCase();
  const deed = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && DEEDS[letter];
  if (!deed || (letter !== "s" && event.target !== text)) return;
  event.preventDefault();
  deed();
});

// -- saving -------------------------------------------------------------------------------------------------------------

let isSending = false;

function refuse(sentence) {
  trouble.textContent = sentence;
  say("hall:saved", { state: "unsaved", text: "Not saved" });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  trouble.textContent = "";
  say("hall:saved", { state: "saving" });
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
    await answered(response);
  } catch {
    refuse("Not saved: no connection. Your text is kept in this browser. Save again when you are back online.");
  }
  isSending = false;
});

async function answered(response) {
  if (response.redirected && new URL(response.url).pathname.startsWith("/accounts/")) {
    refuse("You are signed out. Sign in again in another tab, then reload this page: your text is kept here.");
  } else if (response.ok) {
    const { to } = await response.json();
    drop(key);
    isDirty = false;
    location.assign(to);
  } else if (response.status === 409 || response.status === 422) {
    // The page says what stands in the way, with the text in it: it is loaded as a page.
    isDirty = false;
    form.submit();
  } else if (response.status === 403) {
    refuse("Not saved. If you have signed in again, reload this page: your text is kept here.");
  } else refuse("Not saved: something went wrong on our side. Your text is kept in this browser; try again.");
}

offerNames(text);
restore();
look();

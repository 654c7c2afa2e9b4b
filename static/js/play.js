// Forms that let something happen: <form data-play action="…/perform/">. What is refused is said beside the field that it
// is about (data-message-of="…", else data-message), what came of it is shown in data-outcome, a note on it in a toast, and
// data-saved-here says whether it is saved. After an answer the form fires hall:played {entry, version, facts}, after a 409 hall:stale {version}.
// data-play-then="reset" empties the form when it is saved; "close" has the panel of a sheet go on to what comes first there.

// -- delivering -------------------------------------------------------------------------------------------------------

// What is sent carries a key: a line that broke in the middle costs nothing but time.
// deliver() comes back only with an answer; while the line is down it says so and tries again with the same key.

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const AWAY = new Set([502, 503, 504]);
let waiting = 0;

const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// crypto.randomUUID is missing where the page came without TLS.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

// The header that every write carries: it shows that a page of ours sends it.
export const csrf = () => ({ "X-CSRFToken": document.querySelector("meta[name='csrf-token']")?.content ?? "" });

async function attempt(url, body, { method = "POST", headers = {} }) {
  try {
    const response = await fetch(url, {
      method,
      body,
      headers: { ...csrf(), Accept: "application/json", ...headers },
      redirect: "manual",
    });
    return AWAY.has(response.status) ? null : response;
  } catch {
    return null;
  }
}

function lineOrPause(milliseconds) {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", () => (clearTimeout(timer), done()), { once: true });
  });
}

export async function deliver(url, body, whileWaiting = () => {}, how = {}) {
  for (let tries = 0; ; tries += 1) {
    const response = await attempt(url, body, how);
    if (response) {
      say("hall:line", { up: true });
      return { status: response.status, answer: await response.json().catch(() => ({})) };
    }
    say("hall:line", { up: false });
    whileWaiting();
    waiting += 1;
    await lineOrPause(PAUSES[Math.min(tries, PAUSES.length - 1)]);
    waiting -= 1;
  }
}

addEventListener("beforeunload", (event) => {
  if (waiting) event.preventDefault();
});

const WORDS = {
  saving: "Saving",
  saved: "Saved",
  refused: "Not saved",
  waiting: "Not saved: no connection. It will be sent when you are back online",
  broken: "Not saved: something went wrong on our side. Try again",
};
const busy = new WeakSet();
const lastSent = new WeakMap();

// -- what is sent -----------------------------------------------------------------------------------------------------

function fieldsOf(form, submitter) {
  const fields = new FormData(form, submitter);
  for (const closed of form.querySelectorAll("details[data-faces]:not([open]) input")) fields.delete(closed.name);
  return fields;
}

// The same choices keep their key however often they are sent; other choices are another write.
function keyFor(form, fields) {
  fields.delete("key");
  const told = new URLSearchParams(fields).toString();
  const before = lastSent.get(form);
  const key = before?.told === told ? before.key : before ? newKey() : form.elements.namedItem("key")?.value || newKey();
  lastSent.set(form, { told, key });
  return key;
}

// -- what is said -----------------------------------------------------------------------------------------------------

export function tell(form, state, text = WORDS[state]) {
  const shown = { saving: "saving", saved: "saved" }[state] ?? "unsaved";
  for (const place of form.querySelectorAll("[data-saved-here]")) {
    place.dataset.state = shown;
    place.textContent = text;
  }
  say("hall:saved", { state: shown, text });
}

function messagePlace(form, field) {
  const named = field ? form.querySelector(`[data-message-of="${CSS.escape(field)}"]`) : null;
  if (named?.closest("details:not([open])")) named.closest("details").open = true;
  return named || form.querySelector("[data-message]");
}

function controlOf(form, field) {
  const found = field ? (form.elements.namedItem(`with-${field}`) ?? form.elements.namedItem(field)) : null;
  return found instanceof RadioNodeList ? [...found].find((one) => one.type !== "hidden") : found;
}

export function complain(form, sentence, field = "") {
  const place = messagePlace(form, field);
  if (!place) {
    say("hall:toast", { text: sentence, tone: "danger" });
    return;
  }
  place.textContent = sentence;
  place.hidden = false;
  place.dataset.said = Date.now();
  const control = controlOf(form, field);
  if (!control?.setAttribute) return;
  control.setAttribute("aria-invalid", "true");
  if (place.id) control.setAttribute("aria-errormessage", place.id);
}

export function calm(form) {
  for (const place of form.querySelectorAll("[data-message], [data-message-of]")) {
    place.textContent = "";
    place.hidden = true;
  }
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-errormessage");
  }
}

// -- what came of it --------------------------------------------------------------------------------------------------

function succeed(form, answer) {
  lastSent.delete(form);
  const key = form.elements.namedItem("key");
  if (key) key.value = newKey();
  const seen = form.elements.namedItem("seen");
  if (seen && answer.version != null) seen.value = answer.version;
  const outcome = form.querySelector("[data-outcome]") ?? (form.closest("#part-asks") && document.querySelector("[data-answered]"));
  if (outcome && answer.shown?.trim()) {
    outcome.innerHTML = answer.shown;
    outcome.scrollIntoView({ block: "nearest" });
  }
  if (answer.note) say("hall:toast", { text: answer.note });
  for (const faces of form.querySelectorAll("[data-faces] input")) faces.value = "";
  if (form.dataset.playThen === "reset") form.reset();
  tell(form, "saved");
  // What is answered is not answered again before the page is drawn anew.
  form.inert = form.matches(".answer, .ready");
  document.addEventListener("hall:drawn", () => (form.inert = false), { once: true });
  form.dispatchEvent(new CustomEvent("hall:played", { bubbles: true, detail: answer }));
}

// What the game master has to agree to is kept, but nothing has happened yet.
function wait(form, answer) {
  lastSent.delete(form);
  const key = form.elements.namedItem("key");
  if (key) key.value = newKey();
  say("hall:toast", { text: answer.detail });
  tell(form, "saved", "Waiting for approval");
  form.dispatchEvent(new CustomEvent("hall:played", { bubbles: true, detail: answer }));
}

// The rules call typed faces "dice", and a command may have a field of that name.
const isAboutFaces = (form, field) =>
  field === "dice" && [...form.querySelectorAll("details[data-faces][open] input")].some((input) => input.value.trim());

function fail(form, status, answer) {
  const isGone = answer.field === "ask";
  if (status === 409 || isGone) {
    const seen = form.elements.namedItem("seen");
    if (seen && !isGone) seen.value = answer.version;
    form.dispatchEvent(new CustomEvent("hall:stale", { bubbles: true, detail: answer }));
  }
  tell(form, status >= 500 ? "broken" : "refused");
  const field = isAboutFaces(form, answer.field) || answer.field?.startsWith("faces") ? "faces" : answer.field;
  // What is said under a question that is gone goes with it.
  if (isGone) say("hall:toast", { text: answer.detail });
  else complain(form, answer.detail ?? "That did not work. Reload the page.", field);
  if (!isGone) reveal(form, field);
}

// What is refused may stand far from the button: whoever pressed that is brought there.
function reveal(form, field) {
  const place = messagePlace(form, field);
  const { top, bottom } = place?.getBoundingClientRect() ?? {};
  if (!place || (top >= 0 && bottom <= innerHeight)) return;
  const inside = (place.closest(".field") ?? place).querySelectorAll("input:not([type=hidden], [type=search]), select, textarea, summary");
  [...inside].find((one) => one.checkVisibility())?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "center" });
}

export async function play(form, submitter) {
  if (busy.has(form)) return false;
  busy.add(form);
  const fields = fieldsOf(form, submitter);
  fields.set("key", keyFor(form, fields));
  calm(form);
  tell(form, "saving");
  form.setAttribute("aria-busy", "true");
  const { status, answer } = await deliver(submitter?.getAttribute("formaction") ?? form.action, fields, () => tell(form, "waiting"));
  form.removeAttribute("aria-busy");
  busy.delete(form);
  const done = status >= 200 && status < 300;
  if (status === 202) wait(form, answer);
  else if (done) succeed(form, answer);
  else fail(form, status, answer);
  return done;
}

// In a field with suggestions Enter takes one: it goes on to the next field, and sends nothing yet.
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || !field.matches?.("form[data-play] input[list]")) return;
  event.preventDefault();
  const fields = [...field.form.elements].filter((one) => one.checkVisibility());
  fields[fields.indexOf(field) + 1]?.focus();
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-play]");
  // confirm.js asks first where data-confirm says so.
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  play(form, event.submitter);
});

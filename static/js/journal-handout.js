// A handout that is shown comes over whatever page one is on, once: the hall is told of each that is closed. It stays in the
// journal. Several wait for each other.

const waiting = [];
const closed = new Set();
let dialog = null;

function putAway(key, href) {
  closed.add(key);
  const headers = { "X-CSRFToken": document.querySelector("meta[name='csrf-token']").content };
  // While the line is down nobody hears of it: then it comes again with the next page.
  const told = fetch(href, { method: "POST", headers, keepalive: true });
  told.then(() => document.dispatchEvent(new CustomEvent("hall:notice"))).catch(() => {});
}

export function show(links) {
  for (const link of links) {
    const key = link.dataset.handout;
    if (closed.has(key) || waiting.some((one) => one.key === key)) continue;
    waiting.push({ key, href: link.href });
  }
  if (!dialog) next();
}

function made() {
  const element = document.createElement("dialog");
  element.className = "dialog handout";
  element.setAttribute("aria-labelledby", "handout-title");
  const form = document.createElement("form");
  form.method = "dialog";
  form.className = "dialog__actions";
  const whole = document.createElement("a");
  whole.className = "button button--quiet";
  whole.textContent = "Open in the journal";
  const button = document.createElement("button");
  button.className = "button button--primary";
  button.textContent = "Close";
  button.autofocus = true;
  form.append(whole, button);
  element.append(document.createElement("div"), form);
  return element;
}

async function next() {
  const { key, href } = waiting[0] ?? {};
  if (!key) return;
  dialog = made();
  try {
    const response = await fetch(href, { headers: { Accept: "text/html" } });
    if (!response.ok || response.redirected) throw new Error(String(response.status));
    dialog.firstChild.innerHTML = await response.text();
  } catch {
    // It was hidden again meanwhile, or the line is down: the next look brings it once more.
    waiting.shift();
    dialog = null;
    return;
  }
  dialog.querySelector("a.button").href = href.replace(/shown\/$/, "");
  dialog.addEventListener("close", () => {
    putAway(key, href);
    dialog.remove();
    dialog = null;
    waiting.shift();
    next();
  });
  document.body.append(dialog);
  dialog.showModal();
  const title = dialog.querySelector("#handout-title")?.textContent ?? "";
  document.dispatchEvent(new CustomEvent("hall:announce", { detail: { text: `A handout: ${title}` } }));
}

// Names that lead into the compendium. A click shows the entry where one is: <a href="…/section/#key" data-lookup>. Where
// many names stand in lines (data-along), the tab key goes from line to line and the arrows along each; beside a choice
// (data-beside) they wait until the choice has the focus.

const dialog = document.querySelector("[data-lookup-dialog]");
const place = dialog?.querySelector("[data-looked-up]");

// -- looking up -------------------------------------------------------------------------------------------------------

const addressOf = (link) => `${link.origin}${link.pathname}${encodeURIComponent(decodeURIComponent(link.hash.slice(1)))}/`;

async function read(link) {
  try {
    const response = await fetch(addressOf(link), { headers: { Accept: "text/html" } });
    return response.ok && !response.redirected ? await response.text() : "";
  } catch {
    return "";
  }
}

let asked = 0;

async function lookUp(link) {
  const mine = (asked += 1);
  const told = await read(link);
  if (mine !== asked) return undefined;
  // What cannot be shown here is shown where it stands; what somebody was filling in stays open.
  if (!told) return open(link.href, "_blank", "noopener");
  place.innerHTML = told;
  dialog.querySelector("[data-lookup-whole]").href = link.href;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  return undefined;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-lookup]");
  if (link && dialog && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    lookUp(link);
  }
  if (event.target === dialog) dialog.close();
});

// -- by keys ----------------------------------------------------------------------------------------------------------

const STOPS = 'a[href], button:not([disabled]), input:not([type="hidden"])';
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

document.addEventListener("keydown", (event) => {
  const line = STEPS[event.key] && event.target.closest?.("[data-along]");
  if (!line || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  const stops = [...line.querySelectorAll(STOPS)];
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

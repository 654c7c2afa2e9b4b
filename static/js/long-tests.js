// Long tests go on while one looks: with each piece of news the page is fetched again, and what differs takes its place.
// While the worker rolls, news come faster than a page is made; then one look answers for all that came meanwhile.

const PAUSE = 400;
const AGAIN = 4000;
const root = document.querySelector("[data-long-tests]");
let isLooking = false;
let isWanted = false;

function put(now, next) {
  if (now.innerHTML === next.innerHTML || now.querySelector("[aria-busy]")) return;
  const way = now.contains(document.activeElement) ? document.activeElement.dataset.way : "";
  now.innerHTML = next.innerHTML;
  if (way) now.querySelector(`[data-way="${CSS.escape(way)}"]`)?.focus();
}

async function fetchParts() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of root.querySelectorAll("[data-live]")) {
    const next = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
    if (next) put(part, next);
  }
}

async function look() {
  isWanted = true;
  if (isLooking) return;
  isLooking = true;
  while (isWanted) {
    isWanted = false;
    try {
      await fetchParts();
    } catch {
      document.dispatchEvent(new CustomEvent("hall:line", { detail: { up: false } }));
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  isLooking = false;
}

document.addEventListener("hall:news", look);
document.addEventListener("hall:stale", (event) => {
  // What stood beside the button goes when the page is made anew.
  if (event.detail.detail) root.querySelector("[data-came]").textContent = event.detail.detail;
  look();
});
document.addEventListener("hall:played", (event) => {
  if (event.target.closest?.("[data-form]")) {
    location.assign(root.dataset.longTests);
    return;
  }
  if (event.detail.shown) root.querySelector("[data-came]").innerHTML = event.detail.shown;
  look();
});
// That somebody else paused a run is no entry, so no news tell of it.
setInterval(() => !document.hidden && root.querySelector("[data-going]") && look(), AGAIN);

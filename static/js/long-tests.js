// Long tests go on while one looks: each piece of news fetches the page again.

import { looking } from "./live-parts.js";

const root = document.querySelector("[data-long-tests]");
// That somebody else paused a run is no entry, so no news tell of it.
const look = looking(root, 4000);

document.addEventListener("hall:news", look);
document.addEventListener("hall:stale", (event) => {
  // What stood beside the button goes when the page is made anew.
  if (event.detail.detail) root.querySelector("[data-came]").textContent = event.detail.detail;
  look();
});
document.addEventListener("hall:played", (event) => {
  if (event.target.closest?.("[data-form]")) return void location.assign(root.dataset.longTests);
  if (event.detail.shown) root.querySelector("[data-came]").innerHTML = event.detail.shown;
  event.target.reset?.();
  look();
});

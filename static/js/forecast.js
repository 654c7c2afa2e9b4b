// Forecasts: rows of what-ifs come and go, whoever asks is taken to the answer, and what is being played is looked at again.
// Nobody but game masters hears of forecasts, so no news are sent of them: the page asks by itself.

import { looking } from "./live-parts.js";

const root = document.querySelector("[data-live-page]");
const look = looking(root, 2000);
const rows = root.querySelector("[data-what-ifs]");

function count() {
  const more = rows.querySelector("[data-what-if-more]");
  more.disabled = rows.querySelectorAll("[data-what-if]").length >= Number(rows.dataset.whatIfs);
}

function add(button) {
  const row = rows.querySelector("[data-what-if-row]").content.cloneNode(true);
  button.parentElement.before(row);
  [...rows.querySelectorAll("[data-what-if]")].at(-1).querySelector("select").focus();
  count();
}

function takeAway(button) {
  button.closest("[data-what-if]").remove();
  count();
  rows.querySelector("[data-what-if-more]").focus();
}

rows?.addEventListener("click", (event) => {
  const more = event.target.closest("[data-what-if-more]");
  const away = event.target.closest("[data-what-if-away]");
  if (more) add(more);
  if (away) takeAway(away);
});
document.addEventListener("hall:played", (event) => {
  if (event.detail.to && event.detail.to !== location.pathname) location.assign(event.detail.to);
  else look();
});
document.addEventListener("hall:stale", look);

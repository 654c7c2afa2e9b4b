// Sessions: with each piece of news, and with each thing that is sent from here, the page is looked at again. When a
// session begins or ends the page is another one, so it is loaded anew.

import { looking } from "./live-parts.js";

const root = document.querySelector("[data-sessions]");
const look = looking(root, 1000);

document.addEventListener("hall:news", look);
// What a session is, planned, running or over, decides what its page is made of.
document.addEventListener("hall:fetched", ({ detail }) => {
  const state = detail.querySelector("[data-sessions]")?.dataset.state;
  if (state && state !== root.dataset.state) location.reload();
});
document.addEventListener("hall:stale", look);
document.addEventListener("hall:played", (event) => {
  const form = event.target.closest?.("form");
  if (event.detail?.to) location.assign(event.detail.to);
  else if (form?.hasAttribute("data-then-list")) location.assign(root.dataset.sessionsList);
  else if (form?.hasAttribute("data-then-load")) location.reload();
  else look();
});

// Sessions: with news, and what is sent from here, the page is looked at again; in another state it is another page.

import { looking, unsaved } from "./live-parts.js";

const root = document.querySelector("[data-sessions]");
const look = looking(root, 1000);

document.addEventListener("hall:news", look);
document.addEventListener("hall:fetched", ({ detail }) => {
  const state = detail.querySelector("[data-sessions]")?.dataset.state;
  if (state && state !== root.dataset.state) location.reload();
});
document.addEventListener("hall:stale", look);
addEventListener("beforeunload", (event) => unsaved(root) && event.preventDefault());
document.addEventListener("hall:played", ({ target, detail }) => {
  const form = target.closest?.("form");
  // What was sent is saved.
  for (const text of form?.querySelectorAll("textarea") ?? []) text.defaultValue = text.value;
  if (detail?.to) location.assign(detail.to);
  else if (form?.hasAttribute("data-then-load")) location.reload();
  else look();
});

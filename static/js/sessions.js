// Sessions: with each piece of news, and with each thing that is sent from here, the page is looked at again. When a
// session begins or ends the page is another one, so it is loaded anew.

import { looking } from "./live-parts.js";

const root = document.querySelector("[data-sessions]");
const look = looking(root, 1000);

document.addEventListener("hall:news", look);
document.addEventListener("hall:stale", look);
document.addEventListener("hall:played", (event) => {
  const form = event.target.closest?.("form");
  if (form?.hasAttribute("data-then-list")) location.assign(root.dataset.sessionsList);
  else if (form?.hasAttribute("data-then-load")) location.reload();
  else look();
});

// Somebody else took a step, perhaps in another tab. If it was this one, the next stands here; otherwise what is chosen
// stays, and the path and the preview are as they are now.

import { askSoon } from "./odds.js";

function notice(sentence) {
  document.querySelector("[data-making-told]")?.remove();
  const told = Object.assign(document.createElement("p"), { className: "notice", role: "alert", textContent: sentence });
  told.dataset.makingTold = "";
  document.querySelector("[data-making-title]").before(told);
}

export async function meet(form, { lookAt, making, put }) {
  const step = new URLSearchParams(location.search).get("step");
  const address = making().dataset.making + (step ? `?${new URLSearchParams({ step })}` : "");
  const { page, elsewhere } = await lookAt(address).catch(() => ({}));
  if (elsewhere) return location.assign(elsewhere);
  const there = page?.querySelector("[data-making]");
  if (there && there.querySelector("form").dataset.command !== form.dataset.command) {
    put(there);
    return notice("This step was done elsewhere, perhaps in another tab. Here is the next one.");
  }
  askSoon(form);
  if (!there) return undefined;
  const path = there.querySelector("[data-making-path]");
  document.querySelector("[data-making-path]").replaceWith(document.importNode(path, true));
  return notice("The character was changed elsewhere. Your choice is still here: check it and send it again.");
}

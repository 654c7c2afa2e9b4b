// The board before anybody touches it: what it can do is loaded on first use, and hears then what was done meanwhile.

const HEARD = ["pointerdown", "pointermove", "pointerup", "pointercancel", "keydown", "click"];
const DONE_BY_KEY = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " "]);
let tools = null;
let waiting = [];

const isOn = (event) => event.target.closest?.("[data-board], [data-board-tool]");

function load() {
  tools ??= import("./board.js").then(({ hear }) => {
    for (const event of waiting) hear(event);
    waiting = null;
  });
}

for (const kind of ["pointerover", "focusin", "wheel"]) document.addEventListener(kind, (event) => isOn(event) && load(), { passive: true });

document.addEventListener("hall:ping", ({ detail }) => import("./board-ping.js").then(({ show }) => show(detail)));

// A finger on a token drags it and does not scroll the page, whatever the browser makes of touch-action within drawings.
document.querySelector('[data-part="board"]')?.addEventListener(
  "touchstart",
  (event) => event.target.closest('[data-token][role="button"]') && event.cancelable && event.preventDefault(),
  { passive: false },
);

for (const kind of HEARD) {
  document.addEventListener(kind, (event) => {
    if (!waiting || !(isOn(event) || waiting.length)) return;
    load();
    waiting.push(event);
    if (kind === "keydown" && DONE_BY_KEY.has(event.key) && event.target.matches('[data-token][role="button"], [data-door]')) event.preventDefault();
  });
}

// The result: the newest line of the log, its dice drawn, on the stage until the next thing happens.

// The last sentences of a long passage say how it ended; all of it stands in the log.
const MOST = 5;
const place = document.querySelector("[data-result]");
let shown = newest()?.dataset.entry;
let turn = document.querySelector("[data-turn]")?.dataset.turn;

function newest() {
  return document.querySelector('[data-part="log"] .log__line:not(.log__line--undone, .log__line--turned)');
}

function tell(line) {
  const told = [...line.querySelectorAll(".log__told")].slice(-MOST).map((one) => one.cloneNode(true));
  place.replaceChildren(...told);
  place.hidden = !told.length;
}

function show() {
  const line = newest();
  const now = document.querySelector("[data-turn]")?.dataset.turn;
  const isNext = now !== turn;
  turn = now;
  if (line?.dataset.entry === shown) return;
  shown = line?.dataset.entry;
  if (line && !isNext) tell(line);
  else place.hidden = true;
}

if (place) document.addEventListener("hall:drawn", show);

// Whoever reads below the stage keeps their line in its place: what comes in above it moves the page along. Browsers do
// that by themselves only here and there, so on the table they are told to leave it (overflow-anchor in stage.css).

const KNOWN = ["entry", "rung", "key"];
const LINES = KNOWN.map((name) => `main [data-${name}]`).join();
const stage = document.querySelector("#stage, #now");
let line;
let top;

// The first line that begins in the upper part of the window, where people read, of those in the middle of it.
function read() {
  return [...document.querySelectorAll(LINES)].find((one) => {
    const { top: from, left, right } = one.getBoundingClientRect();
    return from > innerHeight / 5 && from < innerHeight && left < innerWidth / 2 && right > innerWidth / 2;
  });
}

// Drawn anew, a line is known by what it is about.
function again() {
  if (line.isConnected) return line;
  const name = KNOWN.find((one) => one in line.dataset);
  return document.querySelector(`[data-${name}="${CSS.escape(line.dataset[name])}"]`);
}

function hold() {
  line = stage.hasAttribute("data-seen") ? undefined : read();
  top = line?.getBoundingClientRect().top;
}

function keep() {
  const now = line && again();
  if (now) scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
  line = undefined;
}

// Before shell.js lets anything glide: what has not moved in the window stays.
document.addEventListener("hall:moving", hold, true);
document.addEventListener("hall:moved", keep, true);

// When the order changes, the rungs of the ladder glide to their new places, so that the eye can follow.
// <ol class="ladder" data-ladder> with <li data-rung="…"> inside; the name of a rung stays the same between two states.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const rungs = () => document.querySelectorAll("[data-ladder] [data-rung]");
let before = new Map();

function remember() {
  before = new Map([...rungs()].map((rung) => [rung.dataset.rung, rung.offsetTop]));
}

function glide() {
  if (still.matches) return;
  for (const rung of rungs()) {
    const from = before.get(rung.dataset.rung);
    const way = from === undefined ? 0 : from - rung.offsetTop;
    if (way) rung.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], { duration: 260, easing: "ease-out" });
  }
}

for (const name of ["htmx:before:swap", "hall:drawing"]) document.addEventListener(name, remember);
for (const name of ["htmx:after:swap", "hall:drawn"]) document.addEventListener(name, glide);

// Paths: the server says what a path costs and what lies on it, and sends the form that goes there. Nothing moves before
// the rules have said yes.

import { board, draw, farOf, panel, uncover } from "./board-ground.js";
import { drag, endDrag } from "./board-ping.js";
import { want } from "./table-look.js";

const announce = (text) => document.dispatchEvent(new CustomEvent("hall:announce", { detail: { text } }));
const place = () => panel()?.querySelector("[data-path-place]");
const fields = ({ x, y }) => ({ x: String(Math.round(x)), y: String(Math.round(y)) });
const SOON = 60;

let asked = null; // the path that is looked at: {key, who, from, to, found}
let timer = 0;

export const whereOf = (who) => {
  const token = board().querySelector(`[data-token="${CSS.escape(who)}"]`);
  return { x: Number(token.dataset.x), y: Number(token.dataset.y) };
};

async function fetched(query, signal) {
  try {
    const response = await fetch(`${board().dataset.paths}?${query}`, { headers: { Accept: "text/html" }, signal });
    if (!response.ok || response.redirected) return null;
    return new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-path]");
  } catch {
    return null;
  }
}

// The answer to a question that was overtaken by another is not shown.
function ask(path) {
  path.stop = new AbortController();
  const query = new URLSearchParams({ as: path.who, ...fields(path.to), ...(path.puts && { put: "" }) });
  path.found = fetched(query, path.stop.signal).then((found) => {
    if (asked === path && found) show(path, found);
    return found;
  });
  return path.found;
}

function show(path, found) {
  const { x, y, far, refused, course } = found.dataset;
  draw({ from: path.from, to: { x: Number(x), y: Number(y) }, label: far, tone: refused ? "refused" : "", course });
  place().replaceChildren(found);
  place().hidden = false;
  if (!path.soon) uncover(place()); // Not under a token that is dragged.
}

export function look(who, to, { puts = false, soon = false } = {}) {
  const from = whereOf(who);
  const key = [who, to.x, to.y, puts].join();
  if (asked?.key === key) return asked;
  asked?.stop?.abort();
  clearTimeout(timer);
  const path = { key, who, from, to, puts, soon };
  asked = path;
  draw({ from, to, label: farOf(from, to) });
  if (soon) {
    drag(who, to);
    timer = setTimeout(() => ask(path), SOON);
  } else ask(path);
  return path;
}

export function drop() {
  asked?.stop?.abort();
  clearTimeout(timer);
  asked = null;
  endDrag();
  draw(null);
  place()?.replaceChildren();
  if (place()) place().hidden = true;
}

export const isOpen = () => asked;

// A way round a wall goes on from its corner, unless somebody is asked meanwhile or nothing has moved.
let onward = null;

// While legs are sent the stage offers nothing else: what it draws between two of them would be pressed by mistake.
let isWalking = false;

function walk(isOn = isWalking) {
  isWalking = isOn;
  document.querySelector('[data-part="now"]')?.toggleAttribute("inert", isOn);
}

function goOn() {
  const { who, from, to, puts } = onward;
  onward = null;
  if (asked || !board()?.querySelector(`[data-token="${CSS.escape(who)}"]`)) return;
  const now = whereOf(who);
  const isAt = (place) => now.x === place.x && now.y === place.y;
  if (!isAt(from) && !isAt(to)) go(who, to, { puts });
}

document.addEventListener("hall:looked", () => {
  if (onward?.isOver) goOn();
  if (!onward && !asked?.goes && !asked?.isSent) walk(false);
});
document.addEventListener("hall:saved", ({ detail }) => detail.state === "unsaved" && walk(false));

// What is drawn anew before the answer comes does not hold it up.
export async function go(who, to, options = {}) {
  const path = look(who, to, options);
  path.goes = true;
  const found = await (path.found ?? ask(path));
  if (asked !== path) return;
  path.goes = false;
  const form = found?.querySelector("[data-path-form]");
  if (form) form.requestSubmit();
  else {
    walk(false);
    announce(found?.dataset.refused ?? "The path could not be loaded. Try again.");
  }
}

// Its button sends it as a tap does.
document.addEventListener("submit", ({ target }) => {
  if (!asked || !target.matches("[data-path-form]")) return;
  asked.isSent = true;
  onward = target.closest("[data-course]") && asked;
  walk(isWalking || Boolean(onward));
});

// The length, and all that is said of it, for those who hear the page.
export async function tell(who, to) {
  const path = look(who, to);
  const found = await (path.found ?? ask(path));
  if (asked !== path || !found) return;
  const said = found.querySelector(".path__said").textContent.trim().replace(/\s+/g, " ");
  announce(found.dataset.refused ? said : `${said}. Press Enter to go there.`);
}

function arrived() {
  if (onward) onward.isOver = true;
  drop();
}

document.addEventListener("hall:played", (event) => event.target.matches?.("[data-path-form]") && arrived());
// The board that is drawn anew may know another path there.
document.addEventListener("hall:drawn", () => {
  walk();
  if (!asked) return;
  // The news of a move may come before the answer to it.
  if (asked.isSent) return void arrived();
  const { who, to, puts, goes } = asked;
  asked.stop?.abort();
  asked = null;
  if (!board()?.querySelector(`[data-token="${CSS.escape(who)}"]`)) drop();
  else if (goes) go(who, to, { puts });
  else look(who, to, { puts });
});
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-path-change]") || !asked) return;
  const { who, to } = asked;
  drop();
  want({ as: who, do: "", ...fields(to) }, { focus: true });
});

// Who is asked and whose turn it is, on every page of a campaign and where all of them stand: a bar, a number in the title
// and at the icon, and a short sound if one wishes it. At the table itself the bar keeps quiet while the stage is in sight.

const bar = document.querySelector("[data-calls]");
const stage = document.querySelector("#stage, #now");
const table = document.querySelector("[data-table]")?.dataset.table ?? "";
const icon = document.querySelector("link[rel='icon'][data-asked]");
const choice = document.querySelector("[data-calls-sound]");
const title = document.title;
const plainIcon = icon?.getAttribute("href");

let known = null;
let stageIsSeen = false;
let isLooking = false;
let isWanted = false;

const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const called = (whose) => [...(bar?.querySelectorAll(`[data-whose="${whose}"]`) ?? [])];
const isHere = (call) => Boolean(call.dataset.in) && table.includes(`/${call.dataset.in}/`);

// -- what is shown ------------------------------------------------------------------------------------------------------

function hide() {
  const mine = called("mine");
  const begun = called("begun");
  // At one's own table a call changes whom one acts for, and keeps what one has typed.
  for (const call of called("mine")) if (call.href && isHere(call)) call.dataset.as = new URL(call.href).searchParams.get("as");
  for (const call of mine) call.hidden = stageIsSeen && isHere(call);
  for (const call of begun) call.hidden = isHere(call);
  bar.hidden = [...mine, ...begun].every((call) => call.hidden);
  document.title = mine.length ? `(${mine.length}) ${title}` : title;
  icon?.setAttribute("href", mine.length ? icon.dataset.asked : plainIcon);
}

// What stands below the bar moves with it.
function show(html) {
  say("hall:moving");
  if (html !== undefined) bar.innerHTML = html;
  hide();
  say("hall:moved");
}

// The number at the bell follows what is new here.
function ring(unread) {
  const bell = document.querySelector("[data-bell]");
  const count = bell?.querySelector("[data-bell-count]");
  if (!count || unread === undefined) return;
  count.textContent = unread;
  count.hidden = unread === "0";
  bell.setAttribute("aria-label", unread === "0" ? "Notices" : `Notices: ${unread} new`);
}

// What a tab keeps from page to page, where storage is allowed.
const kept = {};

export function recall(name) {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return kept[name] ?? "";
  }
}

export function keep(name, text) {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    kept[name] = text;
  }
}

// The last bar stands here at once: nothing jumps when it is answered.
const LAST = `calls ${document.querySelector('meta[name="viewer"]')?.content} ${bar?.dataset.calls}`;

function take(html) {
  const held = document.activeElement?.dataset?.call;
  show(html);
  keep(LAST, html);
  ring(bar.querySelector("[data-unread]")?.dataset.unread);
  if (bar.querySelector("form")) import("./play.js");
  if (held) bar.querySelector(`[data-call="${CSS.escape(held)}"]`)?.focus();
  const keys = (whose) => called(whose).map((call) => call.dataset.call);
  const fresh = (whose) => known && keys(whose).some((key) => !known.has(key));
  const told = ["mine", "begun"].find(fresh);
  if (told) {
    sound("mine");
    say("hall:announce", { text: called(told)[0].textContent.trim() });
  } else if (fresh("players")) sound("players");
  known = new Set(["mine", "begun", "players"].flatMap(keys));
  handOut(bar.querySelectorAll("[data-handout]"));
}

// A handout is rare: what shows it is fetched when there is one.
async function handOut(links) {
  if (links.length) (await import("./journal-handout.js")).show([...links]);
}

// -- looking ------------------------------------------------------------------------------------------------------------

// One look at a time: it answers for all that was wished for meanwhile.
async function look() {
  isWanted = true;
  if (isLooking) return;
  isLooking = true;
  while (isWanted) {
    isWanted = false;
    try {
      const response = await fetch(bar.dataset.calls, { headers: { Accept: "text/html" } });
      if (response.ok && !response.redirected) take(await response.text());
    } catch {
      say("hall:line", { up: false });
    }
  }
  isLooking = false;
}

// -- the sound ----------------------------------------------------------------------------------------------------------

const LOUDNESS = ["none", "mine", "players", "all"];

function wished() {
  try {
    return localStorage.getItem("calls") ?? bar.dataset.sound;
  } catch {
    return bar.dataset.sound;
  }
}

function sound(what) {
  // Browsers let no page sound or shake before somebody has touched it.
  if (LOUDNESS.indexOf(wished()) < LOUDNESS.indexOf(what) || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.([60, 40, 60]);
  const audio = new AudioContext();
  const gain = new GainNode(audio, { gain: 0.08 });
  gain.connect(audio.destination);
  [660, 880].forEach((frequency, place) => {
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(gain);
    tone.start(audio.currentTime + place * 0.14);
    tone.stop(audio.currentTime + place * 0.14 + 0.12);
  });
  setTimeout(() => audio.close(), 600);
}

if (bar) {
  if (choice) {
    choice.value = wished();
    choice.addEventListener("change", () => {
      try {
        localStorage.setItem("calls", choice.value);
      } catch {
        // Storage may be forbidden; the wish then lasts as long as the page.
        bar.dataset.sound = choice.value;
      }
    });
  }
  if (stage) {
    new IntersectionObserver(([seen]) => {
      stageIsSeen = seen.isIntersecting;
      stage.toggleAttribute("data-seen", stageIsSeen);
      show();
    }).observe(stage);
    bar.addEventListener("click", (event) => event.target.closest("[data-as]") && stage.scrollIntoView({ block: "start" }));
  }
  document.addEventListener("hall:news", (event) => {
    look();
    if (event.detail?.entry) sound("all");
  });
  document.addEventListener("hall:played", look);
  document.addEventListener("hall:notice", look);
  // Where no feed brings news, it is asked for now and then.
  const { every } = bar.dataset;
  if (every) setInterval(() => document.hidden || look(), every * 1000);
  if (every) document.addEventListener("visibilitychange", () => document.hidden || look());
  bar.innerHTML = recall(LAST);
  if (!stage) show(); // Else once that is looked for.
  look();
}

// -- the palette ------------------------------------------------------------------------------------------------------

// Its button, "/" or Ctrl+K opens it on every page of the campaign, and "?" where no other list of keys is. It opens at
// once, so that letters and Enter go nowhere else; what it finds comes with its script, fetched when it is first wanted.

function openPalette() {
  const dialog = document.querySelector("[data-palette]");
  dialog.querySelector("input").value = "";
  dialog.showModal();
  let wasEntered = false;
  const early = new AbortController();
  dialog.addEventListener("keydown", ({ key }) => (wasEntered ||= key === "Enter"), early);
  import("./palette.js").then(({ open }) => {
    early.abort();
    if (dialog.open) open(wasEntered);
  });
}

const isWritten = (element) => element.matches("input:not([type=radio], [type=checkbox]), select, textarea") || element.isContentEditable;

document.addEventListener("keydown", (event) => {
  const keys = document.querySelector("[data-keys]") ? ["/"] : ["/", "?"];
  const isPlain = keys.includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && !isWritten(event.target);
  const isChord = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (event.defaultPrevented || event.repeat || !(isPlain || isChord)) return;
  if (!document.querySelector("[data-palette]") || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  openPalette();
});

document.addEventListener("click", (event) => event.target.closest?.("[data-palette-open]") && openPalette());

// One line per page: <… data-feed="/campaigns/…/feed/">. Each new entry becomes hall:news {entry, encounter, documents} on
// document; {fresh: true} says that something may have been missed. A browser takes a broken line up again by itself and
// is told what it missed; where it gives up (after an error page), we try again.

const AGAIN = 5000;
const place = document.querySelector("[data-feed]");
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

function listen(url) {
  const line = new EventSource(url);
  line.addEventListener("open", () => {
    say("hall:line", { up: true });
    say("hall:news", { fresh: true });
  });
  line.addEventListener("entry", (event) => say("hall:news", JSON.parse(event.data)));
  line.addEventListener("reload", () => say("hall:news", { fresh: true }));
  line.addEventListener("error", () => {
    say("hall:line", { up: false });
    if (line.readyState === EventSource.CLOSED) setTimeout(() => listen(url), AGAIN);
  });
  addEventListener("pagehide", () => line.close(), { once: true });
}

if (place) listen(place.dataset.feed);
addEventListener("pageshow", (event) => event.persisted && place && listen(place.dataset.feed));

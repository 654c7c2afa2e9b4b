// What is new in a campaign, for pages that say where to listen: <… data-feed="/campaigns/…/feed/">.
// Each new entry becomes hall:news {entry, command, encounter, documents} on document; {fresh: true} says that something
// may have been missed and everything is to be looked at again. Somebody who points at the board becomes hall:ping, a
// new notice hall:notice.
//
// A browser allows few lines to one house, so its pages share one: whoever holds the lock listens, and passes the news on.
// A page that nobody looks at lets go after a while; the next one goes on where it was, for each tells how far it has come.

const AGAIN = 5000;
const HIDDEN_FOR = 20000;
const place = document.querySelector("[data-feed]");
const viewer = document.querySelector('meta[name="viewer"]')?.content ?? "";
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

class Feed {
  constructor(url) {
    this.url = url;
    this.name = `hall:feed:${url}:${viewer}`;
    this.last = null; // the entry up to which this page has heard everything
    this.isUp = false;
  }

  // Listening together

  join() {
    if (this.leaving) return;
    this.leaving = new AbortController();
    // Locks exist only where the line is safe (or on one's own machine); elsewhere every page listens for itself.
    if (!navigator.locks) {
      this.listen();
      return;
    }
    this.channel = new BroadcastChannel(this.name);
    this.channel.onmessage = ({ data }) => this.passedOn(data);
    navigator.locks
      .request(this.name, { signal: this.leaving.signal }, () => this.lead())
      .catch((error) => {
        if (error.name !== "AbortError") throw error;
      });
    this.channel.postMessage({ asks: true });
  }

  leave() {
    this.leaving?.abort();
    this.leaving = null;
    this.letGo?.();
    this.letGo = null;
    clearTimeout(this.retry);
    this.line?.close();
    this.line = null;
    this.channel?.close();
    this.channel = null;
    this.isUp = false;
  }

  lead() {
    if (!this.leaving) return undefined;
    this.listen();
    return new Promise((resolve) => {
      this.letGo = resolve;
    });
  }

  passedOn(told) {
    if (told.asks) {
      if (this.line) this.channel.postMessage({ up: this.isUp, last: this.last });
    } else if (told.ping) say("hall:ping", told.ping);
    else if (told.notice) say("hall:notice");
    else if ("up" in told) this.hearLine(told.up, told.last);
    else this.hearNews(told.news, told.last);
  }

  // A page that comes in while another listens may have missed what happened since it was made.
  hearLine(up, last) {
    const isNew = up && !this.isUp && (last === null || last !== this.last);
    this.isUp = up;
    this.last = last;
    say("hall:line", { up });
    if (isNew) say("hall:news", { fresh: true });
  }

  hearNews(news, last) {
    this.last = last;
    say("hall:news", news);
  }

  // The one line

  listen() {
    const from = this.last === null ? "" : `?since=${encodeURIComponent(this.last)}`;
    const goesOn = this.last !== null;
    this.line = new EventSource(this.url + from);
    this.line.addEventListener("open", () => this.opened(goesOn));
    this.line.addEventListener("entry", (event) => this.tell(JSON.parse(event.data), event.lastEventId));
    this.line.addEventListener("ping", (event) => this.pass(JSON.parse(event.data)));
    this.line.addEventListener("notice", () => this.passNotice());
    this.line.addEventListener("reload", (event) => this.tell({ fresh: true }, event.lastEventId));
    this.line.addEventListener("error", () => this.broken());
  }

  opened(goesOn) {
    this.isUp = true;
    say("hall:line", { up: true });
    this.channel?.postMessage({ up: true, last: this.last });
    // The browser takes up a broken line by itself from where it was; only the very first one begins in the middle.
    if (!goesOn && this.last === null) say("hall:news", { fresh: true });
  }

  tell(news, last) {
    this.channel?.postMessage({ news, last });
    this.hearNews(news, last);
  }

  pass(ping) {
    this.channel?.postMessage({ ping });
    say("hall:ping", ping);
  }

  passNotice() {
    this.channel?.postMessage({ notice: true });
    say("hall:notice");
  }

  broken() {
    this.isUp = false;
    say("hall:line", { up: false });
    this.channel?.postMessage({ up: false, last: this.last });
    if (this.line?.readyState !== EventSource.CLOSED) return;
    // An answer that is no stream makes the browser give up: the house may be closed for a moment.
    this.retry = setTimeout(() => this.leaving && this.listen(), AGAIN);
  }
}

if (place) {
  const feed = new Feed(place.dataset.feed);
  let hidden = 0;
  feed.join();
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(() => feed.leave(), HIDDEN_FOR);
    else feed.join();
  });
  addEventListener("pagehide", () => feed.leave());
  addEventListener("pageshow", (event) => event.persisted && feed.join());
}

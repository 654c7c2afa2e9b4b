// Writing, truthfully: what is sent carries a key, so that a line that broke in the middle costs nothing but time.
// deliver() comes back only with an answer; while the line is down it says so and tries again with the same key.

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const AWAY = new Set([502, 503, 504]);
let waiting = 0;

const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// crypto.randomUUID is missing where the page came without TLS, as it does in a living room.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

const token = () => document.querySelector("meta[name='csrf-token']")?.content ?? "";

async function attempt(url, body) {
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: { "X-CSRFToken": token(), Accept: "application/json" },
      redirect: "manual",
    });
    return AWAY.has(response.status) ? null : response;
  } catch {
    return null;
  }
}

function lineOrPause(milliseconds) {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", () => (clearTimeout(timer), done()), { once: true });
  });
}

export async function deliver(url, body, whileWaiting = () => {}) {
  for (let tries = 0; ; tries += 1) {
    const response = await attempt(url, body);
    if (response) {
      say("hall:line", { up: true });
      return { status: response.status, answer: await response.json().catch(() => ({})) };
    }
    say("hall:line", { up: false });
    whileWaiting();
    waiting += 1;
    await lineOrPause(PAUSES[Math.min(tries, PAUSES.length - 1)]);
    waiting -= 1;
  }
}

addEventListener("beforeunload", (event) => {
  if (waiting) event.preventDefault();
});

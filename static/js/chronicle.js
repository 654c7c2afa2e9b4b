// The chronicle grows while one reads: its newest page is fetched again when something happened. Older pages stay as they are.

const root = document.querySelector("[data-chronicle]");
const isNewest = !["before", "at"].some((word) => new URLSearchParams(location.search).has(word));
let asked = 0;

async function look() {
  const mine = (asked += 1);
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!response.ok || mine !== asked) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const part of ["[data-told]", "[data-ways]"]) {
      const [now, next] = [root.querySelector(part), fresh.querySelector(part)];
      if (!now || !next || now.innerHTML === next.innerHTML) continue;
      const hadFocus = now.contains(document.activeElement);
      now.replaceWith(next);
      if (hadFocus) next.querySelector("button")?.focus();
    }
  } catch {
    document.dispatchEvent(new CustomEvent("hall:line", { detail: { up: false } }));
  }
}

document.addEventListener("hall:played", look);
document.addEventListener("hall:news", () => isNewest && look());

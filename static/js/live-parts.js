// Pages that change while one looks: fetched again, and the parts that differ ([data-live]) take their place. One look at
// a time answers for all that was wished for meanwhile. A part in which something is being sent or written is left alone;
// what somebody unfolded stays so.

const PAUSE = 400;

export const unsaved = (part) => [...part.querySelectorAll("textarea")].some((one) => one.value !== one.defaultValue);

const unfolded = (part) => [...part.querySelectorAll("details[open] > summary")].map((one) => one.textContent);

function put(now, next) {
  if (now.innerHTML === next.innerHTML || now.querySelector("[aria-busy]") || unsaved(now)) return false;
  if (now.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) return false;
  const way = now.contains(document.activeElement) ? document.activeElement.dataset.way : "";
  const open = unfolded(now);
  now.innerHTML = next.innerHTML;
  for (const one of now.querySelectorAll("details > summary")) one.parentElement.open ||= open.includes(one.textContent);
  if (way) now.querySelector(`[data-way="${CSS.escape(way)}"]`)?.focus();
  return true;
}

async function fetchParts(root) {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  document.dispatchEvent(new CustomEvent("hall:fetched", { detail: fresh }));
  let isOther = false;
  for (const part of root.querySelectorAll("[data-live]")) {
    const next = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
    if (next && put(part, next)) isOther = true;
  }
  if (isOther) document.dispatchEvent(new CustomEvent("hall:drawn"));
}

// Looks at the page again, also every `often` milliseconds while something goes on ([data-going]).
export function looking(root, often) {
  let isLooking = false;
  let isWanted = false;

  async function look() {
    isWanted = true;
    if (isLooking) return;
    isLooking = true;
    while (isWanted) {
      isWanted = false;
      try {
        await fetchParts(root);
      } catch {
        document.dispatchEvent(new CustomEvent("hall:line", { detail: { up: false } }));
      }
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    isLooking = false;
  }

  setInterval(() => !document.hidden && root.querySelector("[data-going]") && look(), often);
  return look;
}

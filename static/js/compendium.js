// The compendium: a search box narrows its page down while one types; without this script it asks for the page instead.

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function remember(wanted) {
  const address = new URL(location.href);
  if (wanted) address.searchParams.set("q", wanted);
  else address.searchParams.delete("q");
  history.replaceState(history.state, "", address);
}

// -- one section: all its entries are there ---------------------------------------------------------------------------

function filtering(form) {
  const entries = [...document.querySelectorAll("[data-entries] > li")].map((item) => [item, fold(item.textContent)]);
  const count = document.querySelector("[data-count]");
  const nothing = document.querySelector("[data-nothing]");
  const everywhere = document.querySelector("[data-everywhere]");

  const narrow = () => {
    const wanted = form.elements.q.value.trim();
    const words = fold(wanted).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [item, text] of entries) {
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) found += 1;
    }
    count.textContent = wanted ? `${found} of ${entries.length}` : entries.length;
    nothing.hidden = found > 0;
    if (everywhere) everywhere.search = new URLSearchParams({ q: wanted });
    remember(wanted);
  };

  const clear = (event) => {
    event.preventDefault();
    form.elements.q.value = "";
    narrow();
    form.elements.q.focus();
  };

  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector("[data-clear]").addEventListener("click", clear);
}

// -- all sections: the house is asked ---------------------------------------------------------------------------------

function searching(form) {
  let asked = 0;
  let soon = 0;

  const ask = async () => {
    const mine = (asked += 1);
    const wanted = form.elements.q.value.trim();
    try {
      const response = await fetch(`${form.action}?${new URLSearchParams({ q: wanted })}`);
      if (!response.ok || mine !== asked) return;
      const paper = new DOMParser().parseFromString(await response.text(), "text/html");
      document.querySelector("[data-finds]").replaceChildren(...paper.querySelector("[data-finds]").childNodes);
      document.title = paper.title;
      remember(wanted);
    } catch {
      // The line is down, and the button still asks for the whole page.
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(ask, 150);
  });
}

// -- on paper ---------------------------------------------------------------------------------------------------------

function printing(button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

document.querySelectorAll("[data-filter]").forEach(filtering);
document.querySelectorAll("[data-instant]").forEach(searching);
document.querySelectorAll("[data-print]").forEach(printing);

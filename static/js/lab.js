// The odds lab: what one types is answered as one types; without this script the button asks for the page instead.

const PATIENCE = 120;

function questions(form) {
  return new URLSearchParams([...new FormData(form)].filter(([, said]) => said.trim()));
}

function sayNone(place) {
  const said = document.createElement("p");
  said.className = "muted";
  said.dataset.sentence = "";
  said.textContent = "No answer. Try again in a moment.";
  place.replaceChildren(said);
}

function living(form) {
  const place = document.querySelector("[data-answers]");
  const games = document.querySelector("[data-lab-games]");
  let asked = 0;
  let soon = 0;

  const ask = async () => {
    const mine = (asked += 1);
    const said = questions(form);
    place.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(`?${said}`);
      if (mine !== asked) return;
      if (!response.ok) throw new Error(response.status);
      const paper = new DOMParser().parseFromString(await response.text(), "text/html");
      place.replaceChildren(...paper.querySelector("[data-answers]").childNodes);
      games?.replaceChildren(...paper.querySelector("[data-lab-games]").childNodes);
      history.replaceState(history.state, "", said.size ? `?${said}` : location.pathname);
      const told = [...place.querySelectorAll("[data-sentence]")].map((sentence) => sentence.textContent.trim());
      document.dispatchEvent(new CustomEvent("hall:announce", { detail: { text: told.join(" ") } }));
    } catch {
      // What stood there answers another question.
      if (mine === asked) sayNone(place);
    } finally {
      if (mine === asked) place.removeAttribute("aria-busy");
    }
  };

  addEventListener("online", ask);
  form.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(ask, PATIENCE);
  });
}

document.querySelectorAll("[data-lab]").forEach(living);

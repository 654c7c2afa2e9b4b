// Names while one writes a link: behind "[[" stand the pages and people that it may lead to, to be taken by key or touch.

const MOST = 8;
const OPEN = /\[\[([^[\]|\n]*)$/;

export function offerNames(text) {
  const list = document.getElementById("names");
  const names = JSON.parse(document.getElementById("names-to-link").textContent);
  let found = [];
  let at = 0;

  const typed = () => (text.selectionStart === text.selectionEnd ? OPEN.exec(text.value.slice(0, text.selectionEnd)) : null);

  function fitting(words) {
    const wanted = words.toLowerCase();
    const begins = (name) => name.toLowerCase().startsWith(wanted);
    const holds = names.filter((name) => name.toLowerCase().includes(wanted));
    return [...holds.filter(begins), ...holds.filter((name) => !begins(name))].slice(0, MOST);
  }

  function show(next) {
    const isNew = next.length > 0 && next.join("|") !== found.join("|");
    found = next;
    at = 0;
    list.hidden = !found.length;
    list.replaceChildren(...found.map(option));
    mark(0);
    if (isNew) document.dispatchEvent(new CustomEvent("hall:announce", { detail: { text: `${found.length} names: ${found[0]}` } }));
  }

  function option(name, place) {
    const made = document.createElement("li");
    Object.assign(made, { id: `name-${place}`, role: "option", textContent: name, className: "editor__name" });
    return made;
  }

  function mark(place) {
    at = (place + found.length) % found.length || 0;
    [...list.children].forEach((one, here) => one.setAttribute("aria-selected", String(here === at)));
    if (!found.length) return void text.removeAttribute("aria-activedescendant");
    text.setAttribute("aria-activedescendant", `name-${at}`);
    list.children[at].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function take(place) {
    const link = `[[${found[place]}]]`;
    const begin = text.selectionEnd - typed()[0].length;
    const isClosed = text.value.startsWith("]]", text.selectionEnd);
    text.setSelectionRange(begin, text.selectionEnd + (isClosed ? 2 : 0));
    // The one way that leaves the browser's own undo as it is.
    if (!document.execCommand("insertText", false, link)) text.setRangeText(link, begin, text.selectionEnd, "end");
    show([]);
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const does = {
    ArrowDown: () => mark(at + 1),
    ArrowUp: () => mark(at - 1),
    Enter: () => take(at),
    Tab: () => take(at),
    Escape: () => show([]),
  };

  text.addEventListener("keydown", (event) => {
    const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing;
    if (!found.length || held || !does[event.key]) return;
    event.preventDefault();
    does[event.key]();
  });
  text.addEventListener("input", () => {
    const words = typed()?.[1];
    show(words === undefined ? [] : fitting(words));
  });
  text.addEventListener("blur", () => show([]));
  // The text keeps the focus, and a phone its keyboard.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const taken = target.closest("[role=option]");
    if (taken) take([...list.children].indexOf(taken));
  });
}

// The form of an entry of one's own: long lists of options can be searched, and say folded up what is chosen in them.

const fold = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

const nameOf = (option) => option.textContent.trim();

function chosenIn(list) {
  const said = [];
  for (const option of list.querySelectorAll(".figures__one")) {
    const input = option.querySelector("input");
    if (input.type === "checkbox" && input.checked) said.push(nameOf(option));
    else if (input.type === "number" && input.value) said.push(`${nameOf(option)} ${input.value}`);
  }
  return said.join(", ");
}

function find(list, wanted) {
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const option of list.querySelectorAll(".figures__one")) {
    const text = fold(option.textContent);
    option.hidden = !words.every((word) => text.includes(word));
    if (!option.hidden) found += 1;
  }
  list.querySelector("[data-figures-nothing]").hidden = found > 0;
}

function listing(list) {
  const field = list.querySelector("[data-figures-find]");
  const said = list.querySelector("[data-figures-chosen]");
  list.addEventListener("input", (event) => {
    if (event.target === field) find(list, field.value);
    else said.textContent = chosenIn(list) || "None yet";
  });
  // Whoever looks for something does not mean to send the form.
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}

document.querySelectorAll("[data-figures]").forEach(listing);

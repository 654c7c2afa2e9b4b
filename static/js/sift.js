// A search box above a list hides rows that lack its letters; parts open for it.

document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-sift]")) return;
  const list = target.closest("[data-sifts]");
  const wanted = target.value.trim().toLowerCase();
  const seen = (place) => place.querySelector("[data-sifted]:not([hidden])");
  for (const row of list.querySelectorAll("[data-sifted]")) {
    row.hidden = !row.textContent.toLowerCase().includes(wanted) || Boolean(row.querySelector("input:disabled"));
  }
  for (const part of list.querySelectorAll("[data-sifted-part]")) {
    part.hidden = !seen(part);
    if ("open" in part) part.open = Boolean(wanted || part.querySelector(part.dataset.siftedPart || ":checked"));
  }
  list.querySelector("[data-sifted-nothing]").hidden = Boolean(seen(list));
});

// The box stands in a form: Enter looks for something, and saves nothing.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[data-sift]")) event.preventDefault();
});

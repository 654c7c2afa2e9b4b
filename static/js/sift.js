// A search box above a list that stands on the page: rows without the letters, and those that cannot be chosen, are out of
// sight, and so are headings without rows.

document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-sift]")) return;
  const list = target.closest("[data-sifts]");
  const wanted = target.value.trim().toLowerCase();
  for (const row of list.querySelectorAll("[data-sifted]")) {
    row.hidden = !row.textContent.toLowerCase().includes(wanted) || Boolean(row.querySelector("input:disabled"));
  }
  for (const part of list.querySelectorAll("[data-sifted-part]")) {
    part.hidden = !part.querySelector("[data-sifted]:not([hidden])");
    if ("open" in part) part.open = Boolean(wanted) || Boolean(part.querySelector(":checked"));
  }
  list.querySelector("[data-sifted-nothing]").hidden = Boolean(list.querySelector("[data-sifted]:not([hidden])"));
});

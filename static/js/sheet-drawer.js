// A drawer stands beside the sheet where there is room; on a phone it rises from below when something opens it.
// <aside popover id="roll" data-drawer> … <h2 tabindex="-1" data-drawer-title>; <button data-drawer-open="roll">.

const beside = matchMedia("(min-width: 68rem)");

const titleOf = (drawer) => drawer.querySelector("[data-drawer-title]");
const isOpen = (drawer) => drawer.matches(":popover-open");

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-drawer-open]");
  const drawer = opener && document.getElementById(opener.dataset.drawerOpen);
  if (!drawer) return;
  if (!beside.matches && !isOpen(drawer)) drawer.showPopover({ source: opener });
  // A click without a pointer came from the keyboard: let it arrive where the work goes on.
  if (!beside.matches || event.detail === 0) titleOf(drawer)?.focus({ preventScroll: beside.matches });
});

// What the server puts into an open drawer replaces the element that had the focus.
document.addEventListener("htmx:after:swap", () => {
  for (const drawer of document.querySelectorAll("[data-drawer]:popover-open")) {
    if (!drawer.contains(document.activeElement)) titleOf(drawer)?.focus();
  }
});

beside.addEventListener("change", () => {
  for (const drawer of document.querySelectorAll("[data-drawer]:popover-open")) drawer.hidePopover();
});

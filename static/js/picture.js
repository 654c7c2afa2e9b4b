// Opens the dialog of a picture; what it needs is fetched when somebody opens one, for few do.

document.addEventListener("click", async (event) => {
  if (!event.target.closest?.("[data-picture-open]")) return;
  const { open } = await import("./picture-dialog.js");
  open(document.querySelector("[data-picture]"));
});

// <button data-copy="id of a field"> puts what the field holds on the clipboard. Without TLS there is no clipboard: then
// the field is selected, so that the person's own copy does it.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  const field = button && document.getElementById(button.dataset.copy);
  if (!field) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    document.dispatchEvent(new CustomEvent("hall:toast", { detail: { text: "Copied.", tone: "good" } }));
  } catch {
    document.dispatchEvent(new CustomEvent("hall:toast", { detail: { text: "The link is selected: copy it now." } }));
  }
});

// Plus and minus beside a number. The field speaks as if somebody had typed, so that whoever listens to it hears.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  const field = button?.closest(".stepper")?.querySelector("input");
  if (!field) return;
  const before = field.value;
  if (Number(button.dataset.step) > 0) field.stepUp();
  else field.stepDown();
  if (field.value === before) return;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

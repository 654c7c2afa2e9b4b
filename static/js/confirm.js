// hx-confirm asks in our own dialog; a form or link without htmx does with data-confirm.

const dialog = document.querySelector("[data-confirm-dialog]");
let whenAnswered = null;

function ask(question, action, answer) {
  dialog.querySelector("[data-confirm-question]").textContent = question;
  dialog.querySelector("[data-confirm-yes]").textContent = action || "Yes, do it";
  dialog.returnValue = "";
  whenAnswered = answer;
  dialog.showModal();
}

dialog?.addEventListener("close", () => {
  whenAnswered?.(dialog.returnValue === "yes");
  whenAnswered = null;
});

document.addEventListener("htmx:confirm", (event) => {
  if (!dialog) return;
  const { ctx, issueRequest, dropRequest } = event.detail;
  event.preventDefault();
  ask(ctx.confirm, ctx.sourceElement.dataset.confirmAction, (yes) => (yes ? issueRequest() : dropRequest()));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const question = event.submitter?.dataset.confirm ?? form.dataset.confirm;
  if (!question || !dialog || form.dataset.confirmed) return;
  event.preventDefault();
  ask(question, event.submitter?.textContent.trim(), (yes) => {
    if (!yes) return;
    form.dataset.confirmed = "yes";
    form.requestSubmit(event.submitter);
    delete form.dataset.confirmed;
  });
});

// The dialog of a picture: choose, drop or paste one, cut it, save or remove it. "Saved" is said by the answer.

import { Crop } from "./picture-crop.js";
import { deliver, newKey } from "./play.js";

const UNREADABLE = "Your browser cannot read this file. Choose a JPEG, PNG or WebP picture.";
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const dialogs = new WeakMap();

export function open(dialog) {
  if (!dialogs.has(dialog)) dialogs.set(dialog, new PictureDialog(dialog));
  return dialogs.get(dialog).open();
}

class PictureDialog {
  constructor(dialog) {
    this.dialog = dialog;
    this.crop = new Crop(this.find("canvas"), this.find("[data-picture-zoom]"));
    for (const input of dialog.querySelectorAll("[data-picture-file]")) {
      input.addEventListener("change", () => this.take(input.files[0]));
    }
    dialog.addEventListener("dragover", (event) => event.preventDefault());
    dialog.addEventListener("drop", (event) => {
      event.preventDefault();
      this.take(event.dataTransfer.files[0]);
    });
    dialog.addEventListener("paste", (event) => this.take(event.clipboardData.files[0]));
    this.find("[data-picture-save]").addEventListener("click", () => this.save());
    this.find("[data-picture-remove]").addEventListener("click", () => this.remove());
    this.find("[data-picture-close]").addEventListener("click", () => dialog.close());
  }

  find(selector) {
    return this.dialog.querySelector(selector);
  }

  async open() {
    this.cutting(false);
    this.refuse("");
    this.dialog.showModal();
    const response = await fetch(this.dialog.dataset.at, { headers: { Accept: "application/json" } }).catch(() => null);
    if (response?.ok) this.know(await response.json());
    else this.refuse("The picture cannot be changed just now. Close this and try again.");
  }

  know({ id, version }) {
    this.version = version;
    this.find("[data-picture-remove]").hidden = !id;
  }

  cutting(is) {
    this.find("[data-picture-crop]").hidden = !is;
    this.find("[data-picture-shown]").hidden = is;
    this.find("[data-picture-save]").disabled = !is;
  }

  refuse(text) {
    const place = this.find("[data-picture-error]");
    place.textContent = text;
    place.hidden = !text;
  }

  async take(file) {
    if (!file) return;
    const image = await createImageBitmap(file).catch(() => null);
    this.refuse(image ? "" : UNREADABLE);
    if (!image) return;
    this.cutting(true);
    this.crop.show(image);
    this.find("canvas").focus();
  }

  async save() {
    await this.write("PUT", await this.crop.square(), "Picture saved");
  }

  async remove() {
    await this.write("DELETE", undefined, "Picture removed");
  }

  async write(method, body, done) {
    const buttons = [this.find("[data-picture-save]"), this.find("[data-picture-remove]")];
    const were = buttons.map((button) => button.disabled);
    for (const button of buttons) button.disabled = true;
    say("hall:saved", { state: "saving" });
    const headers = { "If-Match": `"${this.version}"`, "Idempotency-Key": newKey() };
    if (body) headers["Content-Type"] = body.type;
    const { status, answer } = await deliver(this.dialog.dataset.at, body, undefined, { method, headers });
    buttons.forEach((button, at) => (button.disabled = were[at]));
    say("hall:saved", { state: status < 400 ? "saved" : "unsaved" });
    if (status >= 400) {
      if (answer.fresh) this.know(answer.fresh);
      this.refuse(answer.detail ?? "That was not saved. Try again.");
      return;
    }
    this.know(answer);
    this.redraw(answer);
    this.dialog.close();
    say("hall:toast", { text: done });
  }

  // Wherever it stands on the page, it is the new one now.
  redraw({ token, whole }) {
    for (const old of document.querySelectorAll(`[data-portrait="${CSS.escape(this.dialog.dataset.of)}"]`)) {
      const size = old.getAttribute("class").match(/portrait--(small|middle|large)/)[1];
      const fresh = token ? new Image() : this.find("template").content.firstElementChild.cloneNode(true);
      fresh.setAttribute("class", `portrait portrait--${size}${token ? "" : " portrait--drawn"}`);
      fresh.dataset.portrait = this.dialog.dataset.of;
      for (const side of ["width", "height"]) fresh.setAttribute(side, old.getAttribute(side));
      if (token) Object.assign(fresh, { alt: "", src: size === "large" ? whole : token });
      old.replaceWith(fresh);
    }
  }
}

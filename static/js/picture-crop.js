// Cutting a square out of a picture: drag or arrow keys move it, wheel, plus and minus zoom. It knows a canvas and a
// slider, and nothing of where the square goes.

const LARGEST = 1024;
const STEP = 0.04;
const CLOSER = 1.1;
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Crop {
  constructor(canvas, slider) {
    this.canvas = canvas;
    this.slider = slider;
    this.image = null;
    slider.addEventListener("input", () => this.zoomTo(Number(slider.value)));
    canvas.addEventListener("keydown", (event) => this.pressed(event));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomTo(this.zoom * (event.deltaY < 0 ? CLOSER : 1 / CLOSER));
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener("pointermove", (event) => this.dragged(event));
  }

  // The middle of the square, from 0 to 1 of the picture; a tall one begins higher, where faces are.
  show(image) {
    this.image = image;
    this.x = 0.5;
    this.y = image.height > image.width ? 0.4 : 0.5;
    this.zoomTo(1);
  }

  get side() {
    return Math.min(this.image.width, this.image.height) / this.zoom;
  }

  zoomTo(zoom) {
    this.zoom = Math.min(Math.max(zoom, Number(this.slider.min)), Number(this.slider.max));
    this.slider.value = this.zoom;
    this.move(0, 0);
  }

  // By so many sides of the square; it never leaves the picture.
  move(right, down) {
    if (!this.image) return;
    const { width, height } = this.image;
    const kept = (at, most) => Math.min(Math.max(at, this.side / 2 / most), 1 - this.side / 2 / most);
    this.x = kept(this.x + (right * this.side) / width, width);
    this.y = kept(this.y + (down * this.side) / height, height);
    this.draw(this.canvas);
  }

  draw(canvas) {
    const { width, height } = this.image;
    const corner = [this.x * width - this.side / 2, this.y * height - this.side / 2];
    const paper = canvas.getContext("2d");
    paper.imageSmoothingQuality = "high";
    paper.clearRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(this.image, ...corner, this.side, this.side, 0, 0, canvas.width, canvas.height);
  }

  pressed(event) {
    const move = MOVES[event.key];
    if (move) this.move(move[0] * STEP, move[1] * STEP);
    else if (event.key === "+" || event.key === "=") this.zoomTo(this.zoom * CLOSER);
    else if (event.key === "-") this.zoomTo(this.zoom / CLOSER);
    else return;
    event.preventDefault();
  }

  // The picture follows the finger, so the square goes the other way.
  dragged(event) {
    if (!this.canvas.hasPointerCapture(event.pointerId)) return;
    const shown = this.canvas.clientWidth;
    this.move(-event.movementX / shown, -event.movementY / shown);
  }

  async square() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.max(1, Math.min(LARGEST, Math.round(this.side)));
    this.draw(canvas);
    // A browser that writes no WebP takes PNG by itself.
    return new Promise((done) => canvas.toBlob(done, "image/webp", 0.92));
  }
}

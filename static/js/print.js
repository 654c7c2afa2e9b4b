// <button data-print>: the browser's own way to paper.

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});

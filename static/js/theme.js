// Loaded in the head without defer, and no module: the choice must stand before the first paint.
(() => {
  const root = document.documentElement;
  const systemIsDay = matchMedia("(prefers-color-scheme: light)");

  const remembered = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // Storage may be forbidden; the device's wish is good enough.
    }
  };

  const remember = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // As above: the choice then lasts as long as the page.
    }
  };

  const wear = (theme) => {
    if (theme === "day" || theme === "night") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };

  const shown = () => root.dataset.theme ?? (systemIsDay.matches ? "day" : "night");

  const label = () => {
    const other = shown() === "day" ? "night" : "day";
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.dataset.shown = shown();
      button.setAttribute("aria-label", `Switch to ${other} colours`);
    }
  };

  wear(remembered());
  document.addEventListener("DOMContentLoaded", label);
  systemIsDay.addEventListener("change", label);
  addEventListener("storage", (event) => {
    if (event.key !== "theme") return;
    wear(event.newValue);
    label();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    const theme = shown() === "day" ? "night" : "day";
    wear(theme);
    remember(theme);
    label();
  });
})();

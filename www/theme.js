// Light or dark: what the system prefers, unless the reader chose. Not a module, so that it runs
// before the first paint.
{
  const KEY = "kindex-theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // Storage is forbidden: nothing is remembered.
    }
  };
  const store = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // As above.
    }
  };
  const current = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
  const other = () => (current() === "dark" ? "light" : "dark");

  // Parts that do nothing without scripts are shown now.
  root.classList.add("scripted");
  const chosen = stored();
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;

  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const label = () => {
      button.textContent = other() === "dark" ? "Dark" : "Light";
      button.setAttribute("aria-label", `Switch to ${other()} colours`);
    };
    button.addEventListener("click", () => {
      root.dataset.theme = other();
      store(root.dataset.theme);
      label();
    });
    system.addEventListener("change", label);
    button.hidden = false;
    label();
  });
}

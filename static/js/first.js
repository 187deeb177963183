// Runs before the page is painted: the chosen theme, and the mark that scripts run.

document.documentElement.classList.add("js");
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage the page follows the system.
}

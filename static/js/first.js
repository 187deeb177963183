// Runs before the page is painted: the chosen theme, whether times are dates, and the mark that scripts run.

document.documentElement.classList.add("js");
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  if (localStorage.getItem("clock") === "since") document.documentElement.dataset.clock = "since";
} catch {
  // Without storage the page follows the system.
}

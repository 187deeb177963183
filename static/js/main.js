// What every page does; each module listens on the document, so parts swapped in later work too.

import "./copy.js";
import "./dialogs.js";
import "./menus.js";
import "./poll.js";
import { isDark, setTheme } from "./theme.js";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-theme-toggle]")) setTheme(isDark() ? "light" : "dark");
});

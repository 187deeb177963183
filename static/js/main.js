// What every page does; each module listens on the document, so parts swapped in later work too.

import "./ago.js";
import "./busy.js";
import "./clock.js";
import "./conditions.js";
import "./copy.js";
import "./dialogs.js";
import "./early.js";
import "./faults.js";
import "./filter.js";
import "./links.js";
import "./menus.js";
import "./paper.js";
import "./picks.js";
import "./poll.js";
import "./progress.js";
import "./reached.js";
import "./short.js";
import "./stale.js";
import "./wider.js";
import { isDark, setTheme } from "./theme.js";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-theme-toggle]")) setTheme(isDark() ? "light" : "dark");
});

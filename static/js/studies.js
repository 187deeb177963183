// The figures of a study are drawn anew when its progress, which polling replaces, says that there is more to draw.

import { plots } from "./plots.js";

const stamp = () => document.getElementById("progress")?.dataset.stamp;
let drawn = stamp();

document.addEventListener("htmx:afterSettle", () => {
  const now = stamp();
  if (now === drawn) return;
  drawn = now;
  for (const [element, plot] of plots) if (element.dataset.drawn !== undefined) plot.draw();
});

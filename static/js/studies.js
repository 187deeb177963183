// The figures of a study are drawn again when its progress, which polling replaces, says that there is more to draw.
// What the user has opened, closed or scrolled in it stays so.

import { plots } from "./plots.js";

const stamp = () => document.getElementById("progress")?.dataset.stamp;
const opened = new Map();
const verdicts = () => document.querySelector("#progress .tall");
let drawn = stamp();
let scrolled = 0;

document.addEventListener(
  "click",
  ({ target }) => {
    const details = target.closest("#progress summary")?.parentElement;
    if (details?.id) opened.set(details.id, !details.open);
  },
  true,
);

document.addEventListener("htmx:beforeSwap", () => {
  scrolled = verdicts()?.scrollTop ?? 0;
});

document.addEventListener("htmx:afterSettle", () => {
  verdicts()?.scrollTo(0, scrolled);
  for (const [id, isOpen] of opened) document.getElementById(id)?.toggleAttribute("open", isOpen);
  const now = stamp();
  if (now === drawn) return;
  drawn = now;
  for (const [element, plot] of plots) if (element.dataset.drawn !== undefined) plot.draw();
});

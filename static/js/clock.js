// Whether times are shown as dates or as the time since the start, on all pages of this browser.

import { keep } from "./store.js";

const listeners = new Set();
const CHOICES = "[data-clock-choice]";

/** Call back after every change of the choice, until the function that is returned is called. */
export function onClock(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while times are shown as dates, where there are any. */
export function showsDates() {
  return document.documentElement.dataset.clock !== "since";
}

function choose(value) {
  document.documentElement.dataset.clock = value;
  keep("clock", value);
  show();
  for (const listener of listeners) listener();
}

function show() {
  for (const choice of document.querySelectorAll(CHOICES)) choice.value = showsDates() ? "dates" : "since";
}

document.addEventListener("change", ({ target }) => {
  if (target.matches(CHOICES)) choose(target.value);
});
document.addEventListener("htmx:afterSettle", show);
show();

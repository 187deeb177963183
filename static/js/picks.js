// Ticks of a list: all at once, ranges by shift, and how many there are.

import { tickRange } from "./ranges.js";

const PICKS = 'input[name="pick"][type="checkbox"]';
let last = null;

const picksOf = (form) => [...form.querySelectorAll(PICKS)];

function count(form) {
  const picks = picksOf(form);
  const ticked = picks.filter((pick) => pick.checked).length;
  const all = form.querySelector("[data-pick-all]");
  if (all) {
    all.checked = ticked > 0 && ticked === picks.length;
    all.indeterminate = ticked > 0 && ticked < picks.length;
  }
  const words = form.querySelector("[data-picked-count]");
  if (words) words.textContent = `${ticked} ticked:`;
}

document.addEventListener("click", ({ target, shiftKey }) => {
  if (!target.matches?.(PICKS)) return;
  const picks = picksOf(target.form);
  if (shiftKey) tickRange(picks, last, target);
  last = target;
  count(target.form);
});

document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-pick-all]")) return;
  for (const pick of picksOf(target.form)) pick.checked = target.checked;
  count(target.form);
});

function countAll() {
  for (const form of document.querySelectorAll("form:has([data-picked])")) count(form);
}

document.addEventListener("htmx:afterSettle", countAll);
countAll();

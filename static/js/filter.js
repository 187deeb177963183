// <input type="search" data-filter>: hides what does not have all its words among the [data-filter-item] of its form,
// and each [data-filter-group] without a visible item. What is ticked stays in sight.

import { folded } from "./folding.js";

const words = (text) => folded(text).split(/\s+/).filter(Boolean);

/** True where a text has all words, in any order. */
export function matches(text, wanted) {
  const plain = folded(text);
  return wanted.every((word) => plain.includes(word));
}

function refresh(input) {
  const wanted = words(input.value);
  const area = input.form;
  const items = [...area.querySelectorAll("[data-filter-item]")];
  let left = 0;
  for (const item of items) {
    const isFound = matches(item.dataset.filterItem, wanted);
    left += isFound;
    item.hidden = !isFound && !item.querySelector("input[type=checkbox][name=on]:checked");
  }
  for (const group of area.querySelectorAll("[data-filter-group]")) {
    group.hidden = ![...group.querySelectorAll("[data-filter-item]")].some((item) => !item.hidden);
  }
  const count = area.querySelector("[data-filter-count]");
  if (count) count.textContent = wanted.length ? `${left} of ${items.length}` : "";
}

const refreshAll = () => document.querySelectorAll("[data-filter]").forEach(refresh);

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-filter]")) refresh(target);
});
// Enter would send the form.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[data-filter]")) event.preventDefault();
});
document.addEventListener("htmx:afterSettle", refreshAll);
refreshAll();

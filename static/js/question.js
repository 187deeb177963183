// Fields for questions outside of the charts: completion as in the find box, loaded when the user enters a field.

import { askJson } from "./ask.js";
import { Completion } from "./gantt/completion.js";

/** What completes a field: its data say where fields are declared, what they may need, and where names stand. */
function sourceOf({ questions, needs, names }) {
  const place = names && document.getElementById(names);
  const labels = place ? JSON.parse(place.textContent) : null;
  let fields = null;
  return {
    labels: () => labels,
    mayAsk: (field) => !needs || field.needs === needs,
    async known() {
      fields ??= (await askJson(questions)).fields;
      return fields;
    },
  };
}

document.addEventListener("focusin", ({ target }) => {
  if (!target.matches?.("input[data-questions]") || target.list) return;
  new Completion(target, sourceOf(target.dataset), `${target.id}-questions`);
});

// Saving what the charts show: the view goes along with the form.

import { saveAt } from "../save.js";

/** Address of the figure of what is in view, at the path of the form. */
export function figureAddress(gantt, path) {
  const { from, to, colour, pick, deployments, ask, baseline, job } = gantt.address;
  const query = new URLSearchParams();
  const put = (name, value) => value !== undefined && value !== "" && query.set(name, String(value));
  put("start", from);
  put("end", to);
  put("colour", colour);
  put("pick", [pick ?? []].flat().join(","));
  put("question", ask);
  put("baseline", baseline);
  put("deployments", deployments);
  put("job", job);
  const shown = gantt.charts.filter((chart) => chart.ready && chart.element.offsetParent !== null);
  if (gantt.charts.length > 1) put("runs", shown.map(({ spec }) => spec.run).join(","));
  return `${path}?${query}`;
}

/** Let the form among the buttons of the charts save their view. */
export function saveView(gantt) {
  const form = gantt.section.querySelector("form[data-save-form]");
  if (!form) return;
  const path = new URL(form.action).pathname;
  saveAt(gantt.section, () => figureAddress(gantt, path));
}

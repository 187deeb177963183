// From job to job by the keyboard: a chart that has the focus goes to the job before and after with ← and →, to the one
// above and below with ↑ and ↓; Enter pins. What a job is stands in its tooltip, and is said by screen readers.

import { visibleRows } from "./raster.js";
import { spoken } from "./tooltip.js";

const HELP = "Arrow keys go from job to job, Enter pins one.";

/** The job that the keyboard is at, in the chart that has the focus. */
export class Walk {
  constructor(gantt) {
    this.gantt = gantt;
    this.job = null;
    this.facts = document.createElement("p");
    this.facts.className = "visually-hidden";
    this.facts.setAttribute("role", "status");
    this.facts.dataset.ganttFacts = "";
    gantt.section.append(this.facts);
  }

  watch(chart) {
    const { host } = chart;
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.setAttribute("aria-label", `Jobs of ${chart.spec.title}. ${HELP}`);
    host.addEventListener("focus", () => this.#arrive(chart));
    host.addEventListener("blur", () => this.#leave());
    host.addEventListener("keydown", (event) => this.#key(event, chart));
  }

  /** Start at the pinned job, the one of the chart before, or the first in view. */
  #arrive(chart) {
    if (!chart.host.matches(":focus-visible")) return;
    this.gantt.linking.activate(chart);
    const { schedule } = chart;
    const known = [this.gantt.pinned, this.job].find((job) => job !== null && schedule.firstRow[job] >= 0);
    const [first] = visibleRows(schedule, ...this.gantt.linking.rangeOf(chart), Infinity);
    if (known === undefined && first === undefined) return;
    this.#go(known ?? schedule.job[first], chart);
  }

  #leave() {
    this.gantt.pointer.tooltip.hide();
    this.gantt.hover(null, null);
    this.facts.textContent = "";
  }

  #key(event, chart) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.job === null) return;
    const next = KEYS[event.key]?.(chart.schedule, this.job);
    if (next === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (event.key === "Enter") this.#pin();
    else this.#go(next, chart);
  }

  #pin() {
    const { finder, pinned } = this.gantt;
    finder.show(this.job === pinned ? null : this.job);
    this.facts.textContent = this.gantt.pinned === null ? "Not pinned any more." : `Pinned: ${this.facts.textContent}`;
  }

  #go(job, chart) {
    const { schedule } = chart;
    const row = schedule.firstRow[job];
    this.job = job;
    this.gantt.view.reveal(schedule.start[row], schedule.end[row]);
    this.gantt.hover(schedule.start[row], job, null, chart);
    this.gantt.pointer.tooltip.show(this.#corner(row, chart), job, chart, this.gantt.ready);
    this.facts.textContent = spoken(job, schedule, this.gantt.times);
  }

  /** Where a pointer would be that is at the end of a row. */
  #corner(row, chart) {
    const host = chart.host.getBoundingClientRect();
    const { left, top, width, height } = chart.overlay.frame;
    const box = chart.box(row, this.gantt.linking.rangeOf(chart));
    return {
      clientX: host.left + left + Math.min(Math.max(box.x + box.width, 0), width),
      clientY: host.top + top + Math.min(box.y + box.height, height),
    };
  }
}

const KEYS = {
  ArrowRight: (schedule, job) => beside(schedule, job, 1),
  ArrowLeft: (schedule, job) => beside(schedule, job, -1),
  ArrowUp: (schedule, job) => stacked(schedule, job, 1),
  ArrowDown: (schedule, job) => stacked(schedule, job, -1),
  Home: (schedule) => schedule.job[0],
  End: (schedule) => schedule.job[schedule.count - 1],
};

/** The job that starts next (1) or before (-1); the same at either end. */
export function beside(schedule, job, by) {
  const rows = schedule.rowsOf(job);
  const row = by > 0 ? rows.at(-1) + 1 : rows[0] - 1;
  return row < 0 || row >= schedule.count ? job : schedule.job[row];
}

/** The nearest job above (1) or below (-1), of those that run at the same time; the same where there is none. */
export function stacked(schedule, job, way) {
  const at = schedule.firstRow[job];
  const { start, end, bottom, top } = schedule;
  let best = { distance: Infinity, later: Infinity, job };
  for (const row of visibleRows(schedule, start[at], end[at], Infinity)) {
    if (schedule.job[row] === job || start[row] >= end[at] || end[row] <= start[at]) continue;
    const distance = way > 0 ? bottom[row] - top[at] : bottom[at] - top[row];
    const later = Math.abs(start[row] - start[at]);
    if (distance < 0 || distance > best.distance || (distance === best.distance && later >= best.later)) continue;
    best = { distance, later, job: schedule.job[row] };
  }
  return best.job;
}

// Jobs that stand out in all charts while others fade: what they are, a line of numbers for each schedule, and the way
// from one to the next.

import { digits, duration } from "./format.js";
import { counts } from "./questions.js";

const MARGIN = 0.05;
const HEADS = ["", "jobs", "work", "mean wait", "longest wait"];

/** The panel above the charts, which is there while some jobs stand out. */
export class Highlight {
  constructor(gantt) {
    this.gantt = gantt;
    this.masks = null;
    this.panel = make("div", "gantt-matches");
    this.panel.hidden = true;
    this.panel.setAttribute("role", "region");
    this.panel.setAttribute("aria-label", "Jobs that stand out");
    gantt.section.querySelector(".gantt-panel").before(this.panel);
  }

  /** Let jobs stand out: `masks` has an array of 0 and 1 by schedule; `range` is what to zoom to, if not all of them. */
  show({ heading, masks, range = null }) {
    this.masks = masks;
    this.range = range;
    this.place = -1;
    this.order = null;
    this.#fill(heading);
    this.panel.hidden = false;
    this.gantt.finder.quiet();
    this.gantt.recolour();
  }

  clear() {
    if (this.masks === null) return;
    this.masks = null;
    this.panel.hidden = true;
    this.gantt.asking.clear();
    this.gantt.recolour();
    this.gantt.controls.showDiffering(false);
  }

  /** Jobs that stand out by their start in the first chart that has any. */
  #jobs() {
    if (this.order) return this.order;
    const { baseline, ready } = this.gantt;
    const some = ({ schedule }) => this.masks.get(schedule)?.includes(1);
    this.chart = some(baseline) ? baseline : (ready.find(some) ?? baseline);
    const { schedule } = this.chart;
    const mask = this.masks.get(schedule);
    const seen = new Uint8Array(mask.length);
    this.order = [];
    for (const job of schedule.job) {
      if (mask[job] && !seen[job]) this.order.push(job);
      seen[job] = 1;
    }
    return this.order;
  }

  /** Pin the next job, or with -1 the one before, and bring it into view; returns a sentence. */
  step(by) {
    if (this.masks === null) return "";
    const jobs = this.#jobs();
    if (jobs.length === 0) return "No job matches.";
    this.place = (this.place + by + jobs.length + (this.place < 0 && by < 0 ? 1 : 0)) % jobs.length;
    const job = jobs[this.place];
    const { view, shared } = this.gantt;
    this.gantt.pin(job);
    const { start, end, firstRow } = this.chart.schedule;
    const row = firstRow[job];
    view.reveal(start[row], end[row]);
    const number = `${(this.place + 1).toLocaleString("en")} of ${jobs.length.toLocaleString("en")}`;
    return `${number}: job ${shared.id(job)} under ${this.chart.spec.title}`;
  }

  #zoom() {
    const { view } = this.gantt;
    let [first, last] = this.range ?? [Infinity, -Infinity];
    if (!this.range) {
      for (const [schedule, mask] of this.masks) {
        for (let job = 0; job < mask.length; job++) {
          if (!mask[job] || schedule.firstRow[job] < 0) continue;
          first = Math.min(first, schedule.startOf(job));
          last = Math.max(last, schedule.endOf(job));
        }
      }
    }
    const by = this.range ? 0 : (last - first) * MARGIN;
    if (last > first) view.set(first - by, last + by);
  }

  #fill(heading) {
    const bar = make("p", "gantt-matches-bar");
    bar.append(make("strong", "", heading));
    const said = make("span", "gantt-matches-said");
    said.setAttribute("role", "status");
    const step = (by) => () => (said.textContent = this.step(by));
    bar.append(
      button("‹", "Job before", step(-1)),
      button("›", "Next job", step(1)),
      button("Zoom to them", "", () => this.#zoom()),
      button("Clear", "", () => this.gantt.finder.clear()),
      said,
    );
    this.panel.replaceChildren(bar, this.#table());
  }

  #table() {
    const table = make("table");
    const head = table.createTHead().insertRow();
    head.append(...HEADS.map((text) => make("th", "", text)));
    const body = table.createTBody();
    const all = counts(new Uint8Array(this.gantt.shared.jobs).fill(1), this.gantt.baseline.schedule);
    for (const { schedule, spec } of this.gantt.ready) {
      const mask = this.masks.get(schedule);
      if (!mask) continue;
      const found = counts(mask, schedule);
      const row = body.insertRow();
      const name = make("th", "", spec.title);
      const dot = make("span", "gantt-dot");
      dot.style.background = spec.color;
      name.prepend(dot);
      row.append(name, ...told(found, all.work).map((text) => make("td", "", text)));
    }
    return table;
  }
}

function told({ jobs, work, meanWait, longestWait }, all) {
  const share = all > 0 ? `${digits((100 * work) / all)} %` : "–";
  const wait = (seconds) => (seconds === null ? "–" : duration(seconds));
  return [jobs.toLocaleString("en"), share, wait(meanWait), wait(longestWait)];
}

function button(text, label, action) {
  const made = make("button", "", text);
  made.type = "button";
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", action);
  return made;
}

function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

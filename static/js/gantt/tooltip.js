// What the hovered job is, and when it starts in every schedule.

import { duration, moment, plural } from "./format.js";

const AWAY = 16;

/** A box that follows the pointer. */
export class Tooltip {
  constructor(section) {
    this.box = document.createElement("div");
    this.box.className = "gantt-tooltip";
    this.box.hidden = true;
    this.box.setAttribute("role", "status");
    section.append(this.box);
    this.job = null;
  }

  /** Describe a job; `charts` are all charts that have a schedule. */
  show(event, job, chart, charts) {
    if (job !== this.job) this.#fill(job, chart, charts);
    this.job = job;
    this.box.hidden = false;
    const { offsetWidth, offsetHeight } = this.box;
    const right = event.clientX + AWAY + offsetWidth < document.documentElement.clientWidth;
    const below = event.clientY + AWAY + offsetHeight < innerHeight;
    const left = right ? event.clientX + AWAY : event.clientX - AWAY - offsetWidth;
    const top = below ? event.clientY + AWAY : event.clientY - AWAY - offsetHeight;
    this.box.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  }

  hide() {
    this.box.hidden = true;
    this.job = null;
  }

  #fill(job, chart, charts) {
    const { schedule } = chart;
    const row = schedule.firstRow[job];
    const { workload } = schedule;
    const heading = element("strong", `job ${workload.id(job)}`);
    const facts = [plural(schedule.width[job], "processor"), `runs ${duration(schedule.duration[row])}`];
    for (const name of ["user", "queue", "environment"]) {
      const label = workload.label(name, job);
      if (label !== null) facts.unshift(`${name} ${label}`);
    }
    const table = element("table");
    table.append(line("th", ["", "starts", "waits"]));
    for (const other of charts) table.append(startLine(other, job, workload.release[job]));
    this.box.replaceChildren(heading, element("p", facts.join(" · ")), table);
  }
}

function startLine(chart, job, release) {
  const start = chart.schedule.startOf(job);
  const texts = start === null ? ["not in this schedule", ""] : [moment(start), waiting(start - release)];
  const row = line("td", [chart.spec.title, ...texts]);
  const dot = element("span");
  dot.className = "gantt-dot";
  dot.style.background = chart.spec.color;
  row.firstChild.prepend(dot);
  return row;
}

function waiting(seconds) {
  return seconds <= 0 ? "–" : duration(seconds);
}

function line(cell, texts) {
  const row = element("tr");
  row.append(...texts.map((text) => element(cell, text)));
  return row;
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

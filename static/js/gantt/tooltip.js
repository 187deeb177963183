// What the hovered job is, and when it starts in every schedule.

import { digits, duration, plural } from "./format.js";

const AWAY = 16;
const TOLD = { status: "recorded as", origin: "submitted at", user: "user", queue: "queue", environment: "environment" };

/** A box that follows the pointer. */
export class Tooltip {
  constructor(section, times) {
    this.times = times;
    this.box = document.createElement("div");
    this.box.className = "gantt-tooltip";
    this.box.hidden = true;
    this.box.setAttribute("role", "tooltip");
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
    const { workload } = schedule;
    const heading = element("strong", `job ${workload.id(job)}`);
    const facts = factsOf(job, schedule);
    const made = deployment(schedule, job);
    const table = element("table");
    const heads = ["", ...(schedule.isGrid ? ["at"] : []), "starts", "waits"];
    if (!workload.isRigid) heads.push("on", "runs");
    if (made !== null) heads.push("deployed");
    table.append(line("th", heads));
    for (const other of charts) table.append(startLine(other, job, workload, made !== null, this.times));
    this.box.replaceChildren(heading, element("p", facts.join(" · ")), table);
  }
}

/** What a job is, under one schedule: user, queue, …, processors, run time, deployment. */
function factsOf(job, schedule) {
  const { workload, duration: times, firstRow } = schedule;
  const facts = [processors(schedule, job), duration(times[firstRow[job]])];
  for (const [name, said] of Object.entries(TOLD)) {
    const label = workload.label(name, job);
    if (label !== null) facts.unshift(`${said} ${label}`);
  }
  const held = workload.held?.[job] ?? 0;
  if (held > 0) facts.push(`could start ${duration(held)} after its submission`);
  const made = deployment(schedule, job);
  return made === null ? facts : [...facts, made];
}

/** "Job 17, 4 processors, 3.5 h, starts at 2 d 05:00, waits 1.2 h", for screen readers. */
export function spoken(job, schedule, times) {
  const start = schedule.startOf(job);
  const wait = start - schedule.release[job];
  const site = schedule.siteOf(job);
  const facts = factsOf(job, schedule);
  if (site !== null) facts.push(`at ${site}`);
  facts.push(`starts at ${times.text(start)}`, wait > 0 ? `waits ${duration(wait)}` : "does not wait");
  return `Job ${schedule.workload.id(job)}, ${facts.join(", ")}`;
}

/** "4 processors", or "4 of 1–16 processors" where the job has a choice. */
export function processors({ width, workload }, job) {
  const choice = workload.choice(job);
  if (choice === null) return plural(width[job], "processor");
  return `${digits(width[job])} of ${digits(choice[0])}–${plural(choice[1], "processor")}`;
}

/**
 * "deployed on 12 of 16 processors, took 230 s", or "deployed with its group on 31 processors, …"; null where jobs need
 * no environment, or nothing is known.
 */
export function deployment({ deployments, width, workload }, job) {
  if (!deployments || workload.label("environment", job) === null) return null;
  const count = deployments.processors[job];
  if (count === 0) return "nothing to deploy";
  const some = deployments.group[job] === 0 && count < width[job];
  const which = some ? `${digits(count)} of ${plural(width[job], "processor")}` : plural(count, "processor");
  const seconds = deployments.seconds[job];
  const shared = deployments.group[job] > 0 ? " with its group" : "";
  return `deployed${shared} on ${which}${seconds > 0 ? `, took ${duration(seconds)}` : ""}`;
}

function startLine(chart, job, workload, withDeployments, times) {
  const { schedule } = chart;
  const start = schedule.startOf(job);
  const texts = start === null ? ["not in this schedule"] : [times.text(start), waiting(start - schedule.release[job])];
  if (start !== null && schedule.isGrid) texts.unshift(schedule.siteOf(job));
  if (start !== null && !workload.isRigid) {
    texts.push(digits(schedule.width[job]), duration(schedule.duration[schedule.firstRow[job]]));
  }
  if (start !== null && withDeployments) texts.push(deployed(schedule.deployments, job));
  const row = line("td", [chart.spec.title, ...texts]);
  const dot = element("span");
  dot.className = "gantt-dot";
  dot.style.background = chart.spec.color;
  row.firstChild.prepend(dot);
  return row;
}

/** Processors that were deployed for a job, "31 with its group" where that was for others, too. */
function deployed(deployments, job) {
  const count = digits(deployments?.processors[job] ?? 0);
  return deployments?.group[job] > 0 ? `${count} with its group` : count;
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

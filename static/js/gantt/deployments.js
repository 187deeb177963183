// Deployments of environments: blocks of time before their jobs, or marks where they take no time. A poster shows the
// same (schedweb/runs/gantt/marks.py).

import { blockEnds, visibleRows } from "./raster.js";

const LEAST_JOB = 6;
const LEAST_BLOCK = 5;
const LINE = 2;
const GROUND = 1;

/** What a schedule deployed, by the begin of deployments: rows as those of jobs; undefined where its pack tells nothing. */
export function deploymentsOf({ header, columns }, schedule) {
  return header.deployed && new Deployments(header.deployed.ticks, columns, schedule);
}

class Deployments {
  constructor(ticks, columns, schedule) {
    const { start, job, bottom, width } = schedule;
    this.schedule = schedule;
    this.before = Int32Array.from(columns["deployed.row"]);
    this.count = this.before.length;
    this.duration = new Float64Array(this.count);
    const times = columns["deployed.duration"];
    this.takesTime = times !== undefined;
    if (times) for (let i = 0; i < this.count; i++) this.duration[i] = times[i] / ticks;
    this.end = Float64Array.from(this.before, (row) => start[row]);
    this.start = this.end.map((end, i) => end - this.duration[i]);
    this.#place(columns["deployed.lo"], columns["deployed.height"], bottom, schedule.lo);
    this.blockEnd = blockEnds(this.end);
    this.kind = new Uint8Array(this.count);
    this.processors = new Float64Array(width.length);
    this.seconds = new Float64Array(width.length);
    this.before.forEach((row, i) => {
      this.processors[job[row]] += columns["deployed.height"][i];
      this.seconds[job[row]] = this.duration[i];
    });
  }

  #place(lo, height, bottom, lowest) {
    this.bottom = new bottom.constructor(this.count);
    this.top = new bottom.constructor(this.count);
    this.before.forEach((row, i) => {
      this.bottom[i] = bottom[row] + (lo[i] - lowest[row]);
      this.top[i] = this.bottom[i] + height[i];
    });
  }

  /** Rows to draw one by one, or null when there are more than `limit`. */
  visible(t0, t1, limit) {
    return visibleRows(this, t0, t1, limit);
  }

  /** Deployments that are large enough to be hatched; `unit` is the number of pixels per CSS pixel. */
  roomy(rows, perSecond, perProcessor, unit) {
    const least = LEAST_BLOCK * unit;
    const { duration, bottom, top } = this;
    return rows.filter((i) => duration[i] * perSecond >= least && (top[i] - bottom[i]) * perProcessor >= least);
  }

  /** Lines at the left edges of jobs that are wide enough: [{row, left, right, isGround}] in seconds. */
  marks(rows, perSecond, unit) {
    const pixel = unit / perSecond;
    const found = [];
    for (const row of rows) {
      if (this.schedule.duration[this.before[row]] * perSecond < LEAST_JOB * unit) continue;
      const left = this.end[row];
      found.push({ row, left, right: left + LINE * pixel, isGround: false });
      found.push({ row, left: left + LINE * pixel, right: left + (LINE + GROUND) * pixel, isGround: true });
    }
    return found;
  }
}

// Deployments of environments: blocks of time before their jobs, or marks where they take no time. A poster shows the
// same (schedweb/runs/gantt/marks.py).

import { blockEnds, visibleRows } from "./raster.js";

const LEAST_JOB = 6;
const LEAST_BLOCK = 5;
const LINE = 2;
const GROUND = 1;
const PERIOD = 6;
const STEEP = 2;
const STROKE = 1;
const OPACITY = 0.7;

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

  /** Draw lines in the colour of the ground over those of the rows that are large enough, into a picture of a view. */
  hatch(pixels, rows, view, ground) {
    const perSecond = view.width / (view.t1 - view.t0);
    const perProcessor = view.height / view.top;
    for (const i of rows) {
      const [left, right] = [this.start[i], this.end[i]].map((time) => (time - view.t0) * perSecond);
      const [bottom, top] = [this.bottom[i] * perProcessor, this.top[i] * perProcessor];
      if (Math.min(right - left, top - bottom) < LEAST_BLOCK * view.unit) continue;
      hatchBox(pixels, { left, right, bottom, top }, view, ground);
    }
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

/** Lines over a box in pixels: those that a poster has. */
function hatchBox(pixels, { left, right, bottom, top }, { width, height, unit }, ground) {
  const [first, last] = [pixel(left), Math.min(pixel(right), width)];
  const stroke = STROKE * unit * Math.hypot(1, 1 / STEEP);
  for (let y = pixel(bottom); y < Math.min(pixel(top), height); y++) {
    for (let x = first; x < last; x++) {
      if (positive(x - left - y / STEEP, PERIOD * unit) >= stroke) continue;
      const at = (y * width + x) * 4;
      for (let c = 0; c < 3; c++) pixels[at + c] = Math.round(pixels[at + c] + (ground[c] - pixels[at + c]) * OPACITY);
    }
  }
}

function pixel(edge) {
  return Math.floor(Math.max(edge, 0) + 0.5);
}

function positive(value, period) {
  return ((value % period) + period) % period;
}

// Deployments of environments: blocks of time before their jobs, or marks where they take no time. Those for a group of
// jobs are made at once when it begins. A poster shows the same (algorithms/parsched/report/gantt/marks.py).

import { blockEnds, visibleRows } from "./raster.js";

const LEAST_JOB = 6;
const LEAST_BLOCK = 5;
const LINE = 2;
const GROUND = 1;
const PERIOD = 6;
const STEEP = 2;
const STROKE = 1;
const OPACITY = 0.7;

/** What a schedule deployed, by the begin of deployments: rows in the form of jobs; undefined where its pack tells nothing. */
export function deploymentsOf({ header, columns }, schedule) {
  return header.deployed && new Deployments(header.deployed.ticks, columns, schedule);
}

class Deployments {
  constructor(ticks, columns, schedule) {
    const { start, bottom } = schedule;
    this.schedule = schedule;
    this.before = Int32Array.from(columns["deployed.row"]);
    this.count = this.before.length;
    const [times, gaps] = [columns["deployed.duration"], columns["deployed.gap"]];
    this.takesTime = times !== undefined;
    this.duration = Float64Array.from(this.before, (_, i) => (times ? times[i] / ticks : 0));
    this.end = Float64Array.from(this.before, (row, i) => start[row] - (gaps ? gaps[i] / ticks : 0));
    this.start = this.end.map((end, i) => end - this.duration[i]);
    this.#place(columns["deployed.lo"], columns["deployed.height"], bottom, schedule.lo);
    this.blockEnd = blockEnds(this.end);
    this.kind = new Uint8Array(this.count);
    this.#tell(columns["deployed.height"], columns["deployed.group"]);
  }

  /** What jobs are told: `group` (0 for none), and the `processors` and `seconds` of its deployment, or of their own. */
  #tell(height, group = new Uint8Array(this.schedule.width.length)) {
    const { job, width } = this.schedule;
    this.group = group;
    this.processors = new Float64Array(width.length);
    this.seconds = new Float64Array(width.length);
    const leader = new Map();
    this.before.forEach((row, i) => {
      const shared = group[job[row]];
      if (shared && !leader.has(shared)) leader.set(shared, job[row]);
      const told = leader.get(shared) ?? job[row];
      this.processors[told] += height[i];
      this.seconds[told] = this.duration[i];
    });
    group.forEach((shared, each) => {
      const told = leader.get(shared) ?? each;
      this.processors[each] = this.processors[told];
      this.seconds[each] = this.seconds[told];
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

  /** Draw lines in the colour of the ground over the rows that are large enough, into a picture of a view. */
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

  /** Lines where there is room before the ends of jobs: [{row, left, right, isGround}] in seconds. */
  marks(rows, perSecond, unit) {
    const pixel = unit / perSecond;
    const found = [];
    for (const row of rows) {
      const left = this.end[row];
      if ((this.schedule.end[this.before[row]] - left) * perSecond < LEAST_JOB * unit) continue;
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

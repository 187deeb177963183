// Workloads and schedules as the charts use them: typed arrays in seconds and processors.

import { deploymentsOf } from "./deployments.js";
import { blockEnds, visibleRows } from "./raster.js";

/** What all schedules of a workload share. */
export class Workload {
  constructor({ header, columns }) {
    this.jobs = header.jobs;
    this.labels = header.labels;
    this.limits = header.limits;
    this.columns = columns;
    this.release = seconds(columns.release, header.ticks);
    this.held = columns.held && seconds(columns.held, header.ticks);
    this.delay = columns["after.delay"] && seconds(columns["after.delay"], header.ticks);
    this.runtime = columns.runtime && seconds(columns.runtime, header.ticks);
    this.isRigid = this.runtime !== undefined;
  }

  /** Identifier of a job, as text. */
  id(job) {
    const { columns } = this;
    if (!columns["id.length"]) return String(columns.id[job]);
    const [from, to] = this.#span(job);
    return new TextDecoder().decode(columns.id.subarray(from, to));
  }

  /** When jobs were submitted, in seconds: at their release, or before where a log says so. */
  get submission() {
    return this.held ? this.release.map((release, job) => release - this.held[job]) : this.release;
  }

  /** Widths that a job may run on, [least, largest], or null where it has no choice. */
  choice(job) {
    const { narrowest, widest } = this.columns;
    return widest && widest[job] > narrowest[job] ? [narrowest[job], widest[job]] : null;
  }

  /** Index of the job with this identifier, or -1. */
  find(text) {
    const { columns } = this;
    if (!columns["id.length"]) return /^\d+$/.test(text) ? columns.id.indexOf(Number(text)) : -1;
    const wanted = new TextEncoder().encode(text);
    for (let job = 0; job < this.jobs; job++) {
      const [from, to] = this.#span(job);
      if (to - from === wanted.length && wanted.every((byte, i) => columns.id[from + i] === byte)) return job;
    }
    return -1;
  }

  /**
   * When jobs are released, in seconds, if they end when `endOf(job)` says (null: never): no earlier than those that
   * they wait for, and the delays after these, allow.
   */
  released(endOf) {
    if (!this.delay) return this.release;
    const release = this.release.slice();
    const { "after.job": waiting, "after.before": before } = this.columns;
    for (let pair = 0; pair < waiting.length; pair++) {
      const end = endOf(before[pair]);
      if (end !== null) release[waiting[pair]] = Math.max(release[waiting[pair]], end + this.delay[pair]);
    }
    return release;
  }

  /** Name of a job in a label column, or null. */
  label(column, job) {
    const code = this.columns[`label.${column}`]?.[job] ?? 0;
    return code === 0 ? null : this.labels[column][code - 1];
  }

  #span(job) {
    if (!this.offsets) {
      const lengths = this.columns["id.length"];
      this.offsets = new Float64Array(this.jobs + 1);
      for (let i = 0; i < this.jobs; i++) this.offsets[i + 1] = this.offsets[i] + lengths[i];
    }
    return [this.offsets[job], this.offsets[job + 1]];
  }
}

/** One schedule: a row per rectangle, sorted by start. */
export class Schedule {
  constructor({ header, columns }, workload) {
    this.header = header;
    this.workload = workload;
    this.count = header.rows;
    this.job = Int32Array.from(columns.job);
    this.start = seconds(columns.start, header.ticks);
    this.site = columns.site;
    this.backfilled = columns.backfilled;
    this.broken = columns.broken;
    this.duration = columns.duration ? seconds(columns.duration, header.ticks) : this.#of(workload.runtime);
    this.end = this.start.map((start, row) => start + this.duration[row]);
    this.#place(columns.lo, columns.height ?? this.#of(workload.columns.width));
    this.blockEnd = blockEnds(this.end);
    this.kind = new Uint8Array(this.count);
    this.#index(header.jobs);
    this.release = workload.released((job) => this.endOf(job));
    this.lo = columns.lo;
    this.deployments = deploymentsOf({ header, columns }, this);
    this.shared = header.shared ? this.#shared(columns) : null;
  }

  #of(column) {
    const values = new column.constructor(this.count);
    for (let row = 0; row < this.count; row++) values[row] = column[this.job[row]];
    return values;
  }

  #place(lo, height) {
    const Numbers = this.header.processors < 2 ** 23 ? Float32Array : Float64Array;
    const bases = this.header.bands.map((band) => band.base);
    this.bottom = new Numbers(this.count);
    this.top = new Numbers(this.count);
    for (let row = 0; row < this.count; row++) {
      this.bottom[row] = lo[row] + (this.site ? bases[this.site[row]] : 0);
      this.top[row] = this.bottom[row] + height[row];
    }
  }

  /** Rectangles that two jobs hold at once, as rows by start. */
  #shared(columns) {
    const bases = this.header.bands.map((band) => band.base);
    const at = (name) => columns[`shared.${name}`];
    const start = seconds(at("start"), this.header.ticks);
    const duration = seconds(at("duration"), this.header.ticks);
    const end = start.map((from, i) => from + duration[i]);
    const bottom = Float64Array.from(at("lo"), (low, i) => low + (at("site") ? bases[at("site")[i]] : 0));
    const top = bottom.map((low, i) => low + at("height")[i]);
    return { start, end, bottom, top, blockEnd: blockEnds(end) };
  }

  #index(jobs) {
    this.firstRow = new Int32Array(jobs).fill(-1);
    this.width = new Float64Array(jobs);
    for (let row = this.count - 1; row >= 0; row--) {
      this.firstRow[this.job[row]] = row;
      this.width[this.job[row]] += this.top[row] - this.bottom[row];
    }
  }

  /** Rows of a job. */
  rowsOf(job) {
    const rows = [];
    let row = this.firstRow[job];
    while (row >= 0 && row < this.count && this.job[row] === job) rows.push(row++);
    return rows;
  }

  /** Give the rows of jobs that break a rule a kind of their own. */
  markBroken(kind) {
    if (!this.broken) return;
    for (let row = 0; row < this.count; row++) if (this.broken[row]) this.kind[row] = kind;
  }

  /** Give a kind to all rows except rows of jobs that stand out. */
  fade(mask, kind) {
    for (let row = 0; row < this.count; row++) if (!mask[this.job[row]]) this.kind[row] = kind;
  }

  /** Where processors are drawn that the machine does not have: [from, to]. */
  get beyond() {
    const { bands } = this.header;
    return bands.filter(({ rows }) => rows).map(({ base, processors, rows }) => [base + processors, base + rows]);
  }

  /** True with several sites. */
  get isGrid() {
    return this.header.bands.length > 1;
  }

  /** The band of a grid at a height: {name, processors, base}; null in a gap, and for one machine. */
  bandAt(height) {
    if (!this.isGrid) return null;
    const { bands } = this.header;
    return bands.find(({ base, processors }) => height >= base && height < base + processors) ?? null;
  }

  /** The site that a job runs on, or null. */
  siteOf(job) {
    const row = this.firstRow[job];
    return !this.isGrid || row < 0 ? null : this.header.bands[this.site ? this.site[row] : 0].name;
  }

  /** Start of a job in seconds, or null. */
  startOf(job) {
    const row = this.firstRow[job];
    return row < 0 ? null : this.start[row];
  }

  /** End of a job in seconds, or null. */
  endOf(job) {
    const row = this.firstRow[job];
    return row < 0 ? null : this.end[row];
  }

  /** Row at a time and height; within `slack` seconds when nothing is exactly there, the nearest one. */
  rowAt(time, height, slack) {
    return nearest(this, time, height, slack).row;
  }

  /** Job at a time and height, or the one that a deployment there is made for; null when there is none. */
  jobAt(time, height, slack, withDeployments) {
    const { row, distance } = nearest(this, time, height, slack);
    if (withDeployments && distance > 0 && this.deployments) {
      const before = nearest(this.deployments, time, height, 0);
      if (before.row >= 0) return this.job[this.deployments.before[before.row]];
    }
    return row < 0 ? null : this.job[row];
  }
}

function nearest(rows, time, height, slack) {
  let best = { row: -1, distance: Infinity };
  for (const row of visibleRows(rows, time - slack, time + slack, Infinity)) {
    if (height < rows.bottom[row] || height >= rows.top[row]) continue;
    const distance = Math.max(rows.start[row] - time, time - rows.end[row], 0);
    if (distance < best.distance) best = { row, distance };
  }
  return best;
}

function seconds(ticksColumn, ticks) {
  const values = Float64Array.from(ticksColumn);
  if (ticks !== 1) for (let i = 0; i < values.length; i++) values[i] /= ticks;
  return values;
}

// Colour schemes: which class each row belongs to, and the colour and label of each class.

import { digits, duration } from "./format.js";

const MAX_CATEGORIES = 8;
const SEQUENTIAL = 7;

/** Colours from the style sheet (variables.css), as they are now. */
export function themeColours(element) {
  const style = getComputedStyle(element);
  const read = (name) => style.getPropertyValue(name).trim();
  const list = (prefix, n) => Array.from({ length: n }, (_, i) => read(`--${prefix}-${i + 1}`));
  return {
    sequential: list("gantt", SEQUENTIAL),
    categories: list("category", MAX_CATEGORIES),
    moved: list("moved", SEQUENTIAL),
    grey: read("--gantt-grey"),
    faded: read("--gantt-faded"),
    strip: read("--gantt-strip"),
    deployment: read("--gantt-deployment"),
    mark: read("--gantt-mark"),
    ground: read("--panel"),
    broken: read("--gantt-broken"),
    shared: read("--gantt-mark"),
    pin: read("--gantt-pin"),
    outline: read("--gantt-outline"),
    crosshair: read("--gantt-crosshair"),
    tag: read("--tooltip"),
    tagText: read("--tooltip-text"),
  };
}

/** Red, green and blue of "#rrggbb". */
export function rgb(colour) {
  const value = parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Black or white, whatever is easier to read on a colour. */
export function contrasting(colour) {
  const [r, g, b] = rgb(colour).map((level) => (level / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#10161f" : "#ffffff";
}

const QUANTITIES = {
  runtime: { label: "run time", show: duration, of: (s) => s.duration },
  width: { label: "width", show: digits, of: (s) => perRow(s, (job) => s.width[job]) },
  wait: { label: "wait", show: duration, of: (s) => perRow(s, (job, row) => waitOf(s, job, row)) },
  slowdown: { label: "slowdown", show: digits, of: (s) => perRow(s, (job, row) => slowdown(s, job, row)) },
};
const NAMES = ["user", "group", "queue", "partition", "executable", "environment", "origin", "status"];

function perRow(schedule, value) {
  const values = new Float64Array(schedule.count);
  for (let row = 0; row < values.length; row++) values[row] = value(schedule.job[row], row);
  return values;
}

function waitOf(schedule, job, row) {
  return Math.max(0, schedule.start[row] - schedule.release[job]);
}

function slowdown(schedule, job, row) {
  const run = schedule.duration[row];
  const wait = waitOf(schedule, job, row);
  return wait === 0 ? 1 : (wait + run) / run;
}

/** Schemes that these schedules can be coloured by: [{key, label}]. */
export function available(workload, schedules, hasBaseline, asks = false) {
  const found = Object.entries(QUANTITIES).map(([key, { label }]) => ({ key, label }));
  for (const key of NAMES) if (workload.labels[key]?.length) found.push({ key, label: key });
  if (schedules.some((s) => s.site)) found.push({ key: "site", label: "site" });
  if (schedules.some((s) => s.backfilled)) found.push({ key: "backfilled", label: "backfilled" });
  if (hasBaseline) found.push({ key: "moved", label: "start moved" });
  if (asks) found.push({ key: "question", label: "a question" });
  return found;
}

/**
 * Build a scheme: {key, title, classes: [{label, colour}], choices, assign(schedule)}; `assign` fills schedule.kind.
 * `chosen` are the names coloured when a column has too many, and `first` those that have the first colours
 * when it has few; `baseline` is a Schedule; `asked` is {text, match(schedule)} of the question that jobs are coloured by.
 */
export function scheme(key, { workload, schedules, colours, chosen, first = [], baseline, asked }) {
  if (key in QUANTITIES) return quantity(key, workload, colours);
  if (key === "moved") return moved(schedules, colours, baseline);
  if (key === "backfilled") return backfilled(colours);
  if (key === "question") return answering(asked, schedules, colours);
  if (key === "site") return category(siteNames(schedules), (s) => shifted(s.site, s.count), colours, chosen);
  const codes = workload.columns[`label.${key}`];
  const rest = key === "environment" ? restOfEnvironments(codes) : undefined;
  return category(workload.labels[key], (s) => perRow(s, (job) => codes[job]), colours, chosen, rest, first);
}

/** What is grey in words, as algorithms/parsched/report/gantt/categories.py has it. */
function restOfEnvironments(codes) {
  const none = codes.includes(0) ? ", or none" : "";
  return { few: "no environment", many: (count) => `${digits(count)} others${none}` };
}

const REST = { few: "unknown", many: (count) => `${digits(count)} others` };

function quantity(key, workload, colours) {
  const { show, of } = QUANTITIES[key];
  const limits = workload.limits[key];
  const ramp = spread(colours.sequential, limits.length + 1);
  return {
    kind: "ramp",
    ends: [],
    limits: limits.map(show),
    classes: ramp.map((colour, i) => ({ colour, label: classLabel(i, limits, show) })),
    assign: (schedule) => classify(of(schedule), limits, schedule.kind),
  };
}

function classLabel(i, limits, show) {
  if (i === 0) return limits[0] === 0 ? "none" : `≤ ${show(limits[0])}`;
  if (i === limits.length) return `> ${show(limits[i - 1])}`;
  return `${show(limits[i - 1])} to ${show(limits[i])}`;
}

function spread(ramp, classes) {
  if (classes === 1) return [ramp[ramp.length >> 1]];
  return Array.from({ length: classes }, (_, i) => ramp[Math.round((i * (ramp.length - 1)) / (classes - 1))]);
}

/** Class i holds values up to limits[i]; the last class holds the rest. */
export function classify(values, limits, into) {
  for (let row = 0; row < into.length; row++) {
    const value = values[row];
    let kind = 0;
    while (kind < limits.length && value > limits[kind]) kind++;
    into[row] = kind;
  }
}

const MOST_SAMPLED = 200_000;
const READABLE = [
  ...[1, 2, 5, 10, 20, 30],
  ...[1, 2, 5, 10, 20, 30].map((minutes) => 60 * minutes),
  ...[1, 2, 3, 5, 10].map((hours) => 3600 * hours),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((days) => 86400 * days),
];

/** Readable times near two quantiles of how far moved jobs start from their start in the baseline; from many jobs, every n-th counts. */
export function movedLimits(schedules, baseline) {
  const apart = [];
  for (const schedule of schedules) {
    if (schedule === baseline) continue;
    const step = Math.ceil((schedule.count * schedules.length) / MOST_SAMPLED) || 1;
    for (let row = 0; row < schedule.count; row += step) {
      const by = Math.abs(schedule.start[row] - (baseline.startOf(schedule.job[row]) ?? NaN));
      if (by > 1e-9) apart.push(by);
    }
  }
  const sorted = Float64Array.from(apart).sort();
  const nearest = (share) => {
    const far = READABLE.map((time) => Math.abs(Math.log(time / (sorted[Math.floor(share * (sorted.length - 1))] ?? 1))));
    return far.indexOf(Math.min(...far));
  };
  const small = Math.min(nearest(1 / 3), READABLE.length - 2);
  return [READABLE[small], READABLE[Math.max(nearest(2 / 3), small + 1)]];
}

function moved(schedules, colours, baseline) {
  const [small, large] = movedLimits(schedules, baseline);
  const limits = [-large, -small, -1e-9, 1e-9, small, large];
  const [a, b] = [duration(small), duration(large)];
  const labels = [`> ${b} earlier`, `${a} to ${b} earlier`, `≤ ${a} earlier`, "same start"];
  labels.push(`≤ ${a} later`, `${a} to ${b} later`, `> ${b} later`);
  return {
    kind: "ramp",
    ends: ["earlier", "later"],
    limits: [b, a, "", "", a, b],
    classes: labels.map((label, i) => ({ label, colour: colours.moved[i] })),
    assign: (s) => classify(perRow(s, (job, row) => s.start[row] - (baseline.startOf(job) ?? s.start[row])), limits, s.kind),
  };
}

function backfilled(colours) {
  return {
    kind: "category",
    classes: [
      { label: "in queue order", colour: colours.grey },
      { label: "backfilled", colour: colours.categories[1] },
    ],
    assign: (s) => (s.backfilled ? s.kind.set(s.backfilled) : s.kind.fill(0)),
  };
}

/** Jobs that match a question against all others, with how many match under the schedules with fewest and with most. */
function answering({ text, match }, schedules, colours) {
  const masks = new Map(schedules.map((schedule) => [schedule, match(schedule)]));
  const found = [...masks.values()].map((mask) => mask.reduce((sum, one) => sum + one, 0));
  const [fewest, most] = [Math.min(...found), Math.max(...found)].map(whole);
  const jobs = whole(schedules[0].firstRow.length);
  return {
    kind: "category",
    isComplete: true,
    classes: [
      { label: "all others", colour: colours.grey },
      { label: text, colour: colours.categories[1], note: `${fewest === most ? most : `${fewest} to ${most}`} of ${jobs} jobs` },
    ],
    assign(schedule) {
      const mask = masks.get(schedule);
      for (let row = 0; row < schedule.count; row++) schedule.kind[row] = mask[schedule.job[row]];
      this.unknown = this.unknown || schedule.kind.includes(0);
    },
  };
}

function whole(count) {
  return count.toLocaleString("en");
}

function siteNames(schedules) {
  return (schedules.find((s) => s.site) ?? schedules[0]).header.bands.map((band) => band.name);
}

function shifted(codes, count) {
  return Float64Array.from({ length: count }, (_, row) => (codes ? codes[row] : 0) + 1);
}

function category(names, codesOf, colours, chosen, rest = REST, first = []) {
  const few = names.length <= MAX_CATEGORIES;
  // Packs that older versions stored have names in another order than posters and tables.
  const wanted = few ? [...new Set([...first, ...names])] : chosen;
  const shown = wanted.filter((name) => names.includes(name)).slice(0, few ? MAX_CATEGORIES : MAX_CATEGORIES - 1);
  const kindOf = new Uint8Array(names.length + 1);
  shown.forEach((name, i) => (kindOf[names.indexOf(name) + 1] = i + 1));
  const classes = shown.map((label, i) => ({ label, colour: colours.categories[i] }));
  return {
    kind: "category",
    isComplete: few,
    choices: few ? null : names,
    chosen: few ? [] : shown,
    classes: [{ label: few ? rest.few : rest.many(names.length - shown.length), colour: colours.grey }, ...classes],
    assign(schedule) {
      const codes = codesOf(schedule);
      for (let row = 0; row < schedule.count; row++) schedule.kind[row] = kindOf[codes[row]];
      this.unknown = this.unknown || schedule.kind.includes(0);
    },
  };
}

/** The names that hold most processor-seconds, for a first choice. */
export function largest(schedule, key, count) {
  const ofSites = key === "site" && schedule.site;
  const labels = schedule.workload.columns[`label.${key}`];
  const names = ofSites ? siteNames([schedule]) : schedule.workload.labels[key];
  if (!names || !(ofSites || labels)) return [];
  const codes = ofSites ? shifted(schedule.site, schedule.count) : perRow(schedule, (job) => labels[job]);
  const area = new Float64Array(names.length + 1);
  for (let row = 0; row < schedule.count; row++) {
    area[codes[row]] += (schedule.top[row] - schedule.bottom[row]) * schedule.duration[row];
  }
  const order = names.map((_, i) => i).sort((a, b) => area[b + 1] - area[a + 1]);
  return order.slice(0, count).map((i) => names[i]);
}

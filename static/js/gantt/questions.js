// Which jobs match a question: the tree that algorithms/parsched/report/questions makes of a text, over the columns of the packs.
// The grammar stands on the server alone; masks are made here, where the columns are: nothing as large as the workload
// is asked for or sent, and a condition on a million jobs is one pass over an array.

const APART = 1e-6;
const ANY = "*";

/** A question that has no answer here; its text is one sentence. */
export class QuestionError extends Error {
  constructor(problem, position) {
    super(`At character ${position}: ${problem}`);
  }
}

/**
 * 1 for every job that matches a tree, 0 for others; `about` is {workload, schedule, baseline, calendar}, the last null
 * without dates.
 */
export function matching(tree, about) {
  if (tree.field) return tested(tree, about);
  if (tree.not) return matching(tree.not, about).map((match) => 1 - match);
  const isAnd = tree.and !== undefined;
  const found = new Uint8Array(about.workload.jobs).fill(+isAnd);
  for (const part of tree.and ?? tree.or) {
    const other = matching(part, about);
    for (let job = 0; job < found.length; job++) found[job] = isAnd ? found[job] & other[job] : found[job] | other[job];
  }
  return found;
}

function tested(condition, about) {
  const { field } = condition;
  if (field in NAMES || field === "site") return named(condition, about);
  if (field === "id") return identified(condition, about);
  if (field in FLAGS) return FLAGS[field](about);
  if (!holds(field)) {
    throw new QuestionError(`charts do not hold ${field}; the report “Jobs” answers this`, condition.at);
  }
  return within(condition.spans, NUMBERS[field](about), about.calendar);
}

const NAMES = Object.fromEntries(
  ["user", "group", "executable", "queue", "partition", "environment", "status", "origin"].map((name) => [name, true]),
);

const NUMBERS = {
  width: ({ schedule }) => schedule.width.map((width, job) => (schedule.firstRow[job] < 0 ? NaN : width)),
  runtime: ({ schedule }) => perJob(schedule, (row) => schedule.duration[row]),
  work: ({ schedule }) => perJob(schedule, (row, job) => schedule.width[job] * schedule.duration[row]),
  submit: ({ workload }) => workload.submission,
  release: ({ workload }) => workload.release,
  start: ({ schedule }) => perJob(schedule, (row) => schedule.start[row]),
  end: ({ schedule }) => perJob(schedule, (row) => schedule.end[row]),
  wait: ({ schedule }) => perJob(schedule, (row, job) => waitOf(schedule, row, job)),
  flow: ({ schedule }) => perJob(schedule, (row, job) => waitOf(schedule, row, job) + schedule.duration[row]),
  slowdown: ({ schedule }) => perJob(schedule, (row, job) => slowdownOf(schedule, row, job)),
  moved: ({ schedule, baseline }) => perJob(schedule, (row, job) => schedule.start[row] - (baseline.startOf(job) ?? NaN)),
};

const FLAGS = {
  backfilled: ({ schedule }) => flags(schedule, (row) => schedule.backfilled?.[row], 0),
  broken: ({ schedule }) => flags(schedule, (row) => schedule.broken?.[row], 1),
  differs: ({ schedule, baseline }) => differing(schedule, baseline),
};

/** Do charts know this field, by its key? */
export function holds(field) {
  return field === "id" || field === "site" || field in NAMES || field in NUMBERS || field in FLAGS;
}

function waitOf(schedule, row, job) {
  return Math.max(0, schedule.start[row] - schedule.release[job]);
}

function slowdownOf(schedule, row, job) {
  const wait = waitOf(schedule, row, job);
  return wait === 0 ? 1 : (wait + schedule.duration[row]) / schedule.duration[row];
}

function perJob({ firstRow }, value) {
  const values = new Float64Array(firstRow.length);
  for (let job = 0; job < values.length; job++) values[job] = firstRow[job] < 0 ? NaN : value(firstRow[job], job);
  return values;
}

function flags({ firstRow }, value, missing) {
  const found = new Uint8Array(firstRow.length);
  for (let job = 0; job < found.length; job++) found[job] = firstRow[job] < 0 ? missing : value(firstRow[job]) ? 1 : 0;
  return found;
}

function differing(ours, theirs) {
  const found = new Uint8Array(ours.firstRow.length);
  for (let job = 0; job < found.length; job++) {
    const [row, other] = [ours.firstRow[job], theirs.firstRow[job]];
    if (row < 0 || other < 0) found[job] = +(row < 0 !== other < 0);
    else found[job] = +(areApart(ours, theirs, row, other) || ours.width[job] !== theirs.width[job]);
  }
  return found;
}

function areApart(ours, theirs, row, other) {
  const start = Math.abs(ours.start[row] - theirs.start[other]);
  const duration = Math.abs(ours.duration[row] - theirs.duration[other]);
  return start > APART || duration > APART || (ours.site?.[row] ?? 0) !== (theirs.site?.[other] ?? 0);
}

/** Names by code, from 1; 0 is a job without one. */
function named({ field, at, names }, { workload, schedule }) {
  const known = field === "site" ? schedule.header.bands.map(({ name }) => name) : workload.labels[field];
  if (!known) {
    const others = Object.keys(workload.labels).join(", ") || "none";
    throw new QuestionError(`these jobs have no ${field}; of names they have ${others}`, at);
  }
  const wanted = new Set(names);
  const table = Uint8Array.from([0, ...known.map((name) => +(wanted.has(ANY) || wanted.has(name)))]);
  const codes = workload.columns[`label.${field}`];
  if (field !== "site") return Uint8Array.from(codes, (code) => table[code]);
  return flags(schedule, (row) => table[(schedule.site?.[row] ?? 0) + 1], 0);
}

/** Identifiers: with names as text, with ranges as numbers. */
function identified({ at, names, spans }, { workload }) {
  const isText = workload.columns["id.length"] !== undefined;
  if (isText && spans.length) {
    throw new QuestionError("these identifiers are no numbers: list them, as in id:a,b", at);
  }
  const found = isText ? new Uint8Array(workload.jobs) : within(spans, workload.columns.id, null);
  for (const name of names) {
    const job = workload.find(name);
    if (job >= 0) found[job] = 1;
  }
  return found;
}

function within(spans, values, calendar) {
  const found = new Uint8Array(values.length);
  for (const { low, high, is_low_open, is_high_open } of spans) {
    const least = low ? second(low, calendar) : -Infinity;
    const most = high ? second(high, calendar) : Infinity;
    for (let job = 0; job < found.length; job++) {
      const value = values[job];
      const isAbove = is_low_open ? value > least : value >= least;
      if (isAbove && (is_high_open ? value < most : value <= most)) found[job] = 1;
    }
  }
  return found;
}

function second({ value, date, is_over, at }, calendar) {
  if (date === undefined) return value;
  if (calendar === null) {
    throw new QuestionError("these jobs have no calendar: write a time since the beginning, such as 2d", at);
  }
  return calendar.parse(date)[+is_over];
}

/** What there is to count of the jobs of a mask under a schedule: {jobs, work, meanWait, longestWait}. */
export function counts(mask, schedule) {
  const told = { jobs: 0, work: 0, meanWait: null, longestWait: null };
  let [scheduled, total, longest] = [0, 0, 0];
  for (let job = 0; job < mask.length; job++) {
    if (!mask[job]) continue;
    told.jobs++;
    const row = schedule.firstRow[job];
    if (row < 0) continue;
    const wait = waitOf(schedule, row, job);
    scheduled++;
    total += wait;
    longest = Math.max(longest, wait);
    told.work += schedule.width[job] * schedule.duration[row];
  }
  if (scheduled) Object.assign(told, { meanWait: total / scheduled, longestWait: longest });
  return told;
}

"""Mistakes in what is measured, compared and said, and in what files may hold."""

from tests.mutate.mutation import Mutation

TIMES, MACHINE = "parsched.measure.metrics.times", "parsched.measure.metrics.machine"
OUTCOME = "parsched.model.outcome"
WHOLE, WHOLE_FILES = "parsched.base.whole_files", "parsched/base/test_whole_files.py"
FAIRNESS, CLASSES = "parsched.measure.metrics.fairness", "parsched.run.per_class"
BY_HAND, FAIR = "parsched/measure/test_metrics.py", "parsched/measure/test_fairness.py"
BY_CLASS = "parsched/run/test_per_class.py"
WHO_PAYS, PAYING = "parsched.report.classes", "parsched/report/test_classes.py"
STARVING = "parsched.report.waits"
COMPARE, COMPARED = "parsched.report.order", "parsched/report/test_compare.py"
DEGRADATION, RANKS = (
    "parsched.report.ranking.degradation",
    "parsched/report/test_degradation.py",
)
FILES, FORMATS = "parsched.data.files", "parsched.data.formats"
LIMITS = "parsched/data/files/test_limits.py"
SUMMARY = "parsched.report.summary"

MEASURING = (
    Mutation(
        MACHINE,
        'title="throughput",\n    unit="1/s",\n    better="higher",',
        'title="throughput",\n    unit="1/s",',
        BY_HAND,
    ),
    Mutation(
        "parsched.model.outcome",
        "return apart(self.schedule.start, self.release)",
        "return self.schedule.start",
        BY_HAND,
    ),
    Mutation(TIMES, "np.maximum(outcome.slowdown(TAU), 1.0)", "outcome.slowdown(TAU)", BY_HAND),
    Mutation(
        OUTCOME,
        "moved(self.schedule.end, self.workload.begin)",
        "self.schedule.end",
        BY_HAND,
    ),
    Mutation(WHOLE, "if one.is_file() and target.samefile(one):", "if target == one:", WHOLE_FILES),
    Mutation(WHOLE, "        draft.chmod(stat.S_IMODE(before.st_mode))\n", "", WHOLE_FILES),
    Mutation(
        "parsched.data.logs.twice",
        "wrong = (begun < submit).astype(np.float64) + (end < start)",
        "wrong = (end < start).astype(np.float64)",
        "parsched/data/logs/test_twice.py",
    ),
    Mutation(FAIRNESS, "np.bincount(user, slowdown) / np.bincount(user)", "slowdown", FAIR),
    Mutation(FAIRNESS, "count == 0]\n    first", "count <= 1]\n    first", FAIR),
    Mutation(FAIRNESS, "np.lexsort((times, users))", "np.lexsort((users, times))", FAIR),
    Mutation(
        CLASSES, "jobs.least_time > limits.short", "jobs.least_time >= limits.short", BY_CLASS
    ),
    Mutation(CLASSES, "place[-1] = -1", "pass", BY_CLASS),
    Mutation(CLASSES, "len(ACCURACIES) + 1)\n    shares", "0)\n    shares", BY_CLASS),
    Mutation(WHO_PAYS, "differ and v == best", "v == best", PAYING),
    Mutation(STARVING, "max(STARVED, TIMES * usual)", "STARVED", PAYING),
    Mutation(WHO_PAYS, "min(others, key", "max(others, key", PAYING),
    Mutation(COMPARE, 'sign = 1 if better == "lower" else -1', "sign = 1", f"{COMPARED} {RANKS}"),
    Mutation(
        COMPARE,
        'distance and (distance if better == "lower" else -distance)',
        "distance and abs(distance) * 2",
        f"{COMPARED} {RANKS}",
    ),
    Mutation(COMPARE, "while ahead and same(", "while ahead and not same(", f"{COMPARED} {RANKS}"),
    Mutation(
        COMPARE,
        "if value is not None and value == value]",
        "if value is not None]",
        f"{COMPARED} {RANKS}",
    ),
    Mutation(
        DEGRADATION,
        'return change if better == "higher" else 0.0 - change',
        "return 0.0 - change",
        RANKS,
    ),
    Mutation(DEGRADATION, "(first + 1 + last) / 2", "first + 1", RANKS),
    Mutation(
        DEGRADATION,
        "np.inf if distance is None else 100 * distance",
        "0.0 if distance is None else 100 * distance",
        RANKS,
    ),
    Mutation(
        "schedweb.web.contexts.results",
        '(change < 0) == (metric.better == "lower")',
        "change < 0",
        "web/test_comparison_page.py",
    ),
    Mutation(
        "schedweb.web.contexts.results",
        "(value(row) is None, sign *",
        "(sign *",
        "web/test_comparison_page.py",
    ),
    Mutation(
        SUMMARY,
        "key=lambda row: at[row.record.key][::-1]",
        "key=lambda row: at[row.record.key][1]",
        "parsched/report/test_environment_tables.py",
    ),
    Mutation(
        SUMMARY,
        "key=lambda row: at[row.record.key])",
        "key=lambda row: at[row.record.key][0])",
        "parsched/report/test_environment_tables.py",
    ),
    Mutation(
        f"{FORMATS}.swf.rows",
        "(r.status >= 2) & (r.status <= 4)",
        "(r.status >= 2) & (r.status < 4)",
        "parsched/data/formats/test_origins.py",
    ),
    Mutation(
        f"{FILES}.status",
        '4: "last part failed"',
        '4: "failed"',
        "parsched/data/formats/test_origins.py",
    ),
    Mutation(f"{FORMATS}.swf.rows", "r.size > MAX_PROCESSORS", "r.size >= MAX_PROCESSORS", LIMITS),
    Mutation(f"{FORMATS}.jobs_csv.read", "v <= MAX_PROCESSORS", "v < MAX_PROCESSORS", LIMITS),
    Mutation(
        f"{FORMATS}.jobs_json.configurations",
        "1 <= processors <= MAX_PROCESSORS",
        "1 <= processors < MAX_PROCESSORS",
        LIMITS,
    ),
    Mutation(
        f"{FORMATS}.jobs_json.read",
        "len(jobs) > options.limits.max_jobs",
        "len(jobs) >= options.limits.max_jobs",
        LIMITS,
    ),
    Mutation(f"{FILES}.json_text", "if len(data) > limit:", "if len(data) >= limit:", LIMITS),
    Mutation(
        f"{FORMATS}.swf.read",
        "len(self.columns) > self.options.limits.max_jobs",
        "len(self.columns) >= self.options.limits.max_jobs",
        LIMITS,
    ),
    Mutation(
        f"{FORMATS}.jobs_csv.read",
        "self._jobs > self._options.limits.max_jobs",
        "self._jobs >= self._options.limits.max_jobs",
        LIMITS,
    ),
    Mutation(
        f"{FILES}.source",
        "if growth.size > limits.max_bytes:",
        "if growth.size >= limits.max_bytes:",
        LIMITS,
    ),
    Mutation(
        f"{FILES}.source", "if count > self.max_names:", "if count >= self.max_names:", LIMITS
    ),
    Mutation(
        "parsched.model.schedules.interval_text",
        "(text[at] != BLANK and text[at] != NEWLINE)",
        "False",
        "parsched/model/schedules/test_processor_sets.py",
    ),
    Mutation(
        "parsched.model.schedules.interval_text",
        "lo[c] < hi[used - 1]:",
        "lo[c] < hi[used - 1] - 1:",
        "parsched/model/schedules/test_processor_sets.py",
    ),
)

"""Mistakes in the life cycle of runs and tasks: work lost, done twice, or kept against a wish."""

from tests.mutate.mutation import Mutation

CYCLE, RUNS = "schedweb.workers.lifecycle", "runs/test_lifecycle.py"
EXECUTION = "schedweb.runs.execution"
RECONCILER, LOST = "schedweb.workers.reconciler", "runs/test_reconciler.py"
LONG = "workers/test_long_messages.py"
SYSTEMS = "web/test_systems.py"

LENGTHS = "workers/test_lengths.py"
TURNS, LISTS = "workers/test_turns.py", "web/test_lists.py"

WORKING = (
    Mutation("schedweb.workers.turns", "numbers[one.owner] += 1", "pass", TURNS),
    Mutation("schedweb.workers.turns", "last.get(one.owner, NEVER), _age", "_age", TURNS),
    Mutation("schedweb.workers.turns", "turn = (one.priority, ", "turn = (0, ", TURNS),
    Mutation("schedweb.workers.turns", "return [*firsts, *(", "return [*(", TURNS),
    Mutation("schedweb.workers.turns", " and one.priority not in recent", "", TURNS),
    Mutation("schedweb.workers.turns", "if is_long or monotonic()", "if monotonic()", LENGTHS),
    Mutation("schedweb.workers.turns", " > lengths.SHORT_SECONDS:", " > 1e9:", LENGTHS),
    Mutation("schedweb.runs.lengths", "if key not in known]", "]", LENGTHS),
    Mutation("schedweb.workers.lengths", "not is_full() and", "", LENGTHS),
    Mutation("schedweb.workers.lengths", "late | Q(pk__in", "Q(pk__in", LENGTHS),
    Mutation("schedweb.store.filing", "trashed__lt=old", "trashed__isnull=False", LISTS),
    Mutation("schedweb.store.filing", "known.release(row, *row.goes_along())", "pass", LISTS),
    Mutation(
        "schedweb.runs.services", "    stop_comparison(comparison)\n    fil", "    fil", LISTS
    ),
    Mutation("schedweb.clusters.models", "systems=systems)", "systems=1)", SYSTEMS),
    Mutation("schedweb.clusters.services", "systems=platform.systems)", ")", SYSTEMS),
    Mutation("schedweb.runs.services", "systems=cluster.systems", "systems=1", SYSTEMS),
    Mutation("schedweb.workers.broker", "send, robust=True", "send", "workers/test_broker.py"),
    Mutation(
        CYCLE,
        "objects.filter(pk=pk, state=State.QUEUED).update(",
        "objects.filter(pk=pk).update(",
        RUNS,
    ),
    Mutation(CYCLE, 'attempts=F("attempts") + 1', 'attempts=F("attempts")', RUNS),
    Mutation(CYCLE, "worker=self.worker, attempts=self.attempt", "worker=self.worker", RUNS),
    Mutation(CYCLE, "(mine, pk=self.pk, attempts=self.attempt)", "(mine, pk=self.pk)", RUNS),
    Mutation(CYCLE, " | Q(state=State.QUEUED)\n", "\n", RUNS),
    Mutation(CYCLE, "rows.filter(stopping=None).update", "rows.update", RUNS),
    Mutation(CYCLE, "(computes & Q(stopping=None))", "computes", RUNS),
    Mutation(CYCLE, "state=State.RUNNING, stopping__isnull=False)", "state=State.RUNNING)", RUNS),
    Mutation(CYCLE, "state__in=(State.FAILED, State.CANCELLED)", "", RUNS),
    Mutation(CYCLE, "pk=work.pk, state=State.DONE, **result", "pk=work.pk, **result", RUNS),
    Mutation(CYCLE, "suspected__lt=confirmed)", "suspected__isnull=False)", f"{RUNS} {LOST}"),
    Mutation(
        CYCLE,
        "state=State.RUNNING, suspected=None).update",
        "state=State.RUNNING).update",
        f"{RUNS} {LOST}",
    ),
    Mutation(CYCLE, 'F("crashes") + int(crashed)', 'F("crashes")', f"{RUNS} {LOST}"),
    Mutation(CYCLE, "_queue(lost.filter(stopping=None),", "_queue(lost,", f"{RUNS} {LOST}"),
    Mutation(CYCLE, "model.share(pk, result)", "pass", "runs/test_known_bounds.py"),
    Mutation(
        RECONCILER,
        "crashes >= settings.SCHEDWEB_RUN_ATTEMPTS",
        "crashes > settings.SCHEDWEB_RUN_ATTEMPTS",
        LOST,
    ),
    Mutation(RECONCILER, "work.attempts >= MOST_ATTEMPTS", "False", LOST),
    Mutation(RECONCILER, "pk=work.pk, attempts=work.attempts", "pk=work.pk", LOST),
    Mutation(EXECUTION, "progress.message[:200]", "progress.message", LONG),
    Mutation(EXECUTION, "result.interruption[:200]", "result.interruption", LONG),
    Mutation("schedweb.workers.performing", "message=message[:200]", "message=message", LONG),
    Mutation("schedweb.workers.patience", '{reason}"[:200]', '{reason}"', LONG),
    Mutation(
        "schedweb.runs.bounds",
        "(earlier.proved or 0.0) > (row.proved or 0.0)",
        "False",
        "runs/test_known_bounds.py",
    ),
    Mutation(
        "schedweb.workers.services",
        "active >= MOST_ACTIVE",
        "active > MOST_ACTIVE",
        "workers api/test_tasks.py",
    ),
)

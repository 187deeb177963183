"""Mistakes in studies: in numbers of many instances, in verdicts, and in who computes what."""

from tests.mutate.mutation import Mutation

LIBRARY, TESTS = "parsched.studies", "parsched/studies"
STATISTICS, BY_HAND = f"{LIBRARY}.statistics", f"{TESTS}/test_statistics.py"
JUDGES, FINDINGS = f"{LIBRARY}.judges", f"{LIBRARY}.findings"
OF_RUNS = f"{LIBRARY}.of_runs"
VERDICTS, LOSSES = f"{TESTS}/test_judges.py", f"{TESTS}/test_losses.py"
RUN, JOURNALS = f"{TESTS}/test_studies.py", f"{TESTS}/test_journal.py"
MEASURES, MEASURED = f"{LIBRARY}.measures", f"{TESTS}/test_measures.py"
PICTURES = f"{TESTS}/test_points.py"
WORKERS, BATCHES = "schedweb.studies", "studies/test_batches.py"
PLANS, PAGES = "studies/test_planning.py", "web/test_studies.py"
COMMANDS = "studies/test_commands.py"
CONFIRMING = "web/test_confirming.py"
FORMS = "web/test_study_form.py"

NUMBERS = (
    Mutation(STATISTICS, "- 1, (1 + CONFIDENCE) / 2)", "- 1, CONFIDENCE)", BY_HAND),
    Mutation(STATISTICS, "values.std(ddof=1)", "values.std()", BY_HAND),
    Mutation(STATISTICS, "np.sort(values)[1:-1]", "values[1:-1]", BY_HAND),
    Mutation(STATISTICS, "above.sum() / below.sum())", "(above / below).mean())", BY_HAND),
    Mutation(STATISTICS, "declared.of(known, above", "declared.of(values, above", BY_HAND),
    Mutation(STATISTICS, "paired=True", "paired=False", BY_HAND),
    Mutation(STATISTICS, "np.ptp(each) <= ROUNDING * abs(whole)", "False", BY_HAND),
    Mutation(STATISTICS, 'method="wilson"', 'method="exact"', BY_HAND),
    Mutation(
        STATISTICS,
        "(below, above) if is_lower_better",
        "(above, below) if is_lower_better",
        BY_HAND,
    ),
    Mutation(STATISTICS, "rtol=ROUNDING, atol=0.0", "rtol=0.0, atol=0.0", BY_HAND),
    Mutation(f"{LIBRARY}.samples", "ratio * base.parts(base.value)", "0.0", BY_HAND),
    Mutation(MEASURES, "(own.min if is_lower else own.max)", "own.min", MEASURED),
    Mutation(MEASURES, "np.where(values == best, 1.0, share)", "share", MEASURED),
    Mutation(MEASURES, "np.where(np.isfinite(ratio), ratio, np.nan)", "ratio", MEASURED),
    Mutation(
        f"{LIBRARY}.figures",
        "(value - deviation(known), value + deviation(known))",
        "(value, value + deviation(known))",
        PICTURES,
    ),
    Mutation(f"{LIBRARY}.figures", "sorted((float(group.name", "list((float(group.name", PICTURES),
)
JUDGED = (
    Mutation(FINDINGS, "low <= first and last <= high", "low <= first or last <= high", VERDICTS),
    Mutation(FINDINGS, "if last < low or high < first", "if last < low", VERDICTS),
    Mutation(f"{LIBRARY}.claims", "elif all(one is False", "elif any(one is False", VERDICTS),
    Mutation(f"{LIBRARY}.claims", "if not findings:", "if findings is None:", VERDICTS),
    Mutation(FINDINGS, "FEWEST = 3", "FEWEST = 2", VERDICTS),
    Mutation(f"{LIBRARY}.claims", "if pending is not None and", "if False and", VERDICTS),
    Mutation(f"{LIBRARY}.samples", "low = high = self.value", "low = high = inf", VERDICTS),
    Mutation(f"{LIBRARY}.samples", "(low, inf) if self.has_least", "(low, high) if False", LOSSES),
    Mutation(f"{LIBRARY}.samples", "-inf if one.has_least", "low if one.has_least", LOSSES),
    Mutation(f"{LIBRARY}.measured", "lost & np.isnan(values)", "lost & False", LOSSES),
    Mutation(
        STATISTICS, "np.where(one_lost & ~other_lost, worse", "np.where(one_lost, -worse", LOSSES
    ),
    Mutation(f"{LIBRARY}.claims", "Verdict.NOT_REFUTED if is_theorem else ", "", VERDICTS),
    Mutation(OF_RUNS, "inside == len(values)", "inside > 0", VERDICTS),
    Mutation(OF_RUNS, "np.where(np.abs(by) <= slack, 0.0, by)", "by", VERDICTS),
    Mutation(OF_RUNS, "by < 0 if self.is_strict", "by <= 0 if self.is_strict", VERDICTS),
    Mutation(OF_RUNS, "if outside:", "if False:", VERDICTS),
    Mutation(JUDGES, '.better == "higher"', '.better == "neither"', VERDICTS),
    Mutation(JUDGES, "holds and interval == (self.by, self.by)", "False", VERDICTS),
    Mutation(JUDGES, "decided(interval, -self.within,", "decided(interval, -inf,", VERDICTS),
    Mutation(JUDGES, "(-inf, -far)", "(-inf, far)", VERDICTS),
    Mutation(JUDGES, 'if self.form == "stable":', "if False:", VERDICTS),
    Mutation(JUDGES, "change = abs(change)", "pass", VERDICTS),
    Mutation(JUDGES, "<= half_width(best, of)", "<= 0 * half_width(best, of)", VERDICTS),
    Mutation(JUDGES, "decided(interval, -inf, 0.0)", "decided(interval, 0.0, inf)", VERDICTS),
    Mutation(JUDGES, "best = max(found,", "best = min(found,", VERDICTS),
)
COMPUTED = (
    Mutation(f"{LIBRARY}.seeds", "sort_keys=True, ", "", RUN),
    Mutation(f"{LIBRARY}.seeds", '"big") >> 1', '"big")', RUN),
    Mutation(f"{LIBRARY}.instances", "of_jobs(value), repetition)", "of_jobs(value), 0)", RUN),
    Mutation(f"{LIBRARY}.instances", "derived_seed(study, self", "derived_seed(0, self", RUN),
    Mutation(f"{LIBRARY}.machines", "if name != NAME", "", RUN),
    Mutation(f"{LIBRARY}.computing", "is None or name in request.stated", "is None", RUN),
    Mutation(f"{LIBRARY}.computing", "repetition), request.text)", "repetition))", RUN),
    Mutation(f"{LIBRARY}.running", "min(wanted, 2 * units, ", "min(wanted, ", RUN),
    Mutation(f"{LIBRARY}.journal", 'if not line.endswith("\\n")', "if False", JOURNALS),
    Mutation(f"{LIBRARY}.origins", "equal_since(one.algorithm, asks))", "0)", JOURNALS),
    Mutation(
        f"{LIBRARY}.origins", "content = [study.seed, instances.origin, ", "content = [", JOURNALS
    ),
    Mutation(f"{LIBRARY}.journal", "fcntl.LOCK_EX | ", "fcntl.LOCK_SH | ", JOURNALS),
    Mutation(
        f"{LIBRARY}.journal",
        'place is None or line["repetition"] >= self._study.part(place[0]).repetitions',
        "place is None",
        JOURNALS,
    ),
)
KEPT = (
    Mutation(
        f"{WORKERS}.units",
        "repetition, value = divmod(number,",
        "value, repetition = divmod(number,",
        PLANS,
    ),
    Mutation(
        f"{WORKERS}.units",
        "return numbers % count, numbers // count",
        "return numbers // count, numbers % count",
        BATCHES,
    ),
    Mutation(f"{WORKERS}.units", "at = max(at, end)", "at = end", PLANS),
    Mutation(f"{WORKERS}.planning", "taken.failed < FAILURES + taken.done", "True", PLANS),
    Mutation(f"{WORKERS}.planning", "unknown > most_unknown or ", "", PLANS),
    Mutation(f"{WORKERS}.planning", "everything / MOST_BATCHES", "0.0", PLANS),
    Mutation(f"{WORKERS}.handing", "<= processes()", "<= 1_000", BATCHES),
    Mutation(f"{WORKERS}.handing", "counts.get(pk, 0), default", "0, default", BATCHES),
    Mutation(f"{WORKERS}.handing", "not (study.is_paused or ", "not (", BATCHES),
    Mutation(f"{WORKERS}.handing", "forbidden_in(study) is None and ", "", COMMANDS),
    Mutation(f"{WORKERS}.handing", " and is_confirmed(study)", "", CONFIRMING),
    Mutation(f"{WORKERS}.handing", "if not may_run:", "if False:", COMMANDS),
    Mutation("schedweb.runs.execution", "    refuse_forbidden(run)\n", "", "runs/test_commands.py"),
    Mutation(f"{WORKERS}.storage", "cells.is_done[values, repetitions] = True", "pass", BATCHES),
    Mutation(f"{WORKERS}.reading", "with suppress(DamagedError)", "if True", BATCHES),
    Mutation(f"{WORKERS}.services", "if fewer:", "if False:", f"{BATCHES} {PAGES}"),
    Mutation(f"{WORKERS}.services", "count >= MOST_GOING_ON", "False", BATCHES),
    Mutation(f"{WORKERS}.services", "if outdated(study).exists():", "if False:", BATCHES),
    Mutation(
        f"{WORKERS}.services",
        "for batch in done if not blobs.verifies(batch.cells)}",
        "for batch in ()}",
        f"{BATCHES} {PAGES}",
    ),
    Mutation(
        f"{WORKERS}.summaries", "return summary.as_of == study.changed", "return True", BATCHES
    ),
    Mutation(
        f"{WORKERS}.progress",
        "counts[(first + np.arange(rest)) % values] += 1",
        "counts[np.arange(rest)] += 1",
        "studies/test_progress.py",
    ),
    Mutation(
        f"{WORKERS}.opening",
        "[request_of(declared, unit, i) for i in range(len(part.requests))]",
        "list(part.requests)",
        PAGES,
    ),
    Mutation(
        f"{WORKERS}.selectors",
        "get_object_or_404(Study.objects.filter(owner=user), pk=pk)",
        "get_object_or_404(Study, pk=pk)",
        PAGES,
    ),
    Mutation(
        f"{WORKERS}.selectors",
        "everything.filter(owner=user, trashed",
        "everything.filter(trashed",
        f"{PAGES} web/test_home_studies.py",
    ),
    Mutation(
        f"{WORKERS}.definitions",
        "filter(owner=owner, digest=digest)",
        "filter(digest=digest)",
        FORMS,
    ),
    Mutation(
        f"{WORKERS}.definitions",
        "if not _is_of_a_paper(traced):",
        "if False:",
        FORMS,
    ),
)

STUDYING = (*NUMBERS, *JUDGED, *COMPUTED, *KEPT)

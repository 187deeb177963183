"""Stored runs as the records that reports are made of."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast

from algorithms.record import Record
from algorithms.report.conditions import Traits
from algorithms.report.ranking.cases import identities, methods_in, written
from algorithms.report.records import Find, Records, Subject
from schedweb.runs.charts import found_in
from schedweb.runs.models import Comparison, Run
from schedweb.runs.storage import load_schedule
from schedweb.workers.models import State
from schedweb.workloads.models import Kind, Workload


def records_of(comparison: Comparison, runs: Sequence[Run] | None = None) -> Records:
    """Return the records of the runs of a comparison, or of some of them."""
    rows = list(comparison.runs.all()) if runs is None else list(runs)
    schedules = {run.pk: run.schedule for run in rows}

    def read_found(find: Find[Any], record: Record) -> Any:
        return found_in(find, comparison.workload.digest, schedules[record.key])

    return Records(
        about=subject_of(comparison),
        rows=tuple(run.result for run in rows),
        read_details=_details,
        read_found=read_found,
        read_schedule=lambda record: load_schedule(schedules[record.key]),
        read_others=lambda keys: {c.pk: records_of(c) for c in possible_cases(comparison, keys)},
    )


def record_of(run: Run) -> Records:
    """Return the record of one run alone."""
    return records_of(run.comparison, [run])


def _details(keys: Sequence[str], name: str) -> dict[str, Any]:
    """Read one field of what is long, and no other."""
    rows = Run.objects.filter(pk__in=keys, details__has_key=name)
    return dict(rows.values_list("pk", f"details__{name}"))


def subject_of(comparison: Comparison) -> Subject:
    """Return what the records of a comparison are about; its jobs are not loaded."""
    workload, bounds_row = comparison.workload, comparison.known
    return Subject(
        title=comparison.title,
        workload=workload.name,
        machine=comparison.cluster_name,
        jobs=workload.jobs,
        traits=traits_of(workload),
        platform=comparison.platform(),
        rules=comparison.typed_rules,
        load=comparison.instance,
        bounds={} if bounds_row is None else bounds_row.values,
        proved=None if bounds_row is None else bounds_row.proved,
        source=(f"workload SHA-256 {workload.digest}",),
        date=f"{comparison.created:%Y-%m-%d}",
        calendar=workload.calendar,
    )


def traits_of(workload: Workload) -> Traits:
    """Return what is known of jobs that are not loaded."""
    features: Mapping[str, Any] = workload.features
    return Traits(
        has_releases=bool(features.get("releases")),
        has_weights=bool(features.get("weights")),
        has_estimates=bool(features.get("estimates")),
        is_moldable=workload.kind == Kind.MOLDABLE,
        environments=int(features.get("environments") or 0),
        unmodelled=workload.unmodelled,
    )


def possible_cases(comparison: Comparison, among: Sequence[str] | None = None) -> list[Comparison]:
    """Return other comparisons of the same person in which every run of this one that has a result
    has one, too: of the same algorithm with the same parameters.

    With `among`, ids, only those of them, with their runs.
    """
    methods = methods_in(run.result for run in comparison.runs.all() if run.is_done)
    if len(methods) < 2:
        return []
    mine = Comparison.objects.filter(owner=comparison.owner_id).exclude(pk=comparison.pk)
    others = list(
        (mine if among is None else _with_runs(mine, among))
        .annotate(done=Count("runs", filter=Q(runs__state=State.DONE)))
        .filter(done__gte=len(methods))
        .select_related("workload", "known")
        .order_by("-created")
    )
    rows = _stored([other.pk for other in others])
    return [other for other in others if methods <= set(identities(rows.get(other.pk, [])))]


def _with_runs(comparisons: QuerySet[Comparison], keys: Sequence[str]) -> QuerySet[Comparison]:
    matching = comparisons.filter(pk__in=list(filter(str.isprintable, keys)))
    return matching.prefetch_related(Prefetch("runs", queryset=Run.objects.all()))


def _stored(comparisons: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Return algorithm and written parameters of the runs that are done, by comparison.

    Cases have the same parameters again and again: each text of them is decoded once.
    """
    runs = Run.objects.filter(comparison__in=comparisons, state=State.DONE).order_by("position")
    texts = runs.annotate(text=Cast("params", TextField()))
    canonical: dict[str, str] = {}
    rows: dict[str, list[tuple[str, str]]] = {}
    for pk, key, text in texts.values_list("comparison_id", "algorithm", "text"):
        if text not in canonical:
            canonical[text] = written(json.loads(text))
        rows.setdefault(pk, []).append((key, canonical[text]))
    return rows

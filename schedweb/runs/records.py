"""Stored runs as the records that reports are made of."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast

from parsched.base.origins import loaded
from parsched.report.conditions import Traits
from parsched.report.ranking.cases import identities, methods_in, written
from parsched.report.records import Find, Records, Subject
from parsched.run.computed_by import everything
from parsched.run.record import Record
from schedweb.runs.charts import found_in
from schedweb.runs.models import Comparison, Run
from schedweb.runs.storage import load_schedule
from schedweb.workers.models import State
from schedweb.workloads.models import JobKind, Workload

KEPT = 16
"""Comparisons whose records are kept with what was computed of them: people open tab after tab."""


@dataclass(frozen=True)
class _Source:
    """A comparison with its runs; `digest` stands for all that records are made of."""

    digest: bytes
    comparison: Comparison = field(compare=False)
    runs: Sequence[Run] = field(compare=False)


def records_of(comparison: Comparison, runs: Sequence[Run] | None = None) -> Records:
    """Return the records of the runs of a comparison, or of some of them; the same as before where
    nothing has changed."""
    if runs is not None:
        return _made(comparison, list(runs))
    rows = list(comparison.runs.all())
    return _kept(_Source(_digest(comparison, rows), comparison, rows))


@lru_cache(maxsize=KEPT)
def _kept(source: _Source) -> Records:
    return _made(source.comparison, source.runs)


def _digest(comparison: Comparison, runs: Sequence[Run]) -> bytes:
    """Return what changes with the content of records, with the plugins that read them, and with
    the versions that they are judged by."""
    about = subject_of(comparison)
    told = {f.name: getattr(about, f.name) for f in fields(about) if f.name not in _BY_DIGEST}
    dates = about.calendar and about.calendar.note
    plugins = [plugin.title for plugin in loaded()]
    results = [
        (r.pk, r.label, r.algorithm, r.version, r.state, r.schedule, r.params, r.record)
        for r in runs
    ]
    judged = (plugins, everything())
    content = repr((comparison.pk, comparison.owner_id, told, dates, judged, results))
    return hashlib.sha256(content.encode()).digest()


_BY_DIGEST = ("load", "calendar")
"""Fields of a subject that its others stand for: `source` has the digest of the jobs."""


def _made(comparison: Comparison, rows: Sequence[Run]) -> Records:
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
    workload, platform = comparison.workload, comparison.platform()
    is_its_own = not workload.sites and platform.processors == workload.processors
    return Subject(
        title=comparison.title,
        workload=workload.name,
        machine=comparison.cluster_name,
        jobs=workload.jobs,
        traits=traits_of(workload),
        platform=platform,
        rules=comparison.typed_rules,
        load=comparison.instance,
        bounds=comparison.bounds,
        proved=comparison.proved,
        old_bounds={one.key: one.text for one in comparison.old_bounds},
        source=(f"workload SHA-256 {workload.digest}",),
        date=f"{comparison.created:%Y-%m-%d}",
        calendar=workload.calendar,
        guess=workload.guess if is_its_own else "",
        left_out=workload.left_out,
    )


def traits_of(workload: Workload) -> Traits:
    """Return what is known of jobs that are not loaded."""
    features: Mapping[str, Any] = workload.features
    return Traits(
        has_releases=bool(features.get("releases")),
        has_weights=bool(features.get("weights")),
        has_estimates=bool(features.get("estimates")),
        is_moldable=workload.kind == JobKind.MOLDABLE,
        environments=int(features.get("environments") or 0),
        unmodelled=workload.unmodelled,
    )


def possible_cases(comparison: Comparison, among: Sequence[str] | None = None) -> list[Comparison]:
    """Return the person's other comparisons that have a result for each finished run of this one:
    the same algorithm with the same parameters.

    With `among`, only comparisons with these ids, and their runs.
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

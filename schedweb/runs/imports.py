"""Schedules that were made elsewhere, as runs of a comparison that no worker computes."""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from parsched.base import naming
from parsched.data.files.findings import ReadReport
from parsched.data.files.reading import with_long_name
from parsched.data.formats import SCHEDULES
from parsched.run.given import GIVEN
from parsched.run.made_elsewhere import UNKNOWN_MAKER, MadeElsewhere, read_result
from parsched.run.request import MAX_LABEL, MAX_RUNS, free_label
from schedweb.base.errors import InvalidError, RefusedError, noting, refuse
from schedweb.base.texts import NameField, checked
from schedweb.runs.bounds import recall
from schedweb.runs.models import Comparison, Run
from schedweb.runs.outcomes import conclude
from schedweb.runs.proving import prove
from schedweb.runs.storage import save_schedule
from schedweb.store import blobs
from schedweb.workers import lifecycle
from schedweb.workers.models import Task
from schedweb.workers.services import submit
from schedweb.workloads.reading import limits
from schedweb.workloads.services import plain_name

if TYPE_CHECKING:
    from django.core.files import File

LABEL = NameField(name="label", max_length=MAX_LABEL, blank=True)
MADE_BY = NameField("made by", name="made_by", max_length=100, blank=True)
"""What people say of a schedule."""


def submit_schedule(
    comparison: Comparison,
    file: "File[Any]",
    file_name: str,
    *,
    label: str = "",
    made_by: str = "",
    kind: str = "",
) -> Task:
    """Let a worker read a schedule for a comparison; it becomes a run of it.

    Raises `InvalidError` with errors under `label`, `made_by` and `kind`, and `RefusedError` where
    the comparison has as many runs as it may, or too many tasks wait.
    """
    name = plain_name(file_name) or "schedule"
    texts = _texts(label, made_by, kind)
    _refuse_full(comparison)
    arguments = {"comparison": comparison.pk, "file": name, **texts}
    return submit(comparison.owner, "schedule", arguments, input=blobs.put_file(file))


def _texts(label: str, made_by: str, kind: str) -> dict[str, str]:
    texts: dict[str, str] = {"kind": kind}
    errors: dict[str, str] = {}
    with noting(errors):
        texts |= checked((LABEL, MADE_BY), {"label": label, "made_by": made_by})
    with noting(errors):
        refuse_unknown(kind)
    refuse(errors)
    return texts


def refuse_unknown(kind: str) -> None:
    """Raise `InvalidError` under `kind` for a text that is not blank and no kind of file."""
    if kind and kind not in SCHEDULES:
        raise InvalidError(
            {"kind": f"kind must be one of {', '.join(SCHEDULES)}, got {kind!r:.60}"}
        )


def _refuse_full(comparison: Comparison) -> None:
    if Run.objects.filter(comparison=comparison).count() >= MAX_RUNS:
        raise RefusedError(f"A comparison has at most {MAX_RUNS} runs: remove some first.")


@dataclass(frozen=True)
class Given:
    """A schedule that was read and judged: what its run is called, and what is stored of it."""

    label: str
    params: Mapping[str, Any]
    result: Mapping[str, Any]


def read_given(comparison: Comparison, content: bytes, arguments: Mapping[str, str]) -> Given:
    """Read, match, check and measure a schedule; raises as `read_result` does."""
    instance = comparison.instance()
    recall(comparison, instance)
    prove(comparison)
    made = read_result(
        io.BytesIO(content),
        instance,
        name=arguments["file"],
        kind=arguments["kind"],
        limits=limits(),
        made_by=arguments["made_by"] or UNKNOWN_MAKER,
        bounds=(),
    )
    params = {
        "file": arguments["file"],
        "kind": made.imported.kind,
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    report, label = made.imported.report, arguments["label"]
    if not label:
        label = naming.shortened(arguments["file"], MAX_LABEL)
        report = with_long_name(report, arguments["file"])
    return Given(label, params, _values(made, report))


def _values(made: MadeElsewhere, report: ReadReport) -> dict[str, Any]:
    """Return the result to store; how long it took to compute is unknown."""
    record = made.result.record()
    return {
        "version": made.result.version,
        "record": record.outcome | {"seconds": None, "algorithm_cpu_seconds": None},
        "details": record.details | {"matching": report.as_json()},
        "schedule": save_schedule(made.result.schedule),
    }


@transaction.atomic
def add_given(comparison: Comparison, given: Given) -> Run:
    """Store a finished run, and then what its comparison found. A label that another run has gets
    a number behind it. Raises `RefusedError`."""
    if not Comparison.objects.select_for_update().filter(pk=comparison.pk).first():
        raise RefusedError(f"The comparison was deleted while {given.params['file']} was read.")
    _refuse_full(comparison)
    existing = list(Run.objects.filter(comparison=comparison))
    run = Run.objects.create(
        comparison=comparison,
        position=max((run.position for run in existing), default=-1) + 1,
        algorithm=GIVEN,
        version=given.result["version"],
        params=dict(given.params),
        label=free_label([given.label], {run.label for run in existing}),
        queued=timezone.now(),
    )
    lifecycle.take_in(run, given.result)
    transaction.on_commit(partial(conclude, comparison), robust=True)
    return run

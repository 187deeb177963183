"""Computing one batch of a study, and what follows from its end."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from parsched.report.phrases import counted
from parsched.studies.computing import compute as compute_unit
from parsched.studies.origins import origin
from schedweb.studies.handing import hand_out, may_go_on
from schedweb.studies.models import Batch
from schedweb.studies.selectors import is_confirmed
from schedweb.studies.storage import save_rows
from schedweb.studies.summaries import renew
from schedweb.studies.units import unit_at
from schedweb.workers.attempts import Ear, attempt
from schedweb.workers.database import persistently
from schedweb.workers.models import State
from schedweb.workers.patience import patiently

if TYPE_CHECKING:
    from parsched.studies.measured import UnitRow


def compute(pk: str) -> bool:
    """Compute a queued batch, unless its study may not go on now; then hand out what is next.

    False where it was not computed here."""
    is_back = persistently(lambda: _take_back(pk), f"batch {pk}")
    has_ended = None if is_back else attempt(Batch, pk, _compute)
    if is_back or has_ended:
        persistently(hand_out, "batches")
        persistently(lambda: _renew(pk), f"summary after batch {pk}")
    return has_ended is not None


def _take_back(pk: str) -> bool:
    """Delete a queued batch whose study may not go on now: it is planned again once the study
    may."""
    queued = Batch.objects.filter(pk=pk, state=State.QUEUED)
    batch = queued.select_related("study__owner").first()
    if batch is None or may_go_on(batch.study):
        return False
    return bool(queued.delete()[0])


def _compute(pk: str, ear: Ear) -> Mapping[str, Any] | None:
    rows = Batch.objects.select_related("study")
    batch = persistently(lambda: rows.filter(pk=pk).first(), f"batch {pk}")
    if batch is None:
        return None
    study = batch.study.declared
    part, may_run = study.parts[batch.part], is_confirmed(batch.study)
    computed: list[UnitRow] = []
    seconds: dict[int, list[float]] = {}
    for number in range(batch.first, batch.end):
        unit, began = unit_at(part, number), time.perf_counter()
        ear.fraction = len(computed) / (batch.end - batch.first)
        ear.message = f"{len(computed)} of {counted(batch.end - batch.first, 'instance')}"
        computed.append(compute_unit(study, unit, ear, allow_commands=may_run))
        seconds.setdefault(unit.value, []).append(time.perf_counter() - began)
    return {
        "cells": patiently(lambda: save_rows(part, computed), ear.heart),
        "origin": origin(study, part),
        "problems": sum(len(row.problems) for row in computed),
        "timings": [[value, len(of), sum(of)] for value, of in seconds.items()],
    }


def _renew(pk: str) -> None:
    if batch := Batch.objects.select_related("study").filter(pk=pk).first():
        renew(batch.study)

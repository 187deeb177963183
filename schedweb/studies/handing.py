"""Handing out batches: few wait at a time, so that comparisons never wait for long."""

from collections import defaultdict

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from schedweb.base.errors import NotInstalledError
from schedweb.store import known
from schedweb.studies.models import Batch, Study
from schedweb.studies.planning import BatchPlace, Pace, Taken, next_place
from schedweb.studies.selectors import forbidden_in, generation_of, is_confirmed, outdated
from schedweb.studies.units import InstanceSpan
from schedweb.workers import broker
from schedweb.workers.models import ACTIVE, State
from schedweb.workers.presence import processes

RECENT = 300
"""Batches whose seconds say how long the next ones will take."""
ACTIVE_STUDIES = Q(is_paused=False, stopped=None, finished=None)


def hand_out() -> None:
    """Queue batches of all studies in turn until one waits for each process, and one more."""
    barren: set[str] = set()
    while Batch.objects.filter(state=State.QUEUED).count() <= processes():
        study = _next_study(barren)
        if study is None:
            return
        if not _plan(study):
            barren.add(study)


def _next_study(barren: set[str]) -> str | None:
    """Return the study with fewest active batches, of those the oldest."""
    rows = Study.objects.filter(ACTIVE_STUDIES).exclude(pk__in=barren).order_by("created")
    active = Batch.objects.filter(state__in=ACTIVE).order_by().values_list("study")
    counts = dict(active.annotate(Count("pk")))
    return min(rows.values_list("pk", flat=True), key=lambda pk: counts.get(pk, 0), default=None)


@transaction.atomic
def _plan(pk: str) -> bool:
    """Queue the next batch of a study; False where nothing is left to queue."""
    study = Study.objects.select_for_update().filter(ACTIVE_STUDIES, pk=pk).first()
    if study is None:
        return False
    batches = Batch.objects.filter(study=study)
    batches.filter(state=State.CANCELLED).delete()
    try:
        parts, may_run = study.declared.parts, _may_run(study)
    except NotInstalledError:  # until its plugin is back, other studies go on
        return False
    if not may_run:  # its owner reads why on trying to continue it
        Study.objects.filter(pk=pk).update(is_paused=True)
        withdraw(study)
        return False
    older = outdated(study)
    taken = taken_of(batches.exclude(pk__in=older.values("pk")))
    place = next_place(parts, taken, paces_of(batches))
    if place is None:
        if not batches.filter(state__in=ACTIVE).exists():
            Study.objects.filter(pk=pk).update(finished=Now())
            _replace(study, older)
        return False
    _queue(study, place)
    return True


def _replace(study: Study, older: QuerySet[Batch]) -> None:
    """Delete what an older version computed once everything is computed again."""
    rows = list(older)
    if not rows or generation_of(study).is_older:
        return
    known.release(*rows)
    older.delete()
    Study.everything.filter(pk=study.pk).update(changed=Now())


def may_go_on(study: Study) -> bool:
    """Tell whether batches of a study may be computed now: it is not held, what it needs is
    installed, and its owner may run its methods and has confirmed their commands."""
    try:
        return not (study.is_paused or study.stopped) and _may_run(study)
    except NotInstalledError:
        return False


def _may_run(study: Study) -> bool:
    return forbidden_in(study) is None and is_confirmed(study)


def _queue(study: Study, place: BatchPlace) -> None:
    first, end = place.span
    batch = Batch.objects.create(
        study=study, part=place.part, first=first, end=end, queued=timezone.now()
    )
    broker.enqueue(Batch, batch.pk)


def taken_of(batches: QuerySet[Batch]) -> dict[int, Taken]:
    """Return what is planned, by part."""
    spans: dict[int, list[InstanceSpan]] = defaultdict(list)
    counts: dict[tuple[int, str], int] = defaultdict(int)
    rows = batches.exclude(state=State.CANCELLED).order_by()
    for part, first, end, state in rows.values_list("part", "first", "end", "state"):
        spans[part].append(InstanceSpan(first, end))
        counts[part, state] += 1
    return {
        part: Taken(own, counts[part, State.DONE], counts[part, State.FAILED])
        for part, own in spans.items()
    }


def paces_of(batches: QuerySet[Batch]) -> dict[int, Pace]:
    """Return the seconds of instances, by part, as the last batches took them."""
    done = batches.filter(state=State.DONE).order_by("-finished")
    timings: dict[int, list[tuple[int, int, float]]] = defaultdict(list)
    for part, of_batch in done.values_list("part", "timings")[:RECENT]:
        timings[part] += [tuple(timing) for timing in of_batch]
    return {part: Pace.of(own) for part, own in timings.items()}


def withdraw(study: Study) -> None:
    """Take back what waits: a message for a row that is gone does nothing."""
    Batch.objects.filter(study=study, state=State.QUEUED).delete()

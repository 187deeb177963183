"""What people do with studies."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from parsched import studies
from parsched.base import naming
from parsched.base.errors import ParameterError
from parsched.studies.files import as_json
from schedweb.accounts.models import User
from schedweb.base.editing import NOTHING, Edit, Seen, store
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.base.texts import MAX_TITLE, checked_texts
from schedweb.runs.commands import refuse_unconfirmed
from schedweb.store import blobs, filing, known
from schedweb.studies.definitions import workloads_of
from schedweb.studies.handing import hand_out, withdraw
from schedweb.studies.models import Batch, Study, Summary, Use
from schedweb.studies.selectors import failed_batches, forbidden_in, outdated
from schedweb.studies.summaries import renew
from schedweb.studies.units import count_of
from schedweb.workers import lifecycle
from schedweb.workers.models import State
from schedweb.workloads.services import hold

MOST_GOING_ON = 20
"""Studies of one person that compute or are paused."""
GOING_ON: Mapping[str, Any] = {"is_paused": False, "stopped": None, "finished": None}
"""Fields of a study whose batches are handed out."""


@transaction.atomic
def create_study(
    owner: User,
    declared: studies.Study,
    *,
    title: str = "",
    note: str = "",
    preset: str = "",
    confirmed: Collection[str] = (),
) -> Study:
    """Store a study; its first batches are queued.

    Raises `InvalidError` under `title` and `note` and as `workloads_of` does, `RefusedError` when
    too many go on and when a workload was deleted meanwhile, `UnconfirmedError` for commands that
    are not among those that the owner has just let run.
    """
    used = workloads_of(owner, declared)
    hold(*used)
    _refuse_many(owner)
    title = naming.one_line(title) or naming.one_line(declared.title)[:MAX_TITLE]
    texts = checked_texts(Study, title=title, note=note)
    refuse_unconfirmed(declared.commands, confirmed)
    study = Study(owner=owner, definition=as_json(declared), preset=preset, **texts)
    study.confirmed = list(declared.commands)
    _count(study)
    study.save()
    Use.objects.bulk_create(Use(study=study, workload=workload) for workload in used)
    hand_out()
    return study


def describe_study(study: Study, *, seen: Seen = NOTHING, **texts: str) -> None:
    """Change `title`, `note` or both; raises `InvalidError` and, for what is not as it was `seen`,
    `StaleError`."""
    store(study, checked_texts(Study, **texts), seen)


def pause_study(study: Study) -> None:
    """Hand out no more; what waits is taken back, what computes is finished and kept."""
    Study.objects.filter(pk=study.pk, stopped=None, finished=None).update(is_paused=True)
    withdraw(study)
    renew(study)


def continue_study(study: Study, *, confirmed: Collection[str] = ()) -> None:
    """Hand out batches again of a study that was paused or stopped; raises `RefusedError` when too
    many others go on, and for algorithms that the owner may not run, `UnconfirmedError` for
    commands that are not among those that the owner has just let run."""
    _confirm(study, confirmed)
    _refuse_many(study.owner, besides=study.pk)
    Study.objects.filter(pk=study.pk).update(**GOING_ON)
    hand_out()


def stop_study(study: Study) -> None:
    """End what computes, too, without waiting for it; what is computed stays."""
    Study.objects.filter(pk=study.pk, stopped=None, finished=None).update(
        stopped=timezone.now(), is_paused=False
    )
    withdraw(study)
    for batch in Batch.objects.filter(study=study, state=State.RUNNING):
        lifecycle.stop(batch)
    renew(study)


def most_repetitions(declared: studies.Study) -> int:
    """Return the largest number of repetitions of a part."""
    return max(part.repetitions for part in declared.parts)


@transaction.atomic
def repeat_more(
    study: Study, repetitions: int, seen: Seen = NOTHING, *, confirmed: Collection[str] = ()
) -> None:
    """Raise the number of repetitions of every value, and go on; what is computed stays as it is.

    Raises `InvalidError` under `repetitions`, `StaleError` where there are not as many as were
    `seen`, `RefusedError` when too many others go on and for algorithms that the owner may not run.
    """
    _confirm(study, confirmed)
    _refuse_many(study.owner, besides=study.pk)
    locked = Study.objects.select_for_update().get(pk=study.pk)
    before = locked.portable
    stored = {"repetitions": most_repetitions(before)}
    Edit(stored, {"repetitions": repetitions}, seen).refuse_stale()
    try:
        after = before.changed(repetitions=repetitions)
    except ParameterError as error:
        raise InvalidError({"repetitions": str(error)}) from error
    fewer = [
        part.repetitions
        for part, more in zip(before.parts, after.parts, strict=True)
        if more.repetitions < part.repetitions
    ]
    if fewer:
        rule = f"repetitions must be at least {max(fewer):,}, as many as there are"
        raise InvalidError({"repetitions": f"{rule}, got {repetitions:,}"})
    locked.definition = as_json(after)
    for name, value in GOING_ON.items():
        setattr(locked, name, value)
    _count(locked)
    locked.save(update_fields=["definition", "instances", "runs", *GOING_ON])
    transaction.on_commit(hand_out, robust=True)  # workers ask for it now and then, too


def retry_failed(study: Study, *, confirmed: Collection[str] = ()) -> None:
    """Delete the batches of a study that failed, or whose numbers cannot be read any more, so that
    they are handed out again, a few at a time as all others. What an older version computed is
    handed out, too; it stays until all of it is computed again. Raises as `continue_study` does."""
    _confirm(study, confirmed)
    _refuse_many(study.owner, besides=study.pk)
    done = Batch.objects.filter(study=study, state=State.DONE)
    lost = {batch.pk: batch for batch in done if not blobs.verifies(batch.cells)}
    if outdated(study).exists():  # what is merged may have their numbers, too
        Summary.objects.filter(study=study).update(merged="")
    with transaction.atomic():
        Study.objects.filter(pk=study.pk).update(**GOING_ON)
        known.release(*lost.values())
        done.filter(pk__in=lost).delete()
        failed_batches(study).delete()
    hand_out()
    renew(study)


def delete_study(study: Study) -> None:
    """Put a study into the trash, which closes its links; it is paused, unless it has ended."""
    pause_study(study)
    filing.throw_away(study)


def _confirm(study: Study, confirmed: Collection[str]) -> None:
    """Refuse what the owner may not run, and commands that were not confirmed just now; note the
    others."""
    if sentence := forbidden_in(study):
        raise RefusedError(f"{sentence}.")
    commands = study.portable.commands
    refuse_unconfirmed(commands, confirmed)
    Study.objects.filter(pk=study.pk).update(confirmed=list(commands))


def _refuse_many(owner: User, besides: str = "") -> None:
    """Refuse one more study that goes on, unless it is among those that do."""
    going_on = Study.objects.filter(owner=owner, stopped=None, finished=None)
    count = going_on.exclude(pk=besides).count()
    if count >= MOST_GOING_ON:
        raise RefusedError(
            f"You have {count} studies that are not finished, the limit: stop some, or wait."
        )


def _count(study: Study) -> None:
    """Note how much there is to compute."""
    study.instances = sum(map(count_of, study.declared.parts))
    study.runs = study.declared.cells

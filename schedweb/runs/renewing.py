"""Computing again what an older version computed, with the same parameters and seeds."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from schedweb.base.errors import RefusedError
from schedweb.runs.bounds import keep, row_of
from schedweb.runs.commands import refuse_unconfirmed
from schedweb.runs.judging import why_not_judged
from schedweb.runs.models import Comparison, Proof, Renewal, Run
from schedweb.runs.proving import wanted
from schedweb.runs.selectors import commands_of, refuse_forbidden
from schedweb.runs.services import refuse_gone
from schedweb.workers import broker, lifecycle
from schedweb.workers.models import State


@dataclass(frozen=True)
class Older:
    """What an older version computed of a comparison: runs to compute again, reasons why others
    cannot be, and whether lower bounds are to be computed again, too."""

    runs: Sequence[Run]
    refused: Sequence[str]
    bounds: bool

    def __bool__(self) -> bool:
        return bool(self.runs or self.refused or self.bounds)


def older_of(comparison: Comparison) -> Older:
    """Return what an older version computed of a comparison."""
    runs, refused = [], []
    for run in Run.objects.filter(comparison=comparison, state=State.DONE):
        run.comparison = comparison
        if not run.result.outdated:
            continue
        if reason := _refusal(run):
            refused.append(reason)
        else:
            runs.append(run)
    return Older(runs, refused, bounds=bool(comparison.old_bounds))


def _refusal(run: Run) -> str:
    """Say why a run cannot be computed again; blank where it can."""
    if run.is_given:
        return why_not_judged(run)
    try:
        refuse_gone(run)
        refuse_forbidden(run)
    except RefusedError as error:
        return str(error)
    return ""


@transaction.atomic
def recompute(comparison: Comparison, *, confirmed: Collection[str] = ()) -> Older:
    """Queue again everything of a comparison that an older version computed; results stay until the
    new ones are there. A second time changes nothing: people click twice.

    Raises `RefusedError` where nothing of it can be computed again, and `UnconfirmedError` for
    commands that are not among those that the owner has just let run.
    """
    Comparison.everything.select_for_update().get(pk=comparison.pk)
    older = older_of(comparison)
    if older.refused and not (older.runs or older.bounds):
        raise RefusedError(" ".join(older.refused))
    refuse_unconfirmed([c for run in older.runs for c in commands_of(run)], confirmed)
    queued = [pk for run in older.runs if (pk := _queued(run))]
    broker.enqueue(Renewal, *queued)
    if older.bounds:
        _renew_bounds(comparison)
    return older


def _queued(run: Run) -> str:
    """Queue a run again; return the key of its renewal, blank where one goes on already."""
    now = timezone.now()
    commands = list(commands_of(run))
    renewal, is_new = Renewal.objects.get_or_create(
        run=run, defaults={"queued": now, "version": run.version, "confirmed": commands}
    )
    if is_new:
        return renewal.pk
    if not lifecycle.retry(renewal):
        return ""
    Renewal.objects.filter(pk=renewal.pk).update(confirmed=commands)
    return renewal.pk


def _renew_bounds(comparison: Comparison) -> None:
    proof = wanted(comparison)
    if proof is not None:
        broker.enqueue(Proof, proof.pk)
        return
    # Bounds that do not apply any more are never computed: nothing is left to wait for.
    instance = comparison.instance()
    keep(row_of(comparison, instance), {}, instance)

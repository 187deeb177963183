"""Computing the bounds of instances, each by one process alone: runs do not wait for them."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from parsched.base.processor_time import cpu_seconds
from parsched.measure.bounds import bounds_of
from parsched.measure.bounds.registry import remember
from parsched.model.stop import Progress, Stop
from schedweb.runs.bounds import current, keep, lacks_some, row_of
from schedweb.runs.models import Comparison, KnownBounds, Proof
from schedweb.runs.outcomes import conclude
from schedweb.workers import lifecycle
from schedweb.workers.attempts import Ear, attempt
from schedweb.workers.database import persistently
from schedweb.workers.models import ErrorKind


def prove(comparison: Comparison) -> None:
    """Compute the bounds of an instance that are not stored yet, except what another process
    computes already. Where it is killed, the reconciler queues its proof again."""
    proof = persistently(lambda: wanted(comparison), f"bounds of {comparison.pk}")
    if proof is not None:
        carry_out(proof.pk)


def carry_out(pk: str) -> None:
    """Compute a queued proof, and what follows from it for comparisons."""
    if not attempt(Proof, pk, _compute):
        return
    for comparison in Comparison.objects.filter(known__proof=pk):
        conclude(comparison)


def wanted(comparison: Comparison) -> Proof | None:
    """Return the queued proof of an instance whose bounds are not all stored; None where they are,
    or where computing them killed process after process."""
    instance = comparison.instance()
    row = row_of(comparison, instance)
    if not lacks_some(row, instance):
        return None
    # Another process may have computed them meanwhile.
    row.refresh_from_db(fields=["values", "versions"])
    if not lacks_some(row, instance):
        return None
    proof, _ = Proof.objects.get_or_create(known=row, defaults={"queued": timezone.now()})
    if proof.is_done:
        lifecycle.recompute(proof)
    elif proof.is_over and proof.error_kind != ErrorKind.LOST:
        lifecycle.retry(proof)
    return proof


def _compute(pk: str, ear: Ear) -> Mapping[str, Any] | None:
    """Compute and store bounds; a proof that no comparison waits for any more is deleted."""
    began = cpu_seconds()
    row = persistently(lambda: KnownBounds.objects.get(proof=pk), f"proof {pk}")
    comparisons = Comparison.objects.filter(known=row).select_related("workload", "known")
    comparison = persistently(comparisons.first, f"proof {pk}")
    if comparison is None:
        Proof.objects.filter(pk=pk).delete()
        return None
    instance = comparison.instance()
    remember(instance, current(row, instance))

    def listen(progress: Progress) -> None:
        ear.message = progress.message
        ear()

    bounds = bounds_of(instance, stop=Stop(listener=listen))
    persistently(lambda: keep(row, bounds, instance), f"proof {pk}")
    return {"cpu_seconds": cpu_seconds() - began}

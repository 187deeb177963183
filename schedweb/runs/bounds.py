"""Lower bounds of instances, in rows that all runs on an instance share, by its digest."""

from django.db import transaction

from algorithms.bounds.registry import Bounds, remember
from algorithms.problem.instance import Instance
from schedweb.runs.models import Comparison, KnownBounds


def recall(comparison: Comparison, instance: Instance) -> None:
    """Tell the library the bounds of an instance that are stored: it does not compute them again.

    Of a comparison that is older than digests, these are what its own runs knew.
    """
    rows = {row.digest: row for row in (comparison.known,) if row is not None}
    if instance.digest not in rows:
        rows |= KnownBounds.objects.in_bulk([instance.digest])
    for row in rows.values():
        remember(instance, row.values)


def keep(comparison: Comparison, instance: Instance, bounds: Bounds) -> None:
    """Store bounds in the row of the instance, which the comparison names from then on.

    Safe to repeat, and for several workers at once: the row is locked while it changes, and values
    are only added to it.
    """
    earlier = comparison.known
    if earlier is not None and earlier.digest == instance.digest:
        if _joined(earlier.values, bounds) == earlier.values:
            return
        earlier = None
    with transaction.atomic():
        rows = KnownBounds.objects.select_for_update()
        row, _ = rows.get_or_create(digest=instance.digest)
        row.values = _joined(row.values, bounds)
        if earlier is not None and earlier.proved is not None:
            row.proved = max(row.proved or 0.0, earlier.proved)
        row.save(update_fields=["values", "proved"])
        Comparison.objects.filter(pk=comparison.pk).update(known=row)
        if earlier is not None and earlier.digest.startswith(KnownBounds.MIGRATED):
            KnownBounds.objects.filter(digest=earlier.digest).delete()
    comparison.known = row


def _joined(bounds: Bounds, more: Bounds) -> Bounds:
    """Return bounds with those of another computation; of both, the ones that were known first."""
    criteria = {**more, **bounds}
    return {name: {**more.get(name, {}), **bounds.get(name, {})} for name in criteria}

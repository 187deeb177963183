"""Lower bounds of instances, in rows that all runs on an instance share, by its digest."""

from django.db import transaction

from algorithms.bounds.registry import Bounds, applying, remember
from algorithms.problem.instance import Instance
from schedweb.runs.models import Comparison, KnownBounds


def recall(comparison: Comparison, instance: Instance) -> None:
    """Tell the library the bounds of an instance that are stored: it does not compute them again.

    From then on the comparison names the row of the instance. Of a comparison that is older than
    digests, its own runs knew some, too.
    """
    if comparison.known is not None and comparison.known.digest != instance.digest:
        remember(instance, comparison.known.values)
    remember(instance, row_of(comparison, instance).values)


def row_of(comparison: Comparison, instance: Instance) -> KnownBounds:
    """Return the row of the instance, which the comparison names from then on; safe to repeat."""
    if (earlier := comparison.known) is not None and earlier.digest == instance.digest:
        return earlier
    with transaction.atomic():
        row, _ = KnownBounds.objects.select_for_update().get_or_create(digest=instance.digest)
        if earlier is not None:
            row.values = _joined(row.values, earlier.values)
            row.proved = max(filter(None, (row.proved, earlier.proved)), default=None)
            row.save(update_fields=["values", "proved"])
        Comparison.objects.filter(pk=comparison.pk).update(known=row)
        if earlier is not None and earlier.digest.startswith(KnownBounds.MIGRATED):
            KnownBounds.objects.filter(digest=earlier.digest).delete()
    comparison.known = row
    return row


def lacks_some(row: KnownBounds, instance: Instance) -> bool:
    """Tell whether bounds that apply to an instance are not in its row."""
    by_criterion = applying(instance).items()
    return any(key not in row.values.get(c, {}) for c, keys in by_criterion for key in keys)


def keep(row: KnownBounds, bounds: Bounds) -> None:
    """Store bounds in the row of their instance.

    Safe to repeat, and for several workers at once: the row is locked while it changes, and values
    are only added to it.
    """
    if _joined(row.values, bounds) == row.values:
        return
    with transaction.atomic():
        locked = KnownBounds.objects.select_for_update().get(pk=row.pk)
        locked.values = row.values = _joined(locked.values, bounds)
        locked.save(update_fields=["values"])


def _joined(bounds: Bounds, more: Bounds) -> Bounds:
    """Return bounds with those of another computation; of both, the ones that were known first."""
    criteria = {**more, **bounds}
    return {name: {**more.get(name, {}), **bounds.get(name, {})} for name in criteria}

"""Lower bounds of instances, in rows that all runs on an instance share, by its digest."""

from django.db import transaction

from parsched.measure.bounds.registry import Bounds, applying, remember
from parsched.model.concerns import asked_of
from parsched.model.problem.instance import Instance
from parsched.run.computed_by import bounds_among, versions_above_1
from schedweb.runs.models import Comparison, KnownBounds


def recall(comparison: Comparison, instance: Instance) -> None:
    """Pass the stored bounds of an instance to the library, which then does not compute them again;
    bounds of older versions are left out.

    From then on the comparison names the row of the instance. In a comparison that is older than
    digests, its own runs store some bounds, too.
    """
    if comparison.known is not None and comparison.known.digest != instance.digest:
        remember(instance, current(comparison.known, instance))
    remember(instance, current(row_of(comparison, instance), instance))


def current(row: KnownBounds, instance: Instance) -> Bounds:
    """Return the bounds in a row that an instance would have now, too."""
    return row.current(asked_of(instance))


def row_of(comparison: Comparison, instance: Instance) -> KnownBounds:
    """Return the row of the instance, which the comparison names from then on; safe to repeat."""
    if (earlier := comparison.known) is not None and earlier.digest == instance.digest:
        return earlier
    with transaction.atomic():
        row, _ = KnownBounds.objects.select_for_update().get_or_create(digest=instance.digest)
        if earlier is not None:
            row.versions |= _versions_beside(row.values, earlier)
            row.values = _joined(row.values, earlier.values)
            if (earlier.proved or 0.0) > (row.proved or 0.0):
                row.proved, row.proved_by = earlier.proved, earlier.proved_by
            row.save()
        Comparison.objects.filter(pk=comparison.pk).update(known=row)
        if earlier is not None and earlier.digest.startswith(KnownBounds.MIGRATED):
            KnownBounds.objects.filter(digest=earlier.digest).delete()
    comparison.known = row
    return row


def lacks_some(row: KnownBounds, instance: Instance) -> bool:
    """Tell whether bounds that apply to an instance are not in its row as they are computed now."""
    values, by_criterion = current(row, instance), applying(instance).items()
    return any(key not in values.get(c, {}) for c, keys in by_criterion for key in keys)


def keep(row: KnownBounds, bounds: Bounds, instance: Instance) -> None:
    """Store bounds in the row of their instance.

    Safe to repeat, and for several workers at once: the row is locked while it changes, and values
    are only added to it, or put in the place of those that an older version computed.
    """
    if current(row, instance) == row.values == _joined(row.values, bounds):
        return
    with transaction.atomic():
        locked = KnownBounds.objects.select_for_update().get(pk=row.pk)
        before = current(locked, instance)
        versions = versions_above_1(bounds_among(bounds))
        locked.values = row.values = _joined(before, bounds)
        locked.versions = row.versions = {**locked.versions, **versions}
        locked.save(update_fields=["values", "versions"])


def _versions_beside(bounds: Bounds, row: KnownBounds) -> dict[str, int]:
    """Return the versions of those bounds of a row that others, which were known first, lack."""
    there = {f"bounds/{criterion}/{key}" for criterion, own in bounds.items() for key in own}
    return {name: version for name, version in row.versions.items() if name not in there}


def _joined(bounds: Bounds, more: Bounds) -> Bounds:
    """Merge the bounds of two computations; where both have a bound, the first computation
    counts."""
    criteria = {**more, **bounds}
    return {name: {**more.get(name, {}), **bounds.get(name, {})} for name in criteria}

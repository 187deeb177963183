"""Which runs are estimated to be long, from earlier ones."""

from collections.abc import Collection
from functools import partial
from weakref import WeakKeyDictionary

from schedweb.runs.estimates import Estimator, lately
from schedweb.runs.models import Renewal, Run
from schedweb.workers.lengths import SHORT_SECONDS, estimates

_KNOWN: WeakKeyDictionary[Estimator, dict[str, bool]] = WeakKeyDictionary()
"""Whether rows are long, by their keys, as an estimator has said: what is asked of a row never
changes."""


def _long(model: type[Run | Renewal], prefix: str, keys: Collection[str]) -> frozenset[str]:
    """Return which rows are long; each is read and estimated once by one estimator."""
    if not keys:
        return frozenset()
    estimator = lately()
    known = _KNOWN.setdefault(estimator, {})
    names = ("algorithm", "params", "comparison__workload__jobs")
    new = [key for key in keys if key not in known]
    rows = model.objects.filter(pk__in=new).order_by() if new else model.objects.none()
    for pk, *of in rows.values_list("pk", *(f"{prefix}{name}" for name in names)):
        one = estimator.of_stored_params(*of)
        known[pk] = one is not None and one.seconds > SHORT_SECONDS
    return frozenset(key for key in keys if known.get(key))


estimates(Run, partial(_long, Run, ""))
estimates(Renewal, partial(_long, Renewal, "run__"))

"""What computes results, by the groups and keys of its declarations, with its versions."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from parsched.data.generators.registry import GENERATORS
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.model.schedules.checker import CHECKER
from parsched.model.versions import Versioned
from parsched.policies.online.multifactor import PRIORITY
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.online.presets import PRESETS
from parsched.policies.registry import ALGORITHMS

Used = tuple[str, str]
"""Group and key of a declaration; the key of a bound has its criterion: `makespan/area`."""
CHOSEN = {"order": "orders", "backfill_order": "orders", "predict": "predictors"}
"""Groups by the names of the parameters that choose one of them."""
TABLES: Mapping[str, Mapping[str, Versioned]] = {
    "algorithms": ALGORITHMS,
    "orders": ORDERS,
    "predictors": PREDICTORS,
    "metrics": METRICS,
    "generators": GENERATORS,
    "parts": {one.key: one for one in (CHECKER, PRIORITY)},
}


def declared_as(used: Used) -> Versioned | None:
    """Return what is declared under a group and key; None where it is not installed."""
    group, key = used
    if group == "bounds":
        criterion, _, own = key.partition("/")
        return BOUNDS.get(criterion, {}).get(own)
    return TABLES.get(group, {}).get(key)


def run_by(algorithm: str, params: Mapping[str, Any]) -> Iterator[Used]:
    """Yield what schedules jobs: an algorithm, first, with its orders and predictors, and those
    that it runs.

    Examples
    --------
    >>> list(run_by("queue", {"order": "saf", "predict": "exact"}))
    [('algorithms', 'queue'), ('orders', 'saf'), ('predictors', 'exact')]
    """
    yield "algorithms", algorithm
    named = PRESETS.get(algorithm)
    for name, value in {**(named.fixed if named else {}), **params}.items():
        if name in CHOSEN and isinstance(value, str):
            # Weights make the formula of this order, so it is not among those that are declared.
            yield "parts" if value == PRIORITY.key else CHOSEN[name], value
        elif isinstance(value, Mapping) and "key" in value:  # an algorithm that this one runs
            yield from run_by(str(value["key"]), value.get("params", {}))


def untold(used: Used) -> int:
    """Return the version that computed a result which does not say it: then it is older than the
    first change that is stated anywhere. Algorithms had later versions before changes were stated.
    """
    declared = declared_as(used)
    if declared is None or used[0] != "algorithms":
        return 1
    return min(declared.changes, default=declared.version + 1) - 1


def result_of(algorithm: str, params: Mapping[str, Any], metrics: Iterable[str]) -> list[Used]:
    """Return what a result comes from, without its bounds, which belong to its instance."""
    return [
        *run_by(algorithm, params),
        *(("metrics", key) for key in metrics),
        ("parts", CHECKER.key),
    ]


def bounds_among(keys: Mapping[str, Iterable[str]]) -> list[Used]:
    """Return bounds by criterion and key as what computes them."""
    return [("bounds", f"{criterion}/{key}") for criterion, own in keys.items() for key in own]


def versions_above_1(used: Iterable[Used]) -> dict[str, int]:
    """Return the versions of what is installed of some, such as `{"metrics/makespan": 2}`; the
    first, as nearly all are, is left out."""
    found = {f"{group}/{key}": declared_as((group, key)) for group, key in used}
    return {name: one.version for name, one in found.items() if one and one.version > 1}


def provers(algorithm: str, params: Mapping[str, Any]) -> dict[str, int]:
    """Return the versions of what proves a bound in a run: its algorithm, and those that it runs.

    Examples
    --------
    >>> provers("exact", {})
    {'algorithms/exact': 2}
    """
    found = {
        f"{group}/{key}": declared_as((group, key)) for group, key in run_by(algorithm, params)
    }
    return {name: one.version for name, one in found.items() if one}


def everything() -> dict[str, int]:
    """Return the versions above 1 of all that is declared: what is kept of results for a while is
    void when they change."""
    tables = [(group, key) for group, table in TABLES.items() for key in table]
    return versions_above_1([*tables, *bounds_among(BOUNDS)])

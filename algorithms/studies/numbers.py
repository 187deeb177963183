"""Numbers of runs that are neither metrics nor bounds: computing time, searches, groups."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from algorithms.metrics import Better
from algorithms.per_group import PerGroup
from algorithms.problem.deployment import Demands
from algorithms.result import Result
from algorithms.search_trace import SERIES


@dataclass(frozen=True, kw_only=True)
class Number:
    """A number of a run; `read` takes it from a result, None where it has none.

    It may be divided by the bounds on `criterion`, if it has one.
    """

    key: str
    title: str
    unit: str = ""
    better: Better
    read: Callable[[Result], float | None]
    criterion: str = ""


def _of_search(key: str, better: Better) -> Number:
    series = SERIES[key]
    return Number(
        key=key,
        title=series.title,
        unit=series.unit,
        better=better,
        read=lambda result: result.search.get(key),
    )


def _of_groups(
    key: str, title: str, unit: str, better: Better, read: Callable[[PerGroup, int], float]
) -> Number:
    """Declare a number that needs the groups of a schedule, and the processors of the machine."""

    def of(result: Result) -> float | None:
        groups = PerGroup.of(result.workload, result.schedule)
        return None if groups is None else float(read(groups, result.platform.processors))

    return Number(key=key, title=title, unit=unit, better=better, read=of)


def _own_least(result: Result) -> float | None:
    """Return D_λ for λ the makespan, which no schedule of that length can be below."""
    if result.workload.environment is None or result.platform.installed:
        return None
    length = float(result.schedule.end.max(initial=0.0))
    return float(Demands.of(result.workload).deployments(length))


def _most_of_one(groups: PerGroup, _: int) -> float:
    return float(np.bincount(groups.environment + 1).max())


_DECLARED = (
    Number(
        key="cpu_seconds",
        title="computing time",
        unit="s",
        better="lower",
        read=lambda result: result.cpu_seconds,
    ),
    _of_search("lps", "neither"),
    _of_search("exact_share", "higher"),
    Number(
        key="lambda",
        title="λ",
        unit="s",
        better="neither",
        read=lambda result: result.grouping.get("target"),
    ),
    Number(
        key="d_makespan",
        title="D of the makespan",
        better="neither",
        read=_own_least,
        criterion="deployments",
    ),
    _of_groups(
        "least_fill",
        "fill of the emptiest group",
        "%",
        "higher",
        lambda groups, _: groups.fill.min(),
    ),
    _of_groups(
        "longest_group", "longest group", "s", "neither", lambda groups, _: groups.time.max()
    ),
    _of_groups(
        "widest_group",
        "widest group / machine",
        "",
        "neither",
        lambda groups, processors: groups.width.max() / processors,
    ),
    _of_groups("most_groups", "groups of one environment", "", "lower", _most_of_one),
)
NUMBERS: Mapping[str, Number] = {number.key: number for number in _DECLARED}
"""Numbers of runs by key."""

"""Numbers of runs that are neither metrics nor bounds: computing time, searches, groups."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import floor, log2

import numpy as np

from parsched.measure.bounds.registry import bounds_of
from parsched.measure.metrics import Better
from parsched.model.problem.deployment import Demands
from parsched.model.search_trace import SERIES
from parsched.report.phrases import counted
from parsched.run.per_group import PerGroup
from parsched.run.result import Result


@dataclass(frozen=True, kw_only=True)
class Number:
    """A number of a run; `read` takes it from a result, None where it has none.

    It may be divided by the bounds on `criterion`, if it has one. Those `of_search` are known of
    runs without a schedule, too.
    """

    key: str
    title: str
    help: str
    unit: str = ""
    better: Better
    read: Callable[[Result], float | None]
    criterion: str = ""
    of_search: bool = False


def _of_search(key: str, better: Better) -> Number:
    series = SERIES[key]
    return Number(
        key=key,
        title=series.title,
        help=series.help,
        unit=series.unit,
        better=better,
        read=lambda result: result.search.get(key),
        of_search=True,
    )


def _of_groups(
    key: str,
    title: str,
    unit: str,
    better: Better,
    help: str,
    read: Callable[[PerGroup, int], float],
) -> Number:
    """Declare a number that needs the groups of a schedule, and the processors of the machine."""

    def of(result: Result) -> float | None:
        groups = PerGroup.of(result.workload, result.schedule)
        return None if groups is None else float(read(groups, result.platform.processors))

    return Number(key=key, title=title, help=help, unit=unit, better=better, read=of)


def _own_least(result: Result) -> float | None:
    """Return D_λ for λ the makespan, which no schedule of that length can be below."""
    if result.workload.environment is None or result.platform.installed:
        return None
    length = float(result.schedule.end.max(initial=0.0))
    return float(Demands.of(result.workload).deployments(length))


AT_ARRIVALS = ("dual", "release_length", "release_area")
"""Bounds on the makespan of jobs that arrive: none alone is near the optimum at every load."""


def _arrivals_bound(result: Result) -> float | None:
    """Return the largest of these bounds, seconds."""
    return max(bounds_of(result.instance, AT_ARRIVALS)["makespan"].values(), default=None)


def _cells_of_tables(result: Result) -> float:
    """Return m·n·K of the tables that DEMT fills as printed, K from a bound in place of C*."""
    jobs = result.workload
    longest = bounds_of(result.instance, ("dual",))["makespan"]["dual"]
    doublings = floor(log2(max(longest / float(jobs.least_time.min() / jobs.second), 1.0)))
    return float(result.platform.processors * len(jobs) * (doublings + 1))


def _of_width(width: int) -> Number:
    return Number(
        key=f"share_of_{width}",
        title=f"jobs of {counted(width, 'processor')}",
        help=f"Share of the jobs that take {counted(width, 'processor')}, per cent.",
        unit="%",
        better="neither",
        read=lambda result: 100 * float((result.schedule.width == width).mean()),
    )


def _up_to(width: int) -> Number:
    return Number(
        key=f"share_up_to_{width}",
        title=f"jobs of up to {counted(width, 'processor')}",
        help=f"Share of the jobs that take at most {counted(width, 'processor')}, per cent.",
        unit="%",
        better="neither",
        read=lambda result: 100 * float((result.schedule.width <= width).mean()),
    )


SHARES_OF = {width: f"share_of_{width}" for width in (1, 2, 4, 8, 16, 32, 64)}
"""Numbers that are the share of the jobs of a width, by width."""
NARROWER = {width: f"share_up_to_{width}" for width in (32, 128)}
"""Kinds of numbers about the jobs of at most a width."""


def _most_of_one(groups: PerGroup, _: int) -> float:
    return float(np.bincount(groups.environment + 1).max())


_DECLARED = (
    Number(
        key="cpu_seconds",
        title="computing time",
        help="Processor time that the algorithm took, without bounds and metrics.",
        unit="s",
        better="lower",
        read=lambda result: result.cpu_seconds,
        of_search=True,
    ),
    _of_search("lps", "neither"),
    _of_search("exact_share", "higher"),
    Number(
        key="arrivals_bound",
        title="largest bound with arrivals",
        help="The largest of the dual approximation, release + length and release + area.",
        unit="s",
        better="neither",
        read=_arrivals_bound,
    ),
    Number(
        key="mnk",
        title="m·n·K",
        help="Processors × jobs × batches of doubling length up to the bound on the makespan.",
        better="neither",
        read=_cells_of_tables,
    ),
    Number(
        key="sum_wait",
        title="sum of waits",
        help="SWT = Σ (C_j − p_j − r_j).",
        unit="s",
        better="lower",
        read=lambda result: float(result.schedule.wait(result.workload).sum()),
    ),
    Number(
        key="jobs_mean_wait",
        title="jobs × mean wait",
        help="Number of jobs times their mean wait.",
        unit="s",
        better="lower",
        read=lambda result: len(result.workload) * result.metrics["mean_wait"],
    ),
    *map(_of_width, SHARES_OF),
    *map(_up_to, NARROWER),
    Number(
        key="lambda",
        title="λ",
        help="Makespan that the algorithm aimed at when it grouped jobs.",
        unit="s",
        better="neither",
        read=lambda result: result.grouping.get("target"),
    ),
    Number(
        key="d_makespan",
        title="D of the makespan",
        help="Fewest deployments of any schedule that is no longer: Σ_e max(q_max, ⌈W_e / C_max⌉).",
        better="neither",
        read=_own_least,
        criterion="deployments",
    ),
    _of_groups(
        "least_fill",
        "fill of the emptiest group",
        "%",
        "higher",
        "Work of a group in its width × time, per cent, of the group with the least.",
        lambda groups, _: groups.fill.min(),
    ),
    _of_groups(
        "longest_group",
        "longest group",
        "s",
        "neither",
        "Time from the start of a group to its end, of the longest one.",
        lambda groups, _: groups.time.max(),
    ),
    _of_groups(
        "widest_group",
        "widest group / machine",
        "",
        "neither",
        "Processors of the widest group as a share of the machine.",
        lambda groups, processors: groups.width.max() / processors,
    ),
    _of_groups(
        "most_groups",
        "groups of one environment",
        "",
        "lower",
        "Groups of the environment that has most of them.",
        _most_of_one,
    ),
)
NUMBERS: Mapping[str, Number] = {number.key: number for number in _DECLARED}
"""Numbers of runs by key."""

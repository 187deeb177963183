"""Widest first: decreasing width."""

from algorithms.lists.placement import RIGID_OFFLINE, ListParams, decreasing, place
from algorithms.platform import Platform
from algorithms.registry import register
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.workload import Workload


@register(
    "widest",
    title="Widest first",
    version=1,
    params=ListParams,
    supports=RIGID_OFFLINE,
    cites=("garey1975",),
)
def widest(workload: Workload, platform: Platform, params: ListParams, stop: Stop) -> Schedule:
    """Place the jobs in order of decreasing width, whatever their time; ties in job order.

    Wide jobs, which need an almost empty machine, run before narrow ones split it up. With
    `placement=graham` the makespan is at most 2 − 1/m times max(total work / m, longest job), as
    for any list (Garey and Graham 1975); with `placement=serial` nothing is proven. See
    `algorithms.lists.placement`.

    Complexity: O(n log n) with `graham`; with `serial` O(n·√n) plus, for each job, the gaps too
    short for it.
    """
    return place(decreasing(workload.width), workload, platform, params, stop)

"""Largest task first: decreasing work."""

from algorithms.lists.placement import RIGID_OFFLINE, ListParams, decreasing, place
from algorithms.platform import Platform
from algorithms.registry import register
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.workload import Workload


@register(
    "ltf",
    title="Largest task first",
    version=1,
    params=ListParams,
    supports=RIGID_OFFLINE,
    cites=("chretien2012", "garey1975"),
)
def ltf(workload: Workload, platform: Platform, params: ListParams, stop: Stop) -> Schedule:
    """Place the jobs in order of decreasing work, processors × time; ties in job order.

    Big jobs shape the schedule, small ones fill its gaps. With `placement=graham` the makespan is
    at most 2 − 1/m times max(total work / m, longest job), for this as for any other list; with
    `placement=serial` nothing is proven.

    Chrétien et al. (2012) compare with LTF and leave its placement and ties open. `serial`
    reproduces their curves; the default, `graham`, is the stronger baseline. See
    `algorithms.lists.placement`.

    Complexity: O(n log n) with `graham`; with `serial` O(n·√n) plus, for each job, the gaps too
    short for it.
    """
    return place(decreasing(workload.width * workload.runtime), workload, platform, params, stop)

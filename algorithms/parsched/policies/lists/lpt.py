"""Longest processing time first: decreasing time."""

from parsched.measure.allotment.choices import Choices
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.moldable_lists import place_choosing
from parsched.policies.lists.placement import MOLDABLE_OFFLINE, ListParams, decreasing
from parsched.policies.registry import Display, register


@register(
    "lpt",
    title="Longest processing time first",
    version=2,
    changes={2: EXACT},
    params=ListParams,
    supports=MOLDABLE_OFFLINE,
    cites=("graham1969", "garey1975"),
    baseline=5,
    display=Display(order=4, color=1, marker=1),
)
def lpt(instance: Instance, params: ListParams, stop: Stop) -> Schedule:
    """Place the jobs in order of decreasing time, whatever their width; ties in job order.

    A moldable job counts with its least time. With `graham` it keeps the fewest processors on which
    it is fastest; with `serial` it takes the processors and the start with which it ends first.

    Long jobs start early, so that none sticks out at the end. If every job is sequential, both
    placements give Graham's LPT schedule, at most 4/3 − 1/(3m) times the optimum (Graham 1969). For
    wider jobs that proof does not hold; with `placement=graham` the makespan is at most 2 − 1/m
    times max(total work / m, longest job), as for any list, and with `placement=serial` nothing is
    proven. See `parsched.policies.lists.placement`.

    Complexity: O(n log n) with `graham`; with `serial` O(n·√n) plus, for each job, the gaps too
    short for it, and as much for each configuration of a moldable job.
    """
    workload, platform = instance.jobs, instance.platform
    choices = Choices.of(workload, platform.processors)
    order = decreasing(choices.times[choices.offsets[1:] - 1])
    return place_choosing(order, choices, workload, platform, params, stop)

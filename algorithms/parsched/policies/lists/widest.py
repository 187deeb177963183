"""Widest first: decreasing width."""

from parsched.measure.allotment.choices import Choices
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.moldable_lists import place_choosing
from parsched.policies.lists.placement import MOLDABLE_OFFLINE, ListParams, decreasing
from parsched.policies.registry import Display, register


@register(
    "widest",
    title="Widest first",
    version=2,
    changes={2: EXACT},
    params=ListParams,
    supports=MOLDABLE_OFFLINE,
    cites=("garey1975",),
    display=Display(order=5, color=2, marker=2),
)
def widest(instance: Instance, params: ListParams, stop: Stop) -> Schedule:
    """Place the jobs in order of decreasing width, whatever their time; ties in job order.

    A moldable job counts with the fewest processors on which it is fastest. With `graham` it keeps
    them; with `serial` it takes the processors and the start with which it ends first.

    Wide jobs, which need an almost empty machine, run before narrow ones split it up. With
    `placement=graham` the makespan is at most 2 − 1/m times max(total work / m, longest job), as
    for any list (Garey and Graham 1975); with `placement=serial` nothing is proven. See
    `parsched.policies.lists.placement`.

    Complexity: O(n log n) with `graham`; with `serial` O(n·√n) plus, for each job, the gaps too
    short for it, and as much for each configuration of a moldable job.
    """
    workload, platform = instance.jobs, instance.platform
    choices = Choices.of(workload, platform.processors)
    order = decreasing(choices.widths[choices.offsets[1:] - 1])
    return place_choosing(order, choices, workload, platform, params, stop)

"""Largest task first: decreasing work."""

from parsched.measure.allotment.choices import Choices
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.moldable_lists import place_choosing
from parsched.policies.lists.placement import MOLDABLE_OFFLINE, ListParams, decreasing
from parsched.policies.registry import Display, register


@register(
    "ltf",
    title="Largest task first",
    version=2,
    changes={2: EXACT},
    params=ListParams,
    supports=MOLDABLE_OFFLINE,
    cites=("chretien2012", "garey1975"),
    baseline=4,
    display=Display(order=3, color=0, marker=0),
)
def ltf(instance: Instance, params: ListParams, stop: Stop) -> Schedule:
    """Place the jobs in order of decreasing work, processors × time; ties in job order.

    Big jobs shape the schedule, small ones fill its gaps. A moldable job counts with its least
    work. With `graham` it keeps the fewest processors on which it is fastest; with `serial` it
    takes the processors and the start with which it ends first (ties: least work, then fewest
    processors).

    For rigid jobs and `placement=graham` the makespan is at most 2 − 1/m times max(total work / m,
    longest job), for this as for any other list; for moldable jobs the same holds with the work of
    the processors that they keep, which may be more than the least. With `placement=serial` nothing
    is proven.

    Chrétien et al. (2012) compare with LTF and leave its placement, its ties and the processors of
    moldable jobs open. `serial` reproduces their curves; the default, `graham`, is the stronger
    baseline. See `parsched.policies.lists.placement`.

    Complexity: O(n log n) with `graham`; with `serial` O(n·√n) plus, for each job, the gaps too
    short for it, and as much for each configuration of a moldable job.
    """
    workload, platform = instance.jobs, instance.platform
    choices = Choices.of(workload, platform.processors)
    order = decreasing(choices.works[choices.offsets[:-1]])
    return place_choosing(order, choices, workload, platform, params, stop)

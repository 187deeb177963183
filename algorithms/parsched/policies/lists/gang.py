"""Gang scheduling: one job at a time, on all processors."""

import numpy as np

from parsched.declare.parameters import Params
from parsched.measure.allotment.choices import Choices
from parsched.model.concerns import EXACT_RATIOS
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.smith import smith_ratio
from parsched.model.stop import Stop
from parsched.policies.lists.placement import MOLDABLE_OFFLINE, increasing
from parsched.policies.registry import Display, register


@register(
    "gang",
    title="Gang",
    version=2,
    changes={2: EXACT_RATIOS},
    params=Params,
    supports=MOLDABLE_OFFLINE,
    cites=("dutot2004",),
    display=Display(order=13, color=6, marker=7),
)
def gang(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Run one job after the other, each on all m processors, by decreasing weight over time.

    No two jobs share the machine, so this order, Smith's rule, is the best for Σ w·C among
    schedules of this kind. It is optimal where jobs run m times faster on m processors, and poor
    where they gain little from many processors or cannot use them: the rest of the machine idles.

    Guarantee: optimal in makespan and Σ w·C for jobs of linear speed-up. For any jobs the makespan
    is at most m times the optimum, since their shortest times add up to no more than the work that
    the optimal schedule does.

    Against the printed text
    ------------------------
    A job whose profile ends below m processors, or that gets no faster from some number on, takes
    the fewest processors on which it is fastest. It still has the machine for itself: Dutot et al.
    (2004) give every job all processors. So do rigid jobs, on their one width. Ties are broken by
    job order.

    Complexity: O(c + n log n) for c configurations of n jobs.
    """
    workload, platform = instance.jobs, instance.platform
    stop.report(0.0, "sorting jobs")
    choices = Choices.of(workload, platform.processors)
    width, time = choices.taken(choices.offsets[1:] - 1)
    order = increasing(smith_ratio(time, workload.weight))
    start = np.zeros(len(order))
    start[order[1:]] = np.cumsum(time[order])[:-1]
    return Schedule.of(workload, start, width=width)

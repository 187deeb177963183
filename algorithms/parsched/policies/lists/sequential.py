"""Sequential: every job on one processor, the longest first."""

import numpy as np

from parsched.declare.parameters import Params
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.placement import GRAHAM, decreasing, place
from parsched.policies.registry import Display, Supports, register


@register(
    "sequential",
    title="Sequential",
    version=2,
    changes={2: EXACT},
    params=Params,
    supports=Supports(moldable=True, one_processor=True),
    cites=("dutot2004", "graham1969"),
    display=Display(order=14, color=6, marker=8),
)
def sequential(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Run every job on one processor, in order of decreasing time; ties in job order.

    No work is wasted on parallel execution, so with many jobs per processor few algorithms reach a
    shorter makespan. With few jobs most of the machine idles while long jobs run on one processor
    each. Weights are not looked at.

    Guarantee: the makespan is at most 4/3 − 1/(3m) times the makespan of the best schedule on one
    processor per job (Graham 1969). Against all schedules of moldable jobs it is at most m times
    the optimum, and a single job of linear speed-up takes that long.

    Complexity: O(n log n).
    """
    workload, platform = instance.jobs, instance.platform
    profiles = workload.profiles
    time = profiles.times[profiles.offsets[:-1]]
    taken = (np.ones(len(workload), np.int64), time)
    return place(decreasing(time), workload, platform, GRAHAM, stop, taken=taken)

"""SAF: increasing work."""

from parsched.declare.parameters import Params
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.allotted import allotment_of, place_allotted
from parsched.policies.lists.placement import MOLDABLE_OFFLINE, increasing
from parsched.policies.registry import Display, register


@register(
    "saf",
    title="Smallest area first",
    version=2,
    changes={2: EXACT},
    params=Params,
    supports=MOLDABLE_OFFLINE,
    cites=("dutot2004", "mounie2007"),
    judged_by="minsum",
    display=Display(order=10, color=4, marker=4),
)
def saf(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Allot processors by the dual approximation; list by increasing area, processors × time.

    Small jobs are out of the way early, which is good for Σ C; ties in job order. Weights are not
    looked at: Dutot et al. (2004) sort by area alone, although they measure Σ w·C.

    Guarantee: as for any list (`parsched.policies.lists.allotted`), the makespan is at most (2 −
    1/m)·λ for the length λ of the dual approximation on m processors. For monotone jobs λ is at
    most 1.001 times the optimum as long as its knapsacks are solved; for rigid jobs the makespan is
    at most 2 − 1/m times the optimum. Nothing is proven about Σ w·C.

    Complexity: as the dual approximation (`parsched.measure.allotment.dual`) and O(n log n).
    """
    workload, platform = instance.jobs, instance.platform
    allotment = allotment_of(workload, platform, stop)
    order = increasing(allotment.width * allotment.time)
    return place_allotted(order, workload, platform, allotment, stop)

"""Smith's rule: decreasing weight over time."""

from parsched.declare.parameters import Params
from parsched.model.concerns import EXACT_RATIOS
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.smith import smith_ratio
from parsched.model.stop import Stop
from parsched.policies.lists.allotted import allotment_of, place_allotted
from parsched.policies.lists.placement import MOLDABLE_OFFLINE, increasing
from parsched.policies.registry import Display, register


@register(
    "smith",
    title="Smith's rule",
    version=2,
    changes={2: EXACT_RATIOS},
    params=Params,
    supports=MOLDABLE_OFFLINE,
    cites=("smith1956", "mounie2007"),
    judged_by="minsum",
    display=Display(order=8, color=2, marker=2),
)
def smith(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Allot processors by the dual approximation; list by decreasing weight over time, w/p.

    Jobs that are short or matter much come first; ties in job order. On one processor this order is
    optimal for Σ w·C (Smith 1956).

    It is not among the algorithms that Dutot et al. (2004) compare, though it differs from LPTF
    only in its direction. On their four models no list has a lower Σ w·C; with weakly parallel and
    mixed jobs it is below DEMT in both criteria, with highly parallel ones and the model of Cirne
    and Berman above DEMT in Σ w·C. `list-graham` has shorter makespans.

    Guarantee: as for any list (`parsched.policies.lists.allotted`), the makespan is at most (2 −
    1/m)·λ for the length λ of the dual approximation on m processors. For monotone jobs λ is at
    most 1.001 times the optimum as long as its knapsacks are solved; for rigid jobs the makespan is
    at most 2 − 1/m times the optimum. Nothing is proven about Σ w·C.

    Complexity: as the dual approximation (`parsched.measure.allotment.dual`) and O(n log n).
    """
    workload, platform = instance.jobs, instance.platform
    allotment = allotment_of(workload, platform, stop)
    order = increasing(smith_ratio(allotment.time, workload.weight))
    return place_allotted(order, workload, platform, allotment, stop)

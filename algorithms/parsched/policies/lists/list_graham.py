"""Graham's list in the order of the dual approximation: long jobs first."""

import numpy as np

from parsched.declare.parameters import Params
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.allotted import allotment_of, place_allotted
from parsched.policies.lists.placement import MOLDABLE_OFFLINE, increasing
from parsched.policies.registry import Display, register

TURN = np.array([2, 0, 1])
"""Place in the list of small jobs, shelf 1 and shelf 2."""


@register(
    "list-graham",
    title="Graham's list",
    version=2,
    changes={2: EXACT},
    params=Params,
    supports=MOLDABLE_OFFLINE,
    cites=("dutot2004", "mounie2007", "garey1975"),
    baseline=2,
    display=Display(order=11, color=5, marker=5, proposed=5),
)
def list_graham(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Allot processors by the dual approximation; list shelf 1, then shelf 2, then the small jobs.

    The dual approximation finds the shortest length λ for which the jobs seem to fit. On its first
    shelf are jobs that may take λ, on the second those that must end within λ/2, and small jobs
    take at most λ/2 on one processor. The list has them in this order, and in job order within
    each. Weights are not looked at.

    Guarantee: as for any list (`parsched.policies.lists.allotted`), the makespan is at most (2 −
    1/m)·λ for the length λ of the dual approximation on m processors. For monotone jobs λ is at
    most 1.001 times the optimum as long as its knapsacks are solved; for rigid jobs the makespan is
    at most 2 − 1/m times the optimum. Nothing is proven about Σ w·C.

    Against the printed text
    ------------------------
    In Dutot et al. (2004) this is "List Graham": they keep the order of the allotment, "listing
    first task of the large shelf then the tasks of small shelf then the small tasks", and say
    nothing about the order within a shelf.

    Complexity: as the dual approximation (`parsched.measure.allotment.dual`) and O(n log n).
    """
    workload, platform = instance.jobs, instance.platform
    allotment = allotment_of(workload, platform, stop)
    turn = TURN[allotment.shelf]
    return place_allotted(increasing(turn), workload, platform, allotment, stop)

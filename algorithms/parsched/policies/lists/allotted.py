"""Lists of moldable jobs: the dual approximation chooses the processors, the list only the order.

The dual approximation (`parsched.measure.allotment.dual`) accepts a length λ and allots processors
such that no job takes longer than λ and all work together is at most m·λ on m processors. Whatever
the order of the list, Graham's placement then takes at most (2 − 1/m)·λ: the proof in
`parsched.policies.lists.placement` needs no more.

Jobs are monotone if they run on one processor, and on more get no slower and do no less work. For
them λ is at most 1.001 times the optimum, and every such list takes at most 1.001·(2 − 1/m) times
the optimum, as long as the knapsacks of the dual approximation are solved, which they are unless
dozens of jobs compete for millions of processors. For other jobs λ may be far from the optimum.
Rigid jobs have one choice, which is taken, and 2 − 1/m holds as for any list.
"""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import approximate
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.placement import GRAHAM, place


class Allotment(NamedTuple):
    """What the dual approximation decides for each job; all of shape (n_jobs,).

    `width` is int64, `time` float64, seconds; `shelf` is int8: 1 and 2 for the shelves, 0 for small
    jobs.
    """

    width: Ints
    time: Floats
    shelf: NDArray[np.int8]


def allotment_of(workload: Workload, platform: Platform, stop: Stop) -> Allotment:
    """Choose the processors of each job."""
    tick = partial(stop.report, 0.0, "choosing processors")
    tick()
    choices = Choices.of(workload, platform.processors)
    approximation = approximate(choices, platform.processors, tick=tick)
    return Allotment(*choices.taken(approximation.chosen), approximation.shelf)


def place_allotted(
    order: NDArray[np.intp],
    workload: Workload,
    platform: Platform,
    allotment: Allotment,
    stop: Stop,
) -> Schedule:
    """Place the jobs in list order on the processors that they were allotted."""
    taken = (allotment.width, allotment.time)
    return place(order, workload, platform, GRAHAM, stop, taken=taken)

"""How a list of jobs, whose processors are chosen, is placed on a machine.

`graham` follows the machine through time: at each event it starts every waiting job, in list order,
that fits the free processors. For any list the schedule takes at most 2 − 1/m times max(Σ q·p / m,
max p), hence at most 2 − 1/m times the optimum (m processors; job of q processors and time p).
Garey and Graham (1975) show the factor 2 for one resource. The sharper one: let T be that maximum
and C > T the makespan. A job that runs at t + T < C started after t, so it did not fit at t: at t
and t + T together at least m + 1 processors are busy. Over t in [0, C − T] that alone is more work
than m·T if C ≥ 2T; otherwise one busy processor in between makes (m + 1)(C − T) + 2T − C ≤ m·T.

`serial` places one job after the other, each at its earliest fit among those placed before. No
guarantee is claimed: a job may fit the machine at an instant and not fit until its end, because
jobs before it in the list already hold later times.

The papers leave the placement open. `serial` is near the curves for LTF in Chrétien et al., about
1.1 times the lower bound with 40 jobs on 32 processors: over 40 such workloads of our generator it
takes 1.15 times the bound, and `graham` 1.04. The default is `graham`: it has the guarantee and is
the baseline that is harder to beat.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.declare.parameters import Params, choice
from parsched.model.placing.earliest_fit import Tell, start_at_earliest_fit
from parsched.model.placing.graham_placement import graham, machine
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.registry import Supports

CHUNK = 20_000
"""Jobs started between two calls of `tell`."""


def start_what_fits(order: Ints, width: Ints, time: Floats, processors: int, tell: Tell) -> Floats:
    """Start at each event every job, in list order, that fits (Graham).

    Parameters
    ----------
    order
        Jobs, int64, shape (n_listed,).
    width, time
        int64 and float64, seconds, shape (n_jobs,).

    Returns
    -------
    starts
        float64, shape (n_jobs,), seconds; 0 for jobs that are not in the list.
    """
    listed, times = width[order], time[order]
    placed, state, done = np.empty(len(order)), machine(listed, processors), 0
    while done < len(order):
        tell(done)
        done = graham(listed, times, placed, state, CHUNK)
    start = np.zeros(len(time))
    start[order] = placed
    return start


MOLDABLE_OFFLINE = Supports(moldable=True)


@dataclass(frozen=True, kw_only=True)
class ListParams(Params):
    """What all list algorithms let one choose.

    Examples
    --------
    >>> ListParams().placement
    'graham'
    """

    placement: str = choice(
        "graham",
        ("graham", "serial"),
        "graham: at each event start every job of the list that fits; "
        "serial: job after job, each at its earliest fit among those placed.",
    )


GRAHAM = ListParams(placement="graham")
"""For algorithms that leave no choice."""


def increasing(size: NDArray[Any]) -> NDArray[np.intp]:
    """Order of the jobs by increasing size; ties in job order."""
    return np.argsort(size, kind="stable")


def decreasing(size: NDArray[Any]) -> NDArray[np.intp]:
    """Order of the jobs by decreasing size; ties in job order."""
    return increasing(-size)


def place(
    order: NDArray[np.intp],
    workload: Workload,
    platform: Platform,
    params: ListParams,
    stop: Stop,
    *,
    taken: tuple[Ints, Floats] | None = None,
) -> Schedule:
    """Place the jobs in list order.

    Parameters
    ----------
    order
        Permutation of the jobs, shape (n_jobs,).
    taken
        Processors of each job, int64, and its time on them, float64, seconds, both of shape
        (n_jobs,) in job order; by default as rigid jobs ask.

    Raises
    ------
    Cancelled, TimeLimitReached
        With nothing to keep: a schedule is complete only at the end.

    Examples
    --------
    >>> import numpy as np
    >>> import parsched as sched
    >>> from parsched.plugins import ListParams, Stop, place
    >>> jobs, machine = sched.generate("uniform", jobs=4, processors=8), sched.Platform.of(8)
    >>> place(np.arange(4), jobs, machine, ListParams(), Stop())
    <Schedule 4 jobs, until ... s>
    """
    run = start_what_fits if params.placement == "graham" else start_at_earliest_fit
    width, time = (workload.width, workload.runtime) if taken is None else taken
    count = len(order)

    def tell(done: int) -> None:
        stop.report(done / count, f"{done:,} of {counted(count, 'job')} placed")

    start = run(order, width, time, platform.processors, tell)
    return Schedule.of(workload, start, width=width)

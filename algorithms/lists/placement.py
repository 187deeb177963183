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

from algorithms.kernels.earliest_fit import idle_profile, serial
from algorithms.kernels.lists import graham, machine
from algorithms.params import Params, choice
from algorithms.platform import Platform
from algorithms.registry import Supports
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.workload import Floats, Ints, Workload

RIGID_OFFLINE = Supports()
MOLDABLE_OFFLINE = Supports(moldable=True)

CHUNK = 20_000
"""Jobs started between two calls of `Stop.report`."""
STEPS = 20_000_000
"""The same for `serial`, in steps of the profile; a placement may pass one for each job."""


@dataclass(frozen=True, kw_only=True)
class ListParams(Params):
    """What all list algorithms let one choose."""

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
        (n_jobs,) in job order; by default those of rigid jobs.

    Raises
    ------
    Cancelled, TimeLimitReached
        With nothing to keep: a schedule is complete only at the end.
    """
    run = _graham if params.placement == "graham" else _serial
    width, time = (workload.width, workload.runtime) if taken is None else taken
    start = np.empty(len(order))
    start[order] = run(width[order], time[order], platform.processors, stop)
    return Schedule.of(workload, start, width=width)


def _graham(width: Ints, time: Floats, processors: int, stop: Stop) -> Floats:
    start, state = np.empty(len(width)), machine(width, processors)
    done = 0
    while done < len(width):
        stop.report(done / len(width), f"{done:,} of {len(width):,} jobs started")
        done = graham(width, time, start, state, CHUNK)
    return start


def _serial(width: Ints, time: Floats, processors: int, stop: Stop) -> Floats:
    start, profile = np.empty(len(width)), idle_profile(processors, len(width))
    done, chunk = 0, STEPS // (len(width) + 1) + 1
    while done < len(width):
        stop.report(done / len(width), f"{done:,} of {len(width):,} jobs placed")
        done = serial(width, time, start, profile, done, chunk)
    return start

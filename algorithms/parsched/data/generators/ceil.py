"""What the workloads of Chrétien et al. have in common: whole times, jobs cut into equal parts."""

from dataclasses import dataclass

import numpy as np

from parsched.base.errors import ParameterError
from parsched.data.generators.arrivals import exponential, load
from parsched.declare.parameters import Params, choice, integer, seed
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import MAX_CONFIGURATIONS, Floats, Ints, Workload


@dataclass(frozen=True, kw_only=True)
class CeilParams(Params):
    """Profile, releases and seed."""

    profile: str = choice(
        "rigid",
        ("rigid", "ceil"),
        "rigid: each job runs on its width; ceil: it may run on fewer processors, and what takes t "
        "on q takes ⌈q/k⌉·t on k.",
    )
    load: float = load(
        "The work is width × time. 0 releases all jobs at time 0, for off-line algorithms."
    )
    seed: int = seed()


def granularity(default: int) -> int:
    """Declare the granularity."""
    help = (
        "Longest time over shortest: times are whole seconds from 1 to this, and some job takes "
        "each of the two."
    )
    value: int = integer(default, help, low=1, high=10**6, unit="s")
    return value


def draw_times(jobs: int, longest: int, rng: np.random.Generator) -> Floats:
    """Draw from {1, …, longest} uniformly, then let one job take 1 and another `longest`.

    A single job takes `longest`. Returns float64 of shape (jobs,), seconds.
    """
    times = rng.integers(1, longest, jobs, endpoint=True).astype(np.float64)
    extremes = np.array([longest, 1.0])[:jobs]
    times[rng.permutation(jobs)[: len(extremes)]] = extremes
    return times


def assemble(
    name: str,
    processors: int,
    params: CeilParams,
    width: Ints,
    time: Floats,
    rng: np.random.Generator,
) -> Workload:
    """Make jobs of their widths and their times on them.

    Raises
    ------
    ParameterError
        When there are too many configurations, or the load is too small.
    """
    jobs = len(width)
    return Workload(
        name=name,
        ids=np.arange(1, jobs + 1),
        release=np.floor(exponential(params.load, width * time, processors, rng)),
        profiles=Profiles.rigid(width, time) if params.profile == "rigid" else _cut(width, time),
    )


def _cut(width: Ints, time: Floats) -> Profiles:
    """Return the configurations of jobs that are cut into `width` parts of equal time."""
    if (count := int(width.sum())) > MAX_CONFIGURATIONS:
        rule = f"give all jobs together at most {MAX_CONFIGURATIONS:,} configurations"
        text = f"profile must {rule}, got {count:,} with ceil: ask for fewer jobs"
        raise ParameterError({"profile": text})
    offsets = np.concatenate([[0], np.cumsum(width)])
    of = np.repeat(np.arange(len(width)), width)
    k = np.arange(count) - offsets[of] + 1
    return Profiles(offsets, k, -(-width[of] // k) * time[of])

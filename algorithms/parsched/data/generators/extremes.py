"""Rigid jobs that are hard for lists: narrow and wide, short and long ones, in no proportion."""

from dataclasses import dataclass

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import ParameterError
from parsched.data.generators.arrivals import exponential, load
from parsched.data.generators.registry import generator
from parsched.declare.parameters import Params, integer, seed
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload


@dataclass(frozen=True, kw_only=True)
class ExtremesParams(Params):
    """Largest sizes, and how fast jobs arrive."""

    max_width: int = integer(
        0, "Widest job; 0 is the machine.", low=0, high=MAX_PROCESSORS, unit="processors"
    )
    max_time: int = integer(
        20, "Longest job; times are whole seconds.", low=1, high=10**9, unit="s"
    )
    load: float = load("0 releases all jobs at time 0, for off-line algorithms.")
    seed: int = seed()


@generator("extremes", title="Extremes", params=ExtremesParams, cites=("quezada2012",))
def extremes(name: str, jobs: int, processors: int, params: ExtremesParams) -> Workload:
    """Rigid jobs that are hard for lists: as wide as a site, just over half of it, or narrow.

    A size is drawn for each job from 1, 2, 4, … up to `max_width`: the width of a site, perhaps.
    The job takes, with equal chances, one processor, any number up to the size, just more than half
    of it, or all of it; and one second, any time up to `max_time`, or all of that. With a load the
    jobs arrive one by one at exponential gaps, rounded down to whole seconds. A model of ours, for
    tests of what is proved, such as by Quezada-Pina et al. (2012); no real users are like this.
    """
    widest = params.max_width or processors
    if widest > processors:
        rule = f"at most the {counted(processors, 'processor')} of the machine"
        raise ParameterError({"max_width": f"max_width must be {rule}, got {widest}"})
    rng = np.random.default_rng(params.seed)
    size = 2 ** rng.integers(0, int(widest).bit_length(), jobs)
    some = rng.integers(1, size, endpoint=True)
    width = np.choose(rng.integers(0, 4, jobs), [np.ones_like(size), some, size // 2 + 1, size])
    times = rng.integers(1, params.max_time, jobs, endpoint=True)
    time = np.choose(rng.integers(0, 3, jobs), [1, times, params.max_time]).astype(np.float64)
    return Workload(
        name=name,
        ids=np.arange(1, jobs + 1),
        release=np.floor(exponential(params.load, width * time, processors, rng)),
        profiles=Profiles.rigid(width, time),
    )

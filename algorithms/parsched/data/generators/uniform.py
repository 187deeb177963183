"""Uniform rigid jobs."""

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
class UniformParams(Params):
    """Widths, times and load."""

    max_width: int = integer(
        0,
        "Widest job; 0 is a quarter of the machine.",
        low=0,
        high=MAX_PROCESSORS,
        unit="processors",
    )
    max_time: int = integer(
        25, "Longest job; times are whole seconds.", low=1, high=10**9, unit="s"
    )
    load: float = load("0 releases all jobs at time 0, for off-line algorithms.")
    seed: int = seed()


@generator("uniform", title="Uniform", params=UniformParams, cites=("chretien2012",))
def uniform(name: str, jobs: int, processors: int, params: UniformParams) -> Workload:
    """Rigid jobs with width and time drawn uniformly and independently.

    Width from {1, …, max_width}, time from {1, …, max_time} seconds. With the default, a quarter of
    the machine, and `max_time` 25 these are the jobs of Chrétien et al. (2012) on 32 and 64
    processors, except that they force one job of the shortest and one of the longest time. With a
    load the jobs arrive one by one at exponential gaps, the first at time 0; releases are rounded
    down to whole seconds, and the load is met as far as those allow.
    """
    widest = params.max_width or max(1, processors // 4)
    if widest > processors:
        rule = f"at most the {counted(processors, 'processor')} of the machine"
        raise ParameterError({"max_width": f"max_width must be {rule}, got {widest}"})
    rng = np.random.default_rng(params.seed)
    width = rng.integers(1, widest, jobs, endpoint=True)
    runtime = rng.integers(1, params.max_time, jobs, endpoint=True).astype(np.float64)
    return Workload(
        name=name,
        ids=np.arange(1, jobs + 1),
        release=np.floor(exponential(params.load, width * runtime, processors, rng)),
        profiles=Profiles.rigid(width, runtime),
    )

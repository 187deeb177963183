"""Rigid jobs that need environments, some more popular than others."""

from dataclasses import dataclass

import numpy as np

from parsched.data.generators.arrivals import exponential, load
from parsched.data.generators.lublin import ALL, draw_times, draw_widths
from parsched.data.generators.registry import generator
from parsched.declare.parameters import Params, choice, integer, real, seed
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Floats, Ints, Labels, Workload

MOST = 10_000
"""Most environments."""
NARROW = 10
"""Narrow jobs are up to a tenth of the machine wide."""
WHOLE = 0.05
"""Share of jobs that take the whole machine, where some do."""


@dataclass(frozen=True, kw_only=True)
class EnvironmentsParams(Params):
    """Environments, widths, times and load."""

    environments: int = integer(5, "Environments that jobs may ask for.", low=1, high=MOST)
    skew: float = real(
        1.0,
        "Exponent of Zipf's law: the k-th environment is asked for in proportion to 1 / k^skew; 0 "
        "asks for all alike.",
        low=0.0,
        high=10.0,
    )
    widths: str = choice(
        "narrow",
        ("narrow", "uniform", "powers", "some-whole", "log-uniform", "lublin"),
        "narrow: uniform from 1 to a tenth of the machine; uniform: from 1 to all of it; powers: "
        "powers of two, all alike; some-whole: narrow, but one job in 20 takes the whole machine; "
        "log-uniform: up to all of it, as many from 1 to 4 as from 4 to 16; lublin: as on "
        "supercomputers, by the model of Lublin and Feitelson.",
    )
    times: str = choice(
        "uniform",
        ("uniform", "log-uniform", "lublin"),
        "uniform: whole seconds from 1 to the longest; log-uniform: as many from 1 to 10 s as from "
        "10 to 100 s, in whole seconds; lublin: by that model, in which wide jobs are longer, up "
        "to the longest.",
    )
    max_time: int = integer(
        100, "Longest job; times are whole seconds.", low=1, high=10**9, unit="s"
    )
    load: float = load("0 releases all jobs at time 0, for off-line algorithms.")
    seed: int = seed()


@generator(
    "environments",
    title="Environments",
    params=EnvironmentsParams,
    cites=("moulai2007", "lublin2003"),
)
def environments(name: str, jobs: int, processors: int, params: EnvironmentsParams) -> Workload:
    """Rigid jobs that each need an environment, by Zipf's law.

    Moulaï and Mounié (2007) give no workloads, so these are ours. Environment, width and time are
    drawn independently. They measured 200 s for a deployment on one node and 300 s on 100: next to
    that the default times are short, and who deploys often loses.
    """
    rng = np.random.default_rng(params.seed)
    chance = np.arange(1.0, params.environments + 1) ** -params.skew
    codes = rng.choice(params.environments, jobs, p=chance / chance.sum())
    width = _widths(params.widths, jobs, processors, rng)
    time = _times(params, width, rng)
    names = tuple(f"env{number}" for number in range(1, params.environments + 1))
    return Workload(
        name=name,
        ids=np.arange(1, jobs + 1),
        release=np.floor(exponential(params.load, width * time, processors, rng)),
        profiles=Profiles.rigid(width, time),
        environment=Labels(codes.astype(np.int32), names) if jobs else None,
    )


def _widths(model: str, jobs: int, processors: int, rng: np.random.Generator) -> Ints:
    if model == "uniform":
        return rng.integers(1, processors, jobs, endpoint=True)
    if model == "powers":
        return 1 << rng.integers(0, processors.bit_length() - 1, jobs, endpoint=True)
    if model == "log-uniform":
        return _log_uniform(processors, jobs, rng).astype(np.int64)
    if model == "lublin":
        return draw_widths(ALL, jobs, processors, rng)
    narrow = rng.integers(1, max(1, processors // NARROW), jobs, endpoint=True)
    if model == "some-whole":
        narrow[rng.uniform(size=jobs) < WHOLE] = processors
    return narrow


def _times(params: EnvironmentsParams, width: Ints, rng: np.random.Generator) -> Floats:
    jobs = len(width)
    if params.times == "lublin":
        return np.clip(draw_times(ALL, width, rng), 1.0, params.max_time)
    if params.times == "uniform":
        return rng.integers(1, params.max_time, jobs, endpoint=True).astype(np.float64)
    return _log_uniform(params.max_time, jobs, rng)


def _log_uniform(largest: int, jobs: int, rng: np.random.Generator) -> Floats:
    """Draw whole numbers from 1 to `largest` whose logarithms are uniform; float64, (jobs,)."""
    drawn = np.floor(np.exp(rng.uniform(0, np.log(largest + 1), jobs)))
    return np.minimum(drawn, largest)  # rounding may reach the end of the interval

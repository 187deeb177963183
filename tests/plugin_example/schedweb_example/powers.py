"""A generator of workloads."""

from dataclasses import dataclass

import numpy as np

from parsched.plugins import (
    Params,
    Profiles,
    Workload,
    exponential,
    generator,
    load,
    real,
    seed,
)


@dataclass(frozen=True, kw_only=True)
class PowerParams(Params):
    """Times and load."""

    longest: float = real(3600.0, "Longest job.", low=1.0, high=1e9, unit="s")
    load: float = load("0 releases all jobs at time 0.")
    seed: int = seed()


@generator("powers", title="Powers of two", params=PowerParams, cites=("lublin2003",))
def powers(name: str, jobs: int, processors: int, params: PowerParams) -> Workload:
    """Rigid jobs on 1, 2, 4, … processors, each number as likely, with log-uniform times.

    Times are whole seconds from 1 s to `longest`; with a load the jobs arrive at exponential gaps.
    """
    rng = np.random.default_rng(params.seed)
    width = 2 ** rng.integers(0, processors.bit_length(), jobs)
    runtime = np.rint(np.exp(rng.uniform(0.0, np.log(params.longest), jobs)))
    work = (width * runtime).astype(np.float64)
    return Workload(
        name=name,
        ids=np.arange(1, jobs + 1),
        release=exponential(params.load, work, processors, rng),
        profiles=Profiles.rigid(width, runtime),
    )

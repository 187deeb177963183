"""Small workloads, made by plain functions."""

from collections.abc import Sequence

import numpy as np

from algorithms.workload import Profiles, Workload

Number = float | int


def rigid(*jobs: Sequence[Number], name: str = "tiny") -> Workload:
    """Rigid jobs 1, 2, … as (release, processors, time) or with an estimate behind."""
    release, width, runtime, estimate = (
        [(*job, np.nan)[column] for job in jobs] for column in range(4)
    )
    return Workload(
        name=name,
        ids=np.arange(1, len(jobs) + 1),
        release=np.array(release, np.float64),
        profiles=Profiles.rigid(np.array(width, np.int64), np.array(runtime, np.float64)),
        estimate=np.array(estimate, np.float64),
    )


def offline(*jobs: tuple[int, Number]) -> Workload:
    """Rigid jobs (processors, time) that are all there at time 0."""
    return rigid(*((0, width, time) for width, time in jobs))


def moldable(*times: Sequence[Number], weight: Sequence[Number] = ()) -> Workload:
    """Jobs with `times[k - 1]` on k processors, all there at time 0."""
    return Workload(
        name="tiny moldable",
        ids=np.arange(1, len(times) + 1),
        release=np.zeros(len(times)),
        profiles=Profiles.of([(np.arange(1, len(t) + 1), np.array(t, float)) for t in times]),
        weight=np.array(weight, np.float64),
    )

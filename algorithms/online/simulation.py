"""What the on-line algorithms share: parameters, rules of the event loop, and the loop over chunks.

Estimates that are missing or not positive become the run time. Then `estimates=raise` lifts each
estimate to the run time, `kill` cuts each run time at the estimate, and `overrun` keeps both: a job
that is still running at its planned end is from then on planned to end "now".

`events=batch`: at each instant first all completions, then all arrivals in order, then one pass of
the scheduler; jobs of zero length that started complete at the same instant, and the pass repeats.
`events=sequential`: one event at a time, arrivals before completions at equal times, completions in
order of start, a pass after each; the processors of a job that ends now, as planned, count as free
although its completion has not been processed. This is how pyss and predictsim simulate.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from algorithms.kernels.machine import Jobs
from algorithms.params import Params, choice
from algorithms.registry import Supports
from algorithms.stop import Stop
from algorithms.workload import EstimateMode, Workload

ONLINE = Supports(online=True, release_times=True)

FIRST_CHUNK = 1_000
CHUNK_SECONDS = 0.05
"""A chunk of work is aimed to last this long."""


@dataclass(frozen=True, kw_only=True)
class OnlineParams(Params):
    """Parameters of FCFS, EASY and conservative backfilling."""

    estimates: str = choice(
        "raise",
        ("raise", "kill", "overrun"),
        "Jobs that run longer than estimated: raise the estimate, kill the job, or let it overrun.",
    )
    events: str = choice(
        "batch",
        ("batch", "sequential"),
        "One pass after all events of an instant, or a pass after each single event.",
    )

    @property
    def is_sequential(self) -> bool:
        """True when events are taken one by one."""
        return self.events == "sequential"

    def effective(self, workload: Workload) -> Workload:
        """Return the jobs with consistent estimates and run times."""
        return workload.with_estimates(cast("EstimateMode", self.estimates))


def columns(workload: Workload) -> Jobs:
    """Return the columns that kernels read; `OnlineParams.effective` made the workload."""
    return Jobs(workload.release, workload.runtime, workload.estimate, workload.width)


def simulate(
    advance: Callable[[int], bool], started: Callable[[], int], jobs: int, stop: Stop
) -> None:
    """Advance a simulation to its end, in chunks short enough to hear a cancellation.

    Parameters
    ----------
    advance
        Does so much work and returns True when all is done.
    started
        Tells how many jobs have started.
    jobs
        Number of jobs in all.

    Raises
    ------
    TimeLimitReached, Cancelled
        When the run has to end.
    """
    chunk, done = FIRST_CHUNK, jobs == 0
    while not done:
        began = time.perf_counter()
        done = advance(chunk)
        seconds = time.perf_counter() - began
        chunk = max(int(chunk * min(CHUNK_SECONDS / max(seconds, 1e-9), 4.0)), FIRST_CHUNK)
        stop.report(started() / jobs, f"{started():,} of {jobs:,} jobs started")

"""Which jobs of a trace are taken over."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parsched.declare.parameters import Params, choice, integer, real, text
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.workload import LATEST, Labels, Workload

Mask = NDArray[np.bool_]

_NAMES = 1000


@dataclass(frozen=True, kw_only=True)
class Filters(Params):
    """What a job must be to be taken over; by default every job is.

    Several names are given with | between.
    """

    estimate: str = choice(
        "any",
        ("any", "given", "covers"),
        "Requested time: any, given, or given and at least as long as the job ran.",
    )
    statuses: str = text(
        "",
        "Status of the jobs that are taken over, such as completed|failed; any if empty.",
        longest=_NAMES,
        commas=True,
    )
    partitions: str = text(
        "", "Partitions whose jobs are taken over; all if empty.", longest=_NAMES, commas=True
    )
    queues: str = text(
        "", "Queues whose jobs are taken over; all if empty.", longest=_NAMES, commas=True
    )
    least_processors: int = integer(
        1, "Fewest processors of a job that is taken over.", low=1, high=MAX_PROCESSORS
    )
    most_processors: int = integer(
        MAX_PROCESSORS, "Most processors of a job that is taken over.", low=1, high=MAX_PROCESSORS
    )
    least_runtime: float = real(
        0.0, "Shortest run time of a job that is taken over.", low=0.0, high=LATEST, unit="s"
    )

    def refusals(self, jobs: Workload) -> Iterator[tuple[str, Mask]]:
        """Yield each rule in words and a mask of the jobs that break it.

        A name that no job has (a queue, say) is no error: a trace may have none in a window.
        """
        has_estimate = jobs.estimate > 0
        if self.estimate != "any":
            yield "no requested time", ~has_estimate
        if self.estimate == "covers":
            yield "requested time below the run time", has_estimate & (jobs.estimate < jobs.runtime)
        for what, column, names in (
            ("status", jobs.status, self.statuses),
            ("partition", jobs.partition, self.partitions),
            ("queue", jobs.queue, self.queues),
        ):
            chosen = [name for part in names.split("|") if (name := part.strip())]
            if chosen:
                yield f"{what} is none of {', '.join(chosen)}", ~_has(column, chosen, len(jobs))
        if self.least_processors > 1:
            yield (
                f"fewer than {self.least_processors:,} processors",
                (jobs.width < self.least_processors),
            )
        if self.most_processors < MAX_PROCESSORS:
            yield (
                f"more than {self.most_processors:,} processors",
                (jobs.width > self.most_processors),
            )
        if self.least_runtime > 0:
            yield f"run time below {self.least_runtime:g} s", jobs.runtime < self.least_runtime


def _has(column: Labels | None, names: list[str], jobs: int) -> Mask:
    if column is None:
        return np.zeros(jobs, np.bool_)
    chosen = np.array([*(name in names for name in column.names), False])
    has: Mask = chosen[column.codes]
    return has

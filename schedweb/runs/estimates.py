"""How long runs will take, as earlier ones took in this installation.

An estimate comes from finished runs of the same algorithm: of those with the same parameters, if
there are any, else of those that ran the same algorithm within. The runs of most similar numbers of
jobs each say how long this one would take if time grew with a power of the number of jobs; the
median of them counts. Where all of them had far fewer jobs there is no estimate.
"""

import json
import math
from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import combinations
from statistics import median
from typing import Any

from django.conf import settings

from parsched.base.digits import counted
from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance
from parsched.run.request import Request, RequestEntry, check
from schedweb.base.errors import InvalidError
from schedweb.base.kept import KeptValues
from schedweb.runs.models import Run
from schedweb.workers.lengths import SHORT_SECONDS, most_long
from schedweb.workers.models import State

RECENT = 2_000
"""Finished runs that are looked at, the last ones first."""
NEAREST = 9
"""Runs of most similar numbers of jobs that an estimate rests on."""
FARTHEST = 20
"""Times as many jobs as the largest earlier run had, beyond which there is no estimate."""
LEAST_SPREAD = 2.0
"""Ratio of two numbers of jobs from which on they say how time grows with it."""
STEEPEST = 3.0
"""Largest power of the number of jobs that time is taken to grow with."""
LEAST_SECONDS = 0.01
LATELY_SECONDS = 5.0
"""Time for which finished runs are not read again for what waits."""
_SHAPE = ("algorithm", "params", "comparison__workload__jobs")
_TIMES = ("record__cpu_seconds", "started", "finished")


@dataclass(frozen=True)
class Past:
    """A finished run: its number of jobs, and the seconds of its attempt."""

    jobs: int
    seconds: float


@dataclass
class RunHistory:
    """Finished runs that are alike; what is found out about them is kept, for many ask the same."""

    runs: list[Past] = field(default_factory=list)
    _known: dict[tuple[int, bool], "Estimate"] = field(default_factory=dict)

    @cached_property
    def largest(self) -> int:
        """The largest number of jobs."""
        return max(run.jobs for run in self.runs)

    @cached_property
    def power(self) -> float:
        """The power of the number of jobs that time grows with."""
        return _power(self.runs)

    def estimate(self, jobs: int, *, same: bool) -> "Estimate | None":
        """Estimate a run on a number of jobs; None where all earlier runs had far fewer."""
        if jobs > FARTHEST * self.largest:
            return None
        if (jobs, same) not in self._known:
            self._known[jobs, same] = _estimate(self, jobs, same=same)
        return self._known[jobs, same]


@dataclass(frozen=True)
class Estimate:
    """Seconds that a run will take, estimated from some earlier `runs` with `least` to `most` jobs;
    `same` says whether these had the same parameters."""

    seconds: float
    runs: int
    least: int
    most: int
    same: bool

    @property
    def basis(self) -> str:
        """What it rests on, in words."""
        runs = counted(self.runs, "earlier run")
        jobs = f"{self.least:,}" if self.least == self.most else f"{self.least:,} to {self.most:,}"
        noun = "job" if self.most == 1 else "jobs"
        params = "the same" if self.same else "other"
        return f"from {runs} with {jobs} {noun} and {params} parameters"


@dataclass(frozen=True)
class Total:
    """What several runs take together on free workers, in seconds: of those with an estimate;
    `unknown` is the number of the others."""

    seconds: float
    runs: int
    unknown: int
    workers: int

    @property
    def known(self) -> int:
        """Number of runs with an estimate."""
        return self.runs - self.unknown


@dataclass(frozen=True, eq=False)
class Estimator:
    """Finished runs by what tells them from others; `of_stored` reads them."""

    exact: Mapping[str, RunHistory] = field(default_factory=dict)
    alike: Mapping[str, RunHistory] = field(default_factory=dict)

    @classmethod
    def of_stored(cls) -> "Estimator":
        """Read the last finished runs of all users, without stopped ones."""
        rows = Run.objects.filter(state=State.DONE, stopping=None).order_by("-finished")
        exact: dict[str, RunHistory] = defaultdict(RunHistory)
        alike: dict[str, RunHistory] = defaultdict(RunHistory)
        last = rows.values_list(*_SHAPE, *_TIMES)[:RECENT]
        for algorithm, params, jobs, cpu, started, finished in last:
            seconds = _seconds(cpu, started, finished)
            if seconds is None or not jobs:
                continue
            past = Past(jobs, max(seconds, LEAST_SECONDS))
            exact[_key(algorithm, params)].runs.append(past)
            alike[_key(algorithm, _inner(params))].runs.append(past)
        return cls(exact, alike)

    def of(self, algorithm: str, params: Params, jobs: int) -> Estimate | None:
        """Estimate a run of an algorithm on a number of jobs; None without earlier runs."""
        return self.of_stored_params(algorithm, json.loads(json.dumps(params.as_dict())), jobs)

    def of_stored_params(
        self, algorithm: str, params: Mapping[str, Any], jobs: int
    ) -> Estimate | None:
        """Estimate a run whose parameters are JSON values."""
        levels = (
            (True, self.exact.get(_key(algorithm, params))),
            (False, self.alike.get(_key(algorithm, _inner(params)))),
        )
        for same, past in levels:
            if past and (estimate := past.estimate(jobs, same=same)):
                return estimate
        return None


lately = KeptValues(Estimator.of_stored, LATELY_SECONDS)
"""Returns the estimator of a moment ago, for pages that ask again and again."""


@dataclass(frozen=True)
class Estimated:
    """A run that was asked for, and how long it will take; None where nothing is known."""

    request: Request
    estimate: Estimate | None


def estimate_all(entries: Sequence[RequestEntry], instance: Instance) -> list[Estimated]:
    """Return the runs that entries stand for, each with how long it will take; raises
    `InvalidError` as `parsched.run.request.check` does."""
    try:
        requests = check(entries, instance)
    except ParameterError as error:
        raise InvalidError(error.errors) from error
    estimator, jobs = Estimator.of_stored(), len(instance.workload)
    return [Estimated(one, estimator.of(one.algorithm.key, one.params, jobs)) for one in requests]


def total(estimates: Iterable[Estimate | None], workers: int) -> Total:
    """Return what runs take together that free workers start in this order."""
    listed = list(estimates)
    known = [estimate.seconds for estimate in listed if estimate is not None]
    ends = list(ends_of(known, [0.0] * max(workers, 1)))
    return Total(max(ends, default=0.0), len(listed), len(listed) - len(known), max(workers, 1))


def ends_of(seconds: Iterable[float], free: Sequence[float]) -> Iterator[float]:
    """Yield when each of some runs ends that start in this order, each on the worker that is free
    first; `free` is when each worker is, in seconds from now. Long runs leave one worker free."""
    ends, most = sorted(free), most_long(len(free))
    long = [time for time in ends if time > SHORT_SECONDS]
    for one in seconds:
        start, is_long = ends[0], one > SHORT_SECONDS
        if is_long and len(long) >= most:
            start = max(start, long[-most])
        ends.pop(bisect_right(ends, start) - 1)  # the worker that is free last until then
        insort(ends, start + one)
        if is_long:
            insort(long, start + one)
        yield start + one


def _seconds(
    cpu: float | None, started: datetime | None, finished: datetime | None
) -> float | None:
    """Return what an attempt took: its processor time, unless several processors shared it; so no
    run counts as long because its worker waited for machine code or for a busy machine."""
    if started is None or finished is None:
        return None
    elapsed = (finished - started).total_seconds()
    return elapsed if cpu is None else min(cpu, elapsed)


def _estimate(past: RunHistory, jobs: int, *, same: bool) -> Estimate:
    near = sorted(past.runs, key=lambda run: abs(math.log(run.jobs / max(jobs, 1))))[:NEAREST]
    seconds = median(run.seconds * (max(jobs, 1) / run.jobs) ** past.power for run in near)
    sizes = [run.jobs for run in near]
    limit = float(settings.SCHEDWEB_RUN_SECONDS)
    return Estimate(min(seconds, limit), len(near), min(sizes), max(sizes), same)


def _power(past: Sequence[Past]) -> float:
    """Return the power of the number of jobs that time grows with: the median over pairs of sizes,
    and 1 where all runs have about the same number of jobs."""
    by_size: dict[int, list[float]] = defaultdict(list)
    for run in past:
        by_size[run.jobs].append(run.seconds)
    points = [(size, median(times)) for size, times in sorted(by_size.items())[-NEAREST:]]
    slopes = [
        math.log(later / earlier) / math.log(large / small)
        for (small, earlier), (large, later) in combinations(points, 2)
        if large >= LEAST_SPREAD * small
    ]
    return min(max(median(slopes), 0.0), STEEPEST) if slopes else 1.0


def _inner(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return which algorithms run within, without any other parameter."""
    return {
        name: value["key"]
        for name, value in params.items()
        if isinstance(value, Mapping) and "key" in value
    }


def _key(algorithm: str, params: Mapping[str, Any]) -> str:
    return f"{algorithm} {json.dumps(params, sort_keys=True)}"

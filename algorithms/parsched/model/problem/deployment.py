"""Environments and their deployments: who shares one, how many are needed.

A job with an environment runs on processors where that environment is installed. At first nothing
is installed, unless the platform says so; a deployment replaces what is. Where a processor holds
several systems at once (Moulaï and Mounié 2007, section 6), it runs one of them, changing to
another one that it holds is a reboot without a deployment, and a deployment replaces the one that
it has run least recently. Jobs without an
environment run on whatever is there, and jobs of zero length hold no processor, so neither needs a
deployment.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.model.problem.arrays import Floats, Ints, frozen
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload

ROUNDING, SLACK = 1e-9, 0.5
"""Share by which a number of processors may exceed an integer without counting as the next one, and
the most of a processor that this may be."""


@dataclass(frozen=True, eq=False)
class Groups:
    """Which jobs were scheduled together as one.

    Parameters
    ----------
    job
        int64, shape (n_jobs,): the group of each job, -1 for none.
    width
        int64, shape (n_groups,): processors that the group holds.
    environment
        int64, shape (n_groups,): code of its environment, -1 for none.
    target
        λ, the makespan that the groups were made for, seconds; NaN when there is no single one.
    """

    job: Ints
    width: Ints
    environment: Ints
    target: float = nan

    def __post_init__(self) -> None:
        for name in ("job", "width", "environment"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.int64))

    @classmethod
    def gather(cls, parts: Sequence["Groups"], target: float = nan) -> Self:
        """Join the groups of parts of the jobs that follow each other."""
        begins = np.cumsum([0, *(len(groups.width) for groups in parts)])
        job = [np.where(of.job < 0, -1, of.job + at) for at, of in zip(begins, parts, strict=False)]
        return cls(
            np.concatenate(job),
            np.concatenate([groups.width for groups in parts]),
            np.concatenate([groups.environment for groups in parts]),
            target,
        )

    def take(self, jobs: NDArray[Any] | slice) -> "Groups":
        """Return the groups as the chosen jobs see them."""
        return replace(self, job=self.job[jobs])


def environments(workload: Workload) -> Ints:
    """Return the code of each job's environment, int64 of shape (n_jobs,), -1 where it has none."""
    labels = workload.environment
    return np.full(len(workload), -1) if labels is None else labels.codes.astype(np.int64)


@dataclass(frozen=True, eq=False)
class Stretches:
    """What is installed on processors that are numbered from 0: int64, shape (n_stretches,).

    Stretch k holds what `codes[k]` stands for, -1 for nothing, and ends before processor `ends[k]`.
    """

    ends: Ints
    codes: Ints

    @classmethod
    def at_first(cls, workload: Workload, platform: Platform) -> "Stretches":
        """Return what there is before anything runs; what no job needs counts as nothing."""
        names = () if workload.environment is None else workload.environment.names
        code = {name: i for i, name in enumerate(names)}
        stretches = platform.installed or ((None, platform.processors),)
        codes = [-1 if name is None else code.get(name, -1) for name, _ in stretches]
        return cls(np.array([end for _, end in stretches], np.int64), np.array(codes, np.int64))

    @property
    def pair(self) -> tuple[Ints, Ints]:
        """Both, as kernels take them."""
        return self.ends, self.codes

    def within(self, begin: int, end: int) -> "Stretches":
        """Return the deployments on some processors, numbered from the first of them."""
        ends = np.clip(self.ends, begin, end) - begin
        some = np.diff(ends, prepend=0) > 0
        return Stretches(ends[some], self.codes[some])

    def named(self, names: tuple[str, ...]) -> tuple[tuple[str | None, int], ...]:
        """Return them as a platform has them, joined where they touch."""
        last = np.append(np.flatnonzero(np.diff(self.codes)), len(self.codes) - 1)
        pairs = zip(self.codes[last].tolist(), self.ends[last].tolist(), strict=True)
        return tuple((None if code < 0 else names[code], end) for code, end in pairs)


@dataclass(frozen=True, eq=False)
class Demands:
    """What the jobs of each environment ask for, at least: columns of shape (n_environments,).

    `width` (int64) are the processors of the widest job that lasts, `work` (float64)
    processor-seconds.
    Jobs of zero length and jobs without an environment do not count.
    """

    width: Ints
    work: Floats

    @classmethod
    def of(cls, workload: Workload) -> "Demands":
        """Add up the jobs; a moldable one counts with its fewest processors and least work."""
        names = () if workload.environment is None else workload.environment.names
        codes = environments(workload)
        chosen = np.flatnonzero((codes >= 0) & (workload.least_time > 0))
        width = np.zeros(len(names), np.int64)
        np.maximum.at(width, codes[chosen], workload.least_width[chosen])
        work = np.bincount(codes[chosen], workload.least_work[chosen], len(names))
        return cls(width, work.astype(np.float64))

    def deployments(self, length: float) -> int:
        """Return D_λ: fewer deployments are in no schedule of `length` λ, seconds.

        Each environment e needs the width q_max of its widest job, and at least W / λ processors
        for its work W to end within λ: Σ_e max(q_max, ⌈W / λ⌉). What is installed at first does
        not count.
        Rounding never makes it more.
        """
        return int(self.each(length).sum())

    def each(self, length: float) -> Ints:
        """Return what each environment adds to D_λ, int64 of shape (n_environments,)."""
        if not length > 0:
            return self.width
        least = np.empty(len(self.work), np.int64)
        fewest_each(self.work, length, least)
        return np.maximum(self.width, least)


def canonical_width(work: float, target: float) -> int:
    """Return the fewest processors that do some work within λ, `target`: ⌈W / λ⌉."""
    return int(fewest(work, target))


@kernel
def fewest(work: float, target: float) -> int:
    """Return the fewest processors that do some work within `target`: ⌈W / λ⌉."""
    needed = work / target
    return int(np.ceil(needed - min(needed * ROUNDING, SLACK)))


@kernel
def fewest_each(work: Floats, target: float, processors: Ints) -> None:
    """Fill in the same for many amounts of work."""
    for i in range(len(work)):
        processors[i] = fewest(work[i], target)

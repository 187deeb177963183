"""The jobs still to come where some wait for others: in which order they arrive, and when.

The engine numbers jobs in order of arrival. Dependencies decide that order as jobs end, so columns
have *places* then: the k-th job to arrive is written to place k of each column when it arrives.
Until then `release[k]` of the next place says when the next job with a known arrival arrives.
Jobs that arrive at one instant do so in order of the workload. Where no job waits for another, all
arrays here are empty, and places are the jobs themselves.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import inlined
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.problem.workload import Workload
from parsched.policies.online.fair_share import Factors
from parsched.policies.online.heaps import pop, push
from parsched.policies.online.machine import Floats, Ints


class ComingSizes(KernelRecord):
    """How many jobs are `known` to come, and how many places are `taken`."""

    known: int
    taken: int


class ComingJob(KernelRecord):
    """A job: its `earliest` release, seconds, as far as the jobs that have ended say; `left`, how
    many jobs it waits for that have not ended; and what is written to its place, see `RigidJobs`,
    `Beliefs` and `Factors`."""

    earliest: float
    left: int
    run: float
    predicted: float
    estimate: float
    width: int
    user: int
    association: int
    partition: float
    qos: float
    nice: float


class Coming(NamedTuple):
    """Jobs still to come; arrays of shape (n_jobs,) except the arrays of `Successors`.

    `time`, float64, seconds, and `job`, int64, are a heap of the jobs whose release is known.
    `who`, int64, is the job at each place. `jobs` are numbered as in the workload.
    """

    sizes: RecordArray[ComingSizes]
    time: Floats
    job: Ints
    offsets: Ints
    successor: Ints
    delay: Floats
    who: Ints
    jobs: RecordArray[ComingJob]


@inlined
def are_linked(coming: Coming) -> bool:
    """Does any job wait for another?"""
    return len(coming.jobs) > 0


@inlined
def announce(coming: Coming, release: Floats, place: int) -> None:
    """Set the release of the next place to the release of the next job known to come."""
    if place < len(release):
        release[place] = coming.time[0] if coming.sizes[0].known > 0 else np.inf


@inlined
def take_place(coming: Coming, release: Floats, place: int) -> int:
    """Give a place to the job that arrives next, and return which one that is."""
    sizes, job = coming.sizes[0], int(coming.job[0])
    coming.who[place] = job
    pop(coming.time, coming.job, sizes.known)
    sizes.known -= 1
    sizes.taken += 1
    announce(coming, release, place + 1)
    return job


@inlined
def free_successors(coming: Coming, place: int, end: float) -> None:
    """Tell those who wait for a job that it has ended."""
    sizes, job = coming.sizes[0], coming.who[place]
    for k in range(coming.offsets[job], coming.offsets[job + 1]):
        other = coming.jobs[coming.successor[k]]
        other.earliest = max(other.earliest, end + coming.delay[k])
        other.left -= 1
        if other.left == 0:
            push(coming.time, coming.job, sizes.known, other.earliest, coming.successor[k])
            sizes.known += 1


def in_jobs_order(coming: Coming, *columns: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Return columns by place in the order of the workload's jobs."""
    if not len(coming.jobs):
        return columns
    ordered = tuple(np.empty_like(column) for column in columns)
    for column, by_place in zip(ordered, columns, strict=True):
        column[coming.who] = by_place
    return ordered


def no_arrivals() -> Coming:
    """Return what is known where no job waits for another."""
    ints, floats = np.zeros(0, np.int64), np.zeros(0)
    return Coming(ComingSizes.new(), floats, ints, ints, ints, floats, ints, ComingJob.new(0))


def new_coming(
    workload: Workload, release: Floats, predicted: Floats, user: Ints, factors: Factors
) -> Coming:
    """Return the jobs still to come before the first instant, where some wait for others.

    Parameters
    ----------
    workload
        The jobs.
    release
        Of places, float64 of shape (n_jobs,): written here.
    predicted, user, factors
        What is written to places beside the columns of the workload.
    """
    if workload.after is None:
        return no_arrivals()
    successors = workload.after.successors
    free = np.flatnonzero(successors.left == 0)
    time, job = np.empty(len(workload) + 1), np.empty(len(workload) + 1, np.int64)
    # Jobs are in order of release, and what is in order is a heap.
    time[: len(free)], job[: len(free)] = workload.release[free], free
    sizes = ComingSizes.new()
    sizes[0].known = len(free)
    jobs = ComingJob.new(len(workload))
    jobs["earliest"], jobs["left"] = workload.release, successors.left
    jobs["run"], jobs["width"] = workload.runtime, workload.width
    jobs["predicted"], jobs["estimate"], jobs["user"] = predicted, workload.estimate, user
    if len(factors.association):
        for name in ("association", "partition", "qos", "nice"):
            jobs[name] = getattr(factors, name)
    release[:] = np.inf
    release[0] = time[0]
    who = np.zeros(len(workload), np.int64)
    linked = successors.offsets, successors.job, successors.delay
    return Coming(sizes, time, job, *linked, who, jobs)

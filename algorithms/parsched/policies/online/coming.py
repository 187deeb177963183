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


class ComingColumns(NamedTuple):
    """What is written to a place: columns of the workload, see `Jobs`, `Beliefs` and `Factors`."""

    run: Floats
    predicted: Floats
    estimate: Floats
    width: Ints
    user: Ints
    association: Ints
    partition: Floats
    qos: Floats
    nice: Floats


class Coming(NamedTuple):
    """Jobs still to come; arrays of shape (n_jobs,) except the arrays of `Successors`.

    `time`, float64, seconds, and `job`, int64, are a heap of the jobs whose release is known.
    `earliest`, float64, is the release of each job as far as those that have ended say; it waits
    for `left` others, int64. `who`, int64, is the job at each place. Jobs are numbered as in the
    workload.
    """

    sizes: RecordArray[ComingSizes]
    time: Floats
    job: Ints
    earliest: Floats
    left: Ints
    offsets: Ints
    successor: Ints
    delay: Floats
    who: Ints
    columns: ComingColumns


@inlined
def are_linked(coming: Coming) -> bool:
    """Does any job wait for another?"""
    return len(coming.left) > 0


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
        other = coming.successor[k]
        coming.earliest[other] = max(coming.earliest[other], end + coming.delay[k])
        coming.left[other] -= 1
        if coming.left[other] == 0:
            push(coming.time, coming.job, sizes.known, coming.earliest[other], other)
            sizes.known += 1


def in_jobs_order(coming: Coming, *columns: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Return columns by place in the order of the workload's jobs."""
    if not len(coming.left):
        return columns
    ordered = tuple(np.empty_like(column) for column in columns)
    for column, by_place in zip(ordered, columns, strict=True):
        column[coming.who] = by_place
    return ordered


def no_arrivals() -> Coming:
    """Return what is known where no job waits for another."""
    ints, floats = np.zeros(0, np.int64), np.zeros(0)
    columns = ComingColumns(floats, floats, floats, ints, ints, ints, floats, floats, floats)
    none = floats, ints, floats, ints, ints, ints, floats, ints
    return Coming(ComingSizes.new(), *none, columns)


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
    coming = Coming(
        sizes,
        time,
        job,
        workload.release.copy(),
        successors.left,
        successors.offsets,
        successors.job,
        successors.delay,
        np.zeros(len(workload), np.int64),
        ComingColumns(
            workload.runtime.copy(),
            predicted.copy(),
            workload.estimate.copy(),
            workload.width.copy(),
            user.copy(),
            factors.association.copy(),
            factors.partition.copy(),
            factors.qos.copy(),
            factors.nice.copy(),
        ),
    )
    release[:] = np.inf
    release[0] = time[0]
    return coming

"""What structures the schedules of examples: times, and groups."""

from collections.abc import Callable, Sequence

import numpy as np

from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import approximate
from parsched.model.problem.deployment import canonical_width
from parsched.policies.batches.selection import batches_of
from parsched.report.examples.pictures import Lines
from parsched.run.result import Result


def _shelves(result: Result) -> Lines:
    choices = Choices.of(result.workload, result.platform.processors)
    accepted = approximate(choices, result.platform.processors).accepted
    meaning = "the accepted guess λ, where shelf 1 ends, and 3λ/2"
    return Lines(meaning, {"λ": accepted, "3λ/2": 1.5 * accepted})


def _doubling(result: Result) -> Lines:
    workload, processors = result.workload, result.platform.processors
    choices = Choices.of(workload, processors)
    longest = approximate(choices, processors).accepted
    batches = batches_of(choices, workload.weight, processors, longest, True, lambda share: None)
    return _numbered([batch.begin for batch in batches.batches])


def _arrivals(result: Result) -> Lines:
    """What has been released by the end of one batch makes up the next."""
    release, end = result.workload.release, result.schedule.end
    begins, waiting = [float(release.min())], np.ones(len(release), np.bool_)
    while True:
        batch = waiting & (release <= begins[-1])
        waiting &= ~batch
        if not waiting.any():
            break
        begins.append(float(max(end[batch].max(), release[waiting].min())))
    return _numbered(begins)


def _numbered(begins: Sequence[float]) -> Lines:
    times = {str(number): begin for number, begin in enumerate(begins, 1)}
    return Lines("where batches begin", times)


LINES: dict[str, Callable[[Result], Lines]] = {
    "mrt": _shelves,
    "demt": _doubling,
    "online-batch": _arrivals,
}
"""What structures the schedule of the first picture of an algorithm."""


def targets(result: Result, *factors: int) -> Lines | None:
    """Return multiples of λ, the makespan that groups were made for; None without groups."""
    groups = result.schedule.groups
    if groups is None:
        return None
    names = ["λ" if factor == 1 else f"{factor}λ" for factor in factors]
    times = [factor * groups.target for factor in factors]
    meaning = f"λ, which the groups are made for, and {names[-1]}"
    return Lines(meaning, dict(zip(names, times, strict=True)))


def kinds(result: Result) -> list[str]:
    """Name the kind of each group, as `groups.gls_groups` tells them; none without groups.

    "list" is a group that is list-scheduled on more processors than a canonical one has.
    """
    schedule, jobs = result.schedule, result.workload
    groups, ways = schedule.groups, []
    if groups is None:
        return []
    for number, width in enumerate(groups.width.tolist()):
        members = np.flatnonzero(groups.job == number)
        members = members[np.argsort(schedule.start[members], kind="stable")]
        widths, work = jobs.width[members], float(jobs.width[members] @ jobs.runtime[members])
        in_turn = (schedule.start[members[1:]] >= schedule.end[members[:-1]]).all()
        if in_turn and widths.max() == width and 2 * widths.min() > width:
            ways.append("layered")
        else:
            ways.append("canonical" if width == canonical_width(work, groups.target) else "list")
    return ways

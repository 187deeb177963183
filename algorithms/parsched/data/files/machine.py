"""How large the machine of a log must have been."""

from collections.abc import Iterator

import numpy as np

from parsched.model.problem.workload import Floats, Ints, Workload

GUESSED = {
    "busiest": "the most processors that were busy at once",
    "widest": "as many processors as the widest job has",
}
"""How large a machine is taken to be whose source does not state it, by what was guessed."""

BLOCK = 1 << 18
"""Jobs that are looked at at a time: logs are large, and little memory is left beside them."""
BUCKETS = 1 << 20
"""Most parts that the time of a log is cut into."""


def least_machine(workload: Workload) -> int:
    """Return the most processors that were busy at once where starts are recorded, and at least the
    width of the widest job.

    A log that does not say how large its machine was shows it by what ran at the same time. Jobs
    end before others start at an instant. Time is cut into parts, and only in those that may hold
    the peak are starts and ends put in order: this takes 30 MB and little more.

    Examples
    --------
    >>> import numpy as np
    >>> from dataclasses import replace
    >>> import parsched as sched
    >>> from parsched.data.files.machine import least_machine
    >>> jobs = sched.generate("uniform", jobs=3, processors=4)
    >>> together = replace(jobs, recorded=np.zeros(3))
    >>> least_machine(together) == int(jobs.width.sum()), least_machine(jobs) == jobs.widest
    (True, True)
    """
    if workload.recorded is None or not workload.is_rigid:
        return workload.widest
    first = min((float(start.min()) for start, _, _ in _blocks(workload)), default=0.0)
    last = max((float(end.max()) for _, end, _ in _blocks(workload)), default=0.0)
    if last <= first:
        return workload.widest
    count = min(BUCKETS, len(workload))

    def bucket(times: Floats) -> Ints:
        return np.minimum(((times - first) / (last - first) * count).astype(np.int64), count - 1)

    began, ended = np.zeros(count), np.zeros(count)
    for start, end, width in _blocks(workload):
        began += np.bincount(bucket(start), width, count)
        ended += np.bincount(bucket(end), width, count)
    # Just before each part: what began in earlier ones and has not ended there.
    before = np.concatenate([[0.0], np.cumsum(began - ended)[:-1]])
    least = max(float(before.max()), workload.widest)
    may_be_more = before + began > least
    times, changes = [np.zeros(0)], [np.zeros(0)]
    for start, end, width in _blocks(workload):
        for at, change in ((end, -width), (start, width)):
            chosen = may_be_more[bucket(at)]
            times.append(at[chosen])
            changes.append(change[chosen].astype(np.float64))
    at, change = np.concatenate(times), np.concatenate(changes)
    if not len(at):
        return int(least)
    order = np.lexsort((change > 0, at))  # ends first
    at, change = at[order], change[order]
    part, busy = bucket(at), np.cumsum(change)
    begins = np.flatnonzero(np.diff(part, prepend=-1))
    base = before[part[begins]] - (busy - change)[begins]
    return int(max(least, (busy + np.repeat(base, np.diff([*begins, len(part)]))).max()))


def guess_of(workload: Workload) -> str:
    """Return how the size of the machine is guessed: "busiest" where starts are recorded, else
    "widest"; blank where the source states it.

    Examples
    --------
    >>> import parsched as sched
    >>> from dataclasses import replace
    >>> from parsched.model.problem.machine import NOT_STATED
    >>> jobs = sched.generate("uniform", jobs=3, processors=4)
    >>> guess_of(jobs), guess_of(replace(jobs, machine=NOT_STATED))
    ('', 'widest')
    """
    if workload.machine.processors is not None:
        return ""
    return "busiest" if workload.recorded is not None and workload.is_rigid else "widest"


def guessed(guess: str) -> str:
    """Return that the machine is guessed, and how; blank where it is not."""
    return f"the machine is guessed: {GUESSED[guess]}" if guess else ""


def largest_use(workload: Workload) -> int:
    """Return the processors that jobs can use, moldable ones at their widest, or used at once."""
    return max(least_machine(workload), int(workload.profiles.widths.max(initial=1)))


def _blocks(workload: Workload) -> Iterator[tuple[Floats, Floats, Ints]]:
    """Yield starts, ends and processors of jobs that ran, as far as they are known."""
    assert workload.recorded is not None
    held = workload.held
    for at in range(0, len(workload), BLOCK):
        rows = slice(at, at + BLOCK)
        start, run = workload.recorded[rows], workload.runtime[rows]
        known = np.isfinite(start) & (run > 0)
        if known.any():
            start = start[known]
            yield start, start + run[known], held[rows][known]

"""Where jobs of a schedule that breaks rules hold the same processors at the same time."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.workload import Ints
from parsched.report.gantt.rows import IntervalRows

MOST = 3_000
"""Rectangles that are marked, in order of the later start."""
LOOKED_AT = 100_000
"""Rows of jobs that break a rule for which those before them are searched."""
BLOCK = 512
"""Rows whose largest end tells whether any of them may last until another begins."""


def overlaps(rows: IntervalRows, broken: NDArray[np.bool_] | None) -> IntervalRows | None:
    """Return a row for each rectangle that two rows share, in order of start; at most `MOST`. The
    job of it is that which started later, and breaks a rule.

    `broken` is of shape (n_jobs,); None, as the result, where no job breaks a rule. Takes
    O(n / 512) for each row of such a job.

    Examples
    --------
    >>> import numpy as np
    >>> from parsched.report.gantt.overlaps import overlaps
    >>> from parsched.report.gantt.rows import IntervalRows
    >>> two = np.arange(2)
    >>> start, end = np.array([0.0, 3.0]), np.array([5.0, 9.0])
    >>> rows = IntervalRows(two, two, start, end, two, two + 4, 0 * two)
    >>> shared = overlaps(rows, np.array([False, True]))
    >>> shared.start, shared.duration, shared.lo, shared.hi
    (array([3.]), array([2.]), array([1]), array([4]))
    """
    if broken is None:
        return None
    end = rows.end
    pairs = list(_pairs(rows, end, np.flatnonzero(broken[rows.job])[:LOOKED_AT]))[:MOST]
    earlier, later = (np.array([pair[k] for pair in pairs], np.int64) for k in (0, 1))
    start = rows.start[later]
    return replace(
        rows,
        job=rows.job[later],
        interval=rows.interval[later],
        start=start,
        duration=np.minimum(end[earlier], end[later]) - start,
        lo=np.maximum(rows.lo[earlier], rows.lo[later]),
        hi=np.minimum(rows.hi[earlier], rows.hi[later]),
        site=rows.site[later],
    )


def _pairs(rows: IntervalRows, end: NDArray[np.float64], later: Ints) -> Iterator[tuple[int, int]]:
    """Yield pairs of rows that share processors, the one that is drawn first before the other."""
    blocks = np.maximum.reduceat(end, np.arange(0, len(end), BLOCK)) if len(end) else end
    found = 0
    for row in later.tolist():
        lasting = np.flatnonzero(blocks[: row // BLOCK + 1] > rows.start[row])
        before = (lasting[:, None] * BLOCK + np.arange(BLOCK)).ravel()
        before = before[before < row]
        shares = (end[before] > rows.start[row]) & (rows.site[before] == rows.site[row])
        shares &= (rows.lo[before] < rows.hi[row]) & (rows.hi[before] > rows.lo[row])
        shares &= end[row] > rows.start[row]
        for other in before[shares].tolist():
            yield other, row
            found += 1
        if found >= MOST:
            return

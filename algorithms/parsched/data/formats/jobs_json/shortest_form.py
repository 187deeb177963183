"""In which form a moldable job is written shortest, and whether its times go up."""

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.model.problem.workload import Floats, Ints

RIGID, CEIL, LIST, OBJECT = 0, 1, 2, 3

_GAP = len("null, ")
_KEY = len('"": ')


@kernel
def choose(offsets: Ints, widths: Ints, times: Floats, form: NDArray[np.int8]) -> None:
    """Fill in the form of each job, int8 of shape (n_jobs,).

    `CEIL` takes ⌈p/k⌉ times the time on p on each k from 1 to p; a `LIST` has a null for each gap
    between its widths, an `OBJECT` a key for each time: whichever is shorter. The other arrays are
    as in `Profiles`.
    """
    for job in range(len(offsets) - 1):
        first, last = offsets[job], offsets[job + 1] - 1
        widest, least = widths[last], times[last]
        keys = 0
        ceil = widest == last - first + 1
        for c in range(first, last + 1):
            digits, rest = 1, widths[c]
            while rest >= 10:
                digits += 1
                rest //= 10
            keys += digits + _KEY
            ceil = ceil and times[c] == -(-widest // widths[c]) * least
        gaps = (widest - (last - first + 1)) * _GAP
        if first == last:
            form[job] = RIGID
        elif ceil:
            form[job] = CEIL
        else:
            form[job] = LIST if gaps <= keys else OBJECT


@kernel
def goes_up(offsets: Ints, times: Floats, slower: NDArray[np.bool_]) -> None:
    """Mark the jobs that take longer on some more processors; bool, shape (n_jobs,)."""
    for job in range(len(offsets) - 1):
        slower[job] = False
        for c in range(offsets[job] + 1, offsets[job + 1]):
            slower[job] = slower[job] or times[c] > times[c - 1]

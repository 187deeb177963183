"""Finding jobs by their identifiers."""

import re

import numpy as np

from parsched.base.errors import ParameterError
from parsched.base.naming import quoted
from parsched.model.problem.workload import Workload

NUMBER = re.compile(r"-?[0-9]{1,18}")
"""How an id that is a number is written."""


def row_of(jobs: Workload, job: int | str) -> int:
    """Return the row of a job by its id; raises `ParameterError`.

    >>> import parsched as sched
    >>> row_of(sched.generate("uniform", jobs=20, processors=8), "3")
    2
    """
    ids, wanted = jobs.ids, str(job).strip()
    if ids.dtype.kind == "i":
        rows = np.flatnonzero(ids == int(wanted)) if NUMBER.fullmatch(wanted) else np.zeros(0)
    else:
        rows = np.flatnonzero(ids == wanted)
    if not len(rows):
        raise ParameterError(
            {"job": f"job must be the id of a job, and none is called {quoted(str(job))}"}
        )
    return int(rows[0])

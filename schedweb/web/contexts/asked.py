"""Questions to tables of jobs: which jobs match, and the names that complete one."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from parsched import Instance, Platform
from parsched import Workload as Jobs
from parsched.declare.spec import Spec
from parsched.report.questions import AskedJobs, QuestionError, fault, matching, parsed

MOST_NAMES = 60
"""Names of a column that completion offers."""


@dataclass(frozen=True, eq=False)
class Asked:
    """A question to jobs without a schedule; `rows` are those that match, all where there is no
    question, or where it is none: then `problem` says why."""

    question: str
    rows: NDArray[np.intp]
    names: dict[str, list[str]]
    problem: str = ""

    @property
    def is_answered(self) -> bool:
        """Whether there is a question, and rows are those that match it."""
        return bool(self.question) and not self.problem

    @classmethod
    def of(cls, jobs: Jobs, question: str) -> Self:
        """Ask; a blank question matches all jobs."""
        every, names = np.arange(len(jobs)), names_in(jobs)
        instance = Instance(jobs, Platform.of(max(jobs.widest, 1))) if len(jobs) else None
        if not question or instance is None:
            return cls(question, every, names)
        try:
            found = matching(parsed(question), AskedJobs(instance))
        except QuestionError as error:
            return cls(question, every, names, str(error))
        return cls(question, np.flatnonzero(found), names)


def asks(spec: Spec) -> bool:
    """Tell whether a parameter is a question to jobs."""
    return spec.fault is fault


def names_in(jobs: Jobs) -> dict[str, list[str]]:
    """Return the first names that jobs have, by column, in their natural order."""
    return {key: list(column.in_order().names[:MOST_NAMES]) for key, column in jobs.labels.items()}

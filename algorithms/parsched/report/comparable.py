"""Whether what happened on a machine can be compared with what policies make of the same jobs."""

from collections.abc import Sequence
from typing import Protocol

from parsched.data.files.machine import guessed
from parsched.report.conditions import Traits
from parsched.report.phrases import listed

RECORDED = "recorded"
"""Key of the algorithm that returns what happened."""


def unkept(unmodelled: Sequence[str]) -> str:
    """Return "memory is not kept", "memory and nodes are not kept"; blank where all is.

    >>> unkept(["memory"]), unkept(["memory", "GPUs"])
    ('memory is not kept', 'memory and GPUs are not kept')
    """
    if not unmodelled:
        return ""
    are_several = len(unmodelled) > 1 or unmodelled[0].endswith("s")
    return f"{listed(unmodelled)} {'are' if are_several else 'is'} not kept"


class ComparableRun(Protocol):
    """A run with a result."""

    @property
    def algorithm(self) -> str:
        """Key of the algorithm."""

    @property
    def remarks(self) -> Sequence[str]:
        """What it says of its result."""


def why_apart(traits: Traits, guess: str, run: ComparableRun) -> str:
    """Return why the waits of a log cannot be compared with waits under simulated policies, blank
    where they can, and for runs of these: on another machine, or for jobs that asked for less,
    others are right.

    Parameters
    ----------
    traits, guess
        Of the jobs, and of the machine: see `parsched.report.records.Subject`.
    run
        Its remarks are such as that some jobs have no start.
    """
    if run.algorithm != RECORDED:
        return ""
    return "; ".join(filter(None, (guessed(guess), unkept(traits.unmodelled), *run.remarks)))

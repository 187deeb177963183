"""Every prediction of run times, declared once: what a scheduler believes when a job arrives.

A fixed prediction depends on the job alone. The others are learned from what is complete when the
job arrives; they are kernels over the history of its user, and a job of an unknown user has its
estimate. The choices of the parameter `predict`, their help, pages and tests derive from these
declarations.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord
from parsched.declare.references import REFERENCES, Reference
from parsched.model.versions import NO_CHANGES, Changes, refuse_versions
from parsched.policies.online.machine import Floats

FIXED = 0
"""Number of all fixed predictors in kernels; learned ones count from 1."""
SHORTEST = 1.0
"""A scheduler believes in no run of less than a second, or than the unit of time if that is less,
unless less was asked for."""


class UserHistory(KernelRecord):
    """The completed jobs of a user: their number, the `total` of their run times, the `last` one
    and that `before`, seconds, and what they `used`, processor-seconds."""

    completed: int
    total: float
    last: float
    before: float
    used: float


@dataclass(frozen=True, kw_only=True)
class Predictor:
    """A declared predictor. `fixed` computes float64 predictions of all jobs from their run times
    and estimates, seconds, of shape (n_jobs,); it is None for a learned one, whose `number` kernels
    know. `version` rises when predictions change, and `changes` say for which instances."""

    key: str
    title: str
    formula: str
    help: str
    cites: tuple[str, ...]
    number: int
    fixed: Callable[[Floats, Floats], Floats] | None
    version: int = 1
    changes: Changes = field(default_factory=lambda: NO_CHANGES, hash=False)

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that define it."""
        return tuple(REFERENCES[key] for key in self.cites)


PREDICTORS: dict[str, Predictor] = {}
F = Callable[[Floats, Floats], Floats]


def predictor(
    key: str,
    *,
    title: str,
    formula: str,
    cites: tuple[str, ...] = (),
    number: int = FIXED,
    version: int = 1,
    changes: Changes = NO_CHANGES,
) -> Callable[[F], F]:
    """Declare a predictor under a stable key; the docstring is its help. The function of a learned
    one is what is believed as long as nothing is known.

    Raises
    ------
    ValueError
        For a key, number, reference or version that cannot be.

    Examples
    --------
    >>> PREDICTORS["exact"].key  # what `@predictor` declared
    'exact'
    """
    if key in PREDICTORS or (number and number in {p.number for p in PREDICTORS.values()}):
        raise ValueError(f"two predictors are declared as {key!r} or numbered {number}")
    if missing := [cite for cite in cites if cite not in REFERENCES]:
        raise ValueError(f"predictor {key!r} cites unknown references: {missing}")
    refuse_versions(f"predictor {key!r}", version, changes)

    def add(function: F) -> F:
        PREDICTORS[key] = Predictor(
            key=key,
            title=title,
            formula=formula,
            help=(function.__doc__ or "").strip(),
            cites=cites,
            number=number,
            fixed=None if number else function,
            version=version,
            changes=changes,
        )
        return function

    return add


def predictor_choices() -> tuple[str, ...]:
    """Return the values of the parameter `predict`."""
    return tuple(PREDICTORS)


@predictor("estimate", title="the estimate", formula="e", cites=("mualem2001",))
def as_estimated(run: Floats, estimate: Floats) -> Floats:
    """What the user asked for."""
    return estimate


@predictor("exact", title="the run time", formula="r", cites=("tsafrir2007",))
def exact(run: Floats, estimate: Floats) -> Floats:
    """The run time itself: what perfect knowledge would bring."""
    return run


@predictor("double", title="twice the estimate", formula="2·e", cites=("mualem2001",))
def double(run: Floats, estimate: Floats) -> Floats:
    """Twice what the user asked for."""
    return np.minimum(2.0 * estimate, np.finfo(np.float64).max)


AVERAGE_2, USER_MEAN = 1, 2


@predictor(
    "average-2",
    title="mean of the user's last two run times",
    formula="min(⌊(r₁ + r₂) / 2⌋, e)",
    cites=("tsafrir2007",),
    number=AVERAGE_2,
)
def average_2(run: Floats, estimate: Floats) -> Floats:
    """Mean of the last two run times that the user's jobs completed with, in whole units of time,
    at most the estimate; the estimate until there are two."""
    return estimate


@predictor(
    "user-mean",
    title="mean of the user's run times",
    formula="min(⌊mean r⌋, e)",
    cites=("gaussier2015",),
    number=USER_MEAN,
)
def user_mean(run: Floats, estimate: Floats) -> Floats:
    """Mean of all run times that the user's jobs completed with so far, in whole units of time, at
    most the estimate; the estimate until there is one."""
    return estimate


@kernel
def learned(number: int, of_user: UserHistory, estimate: float) -> float:
    """Return what a learned predictor makes of the history of a user, seconds."""
    if number == AVERAGE_2:
        if of_user.completed < 2:
            return estimate
        mean = np.floor((of_user.last + of_user.before) / 2.0)
    else:
        if of_user.completed < 1:
            return estimate
        mean = np.floor(of_user.total / of_user.completed)
    return float(min(max(mean, SHORTEST), estimate))

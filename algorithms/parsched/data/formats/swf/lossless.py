"""What SWF and GWF hold of jobs: times by digits, environments among names, and what is lost."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from parsched.data.files.environments import as_executables, different, held_by
from parsched.data.formats.swf import (
    DECIMALS,
    ENVIRONMENTS,
    ONLY_ENVIRONMENTS,
    unkept,
    waits,
    without_submissions,
)
from parsched.model.problem.ticks import after, are_whole
from parsched.model.problem.unmodelled import UNMODELLED
from parsched.model.problem.workload import Floats, Workload

DIGITS = 15
"""Significant digits of a time that readers of numbers keep exactly."""

OTHER_NAMES = "names of environments are not kept: names of {} stand for them"

ROUNDED = f"times are rounded to {DIGITS} digits"


@dataclass(frozen=True, eq=False)
class WrittenTimes:
    """The times of jobs as they are written, float64 of shape (n_jobs,), seconds; −1 is unknown.
    `unkept` says what is lost, and `has_decimals` whether some are no whole seconds."""

    release: Floats
    wait: Floats | None
    run: Floats
    estimate: Floats
    think: Floats
    unkept: tuple[str, ...]
    has_decimals: bool

    @property
    def notes(self) -> list[str]:
        """What a reader has to know of them."""
        return [*([DECIMALS] if self.has_decimals else []), *self.unkept]

    @classmethod
    def of(cls, workload: Workload, start: Floats | None, run: Floats) -> "WrittenTimes":
        """Return the fields of jobs that start and run as given; `start` is None where all starts
        are unknown."""
        wait, hidden = (None, []) if start is None else waits(start, workload.release)
        think = np.full(len(workload), -1.0)
        if workload.after is not None:
            think[workload.after.job] = workload.after.delay
        told = {
            "release": workload.release,
            "run": run,
            "estimate": np.nan_to_num(workload.estimate, nan=-1),
            "think": think,
        } | ({} if wait is None else {"wait": wait})
        written: dict[str, Any] = {name: _in_digits(values) for name, values in told.items()}
        are_same = all(np.array_equal(told[name], written[name]) for name in told)
        if start is not None:
            known = np.isfinite(start) & (written["wait"] != -1)
            again = after(written["release"], written["wait"])
            are_same = are_same and np.array_equal(again[known], start[known])
        return cls(
            **{"wait": None, **written},
            unkept=(*([] if are_same else [ROUNDED]), *hidden),
            has_decimals=not all(map(are_whole, written.values())),
        )


def _in_digits(values: Floats) -> Floats:
    """Return numbers that have so few digits that they are read as they are written."""
    if are_whole(values):
        return values
    return np.array([float(f"{value:.{DIGITS}g}") for value in values.tolist()])


def with_environments_among_names(workload: Workload) -> tuple[Workload, list[str]]:
    """Return jobs for a format without environments, and the notes that find them among the names
    of the jobs, or say that they are lost."""
    made = as_executables(workload)
    if not different(workload.environment):
        return workload, []
    if (column := held_by(made)) is None:
        return made, [unkept("environments")]
    notes = [ENVIRONMENTS[column], *([ONLY_ENVIRONMENTS] if made is not workload else [])]
    assert made.environment is not None
    is_named = made.environment.is_same(made.labels[column])
    return made, [*notes, *([] if is_named else [OTHER_NAMES.format(f"{column}s")])]


def unmodelled_notes(workload: Workload) -> list[str]:
    """Return notes on what was not kept of the jobs before, which readers find again."""
    return [unkept(name) for name in UNMODELLED if name in workload.unmodelled]


def lost_of(workload: Workload) -> list[str]:
    """Return notes on what both formats lose of rigid jobs."""
    made, environments = with_environments_among_names(workload)
    times = WrittenTimes.of(made, made.recorded, made.runtime)
    found = (*ENVIRONMENTS.values(), ONLY_ENVIRONMENTS)
    names = (note for note in environments if note not in found)
    return [*times.unkept, *names, *fieldless(workload)]


def fieldless(workload: Workload) -> list[str]:
    """Return notes on what there is no field for: weights, and submissions before the release."""
    weights = [unkept("weights")] if np.any(workload.weight != 1) else []
    return [*weights, *without_submissions(workload)]

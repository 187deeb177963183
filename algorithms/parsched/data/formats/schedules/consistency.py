"""Columns of a schedule file that follow from others or from the workload: they must agree.

`requested_time` is not held against the workload: tools write raised or predicted estimates there,
or -1, and the file does not tell which.
"""

from collections.abc import Callable

import numpy as np

from parsched.data.files.findings import shown
from parsched.data.formats.schedules.table import ScheduleTable
from parsched.model.problem.ticks import after, apart
from parsched.model.problem.workload import Floats, Ints, Workload

ROUNDING = 2e-6
"""Seconds by which times with six decimals may be off when they are compared."""

Wrong = Callable[[int, str, str], None]
"""Takes the row, the column and the rule of a cell that does not agree."""

_RELATIVE = 1e-12
"""Part of a value by which sums of floating-point numbers may be off."""


def check_workload_columns(table: ScheduleTable, job: Ints, workload: Workload) -> None:
    """Hold what the file repeats of each row's job against the workload.

    Raises
    ------
    FormatError
        Names line, job, column, value and what was expected.
    """
    check_submit_times(table, workload.release[job])
    if workload.is_rigid:
        width = workload.width[job].astype(np.float64)
        _agree(table, "requested_number_of_resources", width, "as in the workload", within=0.0)


def check_submit_times(
    table: ScheduleTable,
    release: Floats,
    reason: str = "as in the workload",
    rounding: float = ROUNDING,
) -> None:
    """Hold submit times against the release dates of each row's job; raises as above."""
    _agree(table, "submission_time", release, reason, rounding + _RELATIVE * np.abs(release))


def check_row_columns(
    table: ScheduleTable,
    release: Floats,
    start: Floats,
    duration: Floats,
    rounding: float = ROUNDING,
    wrong: Wrong | None = None,
) -> None:
    """Hold what follows from start and duration against them, in the rows that ran.

    Parameters
    ----------
    rounding
        Seconds by which times may be off.
    wrong
        Takes the row, column and rule of each cell that is off; by default the first is an error.

    Raises
    ------
    FormatError
        Names line, job, column, value and what was expected.
    """
    finish = after(start, duration)
    flow = apart(finish, release)
    within = rounding + _RELATIVE * np.abs(finish)
    for name, expected, reason in (
        ("finish_time", finish, "starting_time + execution_time"),
        ("waiting_time", apart(start, release), "starting_time − submission_time"),
        ("turnaround_time", flow, "finish_time − submission_time"),
    ):
        _agree(table, name, expected, reason, within, wrong)
    if "stretch" in table:
        _check_stretch(table, flow, duration, rounding, wrong)


def _check_stretch(
    table: ScheduleTable, flow: Floats, duration: Floats, rounding: float, wrong: Wrong | None
) -> None:
    """A job of zero length has none, and what stands there is passed over."""
    column = table.ratios("stretch")
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        stretch = np.where(duration > 0, flow / duration, np.nan)
        stretch[np.isinf(stretch)] = np.nan
        spread = rounding * (1 + np.abs(stretch)) / duration
    within = rounding + spread + _RELATIVE * np.abs(stretch)
    _hold(table, "stretch", column, stretch, "turnaround_time / execution_time", within, wrong)


def _agree(
    table: ScheduleTable,
    name: str,
    expected: Floats,
    reason: str,
    within: Floats | float,
    wrong: Wrong | None = None,
) -> None:
    if name in table:
        _hold(table, name, table.numbers(name), expected, reason, within, wrong)


def _hold(
    table: ScheduleTable,
    name: str,
    column: Floats,
    expected: Floats,
    reason: str,
    within: Floats | float,
    wrong: Wrong | None,
) -> None:
    """Tell of the cells that are off; empty ones, and rows without an expected value agree."""
    with np.errstate(invalid="ignore"):
        odd = np.abs(column - expected) > within
    for row in np.flatnonzero(odd).tolist():
        rule = f"must be {shown(float(f'{expected[row]:.15g}'))}, {reason}"
        if wrong is None:
            raise table.wrong(row, name, rule)
        wrong(row, name, rule)

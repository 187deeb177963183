"""Columns of a schedule file that follow from others or from the workload: they must agree.

`requested_time` is not held against the workload: tools write raised or predicted estimates there,
or -1, and the file does not tell which.
"""

import numpy as np

from algorithms.formats.findings import shown
from algorithms.formats.schedules.table import Table
from algorithms.problem.workload import Floats, Ints, Workload

ROUNDING = 2e-6
"""Seconds by which times with six decimals may be off when they are compared."""

_RELATIVE = 1e-12
"""Part of a value by which sums of floating-point numbers may be off."""


def check_workload_columns(table: Table, job: Ints, workload: Workload) -> None:
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
    table: Table, release: Floats, reason: str = "as in the workload", rounding: float = ROUNDING
) -> None:
    """Hold submit times against the release dates of each row's job; raises as above."""
    _agree(table, "submission_time", release, reason, rounding + _RELATIVE * np.abs(release))


def check_row_columns(
    table: Table, release: Floats, start: Floats, duration: Floats, rounding: float = ROUNDING
) -> None:
    """Hold what follows from start and duration against them, in the rows that ran.

    Parameters
    ----------
    rounding
        Seconds by which times may be off.

    Raises
    ------
    FormatError
        Names line, job, column, value and what was expected.
    """
    finish = start + duration
    within = rounding + _RELATIVE * np.abs(finish)
    _agree(table, "finish_time", finish, "starting_time + execution_time", within)
    _agree(table, "waiting_time", start - release, "starting_time − submission_time", within)
    flow = finish - release
    _agree(table, "turnaround_time", flow, "finish_time − submission_time", within)
    if "stretch" in table:
        _check_stretch(table, flow, duration, rounding)


def _check_stretch(table: Table, flow: Floats, duration: Floats, rounding: float) -> None:
    """A job of zero length has none, and what stands there is passed over."""
    column = table.ratios("stretch")
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        stretch = np.where(duration > 0, flow / duration, np.nan)
        stretch[np.isinf(stretch)] = np.nan
        spread = rounding * (1 + np.abs(stretch)) / duration
    within = rounding + spread + _RELATIVE * np.abs(stretch)
    _refuse(table, "stretch", column, stretch, "turnaround_time / execution_time", within)


def _agree(table: Table, name: str, expected: Floats, reason: str, within: Floats | float) -> None:
    if name in table:
        _refuse(table, name, table.numbers(name), expected, reason, within)


def _refuse(
    table: Table, name: str, column: Floats, expected: Floats, reason: str, within: Floats | float
) -> None:
    """Refuse the first cell that is off; empty cells, and rows without an expected value agree."""
    with np.errstate(invalid="ignore"):
        odd = np.abs(column - expected) > within
    if odd.any():
        row = int(odd.argmax())
        raise table.wrong(row, name, f"must be {shown(float(f'{expected[row]:.15g}'))}, {reason}")

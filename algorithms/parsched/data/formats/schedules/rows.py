"""What the rows of a schedule file say: when and where each job ran."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import FormatError
from parsched.data.formats.schedules import REJECTED
from parsched.data.formats.schedules.table import ScheduleTable
from parsched.data.formats.schedules.write import platform_offsets
from parsched.model.problem.platform import Platform
from parsched.model.problem.ticks import after
from parsched.model.problem.workload import Floats, Ints
from parsched.model.schedules.processor_sets import ProcessorSets, WrongSet


@dataclass(frozen=True, eq=False)
class ScheduleRows:
    """Columns of shape (n_rows,); the start of a job that did not run is NaN.

    `processors` are numbered within sites, from 0; None where the file says them for no job.
    `are_from_one` tells that the file numbers them from 1.
    """

    start: Floats
    duration: Floats
    width: Ints
    site: NDArray[np.int32]
    backfilled: NDArray[np.bool_]
    processors: ProcessorSets | None
    are_from_one: bool = False

    @classmethod
    def of(cls, table: ScheduleTable, platform: Platform) -> "ScheduleRows":
        """Read a table; raises FormatError, which names line, job, column and value."""
        start, duration = _times(table)
        if len(table) and not np.isfinite(start).any():
            raise FormatError(
                "the file says of no job when it starts: it is a workload, or all were rejected"
            )
        sets, are_from_one = _from_zero(_sets(table), platform)
        site = _sites(table, platform, sets)
        return cls(
            start=start,
            duration=duration,
            width=_widths(table, sets),
            site=site.astype(np.int32),
            backfilled=table.integers("backfilled") != 0,
            processors=None if sets is None else _local(sets, site, platform),
            are_from_one=are_from_one,
        )

    @property
    def ran(self) -> NDArray[np.bool_]:
        """Rows of jobs that ran."""
        return np.isfinite(self.start)


def _times(table: ScheduleTable) -> tuple[Floats, Floats]:
    """Return start and duration of each row, NaN for one that did not run."""
    if "starting_time" in table:
        start = table.numbers("starting_time")
    else:
        start = after(table.numbers("submission_time"), table.numbers("waiting_time"))
    start[np.array([state == REJECTED for state in table.text("final_state")], np.bool_)] = np.nan
    finish, duration = table.numbers("finish_time"), table.numbers("execution_time")
    duration = np.where(np.isnan(duration), finish - start, duration)
    lacking = np.flatnonzero(np.isfinite(start) & np.isnan(duration))
    if len(lacking):
        raise table.wrong(int(lacking[0]), "execution_time", "must be a number")
    return start, duration


def _sets(table: ScheduleTable) -> ProcessorSets | None:
    """Return the processors of each row; None when the file does not tell."""
    cells = table.text("allocated_resources")
    if not any(cells):
        return None
    try:
        return ProcessorSets.parse(cells)
    except WrongSet as error:
        place = table.place(error.row)
        raise FormatError(f"{place}: allocated_resources, {error.reason}") from error


def _from_zero(sets: ProcessorSets | None, platform: Platform) -> tuple[ProcessorSets | None, bool]:
    """Return processors numbered from 0, and whether they were from 1: so they are where some job
    has the one whose number is the size of the machine, and none has number 0."""
    if sets is None or not len(sets.lo):
        return sets, False
    if int(sets.lo.min()) < 1 or int(sets.hi.max()) != platform.processors + 1:
        return sets, False
    return ProcessorSets(sets.offsets, sets.lo - 1, sets.hi - 1), True


def _widths(table: ScheduleTable, sets: ProcessorSets | None) -> Ints:
    """Return the processors of each row: those that are named, else the size of the set, else those
    that were requested."""
    names = ("width", "requested_number_of_resources")
    if sets is None and not any(name in table for name in names):
        raise FormatError(
            "line 1 must name width, allocated_resources or requested_number_of_resources"
        )
    width = table.integers("width")
    if sets is not None:
        width = np.where(_empty(table, "width"), sets.sizes(), width)
    requested = table.integers("requested_number_of_resources")
    return np.where(_empty(table, "width") & (width == 0), requested, width)


def _empty(table: ScheduleTable, name: str) -> NDArray[np.bool_]:
    """Tell which rows leave a column empty."""
    return np.array([not cell.strip() for cell in table.text(name)], np.bool_)


def _sites(table: ScheduleTable, platform: Platform, sets: ProcessorSets | None) -> Ints:
    """Return the site of each row, which a number or a name says, else its processors."""
    site = _named_sites(table, platform)
    if not platform.is_grid:
        return site
    unnamed = _empty(table, "site")
    if sets is not None:
        some = np.flatnonzero((sets.sizes() > 0) & unnamed)
        first = sets.lo[sets.offsets[some]]
        site[some] = np.searchsorted(platform_offsets(platform), first, side="right") - 1
    elif unnamed.all() and len(site):
        raise FormatError(
            f"the machine has {len(platform.sites)} sites, and the file does not say on which of "
            "them jobs ran: name a column site or allocated_resources"
        )
    return site


def _named_sites(table: ScheduleTable, platform: Platform) -> Ints:
    cells = table.text("site")
    names = {" ".join(s.name.split()): str(i) for i, s in enumerate(platform.sites)}
    if not any(cell in names for cell in set(cells)):
        return table.integers("site")
    return table.replaced("site", [names.get(cell, cell) for cell in cells]).integers("site")


def _local(sets: ProcessorSets, site: Ints, platform: Platform) -> ProcessorSets:
    """Number processors within their sites; the checker finds those that are outside."""
    first = platform_offsets(platform)[np.clip(site, 0, len(platform.sites))]
    shift = np.repeat(first, np.diff(sets.offsets))
    return ProcessorSets(sets.offsets, sets.lo - shift, sets.hi - shift)

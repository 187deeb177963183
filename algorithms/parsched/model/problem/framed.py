"""Jobs as data frames: a row for each job, or for each configuration of a moldable one."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import (
    EarlyStartWarning,
    EpochTimesWarning,
    WorkloadError,
    expect,
)
from parsched.base.frames import Backend, columns_of, frame_of
from parsched.model.problem.clocks import since_1970
from parsched.model.problem.frame_rows import COLUMNS, INSTANT, arguments, named_in
from parsched.model.problem.machine import NOT_STATED, StatedMachine
from parsched.model.problem.unmodelled import PARTITIONS, in_order

CHECKS: list[Callable[[Any], Any]] = []
"""What the jobs of each data frame go through: what knows more of jobs than this adds to it."""


class Framed:
    """What a workload has of data frames."""

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """Return the jobs as a data frame, in order of release.

        Columns are named as in CSV files: `id`, `release`, `procs`, `time`, and, where some job has
        such, `weight`, `estimate`, `start` (recorded), `allocated` (processors that it ran on in
        the log, where it asked for others), `submitted` (where before the release),
        `after` and `delay` (ids of jobs that it waits for, and seconds after their ends, with
        blanks between), names such as `user`, and
        `submit_date` (instants, UTC). Times are seconds. A moldable job has a row for each number
        of processors that it can run on. The workload's `name`, `zone`, `unmodelled` and
        `machine` are not in it: hand them to `from_frame`.

        `backend`, and what else is raised, as for `parsched.base.frames.frame_of`.

        Raises
        ------
        WorkloadError
            When ids of jobs that another waits for could not be told apart.

        Examples
        --------
        >>> import parsched as sched
        >>> sched.generate("uniform", jobs=20, processors=8).to_frame("polars").columns[:4]
        ['id', 'release', 'procs', 'time']
        """
        return frame_of(_columns(self), backend)

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        name: str = "",
        zone: str = "",
        unix_start: float | None = None,
        unmodelled: Sequence[str] = (),
        machine: StatedMachine = NOT_STATED,
    ) -> Self:
        """Build from a data frame of pandas, polars or Arrow with the columns of `to_frame`.

        `procs` and `time` must be there. Without `id`, jobs are numbered from 1 and each row is a
        job; several rows with one id are the configurations of a moldable job, and must agree in
        all but `procs`, which must differ, and `time`. Rows may be in any order. `time`,
        `estimate`, `release`, `start` and `submitted` are seconds or durations; `release` may hold
        dates instead, as `submit_date` does. A missing release is what `submit_date` says, where
        time 0 is the first of these if nothing else tells, or 0 without that column; both together
        must agree. A missing weight is 1, any other missing value unknown. Whole numbers with a
        decimal point, such as pandas makes beside missing ones, are names without it.

        Parameters
        ----------
        frame
            The jobs.
        name, zone, unix_start, unmodelled, machine
            As for `Workload`; `unix_start` and `zone` default to what `submit_date` says. Dates
            that name no zone are in the time of `zone`, or of UTC. Several partitions are
            `unmodelled`, too: any processors may run any job.

        Raises
        ------
        TypeError
            For what is no data frame.
        WorkloadError
            For a column that has no meaning or is there twice, for what is neither number nor
            duration, and for jobs that break a rule; names column, row or job, and value.

        Warns
        -----
        SharedIdWarning
            Where rows have one id, and more processors take longer.
        EpochTimesWarning
            Where releases are numbers of seconds since 1970, and `unix_start` is not given: the
            first becomes time 0, and `unix_start`.
        TwiceShownWarning
            Where dates are in an hour that clocks of `zone` show twice.
        ImplausibleWarning
            Where a column cannot be true beside the others, such as starts by which most jobs
            began before the end of those that they wait for: it is left out.
        EarlyStartWarning
            Where `start` is before the release; it is kept, as a finding about the log.
        MissingPackageError
            When narwhals is not installed.

        Examples
        --------
        >>> import parsched as sched, pandas
        >>> frame = pandas.DataFrame({"release": [60, 0], "procs": [4, 1], "time": [30, 90.5]})
        >>> jobs = sched.Workload.from_frame(frame, name="two jobs")
        >>> jobs, jobs.runtime.tolist()
        (<Workload two jobs: 2 jobs up to 4 wide>, [90.5, 30.0])
        """
        expect("name", name, str)
        make: Any = cls  # the workload: this class has no columns of its own
        given = arguments(columns_of(frame), unix_start, zone)
        partition = given.get("partition")
        several = [PARTITIONS] if partition is not None and len(partition.names) > 1 else []
        made: Self = make(
            name=name,
            unmodelled=in_order((*unmodelled, *several)),
            machine=machine,
            **given,
        )
        made = _on_its_clock(made)
        for check in CHECKS:
            made = check(made)
        _tell_early(made)
        return made


def _on_its_clock(workload: Any) -> Any:
    """Return jobs whose releases count from 1970 with the first at 0, as files are read, and warn;
    where time 0 is known, they are what they are."""
    if workload.unix_start is not None or not (shift := since_1970(workload.begin)):
        return workload
    warnings.warn(
        f"releases count from 1970: moved by {shift:.12g} s, so that the first job comes at 0",
        EpochTimesWarning,
        stacklevel=3,
    )
    return replace(workload.since(shift), unix_start=shift)


def _tell_early(workload: Any) -> None:
    """Warn of jobs that are recorded to start before they were released."""
    early = workload.early_starts.tolist()
    if not early:
        return
    first = early[0]
    jobs = "1 job is" if len(early) == 1 else f"{len(early):,} jobs are"
    warnings.warn(
        f"{jobs} recorded to start before the release, such as job {workload.ids[first]}: "
        f"start {workload.recorded[first]:.12g} s, release {workload.release[first]:.12g} s; both "
        "are kept",
        EarlyStartWarning,
        stacklevel=3,
    )


def _columns(workload: Any) -> dict[str, Any]:
    """Return what a frame has, by column, in the order of `COLUMNS`."""
    counts = workload.profiles.counts
    whole = {"id": workload.ids, "release": workload.release}
    if np.any(workload.weight != 1):
        whole["weight"] = workload.weight
    if np.any(~np.isnan(workload.estimate)):
        whole["estimate"] = workload.estimate
    if workload.recorded is not None:
        whole["start"] = workload.recorded
    if (sizes := workload.allocated) is not None:
        whole["allocated"] = np.where(sizes > 0, sizes, np.nan)
    if workload.submitted is not None:
        whole["submitted"] = workload.submitted
    whole |= _waits(workload)
    columns: dict[str, Any] = {name: np.repeat(values, counts) for name, values in whole.items()}
    columns |= {"procs": workload.profiles.widths, "time": workload.profiles.times}
    ordered: dict[str, Any] = {name: columns[name] for name in COLUMNS if name in columns}
    for name, labels in workload.labels.items():
        names = np.array([*labels.names, None], object)[labels.codes]
        ordered[name] = np.repeat(names, counts).tolist()
    if workload.unix_start is not None:
        seconds = np.repeat(workload.release, counts) + workload.unix_start
        ordered[INSTANT] = np.round(seconds * 1e6).astype("datetime64[us]")
    return ordered


def _waits(workload: Any) -> dict[str, NDArray[Any]]:
    if (after := workload.after) is None:
        return {}
    ids = [str(id) for id in workload.ids.tolist()]
    befores: list[list[str]] = [[] for _ in ids]
    delays: list[list[str]] = [[] for _ in ids]
    for job, before, delay in zip(after.job, after.before, after.delay, strict=True):
        befores[job].append(ids[before])
        delays[job].append(repr(float(delay)))
    known = set(ids)
    for id, names in zip(ids, befores, strict=True):
        if names and named_in(" ".join(names) or None, known) != names:
            raise WorkloadError(
                f"job {id}: ids of jobs that it waits for must have no blanks, got "
                + ", ".join(map(repr, names))
            )
    cells = {"after": befores, "delay": delays}
    return {
        name: np.array([" ".join(texts) or None for texts in rows], object)
        for name, rows in cells.items()
    }

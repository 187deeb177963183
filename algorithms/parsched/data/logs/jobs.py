"""From the rows of all batches to a workload. This loads pyarrow."""

from collections.abc import Mapping as Of
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from parsched.base.errors import FormatError
from parsched.data.files.cell_values import NameColumn
from parsched.data.files.far_dates import set_apart
from parsched.data.files.findings import FindingKind, Findings, quoted, shown
from parsched.data.files.grown import Grown
from parsched.data.files.late import remark_late
from parsched.data.files.machine import least_machine
from parsched.data.files.mapping import Mapping
from parsched.data.files.not_held import note_partitions
from parsched.data.files.reading import Reading, ReadOptions
from parsched.data.files.refusals import nothing, refuse_dropped
from parsched.data.files.releases import by_release, starts
from parsched.data.files.roles import NAMES, ROLES
from parsched.data.logs import kinds, lost
from parsched.data.logs.arrays import expanded, in_place_of
from parsched.data.logs.declared import SOURCES
from parsched.data.logs.dependencies import After
from parsched.data.logs.ids import Ids, joined, told_apart
from parsched.data.logs.rows import LogRows
from parsched.data.logs.values import cells_of, states_in, texts
from parsched.model.problem.arrays import sealed
from parsched.model.problem.clocks import moved, since_1970
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.machine import StatedMachine
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.unmodelled import RESOURCES
from parsched.model.problem.workload import MAX_CONFIGURATIONS, Floats, Ints, Workload

_COLUMNS: dict[str, type[np.generic]] = {
    "lines": np.int64,
    "submit": np.float64,
    "eligible": np.float64,
    "start": np.float64,
    "run": np.float64,
    "estimate": np.float64,
    "width": np.int32,
    "most": np.int32,
    "weight": np.float64,
}
_OPTIONAL = {"eligible": ("eligible", "eligible_wait"), "most": ("most",), "weight": ("weight",)}
"""Columns that few logs have, and workloads can do without, with the roles that they come from."""


_PART_OF_JOB = r"^[0-9]+\+[0-9]+$"
"""Ids of the parts of a heterogeneous job of Slurm."""


class LogJobs:
    """The jobs read so far, as columns in blocks; `reading` uses them up."""

    def __init__(
        self, mapping: Mapping, options: ReadOptions, findings: Findings, unread: Of[str, str]
    ) -> None:
        self.mapping = mapping
        self._unread = unread
        """What columns without a role say that is not kept, by their names."""
        self.options = options
        self.findings = findings
        self._columns: dict[str, Grown[Any]] = {
            name: Grown(dtype)
            for name, dtype in _COLUMNS.items()
            if name not in _OPTIONAL or mapping.columns.keys() & set(_OPTIONAL[name])
        }
        self._ids = Ids()
        self._names = {role: NameColumn() for role in (*NAMES, "state") if role in mapping.columns}
        self._after = After()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, rows: LogRows) -> None:
        """Add the jobs of a batch.

        Raises
        ------
        FormatError
            When there are more jobs, or more names in a column, than the limits.
        """
        most = self.options.limits.max_jobs
        if "id" in self.mapping.columns:
            ids = _ids(rows, self.mapping)
            self._note_parts(ids, rows)
            if self.mapping.arrays == "expanded":
                rows, ids = expanded(rows, ids, most, self.findings)
            self._ids.append(ids)
        self._length += len(rows)
        if self._length > most:
            raise FormatError(f"the file holds more than {most:,} jobs, the limit")
        for name, column in self._columns.items():
            column.append(getattr(rows, name))
        for role, names in self._names.items():
            self._append_names(role, names, rows)
        if "after" in self.mapping.columns:
            cells = _told(rows, self.mapping, "after")
            says = pa.array(lost.says_something(cells))
            told = pc.if_else(says, cells, pa.scalar(None, cells.type)).to_pylist()
            first = self._length - len(rows)
            self._after.append(first, told, rows.delay, rows.lines, self.findings)
        self._note_what_is_not_held(rows)

    def _note_parts(self, ids: pa.Array, rows: LogRows) -> None:
        """Say which rows are parts of a job that start together (`7+0`, `7+1` of Slurm)."""
        parts = np.flatnonzero(pc.fill_null(pc.match_substring_regex(ids, _PART_OF_JOB), False))
        self.findings.add_all(
            kinds.TOGETHER, rows.lines[parts], lambda i: quoted(ids[int(parts[i])].as_py())
        )

    def _append_names(self, role: str, names: NameColumn, rows: LogRows) -> None:
        cells = _told(rows, self.mapping, role)
        if role == "state":
            cells = states_in(cells)
        coded = cells.dictionary_encode()
        numbers, unfit = names.coded(coded.dictionary.to_pylist())
        self.options.limits.check_names(ROLES[role].title, len(names))
        of: Any = coded.indices.fill_null(len(numbers)).to_numpy(zero_copy_only=False)
        names.append_coded(np.append(numbers, np.int32(-1))[of])
        odd = np.flatnonzero(np.isin(of, unfit))
        self.findings.add_all(
            kinds.NAME, rows.lines[odd], lambda i: shown(cells[int(odd[i])].as_py())
        )

    def _note_what_is_not_held(self, rows: LogRows) -> None:
        told = lost.LostRequests()
        for key, columns in self.mapping.columns.items():
            if (role := ROLES[key]).is_kept:
                continue
            for column in columns if role.lost == RESOURCES else ():
                told.add(cells_of(rows.batch.column(column.name), column), role.lost, role)
            if role.lost != RESOURCES:
                told.add(_told(rows, self.mapping, key), role.lost, role)
        for name, what in self._unread.items():
            told.add(texts(rows.batch.column(name)), what)
        told.note(rows.lines, self.findings)

    def reading(self, key: str, name: str, processors: int, moldable: Of[int, Floats]) -> Reading:
        """Put the jobs in order and build the workload; `moldable` are run times of rows on each
        number of processors, by their lines.

        Raises
        ------
        FormatError
            When no row is a job, or some cannot be used and the options refuse that.
        """
        refuse_dropped(self.findings.report(len(self)), self.options.bad_lines)
        if not len(self):
            raise nothing(self.findings.report(0), SOURCES[key].title if key in SOURCES else "")
        # What batches took is of no more use, and columns are about to be there twice.
        pa.default_memory_pool().release_unused()
        first, job, lines, own, run = self._rows()
        ids = told_apart(own, lambda: self._who()[first], lines, self.findings)
        submit: Floats = self._take("submit")[first]
        order = self._order(submit, first, run, lines)
        after = self._after.dependencies(own, job, order, lines, self.findings)
        release, order, after = self._released(submit, first, order, after, lines)
        shift = self._first_day(float(release[order].min()), float(submit[order].min()))
        # Columns are put in order one after the other: each is there twice for a moment only.
        ids, run = ids[order], run[order]
        submitted = None if release is submit else _before(submit, release, order, shift)
        release = moved(release[order], shift)
        more = self._more(first, order, shift)
        workload = Workload(
            name=name,
            ids=sealed(ids),
            release=sealed(release),
            submitted=submitted,
            profiles=self._profiles(run, first, order, _of_rows(moldable, lines[order])),
            unix_start=shift or None,
            zone=self.mapping.zone,
            machine=StatedMachine(processors=processors or None),
            after=after,
            unmodelled=self.findings.unmodelled,
            **more,
        )
        remark_late(workload, self.findings, line=int(lines[order][0]))
        return Reading(
            format=key,
            workload=workload,
            report=self.findings.report(len(workload)),
            processors=workload.machine.processors or least_machine(workload),
            lines=lines[order],
        )

    def _order(self, submit: Floats, first: Any, run: Floats, lines: Ints) -> Any:
        """Return what puts jobs in order, without those whose dates are far outside the others."""
        start = self._columns["start"].view()[first]
        far = set_apart(submit, start, run, lines, self.findings, has_ends=True)
        refuse_dropped(self.findings.report(len(self)), self.options.bad_lines)
        return by_release(submit, lines, self.findings, kinds.UNSORTED, apart=far)

    def _more(self, first: Any, order: Any, shift: float) -> dict[str, Any]:
        """Return what a workload may have besides jobs and their times, by its attribute."""
        labels = self._labels(first, order)
        recorded = starts(moved(self._take("start")[first][order], shift))
        return {
            "estimate": self._column("estimate", first, order),
            "recorded": None if recorded is None else sealed(recorded),
            **self._weights(first, order),
            **labels,
        }

    def _rows(self) -> tuple[Any, Ints | None, Ints, NDArray[Any], Floats]:
        """Return which rows are jobs, the first of those that are joined, the job of each row, None
        where each is one, and of the jobs lines, ids and run times."""
        lines: Ints = self._take("lines")
        run: Floats = self._take("run")
        if "id" not in self.mapping.columns:
            return slice(None), None, lines, lines, run
        ids = self._ids.take()
        if self.mapping.restarts != "joined":
            return slice(None), None, lines, ids, run
        first, job, run = joined(ids, self._who(), lines, run, self.findings)
        return first, job, lines[first], ids[first], run

    def _who(self) -> Ints:
        """Return a number for each row, equal where it says the same of user and job name."""
        who: Ints = np.zeros(self._length, np.int64)
        for role in ("user", "executable"):
            if role in self._names:
                names = self._names[role]
                who = who * (len(names) + 1) + names.indices + 1
        return who

    def _column(self, name: str, first: Any, order: Any) -> Any:
        return sealed(self._take(name)[first][order])

    def _weights(self, first: Any, order: Any) -> dict[str, Any]:
        return {"weight": self._column("weight", first, order)} if "weight" in self._columns else {}

    def _labels(self, first: Any, order: Any) -> dict[str, Any]:
        """Return the columns of names, by attribute of a workload."""
        labels: dict[str, Any] = {}
        for role in list(self._names):
            made = self._names.pop(role).labels(first)
            name = "status" if role == "state" else role
            labels[name] = made if made is None or isinstance(order, slice) else made.take(order)
        note_partitions(labels.get("partition"), kinds.PARTITIONS, self.findings)
        return labels

    def _profiles(self, run: Floats, first: Any, order: Any, times: Of[int, Floats]) -> Profiles:
        """Return the configurations of jobs: one, or one for each number of processors up to the
        most, which take the `times` of the job, or all the same time.

        Raises
        ------
        FormatError
            When there are more than may be.
        """
        width: Ints = sealed(self._take("width")[first][order].astype(np.int64))
        if "most" not in self._columns:
            return Profiles.rigid(width, sealed(run))
        most: Ints = self._take("most")[first][order].astype(np.int64)
        counts = most - width + 1
        if counts.sum() > MAX_CONFIGURATIONS:
            raise FormatError(f"moldable jobs have more than {MAX_CONFIGURATIONS:,} configurations")
        offsets = np.concatenate(([0], np.cumsum(counts)))
        widths = np.arange(offsets[-1]) - np.repeat(offsets[:-1] - width, counts)
        seconds = np.repeat(run, counts)
        for job, of in times.items():
            seconds[offsets[job] : offsets[job + 1]] = of
        return Profiles(offsets, widths, seconds)

    def _released(
        self, submit: Floats, first: Any, order: Any, after: Dependencies | None, lines: Ints
    ) -> tuple[Floats, Any, Dependencies | None]:
        """Return when jobs may start, what puts them in order of that, and their dependencies in
        it: as they became eligible, but those that wait for others, which decide it themselves in
        every schedule."""
        if "eligible" not in self._columns:
            return submit, order, after
        eligible: Floats = self._take("eligible")[first]
        told, rows = np.isfinite(eligible), np.arange(len(submit))[order]
        waits = np.zeros(len(submit), np.bool_)
        if after is not None:
            waits[rows[after.job]] = True
        self._note_late(kinds.ELIGIBLE, told & ~waits, eligible - submit, lines)
        self._note_late(kinds.ELIGIBLE_CAUSED, told & waits, eligible - submit, lines)
        if not (told & ~waits).any():
            return submit, order, after
        release = np.where(told & ~waits, eligible, submit)
        order = rows[np.lexsort((submit[rows], release[rows]))]
        if after is not None:
            rank = np.empty(len(submit), np.int64)
            rank[order] = np.arange(len(order))
            pairs = rank[rows[after.job]], rank[rows[after.before]]
            after = Dependencies.of(len(order), job=pairs[0], before=pairs[1], delay=after.delay)
        return release, order, after

    def _note_late(
        self, kind: FindingKind, where: NDArray[np.bool_], late: Floats, lines: Ints
    ) -> None:
        """Say for which jobs the eligible time is later than the submission, and by how much."""
        jobs = np.flatnonzero(where)
        self.findings.add_all(kind, lines[jobs], lambda i: f"{late[jobs[i]]:,.12g} s later")

    def _first_day(self, first: float, submission: float) -> float:
        """Return what to subtract from times: the first release where they are dates."""
        if not since_1970(first):
            return 0.0
        day = datetime.fromtimestamp(first, UTC)
        kind = kinds.CALENDAR if first == submission else kinds.CALENDAR_ELIGIBLE
        self.findings.add(kind, value=f"{day:%Y-%m-%d %H:%M:%S} UTC")
        return first

    def _take(self, name: str) -> Any:
        return self._columns[name].take()


def _before(submit: Floats, release: Floats, order: Any, shift: float) -> Floats:
    """Return when jobs were submitted, on the clock of the workload, NaN where they are released
    then."""
    return sealed(moved(np.where(submit < release, submit, np.nan)[order], shift))


def _of_rows(moldable: Of[int, Floats], lines: Ints) -> dict[int, Floats]:
    """Return run times by the place of the job among others, not by its line."""
    if not moldable:
        return {}
    return {job: moldable[at] for job, at in enumerate(lines.tolist()) if at in moldable}


def _told(rows: LogRows, mapping: Mapping, role: str) -> pa.Array:
    """Return what the columns of a role say, as text."""
    cells = [cells_of(rows.batch.column(column.name), column) for column in mapping.columns[role]]
    return cells[0] if len(cells) == 1 else pc.coalesce(*cells)


def _ids(rows: LogRows, mapping: Mapping) -> pa.Array:
    """Return the ids of jobs; ids of array jobs have the index behind."""
    ids = _told(rows, mapping, "id")
    for column in mapping.columns["id"][1:]:  # arrays are told there, where others have numbers
        ids = in_place_of(ids, cells_of(rows.batch.column(column.name), column))
    if "task" not in mapping.columns:
        return ids
    tasks = _told(rows, mapping, "task")
    ends = pc.binary_join_element_wise(ids, "[", tasks, "]", "")
    return pc.if_else(pc.is_valid(tasks), ends, ids)

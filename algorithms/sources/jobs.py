"""From the rows of all batches to a workload. This loads pyarrow."""

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from algorithms.errors import FormatError
from algorithms.formats.findings import SHOWN, Findings, quoted, shown
from algorithms.formats.jobs_csv import LONGEST_NAME
from algorithms.formats.jobs_csv.cell_values import Names
from algorithms.formats.reading import Options, Reading, refuse_dropped
from algorithms.formats.swf.columns import EPOCH, by_release
from algorithms.problem.profiles import Profiles
from algorithms.problem.unmodelled import DEPENDENCIES, GPUS, LICENCES, MEMORY
from algorithms.problem.workload import MAX_CONFIGURATIONS, Floats, Ints, Workload
from algorithms.sources import kinds
from algorithms.sources.mapping import Mapping
from algorithms.sources.roles import NAMES, ROLES
from algorithms.sources.rows import Rows
from algorithms.sources.values import cells_of

UNMODELLED_BY = {"after": DEPENDENCIES, "memory": MEMORY, "gpus": GPUS, "licences": LICENCES}
"""What a workload cannot hold, by role."""

LAST_DATE = 253_402_300_799
"""The last second of the year 9999, after 1970."""

_NUMBERS = ("lines", "submit", "start", "run", "estimate", "width", "most", "weight")


class Jobs:
    """The jobs read so far, as columns in blocks; `reading` uses them up."""

    def __init__(self, mapping: Mapping, options: Options, findings: Findings) -> None:
        self.mapping = mapping
        self.options = options
        self.findings = findings
        self._blocks: dict[str, list[NDArray[Any]]] = {name: [] for name in _NUMBERS}
        self._ids: list[pa.Array] = []
        self._names = {role: Names() for role in (*NAMES, "state") if role in mapping.columns}
        self._held: set[str] = set()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, rows: Rows) -> None:
        """Add the jobs of a batch.

        Raises
        ------
        FormatError
            When there are more jobs, or more names in a column, than the limits.
        """
        self._length += len(rows)
        most = self.options.limits.max_jobs
        if self._length > most:
            raise FormatError(f"the file holds more than {most:,} jobs, the limit")
        for name, blocks in self._blocks.items():
            blocks.append(getattr(rows, name))
        if "id" in self.mapping.columns:
            self._ids.append(_told(rows, self.mapping, "id"))
        for role, names in self._names.items():
            self._append_names(role, names, rows)
        self._note_what_is_not_held(rows)

    def _append_names(self, role: str, names: Names, rows: Rows) -> None:
        cells = _told(rows, self.mapping, role)
        if role == "state":
            cells = pc.utf8_lower(pc.struct_field(pc.extract_regex(cells, r"^(?P<s>[^\s+]+)"), "s"))
        coded = cells.dictionary_encode()
        numbers, unfit = names.coded(coded.dictionary.to_pylist())
        self.options.limits.check_names(ROLES[role].title, len(names))
        of: Any = coded.indices.fill_null(len(numbers)).to_numpy(zero_copy_only=False)
        names.append_coded(np.append(numbers, np.int32(-1))[of])
        odd = np.flatnonzero(np.isin(of, unfit))
        self.findings.add_all(
            kinds.NAME, rows.lines[odd], lambda i: shown(cells[int(odd[i])].as_py())
        )

    def _note_what_is_not_held(self, rows: Rows) -> None:
        for role in self.mapping.columns:
            if ROLES[role].is_kept:
                continue
            cells = _told(rows, self.mapping, role)
            told = np.flatnonzero(_says_something(cells))
            if len(told):
                kind, first = kinds.not_held(ROLES[role].title), told[:SHOWN].tolist()
                for i in first:
                    value = quoted(cells[i].as_py())
                    self.findings.add(kind, line=int(rows.lines[i]), value=value)
                self.findings.count(kind, len(told) - len(first))
                self._held.add(role)

    def reading(self, key: str, name: str, processors: int) -> Reading:
        """Put the jobs in order and build the workload.

        Raises
        ------
        FormatError
            When no row is a job, or some cannot be used and the options refuse that.
        """
        refuse_dropped(self.findings.report(len(self)), self.options.bad_lines)
        if not len(self):
            raise nothing(self.findings)
        lines: Ints = self._take("lines")
        columns: dict[str, Any] = {each: self._take(each) for each in _NUMBERS[1:]}
        ids = pa.chunked_array(self._ids, pa.string())
        first: Any = slice(None)
        if self._ids and self.mapping.restarts == "joined":
            first = self._join(ids, lines, columns)
            lines, ids = lines[first], ids.take(pa.array(first))
            columns = {name: column[first] for name, column in columns.items()}
        ids = self._identified(ids, lines)
        labels = {role: names.labels(first) for role, names in self._names.items()}
        if "state" in labels:
            labels["status"] = labels.pop("state")
        order = by_release(columns["submit"], lines, self.findings, kinds.UNSORTED)
        columns = {name: column[order] for name, column in columns.items()}
        shift = self._first_day(columns["submit"])
        workload = Workload(
            name=name,
            ids=ids[order],
            release=np.maximum(columns["submit"] - shift, 0.0),
            profiles=_profiles(columns["width"], columns["most"], columns["run"]),
            estimate=columns["estimate"],
            weight=columns["weight"],
            unmodelled=tuple(UNMODELLED_BY[role] for role in UNMODELLED_BY if role in self._held),
            **{role: None if one is None else one.take(order) for role, one in labels.items()},
        )
        return Reading(
            format=key,
            workload=workload,
            report=self.findings.report(len(workload)),
            processors=processors or workload.widest,
            unix_start=int(shift) or None,
            lines=lines[order],
        )

    def _first_day(self, submit: Floats) -> float:
        """Return what to subtract from submit times: the first of them where they are dates."""
        if not EPOCH <= submit[0] <= LAST_DATE:
            return 0.0
        first = datetime.fromtimestamp(float(submit[0]), UTC)
        self.findings.add(kinds.CALENDAR, value=f"{first:%Y-%m-%d %H:%M:%S} UTC")
        return float(submit[0])

    def _take(self, name: str) -> Any:
        return np.concatenate(self._blocks.pop(name))

    def _join(self, ids: pa.ChunkedArray, lines: Ints, columns: dict[str, Any]) -> Ints:
        """Give the first row of each job the time of all, and return these rows."""
        coded = ids.combine_chunks().dictionary_encode()
        own = np.arange(len(ids))
        found: Any = coded.indices.to_numpy(zero_copy_only=False)
        codes = np.where(np.isnan(found), len(coded.dictionary) + own, found).astype(np.int64)
        _, first, of = np.unique(codes, return_index=True, return_inverse=True)
        columns["run"] = np.bincount(of, columns["run"])[of]
        again = np.setdiff1d(own, first)
        self.findings.add_all(kinds.JOINED, lines[again], lambda i: str(ids[int(again[i])]))
        return np.sort(first)

    def _identified(self, ids: pa.ChunkedArray, lines: Ints) -> NDArray[Any]:
        """Return an id for each job: that of its row, with a number where it comes again; the
        numbers of rows where some have none."""
        if not self._ids:
            return lines
        longest = pc.max(pc.utf8_length(ids)).as_py() or 0
        if ids.null_count or longest > LONGEST_NAME:
            bad = np.flatnonzero(ids.is_null().to_numpy())
            self.findings.add_all(kinds.RENUMBERED, lines[bad], lambda i: "nothing")
            return lines
        again = self._again(ids, lines)
        if again is not None:
            return again
        try:
            numbers: NDArray[Any] = ids.cast(pa.int64()).to_numpy()
        except pa.ArrowInvalid:
            return np.array(ids.to_pylist(), np.str_)
        is_plain = not pc.any(pc.match_substring_regex(ids, "^([+-]|0[0-9])")).as_py()
        return numbers if is_plain else np.array(ids.to_pylist(), np.str_)

    def _again(self, ids: pa.ChunkedArray, lines: Ints) -> NDArray[Any] | None:
        """Return ids with numbers behind those that come again; None where all differ."""
        if pc.count_distinct(ids).as_py() == len(ids):
            return None
        told = ids.to_pylist()
        used, times = set(told), dict[str, int]()
        where = []
        for i, id in enumerate(told):
            times[id] = times.get(id, 0) + 1
            if times[id] > 1:
                where.append(i)
                while f"{id}#{times[id]}" in used:
                    times[id] += 1
                told[i] = f"{id}#{times[id]}"
        odd = np.array(where)
        self.findings.add_all(kinds.SEPARATE, lines[odd], lambda i: told[where[i]])
        return np.array(told, np.str_)


def nothing(findings: Findings) -> FormatError:
    """Return the error for a file without jobs: says why rows are none."""
    dropping = [finding for finding in findings.report(0).findings if finding.kind.drops]
    if not dropping:
        return FormatError("the file holds no jobs")
    sentences = [finding.sentence for finding in dropping]
    return FormatError(f"no row is a job that can be used: {sentences[0]}", sentences)


def _profiles(widths: Floats, most: Floats, run: Floats) -> Profiles:
    """Return the configurations of jobs: one, or one for each number of processors up to the most,
    which all take the same time.

    Raises
    ------
    FormatError
        When there are more than may be.
    """
    width = widths.astype(np.int64)
    if (widths == most).all():
        return Profiles.rigid(width, run)
    counts = most.astype(np.int64) - width + 1
    if counts.sum() > MAX_CONFIGURATIONS:
        raise FormatError(f"moldable jobs have more than {MAX_CONFIGURATIONS:,} configurations")
    offsets = np.concatenate(([0], np.cumsum(counts)))
    all_widths = np.arange(offsets[-1]) - np.repeat(offsets[:-1] - width, counts)
    return Profiles(offsets, all_widths, np.repeat(run, counts))


def _told(rows: Rows, mapping: Mapping, role: str) -> pa.Array:
    """Return what the columns of a role say, as text."""
    cells = [cells_of(rows.batch.column(column.name), column) for column in mapping.columns[role]]
    return cells[0] if len(cells) == 1 else pc.coalesce(*cells)


def _says_something(cells: pa.Array) -> NDArray[np.bool_]:
    """Tell which cells are neither blank nor say that there is nothing."""
    nothing = pc.match_substring_regex(cells, r"(?i)^([-+]?0+(\.0*)?([a-z]{1,2})?|-1|false|no)$")
    some: NDArray[np.bool_] = pc.fill_null(pc.invert(nothing), False).to_numpy(zero_copy_only=False)
    return some

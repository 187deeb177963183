"""From the kept rows of all blocks to a workload."""

from typing import TYPE_CHECKING, Any

import numpy as np

from algorithms.formats.reading import Reading
from algorithms.formats.report import Findings
from algorithms.formats.status import STATUS
from algorithms.formats.swf import ORIGINS, kinds
from algorithms.formats.swf.header import Header
from algorithms.formats.swf.rows import LABELS, Rows
from algorithms.kernels import swf as kernel
from algorithms.profiles import Profiles
from algorithms.workload import Floats, Ints, Labels, Workload

if TYPE_CHECKING:
    from numpy.typing import NDArray

EPOCH = 1e8
"""Submit times from here on (seconds) count from 1970, not from the start of a log."""

_NAMED_BY = {"queue": "Queue", "partition": "Partition"}


class Columns:
    """Columns of the kept jobs, in blocks; `reading` uses them up."""

    def __init__(self) -> None:
        self._blocks: dict[str, list[NDArray[Any]]] = {}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, rows: Rows) -> None:
        """Add the rows of one block."""
        self._length += len(rows)
        fresh: dict[str, NDArray[Any]] = {
            "number": rows.values[kernel.NUMBER].copy(),
            "lines": rows.lines.copy(),
            "submit": rows.submit,
            "run": rows.run,
            "size": rows.size.astype(np.int64),
            "estimate": rows.estimate,
        }
        for name, row in LABELS.items():
            fresh[name] = np.nan_to_num(rows.values[row], nan=-1).astype(np.int64)
        for name, column in fresh.items():
            self._blocks.setdefault(name, []).append(column)

    def reading(self, name: str, header: Header, findings: Findings) -> Reading:
        """Put the jobs in order and build the workload; at least one job is needed."""
        lines: Ints = self._take("lines")
        ids = _job_numbers(self._take("number"), lines, findings)
        release: Floats = self._take("submit")
        order = _by_release(release, lines, findings)
        shift = _epoch(release, lines, findings)
        release -= shift
        width: Ints = self._take("size")[order]
        run: Floats = self._take("run")[order]
        labels: Any = {label: self._labels(label, header, order) for label in LABELS}
        if ORIGINS in header.all("Note"):
            labels["origin"] = labels.pop("partition")
        workload = Workload(
            name=name,
            ids=ids[order],
            release=release[order],
            profiles=Profiles.rigid(width, run),
            estimate=self._take("estimate")[order],
            **labels,
        )
        lines = lines[order]
        _remark(workload, lines, header, findings)
        began = int(shift) or header.integer("UnixStartTime") or 0
        return Reading(
            format="swf",
            workload=workload,
            report=findings.report(len(workload)),
            processors=_processors(header) or workload.widest,
            title=header.text("Computer"),
            header=tuple(header.entries),
            unix_start=began if began > 0 else None,
            lines=lines,
        )

    def _take(self, name: str) -> Any:
        return np.concatenate(self._blocks.pop(name))

    def _labels(self, name: str, header: Header, order: Any) -> Labels | None:
        numbers, codes = _distinct(self._take(name))
        if not len(numbers):
            return None
        given = STATUS if name == "status" else {}
        if name in _NAMED_BY:
            given = header.names(_NAMED_BY[name])
        names = tuple(given.get(number, str(number)) for number in numbers.tolist())
        return Labels(codes[order], names)


def _distinct(values: Ints) -> tuple[Ints, Ints]:
    """Return the distinct values of at least 0, sorted, and which of them each value is, or -1.

    By a table where the numbers are as dense as in real logs, else by sorting.
    """
    if int(values.max()) <= 4 * len(values) + 1_000:
        present = np.zeros(int(values.max(initial=0)) + 2, np.int64)
        slots = np.maximum(values, -1) + 1
        present[slots] = 1
        present[0] = 0
        codes = np.cumsum(present) - 1
        codes[0] = -1
        return np.flatnonzero(present) - 1, codes[slots]
    numbers, codes = np.unique(values, return_inverse=True)
    unknown = int(np.searchsorted(numbers, 0))
    return numbers[unknown:], np.maximum(codes - unknown, -1)


def _job_numbers(given: Floats, lines: Ints, findings: Findings) -> Ints:
    """Return the job numbers, or the line numbers if they do not tell the jobs apart."""
    odd = ~(given == np.floor(given))
    if not odd.any():
        ids: Ints = given.astype(np.int64)
        if (np.diff(ids) > 0).all():
            return ids
        order = np.argsort(ids, kind="stable")
        odd[order[1:]] = ids[order[1:]] == ids[order[:-1]]
        if not odd.any():
            return ids
    findings.add_all(kinds.RENUMBERED, lines[odd], lambda i: given[odd][i])
    return lines


def _by_release(release: Floats, lines: Ints, findings: Findings) -> Any:
    """Return what puts the jobs in order: all of them as they are, or a stable order."""
    late = release[1:] < np.maximum.accumulate(release)[:-1]
    if not late.any():
        return slice(None)
    findings.add_all(kinds.UNSORTED, lines[1:][late], lambda i: release[1:][late][i])
    return np.argsort(release, kind="stable")


def _epoch(release: Floats, lines: Ints, findings: Findings) -> float:
    """Return what to subtract from the submit times."""
    first = float(release.min())
    if first < EPOCH:
        return 0.0
    findings.add(kinds.SHIFTED, line=int(lines[release.argmin()]), value=first)
    findings.count(kinds.SHIFTED, len(release) - 1)
    return first


def _processors(header: Header) -> int | None:
    given = header.integer("MaxProcs")
    return given if given is not None and 1 <= given < 2**31 else None


def _remark(workload: Workload, lines: Ints, header: Header, findings: Findings) -> None:
    """Compare the jobs with what the header says about them."""
    wide = np.flatnonzero(workload.width > (_processors(header) or workload.widest))
    findings.add_all(kinds.WIDER_THAN_MACHINE, lines[wide], lambda i: workload.width[wide[i]])
    first, last = float(workload.release[0]), float(workload.release[-1])
    if len(workload) > 1 and first > last - first:
        findings.add(kinds.LATE_FIRST, line=int(lines[0]), value=first)
    records = header.integer("MaxRecords") or header.integer("MaxJobs")
    found = len(workload) + findings.dropped
    if records is not None and records != found:
        findings.add(kinds.WRONG_COUNT, value=f"{records:,} in the header, {found:,} lines")

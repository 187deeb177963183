"""From the kept rows of all blocks to a workload."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.data.doubts.far_dates import CERTAIN
from parsched.data.files.calendar_kinds import known_zone, start_of
from parsched.data.files.far_dates import set_apart
from parsched.data.files.findings import FindingKind, Findings
from parsched.data.files.late import remark_late
from parsched.data.files.links import JobLinks, LinkKinds, delays, resolved
from parsched.data.files.machine import least_machine
from parsched.data.files.not_held import note_partitions
from parsched.data.files.reading import Reading
from parsched.data.files.releases import by_release, epoch, starts
from parsched.data.files.source import FileLimits
from parsched.data.files.status import STATUS
from parsched.data.formats.swf import GUESSED, RAN, kinds, line_parser, unkept, with_noted_labels
from parsched.data.formats.swf.header import NAMED_BY, Header
from parsched.data.formats.swf.rows import LABELS, SwfRows
from parsched.data.formats.swf.texts import LEAST, NumberedNames, TextRows, several
from parsched.model.problem.clocks import moved
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.machine import StatedMachine
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.unmodelled import UNMODELLED, in_order
from parsched.model.problem.workload import Floats, Ints, Labels, Workload

_DAY = 86_400.0


class SwfColumns:
    """Columns of the kept jobs, in blocks; `reading` uses them up."""

    format = "swf"
    shifted = kinds.SHIFTED
    link_kinds: LinkKinds = kinds.LINKS
    partition_kind: FindingKind = kinds.PARTITIONS

    def __init__(self, limits: FileLimits) -> None:
        self.limits = limits
        self.findings = Findings()
        """Takes the findings about texts; the findings of the reader."""
        self._texts = NumberedNames()
        self._links: list[JobLinks] = []
        self._sizes: list[tuple[int, Ints]] = []
        self._blocks: dict[str, list[NDArray[Any]]] = {}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, rows: SwfRows) -> None:
        """Add the rows of one block."""
        self._length += len(rows)
        fresh: dict[str, NDArray[Any]] = {
            "number": rows.values[line_parser.NUMBER].copy(),
            "lines": rows.lines.copy(),
            "submit": rows.submit,
            "recorded": rows.recorded,
            "run": rows.run,
            "size": rows.size.astype(np.int64),
            "estimate": rows.estimate,
        }
        if (sizes := rows.other_size) is not None:
            self._sizes.append((self._length - len(rows), sizes))
        for name, column in (fresh | self.names(rows)).items():
            self._blocks.setdefault(name, []).append(column)
        links = self.links(rows)
        if len(links.row):
            self._links.append(replace(links, row=links.row + self._length - len(rows)))

    def names(self, rows: SwfRows) -> dict[str, NDArray[Any]]:
        """Return the name columns of a block, as whole numbers, −1 for unknown."""
        columns = {name: number_column(rows, row) for name, row in LABELS.items()}
        if isinstance(rows, TextRows):
            self._texts.put(rows, columns, self.findings)
        return columns

    def links(self, rows: SwfRows) -> JobLinks:
        """Return which jobs of a block wait for which, by rows of the block."""
        row = np.flatnonzero(rows.preceding > 0)
        links = JobLinks(row, rows.preceding[row], delays(rows.think[row]))
        return links + several(rows) if isinstance(rows, TextRows) else links

    def _after(
        self, ids: NDArray[Any], order: Any, lines: Ints, findings: Findings
    ) -> Dependencies | None:
        """Return the dependencies of jobs with these ids in the file."""
        if not self._links:
            return None
        columns = [(links.row, links.before, links.delay) for links in self._links]
        links = self.told_apart(JobLinks(*map(np.concatenate, zip(*columns, strict=True))), ids)
        return resolved(
            links, ids, order, findings, self.link_kinds, lambda row: {"line": int(lines[row])}
        )

    def told_apart(self, links: JobLinks, ids: NDArray[Any]) -> JobLinks:
        """Return the pairs whose ids are ids of jobs, without the other contents of their cells."""
        return links

    def _ran(self, order: Any) -> dict[str, Any]:
        """Return processors and run times, and what was allocated to those that requested
        others."""
        profiles = Profiles.rigid(self.take("size")[order], self.take("run")[order])
        if not self._sizes:
            return {"profiles": profiles}
        sizes = np.zeros(len(self), np.int64)
        for begin, block in self._sizes:
            sizes[begin : begin + len(block)] = block
        return {"profiles": profiles, "allocated": sizes[order]}

    def reading(self, name: str, header: Header, findings: Findings) -> Reading:
        """Put the jobs in order and build the workload; at least one job is needed."""
        lines: Ints = self.take("lines")
        ids, own = self.ids(lines, findings)
        release: Floats = self.take("submit")
        far = self._far(release, lines, findings)
        order = by_release(release, lines, findings, kinds.UNSORTED, apart=far)
        shift = epoch(release[order], lines[order], findings, self.shifted)
        release = moved(release, shift)
        recorded = starts(moved(self.take("recorded")[order], shift))
        after = self._after(own, order, lines, findings)
        labels: Any = self.labels(header, order)
        for label, column in labels.items():
            self.limits.check_names(label, len(column.names) if column else 0)
        if RAN not in header.all("Note"):
            note_partitions(labels.get("partition"), self.partition_kind, findings)
        workload = Workload(
            name=name,
            ids=ids[order],
            release=release[order],
            **self._ran(order),
            estimate=self.take("estimate")[order],
            recorded=recorded,
            after=after,
            unmodelled=_unmodelled(header, findings),
            unix_start=_began(header, shift, findings),
            zone=_zone(header, findings),
            machine=_machine(header),
            **labels,
        )
        lines = lines[order]
        _remark(workload, lines, header, findings)
        return Reading(
            format=self.format,
            workload=workload,
            report=findings.report(len(workload)),
            processors=workload.machine.processors or least_machine(workload),
            title=header.text("Computer"),
            header=tuple(header.entries),
            lines=lines,
        )

    def _far(self, release: Floats, lines: Ints, findings: Findings) -> NDArray[np.bool_] | None:
        """Return which jobs are set apart, as their dates are far outside the others."""
        if release.max() < CERTAIN:  # they count from the start of the log
            return None
        recorded, run = (np.concatenate(self._blocks[name]) for name in ("recorded", "run"))
        return set_apart(release, recorded, run, lines, findings, CERTAIN)

    def take(self, name: str) -> Any:
        """Return a column, and forget it."""
        return np.concatenate(self._blocks.pop(name))

    def ids(self, lines: Ints, findings: Findings) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the job ids in file order, and those that the file gives."""
        numbers = self.take("number")
        return _job_numbers(numbers, lines, findings), numbers

    def labels(self, header: Header, order: Any) -> dict[str, Labels | None]:
        """Return the name columns of the workload, in its order."""
        names = {label: header.names(key) for label, key in NAMED_BY.items()}
        names["status"] = STATUS | names["status"]
        labels = {
            label: numbered_labels(
                *self._texts.numbered(label, self.take(label), names[label]), order
            )
            for label in LABELS
        }
        return with_noted_labels(labels, header.all("Note"))


def number_column(rows: SwfRows, row: int) -> Ints:
    """Return a column of numbers that stand for names; −1 where there is none."""
    numbers: Ints = np.nan_to_num(rows.values[row], nan=-1).clip(LEAST, -LEAST).astype(np.int64)
    return numbers


def numbered_labels(values: Ints, names_by_number: Mapping[int, str], order: Any) -> Labels | None:
    """Return a name column out of numbers, by names where given; None if all are unknown."""
    numbers, codes = _distinct(values)
    if not len(numbers):
        return None
    names = tuple(names_by_number.get(number, str(number)) for number in numbers.tolist())
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


def _job_numbers(numbers: Floats, lines: Ints, findings: Findings) -> Ints:
    """Return the job numbers, or the line numbers if they do not tell the jobs apart."""
    odd = ~(numbers == np.floor(numbers))
    if not odd.any():
        ids: Ints = numbers.astype(np.int64)
        if (np.diff(ids) > 0).all():
            return ids
        order = np.argsort(ids, kind="stable")
        odd[order[1:]] = ids[order[1:]] == ids[order[:-1]]
        if not odd.any():
            return ids
    findings.add_all(kinds.RENUMBERED, lines[odd], lambda i: numbers[odd][i])
    return lines


def _began(header: Header, shift: float, findings: Findings) -> float | None:
    """Return the Unix time of time 0: submit times that do not count from the beginning of the log
    count from 1970, unless that would be before it began."""
    told = header.number("UnixStartTime")
    # Converters write 0 or -1 where they do not know it.
    began = start_of(None if told in (None, 0, -1) else told, findings)
    if began is not None and (not shift or shift + _DAY < began):
        return start_of(began + shift, findings)
    return start_of(shift or None, findings)


def _zone(header: Header, findings: Findings) -> str:
    """Return the zone that the header names, else how far it is from Greenwich; "" for neither."""
    named, away = (header.text(key).split() for key in ("TimeZoneString", "TimeZone"))
    zone = known_zone(named[0], findings) if named else ""
    return zone or (known_zone(away[0], findings) if away else "")


def _unmodelled(header: Header, findings: Findings) -> tuple[str, ...]:
    """Return what is not held: what findings say, and notes, as `write_swf` does."""
    notes = header.all("Note")
    return in_order((*findings.unmodelled, *(w for w in UNMODELLED if unkept(w) in notes)))


def _machine(header: Header) -> StatedMachine:
    """Return what a header states of the machine: nothing where no machine can be so large."""
    processors, nodes = (
        count if count is not None and 1 <= count <= MAX_PROCESSORS else None
        for count in map(header.integer, ("MaxProcs", "MaxNodes"))
    )
    is_guessed = GUESSED in header.all("Note")
    return StatedMachine(processors=None if is_guessed else processors, nodes=nodes)


def _remark(workload: Workload, lines: Ints, header: Header, findings: Findings) -> None:
    """Compare the jobs with what the header says about them."""
    wide = np.flatnonzero(workload.width > (workload.machine.processors or workload.widest))
    findings.add_all(kinds.WIDER_THAN_MACHINE, lines[wide], lambda i: workload.width[wide[i]])
    remark_late(workload, findings, line=int(lines[0]))
    records = header.integer("MaxRecords") or header.integer("MaxJobs")
    lines_read = len(workload) + findings.dropped
    if records is not None and records != lines_read:
        findings.add(kinds.WRONG_COUNT, value=f"{records:,} in the header, {lines_read:,} lines")

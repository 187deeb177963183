"""Merging: windows of several traces on one clock, each job with the site that it comes from."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any, Self

import numpy as np

from parsched.base.errors import FormatError, ParameterError, WorkloadError
from parsched.data.formats import Reading, ReadOptions, read
from parsched.data.merging.merge_report import BEFORE, MergeReport, SiteReport
from parsched.data.merging.specification import MergeSpec, TraceSource
from parsched.data.merging.window import zone_of
from parsched.model.problem.arrays import Floats, Ints
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.machine import StatedMachine
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import LABELS, Labels, Workload

_OF_SITES = ("user", "group", "executable", "queue", "partition")
"""Names that mean something else at each site."""

_LAST_PART = 0.9


class NothingLeft(WorkloadError):
    """A merge that keeps no job; `report` says why of each site."""

    def __init__(self, report: MergeReport) -> None:
        self.report = report
        lines = (line.strip() for line in report.text.splitlines())
        super().__init__(f"no job is left: {'; '.join(lines)}")


@dataclass(frozen=True, kw_only=True, eq=False)
class SiteTrace:
    """The jobs of a site, which know when they were recorded.

    Parameters
    ----------
    sha256
        Digest of the file.
    unusable
        Lines of the file that held no usable job.
    """

    workload: Workload
    sha256: str = ""
    unusable: int = 0

    @classmethod
    def of(cls, reading: Reading, sha256: str = "") -> Self:
        """Take a trace from the reading of its file."""
        return cls(workload=reading.workload, sha256=sha256, unusable=reading.report.dropped)


@dataclass(frozen=True, eq=False)
class Merged:
    """A merged workload; `spec` has the digests of the files that it was made from."""

    workload: Workload
    report: MergeReport
    spec: MergeSpec


@dataclass(frozen=True)
class _Begin:
    """Where a window begins: seconds after time 0 of its trace; date and time, "" if unknown."""

    seconds: float
    date: str


@dataclass(frozen=True, eq=False)
class _TracePart:
    """What is taken from one trace, in its order.

    `release` is on the merged clock: float64, shape (n_jobs,), seconds.
    """

    jobs: Workload
    release: Floats
    report: SiteReport


def read_traces(
    spec: MergeSpec, folder: Path, options: ReadOptions | None = None
) -> list[SiteTrace]:
    """Read the files of a specification from a folder.

    Raises
    ------
    FormatError
        When a file cannot be read, or its digest is not the specification's; names the source.
    """
    return [_read(i, source, folder, options) for i, source in enumerate(spec.sources)]


def _read(index: int, source: TraceSource, folder: Path, options: ReadOptions | None) -> SiteTrace:
    path = folder / source.site.file
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if source.site.sha256 not in ("", digest):
            rule = f"must have the SHA-256 {source.site.sha256}, has {digest}"
            raise FormatError(f"{path.name} {rule}")
        return SiteTrace.of(read(path, options=options), digest)
    except OSError as error:
        why = error.strerror or error
        raise FormatError(f"{_place(index, source)}: {path.name} cannot be read: {why}") from error
    except FormatError as error:
        raise FormatError(f"{_place(index, source)}: {error}", error.problems) from error


def merge(spec: MergeSpec, traces: Sequence[SiteTrace]) -> Merged:
    """Merge one trace per source.

    Times are moved so that every window begins at 0. Ids become "site:id", and so do the names of
    users, groups, executables, queues and partitions, which are other people and things at each
    site, and environments where they are one of these for every job: other names of environments
    mean the same at all sites. The origin of a job is its site, also where the trace has origins of
    its own; the report counts those. Jobs are in order of release, at equal times in the order of
    the sources. The machine has the processors of all sites together.

    Raises
    ------
    ParameterError
        When windows cannot be placed; names each source, as `sources[0].window.align`.
    WorkloadError
        When the jobs of a trace are moldable; `NothingLeft` when no job is.
    """
    for index, (source, trace) in enumerate(zip(spec.sources, traces, strict=True)):
        if not trace.workload.is_rigid:
            text = "the jobs must be rigid, some are moldable"
            raise WorkloadError(f"{_place(index, source)}: {text}")
    begins, platform = _begins(spec, traces), spec.largest
    pairs = zip(spec.sources, traces, begins, strict=True)
    parts = [_part(source, trace, begin, platform) for source, trace, begin in pairs]
    report = _report(spec, parts)
    if not report.jobs:
        raise NothingLeft(report)
    release = np.concatenate([part.release for part in parts])
    order = np.argsort(release, kind="stable")
    after = Dependencies.joined([(len(part.jobs), part.jobs.after) for part in parts])
    workload = Workload(
        name=spec.heading.name,
        ids=np.concatenate([_ids(part) for part in parts])[order],
        release=release[order],
        profiles=Profiles.rigid(
            np.concatenate([part.jobs.width for part in parts])[order],
            np.concatenate([part.jobs.runtime for part in parts])[order],
        ),
        estimate=np.concatenate([part.jobs.estimate for part in parts])[order],
        weight=np.concatenate([part.jobs.weight for part in parts])[order],
        recorded=_of_logs("recorded", parts, order),
        allocated=_allocated(parts, order),
        submitted=_of_logs("submitted", parts, order),
        after=after and after.take(order),
        unmodelled=tuple(sorted({name for part in parts for name in part.jobs.unmodelled})),
        machine=StatedMachine(processors=report.processors),
        **_calendar(spec, parts),
        **_labels(parts, order),
    )
    return Merged(workload, report, spec.pinned([trace.sha256 for trace in traces]))


def _calendar(spec: MergeSpec, parts: Sequence[_TracePart]) -> dict[str, Any]:
    """Return Unix time of time 0 and zone of the merged jobs: where time 0 was the same moment at
    all sites, and the zone where they share it; else they have no dates."""
    starts = {
        None if (start := part.jobs.unix_start) is None else start + part.report.begin
        for part in parts
    }
    pairs = zip(spec.sources, parts, strict=True)
    zones = {source.site.zone or part.jobs.zone for source, part in pairs}
    if len(starts) > 1 or None in starts:
        return {}
    return {"unix_start": starts.pop(), "zone": zones.pop() if len(zones) == 1 else ""}


def _place(index: int, source: TraceSource) -> str:
    return f"sources[{index}] ({source.site.site})"


def _begins(spec: MergeSpec, traces: Sequence[SiteTrace]) -> list[_Begin]:
    """Place all windows; raises ParameterError with what stands in the way of each."""
    begins, errors = [], {}
    for index, (source, trace) in enumerate(zip(spec.sources, traces, strict=True)):
        try:
            begins.append(_begin(spec.heading.clock, source, trace))
        except ParameterError as error:
            for name, text in error.errors.items():
                path = f"window.{name}" if name == "align" else name
                errors[f"sources[{index}].{path}"] = f"{_place(index, source)}: {text}"
    if errors:
        raise ParameterError(errors)
    return begins


def _begin(clock: str, source: TraceSource, trace: SiteTrace) -> _Begin:
    zone: tzinfo | None = UTC
    if clock == "local":
        zone = zone_of(source.site.zone or trace.workload.zone)
    start = trace.workload.unix_start
    begin = source.window.begin(start, zone) - source.site.shift
    if start is None:
        return _Begin(begin, "")
    moment = datetime.fromtimestamp(start + begin, zone or UTC)
    return _Begin(begin, moment.isoformat(timespec="minutes"))


def _part(source: TraceSource, trace: SiteTrace, begin: _Begin, largest: int) -> _TracePart:
    """Cut the window out of a trace and leave out what breaks a rule."""
    jobs = trace.workload
    time, length = jobs.release - begin.seconds, source.window.length
    rules = [
        (BEFORE, time < 0),
        ("after the window", time >= length),
        *source.filters.refusals(jobs),
        ("wider than every site", jobs.width > largest),
    ]
    kept, left_out = np.ones(len(jobs), np.bool_), []
    for rule, broken in rules:
        left_out.append((rule, int(np.count_nonzero(kept & broken))))
        kept &= ~broken
    taken = jobs.take(kept)
    report = SiteReport(
        site=source.site.site,
        file=source.site.file,
        sha256=trace.sha256,
        processors=source.site.processors,
        unusable=trace.unusable,
        read=len(jobs),
        kept=len(taken),
        left_out=tuple(left_out),
        origins=0 if taken.origin is None else int(np.count_nonzero(taken.origin.codes >= 0)),
        begin=begin.seconds,
        begin_date=begin.date,
        ends_early=not bool(np.any(time >= _LAST_PART * length)),
        load=_work(taken) / (source.site.processors * length),
    )
    return _TracePart(taken, time[kept], report)


def _work(jobs: Workload) -> float:
    return float(jobs.width @ jobs.runtime)


def _report(spec: MergeSpec, parts: Sequence[_TracePart]) -> MergeReport:
    processors = sum(source.site.processors for source in spec.sources)
    length = max(source.window.length for source in spec.sources)
    work = sum(_work(part.jobs) for part in parts)
    return MergeReport(
        sites=tuple(part.report for part in parts),
        jobs=sum(len(part.jobs) for part in parts),
        processors=processors,
        length=length,
        load=work / (processors * length),
    )


def _ids(part: _TracePart) -> Any:
    site = part.report.site
    return np.array([f"{site}:{id}" for id in part.jobs.ids.tolist()], np.str_)


def _of_logs(name: str, parts: Sequence[_TracePart], order: Ints) -> Floats | None:
    """Return when jobs started in their logs, or were submitted, on the merged clock; None where no
    log says it."""
    columns = [
        np.full(len(part.jobs), np.nan) if told is None else told - part.report.begin
        for part in parts
        for told in (getattr(part.jobs, name),)
    ]
    known = np.concatenate(columns)[order]
    return known if np.isfinite(known).any() else None


def _allocated(parts: Sequence[_TracePart], order: Ints) -> Ints | None:
    """Return on how many processors jobs ran that asked for others; None where no log says it."""
    columns = [part.jobs.allocated for part in parts]
    if all(column is None for column in columns):
        return None
    sizes = [
        np.zeros(len(part.jobs), np.int64) if column is None else column
        for part, column in zip(parts, columns, strict=True)
    ]
    return np.concatenate(sizes)[order]


def _labels(parts: Sequence[_TracePart], order: Ints) -> dict[str, Any]:
    """Return the name columns of all jobs; equal names of different sites stay different, and
    origins are the sites."""
    labels: dict[str, Any] = {}
    for label in LABELS:
        if label == "origin":
            continue
        codes: list[Ints] = []
        names: dict[str, int] = {}
        for part in parts:
            prefix = f"{part.report.site}:" if _is_of_site(part.jobs, label) else ""
            codes.append(_coded(getattr(part.jobs, label), len(part.jobs), prefix, names))
        if names:
            column = np.concatenate(codes)[order].astype(np.int32)
            labels[label] = Labels(column, tuple(names))
    sites = [np.full(len(part.jobs), index) for index, part in enumerate(parts)]
    origin = np.concatenate(sites)[order].astype(np.int32)
    labels["origin"] = Labels(origin, tuple(part.report.site for part in parts))
    return labels


def _is_of_site(jobs: Workload, label: str) -> bool:
    """Tell whether names mean something else at each site: also environments do that were made from
    such names."""
    if label != "environment" or jobs.environment is None:
        return label in _OF_SITES
    return any(jobs.environment.is_same(jobs.labels.get(name)) for name in _OF_SITES)


def _coded(column: Labels | None, jobs: int, prefix: str, names: dict[str, int]) -> Ints:
    """Return codes among the names of all sites, which take up those that jobs have."""
    if column is None:
        return np.full(jobs, -1)
    code_of = np.full(len(column.names) + 1, -1)
    for code in np.unique(column.codes[column.codes >= 0]).tolist():
        code_of[code] = names.setdefault(prefix + column.names[code], len(names))
    codes: Ints = code_of[column.codes]
    return codes

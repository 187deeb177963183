"""Reading the JSON workload."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from parsched.base.errors import FormatError
from parsched.base.naming import visible
from parsched.data.files.calendar_kinds import known_zone, start_of
from parsched.data.files.findings import (
    SHOWN,
    FindingKind,
    Findings,
    Severity,
    quoted,
    shown,
    shown_cell,
)
from parsched.data.files.json_text import collected, value_of
from parsched.data.files.late import remark_late
from parsched.data.files.links import JobLinks
from parsched.data.files.machine import largest_use
from parsched.data.files.names import APART, LONGEST_NAME, RULE, apart, key_of
from parsched.data.files.not_held import told_of
from parsched.data.files.reading import DoesNotFit, Reading, ReadOptions
from parsched.data.files.refusals import listed, refuse_dropped, sentences
from parsched.data.formats.jobs_json import MOST_CONFIGURATIONS, NAME, VERSION, shortest_form
from parsched.data.formats.jobs_json.columns import JobColumns
from parsched.data.formats.jobs_json.configurations import DUPLICATE, packed
from parsched.data.formats.jobs_json.job import JobReader, Problems
from parsched.data.formats.jobs_json.stated import UNKNOWN_KEY, machine_in
from parsched.data.formats.swf import kinds as swf_kinds
from parsched.model.problem.clocks import since_1970
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.unmodelled import UNMODELLED
from parsched.model.problem.workload import LABELS, LATEST, Labels, Workload

_KEYS = {"format", "version", "name", "unmodelled", "machine", "unix_start", "zone", "jobs"}
"""What a file says around its jobs, and the jobs."""
LEAST_PLAIN = 1 << 20
"""Bytes of a file whose jobs are first read as plain ones: Arrow takes time to load."""

UNFIT_NAME = FindingKind(
    key="unfit_name",
    severity=Severity.REPAIRED,
    field="A name",
    rule=RULE.format(LONGEST_NAME),
    action=APART,
)
SHIFTED = replace(swf_kinds.SHIFTED, field="release")
SLOWER = FindingKind(
    key="slower_with_more",
    severity=Severity.NOTE,
    field="The time of a moldable job",
    rule="goes up with more processors",
    action="kept",
)


def read_json(content: Iterator[bytes], name: str, options: ReadOptions) -> Reading:
    """Read a workload from the blocks of a JSON file.

    Raises
    ------
    FormatError
        Names the job, the field, the rule and the value of the first problems, and counts them
        all; nothing is left out but jobs whose dates are far from the others. `DoesNotFit`
        when it is no JSON workload at all.
    """
    document, jobs = _document(content, options)
    if len(jobs) > options.limits.max_jobs:
        raise FormatError(
            f"the file holds {len(jobs):,} jobs, the limit is {options.limits.max_jobs:,}"
        )
    findings = Findings()
    for key in sorted(document.keys() - _KEYS):
        findings.add(UNKNOWN_KEY, value=shown(key))
    named = document.get("name")
    title = visible(named)[:LONGEST_NAME] if isinstance(named, str) else ""
    columns = jobs if isinstance(jobs, JobColumns) else _OneByOne(jobs, findings).columns()
    # Where the file says when its time 0 was, releases are no dates.
    apart = columns.apart(findings) if document.get("unix_start") is None else None
    refuse_dropped(findings.report(len(columns)), options.bad_lines)
    workload = columns.workload(title or name, _unmodelled(document), findings, apart)
    machine = machine_in(document, findings)
    workload = replace(workload, machine=machine, **_calendar(document, findings))
    workload = _on_its_clock(workload, findings)
    for column, labels in workload.labels.items():
        options.limits.check_names(column, len(labels.names))
    _remark(workload, findings)
    remark_late(workload, findings)
    return Reading(
        format="json",
        workload=workload,
        report=findings.report(len(workload)),
        processors=machine.processors or largest_use(workload),
        title=title,
    )


def workload_of(jobs: list[Any], name: str) -> Workload:
    """Return the workload of a list of jobs, as it stands under `jobs` in a file; raises
    FormatError for a field that breaks a rule."""
    findings = Findings()
    return _OneByOne(jobs, findings).columns().workload(name, [], findings)


def _document(
    content: Iterator[bytes], options: ReadOptions
) -> tuple[dict[str, Any], list[Any] | JobColumns]:
    """Parse the file, check everything around the jobs, and return it beside them."""
    data = collected(content, options.limits)
    if plain := _plain_jobs(data):
        document, jobs = plain
        return _checked(document), jobs
    document = _checked(value_of(data, _Objects().object))
    return document, document["jobs"]


def _plain_jobs(data: bytearray) -> tuple[dict[str, Any], JobColumns] | None:
    if len(data) < LEAST_PLAIN:
        return None
    from parsched.data.formats.jobs_json.plain import plain_jobs  # noqa: PLC0415 (loads pyarrow)

    return plain_jobs(data, _Objects().object)


def _checked(document: Any) -> dict[str, Any]:
    if not isinstance(document, dict):
        what = "a list" if isinstance(document, list) else quoted(document)
        raise DoesNotFit(f'{what}: the file must be an object with "format": "{NAME}"')
    if document.get("format") != NAME:
        got = quoted(document["format"]) if "format" in document else "missing"
        keys = f", among the keys {listed(list(document))}" if document else ""
        raise DoesNotFit(f'key "format", {got}{keys}: it must be "{NAME}"')
    if DUPLICATE in document:
        raise FormatError(f'key "{shown(document[DUPLICATE])}" must be given once, got it twice')
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise FormatError(f"version must be {VERSION}, got {quoted(version)}")
    if version > VERSION:
        raise FormatError(
            f"version {version} of the format is newer than this program, which reads version "
            f"{VERSION}: update it"
        )
    if not isinstance(document.get("jobs"), list):
        raise FormatError(f"jobs must be a list, got {quoted(document.get('jobs'))}")
    return document


def _unmodelled(document: dict[str, Any]) -> list[str]:
    """Return what the program that wrote the file could not keep of the jobs."""
    unmodelled = document.get("unmodelled", [])
    if not isinstance(unmodelled, list) or any(name not in UNMODELLED for name in unmodelled):
        raise FormatError(
            f"unmodelled must be a list of {', '.join(UNMODELLED)}, got {quoted(unmodelled)}"
        )
    return unmodelled


def _calendar(document: dict[str, Any], findings: Findings) -> dict[str, Any]:
    """Return Unix time of time 0 and zone, as far as the file says them."""
    start, zone = document.get("unix_start"), document.get("zone", "")
    if start is not None and type(start) not in (int, float):
        raise FormatError(f"unix_start must be a number of seconds, got {quoted(start)}")
    if not isinstance(zone, str):
        raise FormatError(f"zone must be a name such as Europe/Berlin, got {quoted(zone)}")
    began = None if start is None else start_of(_bounded(start), findings)
    return {"unix_start": began, "zone": known_zone(zone, findings)}


def _on_its_clock(workload: Workload, findings: Findings) -> Workload:
    """Return jobs whose releases count from 1970 with the first at 0, unless the file says what its
    time 0 is."""
    if workload.unix_start is not None or not (shift := since_1970(workload.begin)):
        return workload
    findings.add(SHIFTED, value=shift, job=str(workload.ids[0]))
    return replace(workload.since(shift), unix_start=start_of(shift, findings))


def _bounded(value: float) -> float:
    """Return a number as a float, also one with more digits than any has."""
    return float(max(min(value, LATEST), -LATEST))


class _Objects:
    """Makes the objects of a file, and packs the times of jobs as they come."""

    def __init__(self) -> None:
        self._times = 0

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return an object; a key that it has twice is left under `DUPLICATE`."""
        values = dict(pairs)
        if len(values) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            values[DUPLICATE] = next(key for key, count in counts.items() if count > 1)
        times = values.get("times")
        if isinstance(times, list | dict):
            self._times += len(times)
            if self._times > MOST_CONFIGURATIONS:
                raise FormatError(
                    f"the jobs have more than {MOST_CONFIGURATIONS:,} times in all, the limit"
                )
            values["times"] = packed(times)
        return values


class _OneByOne:
    """The jobs, each looked at by itself: what breaks a rule is named."""

    def __init__(self, jobs: list[Any], findings: Findings) -> None:
        self.ids: list[str] = []
        self.numbers: list[tuple[float, ...]] = []
        self.allocated: list[int] = []
        self.labels: dict[str, list[str | None]] = {key: [] for key in LABELS}
        self.configurations: list[tuple[Any, Any]] = []
        self._total = 0
        self._pairs: list[tuple[int, str, float]] = []
        self._findings = findings
        problems = Problems()
        for index, values in enumerate(jobs):
            if isinstance(values, dict):
                self._append(JobReader(index, values, problems), findings)
            else:
                problems.add(f"job number {index + 1} must be an object, got {quoted(values)}")
        self._check_ids(problems)
        if problems.count:
            more = problems.count - 1
            tail = f"{more:,} more problem{'' if more == 1 else 's'} of jobs" if more else ""
            raise FormatError(sentences(problems.sentences[0], tail), problems.sentences)

    def _append(self, job: JobReader, findings: Findings) -> None:
        self._pairs += [(len(self.ids), before, delay) for before, delay in job.after()]
        self.ids.append(job.id)
        told = job.of_log("start"), job.of_log("submitted")
        self.numbers.append((job.time("release", 0), job.weight(), job.estimate(), *told))
        self.allocated.append(job.allocated())
        names = job.labels()
        for key, column in self.labels.items():
            name = names.get(key)
            column.append(name and key_of(name, visible(name)))
            if name != column[-1]:
                findings.add(UNFIT_NAME, value=quoted(name), job=job.id)
        widths, times = job.configurations()
        self._total += np.size(widths)
        if self._total > MOST_CONFIGURATIONS:
            raise FormatError(
                f"the jobs up to {shown_cell(job.id)} may run on more than {MOST_CONFIGURATIONS:,} "
                "numbers of processors in all, the limit"
            )
        self.configurations.append((widths, times))
        for lost, value in job.lost:
            findings.add(told_of(lost), value=quoted(value), job=job.id)
        for key in job.unknown:
            findings.add(UNKNOWN_KEY, value=shown(key), job=job.id)

    def _check_ids(self, problems: Problems) -> None:
        if len(set(self.ids)) == len(self.ids):
            return
        first: dict[str, int] = {}
        for index, id in enumerate(self.ids):
            if id and id in first:
                numbers = f"jobs number {first[id] + 1} and {index + 1}"
                problems.add(f"job {shown_cell(id)}: id must be unique, {numbers} have it")
            first.setdefault(id, index)

    def columns(self) -> JobColumns:
        """Return the columns."""
        columns = np.array(self.numbers, np.float64).reshape(-1, 5).T
        release, weight, estimate, recorded, submitted = columns
        return JobColumns(
            ids=np.array(self.ids, object),
            release=release,
            weight=weight,
            estimate=estimate,
            recorded=recorded,
            submitted=submitted,
            allocated=np.array(self.allocated, np.int64),
            labels=dict(self._labels()),
            profiles=self._profiles(),
            links=JobLinks.of(self._pairs),
        )

    def _labels(self) -> Iterator[tuple[str, Labels]]:
        for key, values in self.labels.items():
            if column := Labels.of(values):
                yield key, Labels(column.codes, apart(column.names, LONGEST_NAME))

    def _profiles(self) -> Profiles:
        if self._total == len(self.configurations):
            widths, times = zip(*self.configurations, strict=True) if self._total else ((), ())
            return Profiles.rigid(
                np.hstack([[], *widths]).astype(np.int64), np.hstack([[], *times])
            )
        pairs = [
            (np.atleast_1d(widths), np.atleast_1d(times)) for widths, times in self.configurations
        ]
        return Profiles.of(pairs)


def _remark(workload: Workload, findings: Findings) -> None:
    slower = np.empty(len(workload), np.bool_)
    shortest_form.goes_up(workload.profiles.offsets, workload.profiles.times, slower)
    jobs = np.flatnonzero(slower)
    for i in jobs[:SHOWN]:
        findings.add(SLOWER, job=str(workload.ids[i]))
    if len(jobs) > SHOWN:
        findings.count(SLOWER, len(jobs) - SHOWN)

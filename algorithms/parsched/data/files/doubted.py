"""Where all that readers return is doubted, and dependencies are left out on request."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from parsched.data.doubts import Doubt, DoubtEvidence, doubts_of, without
from parsched.data.files.findings import SHOWN, FindingKind, Findings, Severity
from parsched.data.files.links import LINK_KEYS
from parsched.data.files.machine import largest_use
from parsched.data.files.reading import Reading, ReadOptions
from parsched.model.problem.workload import Ints

ON_REQUEST = FindingKind(
    key="dependencies_left_out",
    severity=Severity.NOTE,
    field="Dependencies",
    rule="are left out, as was asked for",
    action="waits for no other job",
)


def doubted(reading: Reading, options: ReadOptions) -> Reading:
    """Return a reading without what cannot be true of its columns, whatever its format, and without
    dependencies where the options leave them out; its report says so, with lines."""
    if options.leave_dependencies_out:
        reading = without_dependencies(reading)
    jobs, findings = reading.workload, Findings.of(reading.report)
    told = {finding.kind.key: finding.count for finding in reading.report.findings}
    examples = {
        finding.kind.key: [example.value.strip('"') for example in finding.examples]
        for finding in reading.report.findings
    }
    for doubt, evidence, rows in doubts_of(jobs, reading.processors, told, examples):
        jobs = doubt.without(jobs)
        findings.forget(*doubt.replaces)
        _tell(findings, _kind(doubt, evidence), reading, rows, partial(doubt.value, evidence))
    processors = reading.processors
    if jobs.recorded is not reading.workload.recorded and not jobs.machine.processors:
        processors = largest_use(jobs)  # it was guessed by starts that are not believed
    report = findings.report(len(jobs))
    return replace(reading, workload=jobs, report=report, processors=processors)


def without_dependencies(reading: Reading) -> Reading:
    """Return a reading of jobs that wait for no others: it tells of those that did, and is marked,
    so that nothing is proved of the jobs as the file has them."""
    if reading.workload.after is None:
        return reading
    findings = Findings.of(reading.report)
    findings.forget(*LINK_KEYS)
    _tell(findings, ON_REQUEST, reading, np.unique(reading.workload.after.job))
    return replace(
        reading,
        workload=without(reading.workload, "after"),
        report=findings.report(len(reading.workload)),
    )


def _kind(doubt: Doubt, evidence: DoubtEvidence) -> FindingKind:
    return FindingKind(
        key=doubt.key,
        severity=Severity.REPAIRED if doubt.leaves_out else Severity.NOTE,
        field=doubt.field,
        rule=doubt.rule(evidence),
        action=doubt.action,
    )


def _tell(
    findings: Findings,
    kind: FindingKind,
    reading: Reading,
    rows: Ints,
    value: Callable[[int], str] = lambda row: "",
) -> None:
    """Report rows of the jobs by their lines, or by their ids where the file has none."""
    for row in rows[:SHOWN].tolist():
        line = 0 if reading.lines is None else int(reading.lines[row])
        findings.add(kind, line=line, value=value(row), job=str(reading.workload.ids[row]))
    findings.count(kind, max(len(rows) - SHOWN, 0))

"""Doubts about what was recorded: starts, and the waits that follow from them."""

import numpy as np

from parsched.data.doubts.declared import NONE, Doubt, DoubtEvidence, are_most, rows_where, seconds
from parsched.model.problem.workload import Ints, Workload
from parsched.model.schedules.checker import busiest

FEW = 10
"""Fewer jobs than this are alike by chance."""
DISPATCH = 60.0
"""Seconds in which a machine that is free starts a job."""


def not_recorded(jobs: Workload, processors: int) -> str | None:
    """Return why the recorded starts of jobs are no recording for a machine of that many
    processors; None where they may be one.

    Waits that are all the same are no news where the machine is never full. Where it would have to
    be larger than it is, they were not measured.

    Examples
    --------
    >>> import parsched as sched
    >>> from dataclasses import replace
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> not_recorded(replace(jobs, recorded=jobs.release), 8)
    'are all 0 s, though 29 processors would be busy at once on a machine of 8'
    """
    if jobs.recorded is None:
        return None
    evidence = DoubtEvidence(jobs, processors)
    with np.errstate(invalid="ignore"):  # what is unknown is not compared
        return _why(evidence) if len(_impossible(evidence)) else None


def _impossible(evidence: DoubtEvidence) -> Ints:
    """Return the jobs whose waits are known, where these are all the same and the machine is too
    small for that, or most jobs would start before the end of what they wait for."""
    if evidence.wait is None:
        return NONE
    is_full = evidence.processors is not None and _busy(evidence) > evidence.processors
    return evidence.known if is_full or _is_out_of_order(evidence) else NONE


def _is_out_of_order(evidence: DoubtEvidence) -> bool:
    return evidence.jobs.after is not None and len(evidence.contradicted) > 0


def _busy(evidence: DoubtEvidence) -> int:
    """Return how many processors are busy at once by the recorded starts of the jobs that fit the
    machine."""
    jobs = evidence.jobs
    assert jobs.recorded is not None
    assert evidence.processors is not None
    rows = evidence.known
    if not jobs.is_rigid:
        return 0
    rows = rows[(jobs.held[rows] <= evidence.processors) & (jobs.runtime[rows] > 0)]
    return busiest(jobs.recorded[rows], evidence.ends[rows], jobs.held[rows])[0]


def _why(evidence: DoubtEvidence) -> str:
    wait = f"are all {seconds(evidence.wait or 0.0)}"
    processors = evidence.processors
    if processors is not None and (busy := _busy(evidence)) > processors:
        return (
            f"{wait}, though {busy:,} processors would be busy at once on a machine of "
            f"{processors:,}"
        )
    return f"{wait}, though most jobs would start before the end of those that they wait for"


def _early(evidence: DoubtEvidence) -> Ints:
    early = rows_where(evidence.waits < 0)
    return early if are_most(len(early), len(evidence.known)) else NONE


def _shifted(evidence: DoubtEvidence) -> Ints:
    is_long = (evidence.wait or 0.0) > DISPATCH
    return evidence.known if is_long and len(evidence.known) >= FEW else NONE


def _alike(evidence: DoubtEvidence) -> Ints:
    many = len(evidence.known) >= FEW and evidence.wait is not None
    return evidence.known if many else NONE


def _wait(evidence: DoubtEvidence, row: int) -> str:
    return seconds(evidence.waits[row])


def _before(evidence: DoubtEvidence, row: int) -> str:
    start = evidence.jobs.recorded
    assert start is not None
    return f"{seconds(start[row])} before {seconds(evidence.jobs.release[row])}"


IMPOSSIBLE = Doubt(
    key="impossible_waits",
    roles=("recorded",),
    leaves_out="recorded",
    field="Recorded waits",
    rule=_why,
    action="left out, as they are no recording",
    rows=_impossible,
    value=_wait,
)
EARLY = Doubt(
    key="most_starts_early",
    roles=("recorded",),
    leaves_out="recorded",
    field="Recorded starts",
    rule=lambda evidence: "are before the release for most jobs",
    action="left out, as are all others",
    rows=_early,
    value=_before,
    replaces=("start_before_submit",),
)
SHIFTED = Doubt(
    key="shifted_waits",
    roles=("recorded",),
    leaves_out="recorded",
    field="Recorded waits",
    rule=lambda evidence: f"are all {seconds(evidence.wait or 0.0)}, as between clocks that differ",
    action="left out, as they are no recording",
    rows=_shifted,
    value=_wait,
)
ALIKE = Doubt(
    key="equal_waits",
    roles=("recorded",),
    field="Recorded waits",
    rule=lambda evidence: f"are all {seconds(evidence.wait or 0.0)}, as if nothing were recorded",
    action="kept, as the machine may never have been full",
    rows=_alike,
    value=_wait,
)

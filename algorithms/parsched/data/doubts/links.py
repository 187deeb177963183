"""Doubts about which job waits for which."""

import numpy as np

from parsched.data.doubts.declared import NONE, Doubt, DoubtEvidence, are_most, seconds
from parsched.model.problem.workload import Ints

OWN = "own_predecessor"
"""Key of what readers say of jobs that wait for themselves."""


def _filled_in(evidence: DoubtEvidence) -> Ints:
    """Return the jobs that wait, where all others wait for one and that for itself, or where most
    wait for themselves: no job can, so the column was filled in by hand."""
    after, own, jobs = evidence.jobs.after, evidence.told.get(OWN, 0), len(evidence.jobs)
    assert after is not None
    is_same = own > 0 and own + after.waiting == jobs and not _wait_for_others_too(evidence)
    is_same = is_same and bool((after.before == after.before[0]).all())
    return np.unique(after.job) if is_same or are_most(own, jobs) else NONE


def _wait_for_others_too(evidence: DoubtEvidence) -> bool:
    """Tell whether a job that names itself waits for another: such a job names several, and was
    not filled in."""
    after = evidence.jobs.after
    assert after is not None
    waiting = set(map(str, evidence.jobs.ids[np.unique(after.job)].tolist()))
    return not waiting.isdisjoint(evidence.examples.get(OWN, ()))


def _contradicted(evidence: DoubtEvidence) -> Ints:
    after = evidence.jobs.after
    assert after is not None
    return np.unique(after.job[evidence.contradicted])


def _first(evidence: DoubtEvidence, row: int) -> str:
    """Return the first job that a row waits for."""
    after = evidence.jobs.after
    assert after is not None
    before = int(after.before[np.searchsorted(after.job, row)])
    return str(evidence.jobs.ids[before])


def _starts_before(evidence: DoubtEvidence, row: int) -> str:
    after, start = evidence.jobs.after, evidence.jobs.recorded
    assert after is not None
    assert start is not None
    pairs = evidence.contradicted
    before = int(after.before[pairs[after.job[pairs] == row][0]])
    other = f"job {evidence.jobs.ids[before]} ends at {seconds(evidence.ends[before])}"
    return f"starts at {seconds(start[row])}, {other}"


FILLED_IN = Doubt(
    key="filled_in_dependencies",
    roles=("after",),
    leaves_out="after",
    field="Dependencies",
    rule=lambda evidence: "name the job itself, or the same job for all",
    action="left out, as are all others",
    rows=_filled_in,
    value=_first,
)
CONTRADICTED = Doubt(
    key="contradicted_dependencies",
    roles=("after", "recorded"),
    leaves_out="after",
    field="Dependencies",
    rule=lambda evidence: "are contradicted by most recorded starts",
    action="left out, as are all others",
    rows=_contradicted,
    value=_starts_before,
)

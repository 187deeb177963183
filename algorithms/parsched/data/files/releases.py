"""Times of jobs as files state them: put in order, counted from time 0, known or not."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.data.files.findings import FindingKind, Findings
from parsched.model.problem.clocks import since_1970
from parsched.model.problem.workload import LATEST, Floats, Ints


def by_release(
    release: Floats,
    lines: Ints,
    findings: Findings,
    kind: FindingKind,
    *,
    apart: NDArray[np.bool_] | None = None,
) -> Any:
    """Return what puts the jobs in order: all of them as they are, or a stable order; without those
    that are set `apart`."""
    if apart is not None and apart.any():
        kept = np.flatnonzero(~apart)
        return kept[by_release(release[kept], lines[kept], findings, kind)]
    late = release[1:] < np.maximum.accumulate(release)[:-1]
    if not late.any():
        return slice(None)
    findings.add_all(kind, lines[1:][late], lambda i: release[1:][late][i])
    return np.argsort(release, kind="stable")


def epoch(release: Floats, lines: Ints, findings: Findings, kind: FindingKind) -> float:
    """Return what to subtract from the submit times."""
    shift = since_1970(float(release.min()))
    if shift:
        findings.add(kind, line=int(lines[release.argmin()]), value=shift)
        findings.count(kind, len(release) - 1)
    return shift


def starts(recorded: Floats) -> Floats | None:
    """Return when jobs started in a log, or None where it says it of no job; what is no time is
    unknown."""
    known = np.abs(recorded) <= LATEST
    return np.where(known, recorded, np.nan) if known.any() else None

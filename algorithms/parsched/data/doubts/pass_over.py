"""All doubts, and the pass over the columns of jobs."""

from collections.abc import Iterator, Mapping, Sequence

from parsched.data.doubts import links, starts, times
from parsched.data.doubts.declared import Doubt, DoubtEvidence
from parsched.model.problem.workload import Ints, Workload

DOUBTS = (
    links.FILLED_IN,
    # Before dependencies are doubted by recorded starts: these may be what was filled in.
    starts.IMPOSSIBLE,
    starts.EARLY,
    starts.SHIFTED,
    links.CONTRADICTED,
    starts.ALIKE,
    times.BELOW,
    times.EXACT,
    times.NOTHING,
    times.TOGETHER,
    times.BACKWARDS,
    times.YEARS_APART,
    times.NO_SUCH_DATES,
)
"""All doubts in their order: each sees the jobs without what those before it have left out."""


def doubts_of(
    jobs: Workload,
    processors: int | None,
    told: Mapping[str, int],
    examples: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[tuple[Doubt, DoubtEvidence, Ints]]:
    """Yield what is doubted of jobs: each doubt with what it was shown, and the rows that show it.

    All but the jobs are as in `DoubtEvidence`.
    """
    for doubt in DOUBTS:
        evidence = DoubtEvidence(jobs, processors, told, examples or {})
        rows = doubt.shown_by(evidence)
        if len(rows):
            yield doubt, evidence, rows
            jobs = doubt.without(jobs)

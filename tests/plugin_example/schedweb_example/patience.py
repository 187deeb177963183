"""A metric."""

from algorithms.plugins import Outcome, metric


@metric(
    "long_waits",
    title="jobs that wait longer than they run",
    unit="%",
    formula="#{j: s_j − r_j > p_j} / n",
)
def long_waits(outcome: Outcome) -> float:
    """Share of the jobs whose wait is longer than their run time."""
    return float((outcome.wait > outcome.schedule.duration).mean())

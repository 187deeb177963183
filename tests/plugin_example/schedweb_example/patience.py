"""A metric, whose second version counts waits otherwise where times have decimals."""

from parsched.plugins import DECIMALS, Change, Outcome, metric


@metric(
    "long_waits",
    title="jobs that wait longer than they run",
    unit="%",
    formula="#{j: s_j − r_j > p_j} / n",
    version=2,
    changes={2: Change("waits are compared exactly", DECIMALS)},
)
def long_waits(outcome: Outcome) -> float:
    """Share of the jobs whose wait is longer than their run time."""
    return float((outcome.wait > outcome.schedule.duration).mean())

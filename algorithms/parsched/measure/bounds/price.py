"""The price bound on Σ w·C."""

from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import approximate
from parsched.measure.bounds.registry import Pause, bound, no_pause
from parsched.measure.bounds.relaxation import PriceRelaxation, thinned
from parsched.model.concerns import FROM_BEGIN
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload

STEPS = 25, 100
INTERVALS = 60, 240
"""Fewest and most."""
ANSWERS = 100_000_000
"""Configurations × intervals of all steps, if the fewest of both allow it: then the bound takes
about half a second (0.3 s for 400 jobs on 200 processors). For 10,000 jobs on 1,000 processors the
fewest take 1.3 to 2.1 s."""


@bound(
    "minsum",
    "price",
    title="price bound",
    formula="max over μ ≥ 0 of Σ min_{q,s} [w_j·(s + p_j(q)) + q·∫_s^{s+p_j(q)} μ] − m·∫ μ",
    long=True,
    most_jobs=10_000,
    most_configurations=2_000_000,
    cites=("fisher1981", "polyak1969", "mohring2003"),
    version=2,
    changes={2: FROM_BEGIN},
)
def price(workload: Workload, platform: Platform, pause: Pause = no_pause) -> float:
    """Every processor in use costs a price μ(t), every processor of the machine earns it.

    A schedule never uses more processors than there are, so this does not raise its cost; if each
    job then takes what is best for itself alone, whether processors are left or not, the cost falls
    further. So any prices give a lower bound, also with release dates and for jobs that more
    processors slow down; a subgradient method looks for good ones.
    """
    choices = Choices.of(workload, platform.largest)
    reach = approximate(choices, platform.processors).accepted
    answers = len(thinned(choices)[1])
    steps = _within(STEPS, ANSWERS // (INTERVALS[0] * answers))
    intervals = _within(INTERVALS, ANSWERS // (steps * answers))
    relaxation = PriceRelaxation(
        choices, platform.processors, workload.weight, workload.release, reach, intervals
    )
    for _ in range(steps):
        relaxation.step(pause)
    return max(0.0, relaxation.certificate(pause))


def _within(limits: tuple[int, int], wish: int) -> int:
    fewest, most = limits
    return max(fewest, min(most, wish))

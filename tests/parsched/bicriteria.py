"""The comparison of Dutot et al. (2004): algorithms on their four workload models, 200
processors."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve

MODELS = ("weak", "high", "mixed", "cirne")
PROCESSORS = 200
DEMT = {
    "weak": (2.375, 2.8875),
    "high": (2.1375, 2.625),
    "mixed": (2.47, 2.8875),
    "cirne": (1.8525, 2.3625),
}
"""Σ w·C of DEMT over the linear program as printed: 5 % around what the paper shows."""
GAP = 1.05
"""Σ w·C of price-guided lists over the price bound, at most in the mean."""
ALGORITHMS: dict[str, Mapping[str, Any]] = {
    "demt": {},
    "price": {"iterations": 150},
    "gang": {},
    "sequential": {},
    "list-graham": {},
    "lptf": {},
    "saf": {},
    "smith": {},
}
"""Parameters by key."""


@dataclass(frozen=True)
class Ratios:
    """Criteria over bounds, each the ratio of sums over the repetitions, as in the paper."""

    makespan: float
    """Over the certificate of the dual approximation."""
    printed: float
    """Σ w·C over the linear program as printed."""
    price: float
    """Σ w·C over the price bound."""


def compare(model: str, jobs: int, seeds: range, keys: tuple[str, ...]) -> dict[str, Ratios]:
    """Run the algorithms on workloads of so many jobs, one for each seed."""
    sums = {key: [0.0, 0.0] for key in keys}
    bounds = [0.0, 0.0, 0.0]
    for number in seeds:
        workload = generate(model, jobs=jobs, processors=PROCESSORS, params={"seed": number})
        for key in keys:
            result = solve(Instance(workload, Platform.of(PROCESSORS)), key, ALGORITHMS[key])
            sums[key][0] += result.metrics["makespan"]
            sums[key][1] += result.metrics["sum_weighted_completion"]
        found = result.bounds
        bounds[0] += found["makespan"]["dual"]
        bounds[1] += found["minsum"]["paper_lp"]
        bounds[2] += found["minsum"]["price"]
    return {
        key: Ratios(makespan / bounds[0], total / bounds[1], total / bounds[2])
        for key, (makespan, total) in sums.items()
    }

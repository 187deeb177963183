"""Bounds on Σ w·C and price-guided lists: one core, compiled code warm."""

from collections.abc import Iterator

import numpy as np

from parsched.data.generators import generate
from parsched.measure.allotment.choices import Choices
from parsched.measure.bounds import BOUNDS, price_response
from parsched.measure.bounds.price_response import Configurations, Prices
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from tests.bench.cpu import seconds
from tests.bench.row import Row
from tests.twins import uncompiled

JOBS = 400
PROCESSORS = 200
MODELS = ("weak", "high", "mixed", "cirne")
MOST = {"paper_lp": 1, "interval_lp": 1, "price": 2}
"""Seconds of each bound."""
AT_THE_LIMITS = {"paper_lp": 0.8, "interval_lp": 1, "price": 4.5}
"""Seconds for the most jobs and configurations."""


def rows() -> Iterator[Row]:
    """Measure; of the four models the slowest counts."""
    machine = Platform.of(PROCESSORS)
    cases = [generate(model, jobs=JOBS, processors=PROCESSORS) for model in MODELS]
    for key, most in MOST.items():
        compute = BOUNDS["minsum"][key].compute
        took = max(seconds(lambda c=compute, w=w: c(w, machine)) for w in cases)  # type: ignore[misc]
        ratio = speed_up(cases[1]) if key == "price" else None
        yield Row(f"bound {key}, {JOBS} × {PROCESSORS}", took, "s", most=most, ratio=ratio)
    yield from at_the_limits()
    declared = algorithm("price")
    for moves in (0, 2_000):
        params = declared.params.from_mapping({"iterations": 40, "local_search": moves})
        took = max(
            seconds(lambda w=w, p=params: declared.solver(Instance(w, machine), p, Stop()))  # type: ignore[misc]
            for w in cases
        )
        name = f"price, 40 iterations, {moves:,} moves, {JOBS} × {PROCESSORS}"
        yield Row(name, took, "s", most=1)


def at_the_limits() -> Iterator[Row]:
    """Measure the bounds for the most jobs and configurations that they are computed for."""
    for key, seconds_at_most in AT_THE_LIMITS.items():
        bound = BOUNDS["minsum"][key]
        jobs, most = bound.most_jobs or 0, bound.most_configurations or 0
        for count, processors in ((jobs, most // jobs), (most // 2_000, 2_000)):
            workload = generate("mixed", jobs=count, processors=processors)
            platform = Platform.of(processors)
            took = seconds(lambda b=bound, w=workload, p=platform: b.compute(w, p), 1)  # type: ignore[misc]
            name = f"bound {key}, {count:,} × {processors:,}"
            yield Row(name, took, "s", most=seconds_at_most)


def speed_up(workload: Workload) -> float:
    """Time of the plain twin over the time of the kernel that lets jobs choose."""
    fast = seconds(lambda: answer(workload))
    with uncompiled(price_response):
        return seconds(lambda: answer(workload), 1) / fast


def answer(workload: Workload) -> None:
    """Let all jobs choose at prices that fall with time."""
    choices = Choices.of(workload, PROCESSORS)
    edges, rates = np.linspace(0, 20, 61), np.linspace(10, 0, 60)
    prices = Prices(edges, rates, np.append(0.0, np.cumsum(rates * np.diff(edges))))
    chosen, start = choices.offsets[1:] - 1, workload.release.copy()
    arrays = (workload.weight, workload.release, prices, chosen, start)
    price_response.respond(Configurations(*choices[:3]), *arrays, 0, 25)

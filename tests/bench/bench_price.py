"""Bounds on Σ w·C and price-guided lists: one core, compiled code warm."""

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from algorithms.allotment.choices import Choices
from algorithms.bounds import BOUNDS
from algorithms.catalogue import algorithm
from algorithms.generators import generate
from algorithms.kernels import price as kernels
from algorithms.kernels.price import Configurations, Prices
from algorithms.platform import Platform
from algorithms.stop import Stop
from algorithms.workload import Workload
from tests.bench.row import Row
from tests.twins import uncompiled

JOBS = 400
PROCESSORS = 200
MODELS = ("weak", "high", "mixed", "cirne")
TARGETS = {"paper_lp": "≤ 1 s", "interval_lp": "≤ 1 s", "price": "≤ 2 s"}


def seconds(run: Callable[[], object], repetitions: int = 3) -> float:
    """Shortest of several runs."""
    best = float("inf")
    for _ in range(repetitions):
        began = perf_counter()
        run()
        best = min(best, perf_counter() - began)
    return best


def rows() -> Iterator[Row]:
    """Measure; of the four models the slowest counts."""
    machine = Platform.of(PROCESSORS)
    cases = [generate(model, jobs=JOBS, processors=PROCESSORS) for model in MODELS]
    for key, target in TARGETS.items():
        compute = BOUNDS["minsum"][key].compute
        took = max(seconds(lambda c=compute, w=w: c(w, machine)) for w in cases)  # type: ignore[misc]
        ratio = f"{speed_up(cases[1]):,.0f} ×" if key == "price" else ""
        yield Row(f"bound {key}, {JOBS} × {PROCESSORS}", f"{took:.2f} s", target, ratio)
    yield from at_the_limits()
    declared = algorithm("price")
    for moves in (0, 2_000):
        params = declared.params.from_mapping({"iterations": 40, "local_search": moves})
        took = max(
            seconds(lambda w=w, p=params: declared.solver(w, machine, p, Stop()))  # type: ignore[misc]
            for w in cases
        )
        name = f"price, 40 iterations, {moves:,} moves, {JOBS} × {PROCESSORS}"
        yield Row(name, f"{took:.2f} s", "≤ 1 s")


def at_the_limits() -> Iterator[Row]:
    """Measure the bounds for the most jobs and configurations that they are computed for."""
    for key in TARGETS:
        bound = BOUNDS["minsum"][key]
        jobs, most = bound.most_jobs or 0, bound.most_configurations or 0
        for count, processors in ((jobs, most // jobs), (most // 2_000, 2_000)):
            workload = generate("mixed", jobs=count, processors=processors)
            platform = Platform.of(processors)
            took = seconds(lambda b=bound, w=workload, p=platform: b.compute(w, p), 1)  # type: ignore[misc]
            yield Row(f"bound {key}, {count:,} × {processors:,}", f"{took:.2f} s")


def speed_up(workload: Workload) -> float:
    """Time of the plain twin over that of the kernel that lets jobs choose."""
    fast = seconds(lambda: answer(workload))
    with uncompiled(kernels):
        return seconds(lambda: answer(workload), 1) / fast


def answer(workload: Workload) -> None:
    """Let all jobs choose at prices that fall with time."""
    choices = Choices.of(workload, PROCESSORS)
    edges, rates = np.linspace(0, 20, 61), np.linspace(10, 0, 60)
    prices = Prices(edges, rates, np.append(0.0, np.cumsum(rates * np.diff(edges))))
    chosen, start = choices.offsets[1:] - 1, workload.release.copy()
    arrays = (workload.weight, workload.release, prices, chosen, start)
    kernels.respond(Configurations(*choices[:3]), *arrays, 0, 25)

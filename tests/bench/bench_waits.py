"""Bounds on waits and slowdowns: one core, compiled code warm."""

from collections.abc import Callable, Iterator
from math import log10
from pathlib import Path

from parsched.data.formats import read
from parsched.data.generators import generate
from parsched.measure.bounds import waits
from parsched.measure.bounds.registry import no_pause
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from tests.bench.cpu import once
from tests.bench.row import Row

TRACES = Path(__file__).resolve().parents[3] / "shared" / "traces"
CASES = {
    "KTH-SP2-1996-2.1-cln": (100, 650, 2.0),
    "HPC2N-2002-2.2-cln": (240, 2_900, 12.0),
    "SDSC-BLUE-2000-4.2-cln": (1152, 640, 12.0),
}
"""Processors, the least bound on the mean wait, and the most seconds of both bounds."""
PROCESSORS = 256
FEW, MANY = 100_000, 1_000_000
MOST = 15.0
"""Seconds for many jobs."""


def rows() -> Iterator[Row]:
    """Measure traces, and how the time grows with jobs, in calm and in overload."""
    for name, (processors, least, most) in CASES.items():
        path = TRACES / f"{name}.swf.gz"
        if path.is_file():
            jobs = Instance(read(str(path)).workload, Platform.of(processors)).jobs
            yield from on_trace(name.rsplit("-", 3)[0], jobs, processors, least, most)
    for load in (0.8, 1.05):
        few, many = (wait_of(count, load) for count in (FEW, MANY))
        yield Row(f"mean wait, {MANY:,} jobs at load {load}", many, "s", most=MOST)
        growth = log10(many / few)
        yield Row(f"mean wait, growth exponent at load {load}", growth, "", most=1.2)


def on_trace(
    name: str, jobs: Workload, processors: int, least: float, most: float
) -> Iterator[Row]:
    """Measure both bounds of a real trace."""
    machine = Platform.of(processors)
    bounds: list[float] = []

    def both() -> None:
        bounds.append(waits.wait_price(jobs, machine, no_pause))
        bounds.append(waits.slowdown_price(jobs, machine, no_pause))

    took = once(both)
    yield Row(f"mean wait and slowdown, {name}, {len(jobs):,} jobs", took, "s", most=most)
    yield Row(f"bound on the mean wait, {name}", bounds[0], "s wait", least=least)


def wait_of(count: int, load: float) -> float:
    """Return the time of the bound on the mean wait of generated jobs."""
    jobs = generate("uniform", jobs=count, processors=PROCESSORS, params={"load": load})
    compute: Callable[..., float] = waits.wait_price
    return once(lambda: compute(jobs, Platform.of(PROCESSORS), no_pause))

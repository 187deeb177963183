"""What a run costs besides its algorithm: eight jobs, from the claim to the stored result."""

from collections.abc import Iterator

from tests.bench.programs import measured
from tests.bench.row import Row


def rows() -> Iterator[Row]:
    """Measure."""
    found = measured("tiny_runs")
    yield Row("LTF on 8 jobs in a warm worker, median", found["milliseconds"], "ms", most=15)
    yield Row("the same: statements to the database", found["queries"], "", most=10)
    yield Row("DEMT on 8 jobs whose bounds are known", found["demt"], "ms", most=30)
    bounds = found["demt with bounds"] - found["demt"]
    yield Row("bounds of 8 moldable jobs that are new", bounds, "ms", most=60)

"""Studies of 100,000 runs: what their page costs the server, and their batches the workers."""

from collections.abc import Iterator

from tests.bench.programs import measured
from tests.bench.row import Row


def rows() -> Iterator[Row]:
    """Measure."""
    found = measured("large_study")
    yield Row("runs of the large study", found["runs"], "", least=100_000)
    yield Row("its batches", found["batches"], "", most=4_000)
    yield Row("its page", found["page"], "ms", most=150)
    yield Row("its page: queries", found["queries"], "", most=15)
    yield Row("its summary, by a worker", found["summary"], "s", most=10)
    yield Row("overhead of a run in a batch", found["overhead"], "ms", most=1)

"""How long `make run` takes once it has run before: from the command to the ready address."""

import os
import tempfile
from collections.abc import Iterator
from time import perf_counter

from tests.bench.row import Row
from tests.launch.launched import launched


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SCHEDWEB_DATA": folder}
        yield Row("first start, samples computed", f"{seconds_to_start(environment):.1f} s")
        yield Row("second start", f"{seconds_to_start(environment):.1f} s", "≤ 5 s")


def seconds_to_start(environment: dict[str, str]) -> float:
    """Until the launcher prints the address."""
    began = perf_counter()
    with launched("local", environment):
        return perf_counter() - began

"""What starting costs, from the command to the ready address and the end of all programs."""

import os
import tempfile
from collections.abc import Iterator

from tests.bench.cpu import with_programs
from tests.bench.row import Row
from tests.launch.launched import launched


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SCHEDWEB_DATA": folder}
        yield Row("first start", seconds_to_start(environment), "s", most=25)
        yield Row("second start", seconds_to_start(environment), "s", most=22)


def seconds_to_start(environment: dict[str, str]) -> float:
    """Of the launcher and its programs, which end once the address is there."""

    def start() -> None:
        with launched("local", environment):
            pass

    return with_programs(start)

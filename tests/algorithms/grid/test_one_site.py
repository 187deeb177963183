"""A grid of one site: there is nothing to allocate, so its local scheduler decides alone."""

import pytest

from algorithms.catalogue import algorithm
from algorithms.generators import generate
from algorithms.grid.strategies import STRATEGIES
from algorithms.platform import Platform
from algorithms.solve import solve

BUSY = generate("lublin", jobs=300, processors=16, params={"load": 1.5, "estimates": "typical"})


@pytest.mark.parametrize("local", ["fcfs", "easy", "conservative"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_is_the_local_scheduler(strategy: str, local: str) -> None:
    platform = Platform.of(16)
    params = {"strategy": strategy, "local": local, "admissible": 0.5, "estimates": "kill"}
    grid = solve(BUSY, platform, "grid", params)
    alone = solve(BUSY, platform, local, {"estimates": "kill"})
    assert grid.schedule.start.tolist() == alone.schedule.start.tolist()
    assert algorithm("grid").supports.refusal(BUSY, platform) is None
    assert len(grid.warnings) == 1

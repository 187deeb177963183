"""A grid of one site: there is nothing to allocate, so its local scheduler decides alone."""

import pytest

from parsched.data.generators import generate
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import algorithm
from parsched.policies.grid.strategies import STRATEGIES
from parsched.run.solve import solve

BUSY = generate("lublin", jobs=300, processors=16, params={"load": 1.5, "estimates": "typical"})


@pytest.mark.parametrize("local", ["fcfs", "easy", "conservative"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_is_the_local_scheduler(strategy: str, local: str) -> None:
    instance = Instance(BUSY, Platform.of(16), Rules(estimates="kill"))
    params = {"strategy": strategy, "local": local, "admissible": 0.5}
    grid = solve(instance, "grid", params)
    alone = solve(instance, local)
    assert grid.schedule.start.tolist() == alone.schedule.start.tolist()
    assert algorithm("grid").supports.refusal(instance) is None
    assert len(grid.warnings) == 1

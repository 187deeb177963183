"""Who reads how a policy is computed meets few rooms on the way."""

import pytest

from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve
from tests.rooms import entered


@pytest.mark.parametrize("algorithm", ["easy", "conservative", "demt", "ltf"])
def test_solve_enters_at_most_seven_rooms(algorithm: str) -> None:
    instance = Instance(generate("uniform", jobs=20, processors=8), Platform.of(8))
    solve(instance, algorithm)  # Kernels are loaded.
    rooms = entered(lambda: solve(instance, algorithm))
    assert {"parsched.run", "parsched.policies", "parsched.model"} <= rooms
    assert len(rooms) <= 7, sorted(rooms)

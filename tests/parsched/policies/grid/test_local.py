"""What sites follow, as people give it."""

import pytest

from parsched.base.errors import ParameterError
from parsched.data.generators import generate
from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.grid.grid import GridParams
from parsched.policies.grid.local import LOCAL, policy_of_sites
from parsched.policies.online.presets import PRESETS
from parsched.run.request import requests
from parsched.run.solve import solve

BUSY = generate("lublin", jobs=200, processors=16, params={"load": 2.0, "estimates": "typical"})
FORMULA = "(w/p)^3*q"


def starts(**params: object) -> list[float]:
    """Starts on two sites."""
    solution = solve(Instance(BUSY, Platform.of(16, 16)), "grid", params)
    return list(solution.schedule.start.tolist())


@pytest.mark.parametrize("key", PRESETS)
def test_a_named_policy_is_a_queue_with_its_values(key: str) -> None:
    values = PRESETS[key].policy(Params()).changed()
    given = {f"local.{name}": value for name, value in values.items()}
    for strategy in ("mpl", "mwt", "mst"):
        named = starts(strategy=strategy, local=key)
        assert named == starts(strategy=strategy, local="queue", **given)


def test_a_list_is_first_fit() -> None:
    assert starts(strategy="mct", local="list") == starts(strategy="mct", local="first-fit")
    assert set(LOCAL) == {*PRESETS, "queue", "list"}


def test_a_policy_comes_as_text_and_goes_as_text() -> None:
    text = f"grid:local=queue,local.order=formula,local.formula={FORMULA},local.depth=100"
    (request,) = requests([text])
    assert request.text == text
    params = request.params
    assert isinstance(params, GridParams)
    assert policy_of_sites(params.local).formula == FORMULA
    assert "(w/p)^3*q" in params.words()["local.formula"]


def test_old_values_are_read() -> None:
    for key in ("fcfs", "easy", "conservative", "list"):
        params = GridParams.from_mapping({"local": key})
        assert GridParams.from_mapping(params.as_dict()) == params
        assert params.flat()["local"] == key


def test_what_does_not_apply_is_refused_and_left_out_of_sweeps() -> None:
    with pytest.raises(ParameterError) as caught:
        GridParams.from_mapping({"local": "queue", "local.formula": FORMULA})
    assert set(caught.value.errors) == {"local.formula"}
    sweep = f"grid:local=queue,local.order=sjf|formula,local.formula={FORMULA}"
    first, second = (one.params for one in requests([sweep]))
    assert first.flat()["local.order"] == "sjf"
    assert second.flat()["local.formula"] == FORMULA


def test_what_the_local_queue_refuses_the_grid_refuses() -> None:
    instance = Instance(BUSY, Platform.of(16, 16))
    given = {"local": "queue", "local.order": "multifactor", "local.qos_factors": "nobody:1"}
    refusal = GridParams.from_mapping(given).refusal(instance)
    assert refusal is not None
    assert refusal.startswith("runs queue at its sites, which gives qos_factors to nobody")

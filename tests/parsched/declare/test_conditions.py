"""What does not apply is no part of a run: not of its label, its text, or what it equals."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params
from parsched.declare.spec import When
from parsched.declare.sweeps import Variants
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import algorithm
from parsched.policies.grid.grid import GridParams
from parsched.policies.online.policy import QueueParams
from parsched.run.request import RequestEntry, check, default_label, requests
from parsched.run.solve import solve
from tests.parsched.factories import rigid

ONE = Instance(rigid((0, 1, 5)), Platform.of(4))


def test_values_are_those_that_apply() -> None:
    params = QueueParams(order="sjf")
    named = set(params.flat())
    assert named == set(params.as_dict()) == {spec.name for spec in params.flat_specs()}
    assert "order" in named
    assert not {"formula", "weight_age", "compress", "half_life"} & named
    everything = QueueParams(order="multifactor", reservations=2, fair_share="classic")
    assert {"weight_age", "compress", "half_life", "dampening"} <= set(everything.flat())
    assert QueueParams.from_mapping(everything.as_dict()) == everything


def test_values_of_nested_parameters_are_those_that_apply() -> None:
    params = GridParams.from_mapping({"local": "queue", "local.order": "sjf"})
    assert "local.weight_age" not in params.flat()
    assert "weight_age" not in params.as_dict()["local"]["params"]
    assert params.as_dict()["local"]["params"]["order"] == "sjf"
    assert GridParams.from_mapping(params.as_dict()) == params


def test_labels_and_texts_do_not_name_what_does_not_apply() -> None:
    vary = {"order": ["sjf", "multifactor"], "weight_age": [5.0, 9.0]}
    found = check([RequestEntry("queue", vary=vary)], ONE)
    assert [one.label for one in found] == [
        "Queue, order sjf",
        "Queue, order multifactor, weight age = 5",
        "Queue, order multifactor, weight age = 9",
    ]
    assert [one.text for one in found] == [
        "queue:order=sjf",
        "queue:order=multifactor,weight_age=5.0",
        "queue:order=multifactor,weight_age=9.0",
    ]
    label = default_label(algorithm("queue"), QueueParams(order="sjf"), ["weight_age", "order"])
    assert label == "Queue (order sjf)"


def test_results_tell_of_what_applies() -> None:
    result = solve(ONE, "queue", QueueParams(order="sjf"))
    assert "weight_age" not in result.params
    assert result.params["order"] == "sjf"


def test_a_condition_may_have_alternatives() -> None:
    condition = When("a", ("x", "y"), either=(When("b", ("fairshare",), mentions=True),))
    assert condition.words == "with a=x or a=y, or with fairshare in b"
    assert [one.name for one in condition.within("local").each] == ["local.a", "local.b"]
    mentions = condition.each[1]
    assert mentions.holds("2*fairshare+w")
    assert not any(map(mentions.holds, ("fairshares", "2", "", 3)))


@pytest.mark.parametrize("name", ["formula", "backfill_formula"])
@pytest.mark.parametrize(
    ("factor", "values"),
    [
        ("fairshare", {"half_life": 5.0, "fair_share": "classic", "dampening": 2.0}),
        ("fairshare", {"account_shares": "a:2", "user_shares": "b:3", "calc_period": 0.0}),
        ("partition", {"partition_factors": "p:1"}),
        ("qos", {"qos_factors": "q:1"}),
        ("nice", {"nice": "u:5"}),
    ],
)
def test_what_a_factor_is_made_of_applies_to_any_formula_with_it(
    name: str, factor: str, values: dict[str, Any]
) -> None:
    order = name.replace("formula", "order").removeprefix("_")
    given = {order: "formula", name: f"-w*{factor}", **values}
    assert QueueParams.from_mapping(given).changed() == given
    for missing in ({name: "-w"}, {order: "sjf"}):
        with pytest.raises(ParameterError, match="applies only with"):
            QueueParams.from_mapping(given | missing)
    (request,) = requests(["queue:" + ",".join(f"{n}={value}" for n, value in given.items())])
    assert set(given) <= set(request.params.flat())


NUMBERS = st.lists(st.integers(0, 4), min_size=1, max_size=3, unique=True)
SWEEPS = st.fixed_dictionaries(
    {},
    optional={
        "order": st.lists(
            st.sampled_from(["arrival", "sjf", "multifactor", "formula"]), min_size=1, unique=True
        ),
        "backfill": st.lists(st.sampled_from(["on", "off"]), min_size=1, unique=True),
        "backfill_order": st.lists(
            st.sampled_from(["same", "sjf", "formula"]), min_size=1, unique=True
        ),
        "reservations": st.lists(st.sampled_from([0, 1, 2, "all"]), min_size=1, unique=True),
        "compress": st.lists(st.sampled_from(["arrival", "none"]), min_size=1, unique=True),
        "fair_share": st.lists(st.sampled_from(["tree", "classic"]), min_size=1, unique=True),
        "dampening": st.lists(st.sampled_from([1.0, 2.0]), min_size=1, unique=True),
        "weight_age": NUMBERS,
        "half_life": NUMBERS,
        "depth": NUMBERS,
    },
)
FORMULAS = st.sampled_from(["-w", "fairshare"])


@given(SWEEPS, FORMULAS, st.booleans())
def test_runs_are_counted_as_they_are_made(
    vary: dict[str, list[Any]], formula: str, nested: bool
) -> None:
    declared = GridParams if nested else QueueParams
    fixed = {"backfill_formula": formula}
    if nested:
        vary = {"local": ["queue"], **{f"local.{name}": own for name, own in vary.items()}}
        fixed = {f"local.{name}": text for name, text in fixed.items()}
    found = Variants.of(declared, fixed, vary)
    if all(len(values) == 1 for values in found.values.values()):
        assert found.count == 1
        return
    runs = list(found.params())
    assert found.count == len(runs) == len(set(runs))

    def places(run: Params) -> list[int]:
        said = run.flat()
        return [own.index(said[n]) if n in said else 0 for n, own in found.values.items()]

    assert [places(run) for run in runs] == sorted(map(places, runs))


def test_the_last_value_changes_fastest_whatever_depends_on_whatever() -> None:
    vary = {"reservations": [1, 2], "backfill": ["on", "off"], "compress": ["none", "order"]}
    found = Variants.of(QueueParams, {}, vary)
    assert [one.changed() for one in found.params()] == [
        {},
        {"backfill": "off"},
        {"reservations": 2, "compress": "none"},
        {"reservations": 2, "compress": "order"},
    ]


def test_many_runs_that_are_one_are_counted_at_once() -> None:
    numbers = "1:1000"
    vary = {"order": "sjf", "weight_age": numbers, "weight_qos": numbers, "weight_size": numbers}
    assert Variants.of(QueueParams, {}, vary).count == 1
    assert Variants.of(QueueParams, {}, vary | {"order": "all"}).count == 10**9 + 16
    (run,) = Variants.of(QueueParams, {}, vary).params()
    assert run == QueueParams(order="sjf")


def test_a_comparison_takes_as_many_runs_as_are_left() -> None:
    vary = {"order": "sjf|saf|multifactor", "weight_age": "1:198"}
    assert len(check([RequestEntry("queue", vary=vary)], ONE)) == 200
    with pytest.raises(ParameterError) as caught:
        check([RequestEntry("queue", vary=vary | {"weight_age": "1:199"})], ONE)
    assert "this one would have 201" in caught.value.errors["entries"]

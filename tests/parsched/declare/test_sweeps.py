"""Parameters with several values, and the runs that these make."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params, choice, integer, real, text
from parsched.declare.sweeps import Sweep, Variants, json_schema, several, typed
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.grid.grid import GridParams
from parsched.policies.grid.strategies import STRATEGIES
from parsched.run.request import requests

SPECS = {spec.name: spec for spec in GridParams.specs()}


@dataclass(frozen=True, kw_only=True)
class Plain(Params):
    order: str = choice("shortest", ("shortest", "all"), "Order.")
    depth: int = integer(1, "How deep.", low=1, high=64)
    share: float = real(0.5, "How much.", low=0.0, high=1.0)
    note: str = text("", "What for.", longest=20)


PLAIN = {spec.name: spec for spec in Plain.specs()}


@pytest.mark.parametrize(
    ("name", "given", "values"),
    [
        ("admissible", "0.1:1:0.1", (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)),
        ("admissible", " 0.1, 0.2 ,1", (0.1, 0.2, 1.0)),
        ("admissible", "0.1:0.5:0.2, 1,", (0.1, 0.3, 0.5, 1.0)),
        ("admissible", "0.25:1:0.5", (0.25, 0.75)),
        ("admissible", [0.5, "1", 0.5], (0.5, 1.0)),
        ("admissible", (1,), (1,)),
        ("seed", "1:4", (1, 2, 3, 4)),
        ("seed", "5 : 15 : 5 | 2", (5, 10, 15, 2)),
        ("seed", [1.0, "7"], (1, 7)),
        ("strategy", "mst|mpl", ("mst", "mpl")),
        ("strategy", "mst, mpl", ("mst", "mpl")),
        ("strategy", "all", tuple(STRATEGIES)),
        ("strategy", ["random"], ("random",)),
    ],
)
def test_values_are_lists_or_ranges(name: str, given: object, values: tuple[object, ...]) -> None:
    assert several(SPECS[name], given) == values


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([tenth / 10 for tenth in range(1, 11)], "0.1:1:0.1"),
        ([0.5, 1.0], "0.5, 1"),
        ([1.0], "1"),
        ([100, 200, 300], "100:300:100"),
        ([1, 2, 4], "1, 2, 4"),
        ([3, 2, 1], "3, 2, 1"),
        ([1e-7, 20.0], "0.0000001, 20"),
    ],
)
def test_numbers_are_written_as_they_are_read(values: list[float], text: str) -> None:
    assert typed(values) == text
    assert several(replace(SPECS["admissible"], low=None, high=None), text) == tuple(values)


def test_a_choice_that_is_called_all_is_taken_as_it_is() -> None:
    assert several(PLAIN["order"], "all") == ("all",)


@given(st.integers(0, 300), st.integers(1, 50), st.integers(0, 60), st.integers(0, 4))
def test_steps_of_a_range_are_exact_in_decimals(
    low: int, step: int, count: int, places: int
) -> None:
    def written(number: int) -> str:
        return f"{number}e-{places}"

    spec = SPECS["seed"] if places == 0 else PLAIN["share"]
    numbers = [low + k * step for k in range(count + 1)]
    if places and numbers[-1] > 10**places:
        return
    text = f"{written(numbers[0])}:{written(numbers[-1])}:{written(step)}"
    assert several(spec, text) == tuple(float(written(number)) for number in numbers)


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("admissible", "", "needs at least one value"),
        ("admissible", [], "needs at least one value"),
        ("admissible", " , ", "needs at least one value"),
        ("admissible", "0.5, 7", "a number above 0 and at most 1, got 7"),
        ("admissible", "0:1:0.5", "got 0.0"),
        ("admissible", "0.5, often", "got 'often'"),
        ("admissible", [0.5, [1]], "got [1]"),
        ("admissible", 0.5, "a list of values, or text such as 0.1:1:0.1"),
        ("admissible", {"a": 1}, "a list of values"),
        ("admissible", "1:0.1:0.1", "from:to:step with a step above 0, such as 0.1:1:0.1"),
        ("admissible", "0.1:1:0", "step above 0"),
        ("admissible", "0.1:1:-0.1", "step above 0"),
        ("admissible", "0.1:x:0.1", "got '0.1:x:0.1'"),
        ("admissible", "0.1:1:0.1:1", "from:to:step"),
        ("admissible", "nan:1:0.1", "from:to:step"),
        ("admissible", "0.1:inf:0.1", "from:to:step"),
        ("admissible", "1e900000:1e900000:1", "from:to:step"),
        ("admissible", "0.1:1:1e-9", "may have 1,000 values"),
        ("admissible", "0.1:1:1e-999999", "may have 1,000 values"),
        ("admissible", "0.001:1:0.001, 0.5", "may have 1,000 values, '0.001:1:0.001, 0.5' are"),
        ("seed", "0:999," * 40_000, "may have 1,000 values, '0:999,0:999"),
        ("seed", [1] * 1_001, "may have 1,000 values, 1,001 values are more"),
        ("seed", "1:2:0.5", "got 1.5"),
        ("seed", "1:1e30", "got '1:1e30'"),
        ("strategy", "mpl|best", "got 'best'"),
    ],
)
def test_values_that_break_a_rule_are_named(name: str, given: object, told: str) -> None:
    with pytest.raises(ParameterError) as caught:
        several(SPECS[name], given)
    assert told in caught.value.errors[name]
    assert len(caught.value.errors[name]) < 200


def test_text_takes_one_value() -> None:
    with pytest.raises(ParameterError) as caught:
        several(PLAIN["note"], ["a", "b"])
    assert caught.value.errors == {"note": "note is text, which takes one value only"}
    assert "note" not in json_schema(Plain)["properties"]


def test_the_last_declared_parameter_changes_fastest() -> None:
    vary = {"admissible": "0.5, 1", "strategy": ["mst", "mpl"]}
    found = Variants.of(GridParams, {"local": "fcfs"}, vary)
    assert found.count == 4
    assert [params.changed() for params in found.params()] == [
        {"strategy": "mst", "admissible": 0.5, "local": "fcfs"},
        {"strategy": "mst", "local": "fcfs"},
        {"admissible": 0.5, "local": "fcfs"},
        {"local": "fcfs"},
    ]


def test_nothing_varied_is_one_run() -> None:
    found = Variants.of(GridParams, {"seed": "3"}, {})
    assert (found.count, [p.changed() for p in found.params()]) == (1, [{"seed": 3}])


def test_every_wrong_name_and_value_is_told_at_once() -> None:
    fixed = {"local": "never", "unheard": 1, "seed": 1}
    with pytest.raises(ParameterError) as caught:
        Variants.of(GridParams, fixed, {"seed": [1, 2], "unknown": [1], "admissible": "2, 3"})
    assert set(caught.value.errors) == {"local", "unheard", "seed", "unknown", "admissible"}
    assert "is given twice" in caught.value.errors["seed"]
    assert "is not a parameter here" in caught.value.errors["unknown"]


def told(declared: type[Params], **vary: object) -> list[str]:
    found = Variants.of(declared, {}, vary)
    return [found.wording(params) for params in found.params()]


def test_runs_are_told_apart_in_few_words() -> None:
    assert told(GridParams, strategy="lbal-s|mst", admissible="0.5, 1") == [
        "LBal_S, a = 0.5",
        "LBal_S, a = 1",
        "MST, a = 0.5",
        "MST, a = 1",
    ]
    assert told(GridParams, strategy="lbal-s|mst", admissible=[1]) == ["LBal_S", "MST"]
    assert told(GridParams, local="fcfs|easy", seed="1, 2")[0] == "local fcfs, seed = 1"
    assert Variants.of(GridParams, {}, {"strategy": "all"}).is_named
    assert not Variants.of(GridParams, {}, {"strategy": ["mst"], "seed": "1:2"}).is_named


@pytest.mark.parametrize("key", [a.key for a in ALGORITHMS.values() if a.sweeps])
def test_ready_made_sweeps_make_different_runs(key: str) -> None:
    declared = ALGORITHMS[key]
    assert len({sweep.key for sweep in declared.sweeps}) == len(declared.sweeps)
    for sweep in declared.sweeps:
        found = Variants.of(declared.params, {}, sweep.vary)
        assert found.count == len({found.wording(params) for params in found.params()})
        assert found.count > 1 or all(params.changed() for params in found.params())


def test_the_sweeps_of_the_grid_paper() -> None:
    counts = {s.key: Variants.of(GridParams, {}, s.vary).count for s in ALGORITHMS["grid"].sweeps}
    assert counts == {"strategies": 9, "halves": 18, "paper": 90}
    paper: Sweep = ALGORITHMS["grid"].sweeps[-1]
    assert paper.vary["admissible"] == several(SPECS["admissible"], "0.1:1:0.1")


def test_the_schema_of_several_values_has_the_limits_of_one() -> None:
    found = json_schema(GridParams)["properties"]["admissible"]["anyOf"]
    assert found[0]["items"] == {"type": "number", "exclusiveMinimum": 0.0, "maximum": 1.0}
    assert found[1]["type"] == "string"


def test_an_entry_of_the_command_line_may_be_many() -> None:
    def labels(text: str) -> list[str]:
        return [one.text for one in requests([text])]

    assert labels("grid:strategy=mst|mlp,admissible=0.5:1:0.5,local=fcfs") == [
        "grid:strategy=mst,admissible=0.5,local=fcfs",
        "grid:strategy=mst,admissible=1.0,local=fcfs",
        "grid:strategy=mlp,admissible=0.5,local=fcfs",
        "grid:strategy=mlp,admissible=1.0,local=fcfs",
    ]
    assert labels("grid:strategy=mpl|mlp") == ["grid:strategy=mpl", "grid:strategy=mlp"]
    stated = ["grid:strategy=mpl,admissible=1.0"]
    assert labels(*stated) == stated, "nothing varies, and both are so by default"
    assert requests(labels("grid:paper")) == requests(["grid:paper"])
    assert labels("easy") == ["easy"]
    assert labels("online-batch:algorithm=ltf,algorithm.placement=serial") == [
        "online-batch:algorithm=ltf,algorithm.placement=serial"
    ]
    assert len(labels("grid:paper")) == 90
    assert labels("grid:strategies,admissible_rule=more-than")[0] == (
        "grid:strategy=random,admissible=1.0,admissible_rule=more-than"
    )


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("grid:papers", "papers", "one of its sweeps, strategies, halves, paper, got 'papers'"),
        ("easy:kill", "kill", "a parameter of easy must be given as name=value, got 'kill'"),
        ("grid:paper,strategy=mst", "strategy", "is given twice"),
        ("grid:admissible=1|2", "admissible", "got 2"),
        ("grid:seed=1:1000,admissible=0.1:1:0.01", "", "may stand for 10,000 runs, 'grid:seed=1:"),
        ("grid:a=1|2", "a", "is not a parameter"),
    ],
)
def test_entries_that_cannot_be_understood_are_explained(text: str, name: str, told: str) -> None:
    with pytest.raises(ParameterError) as caught:
        requests([text])
    assert told in caught.value.errors[name]

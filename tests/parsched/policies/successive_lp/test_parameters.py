"""What one may choose, and which instances that suits."""

from typing import Any

import pytest

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import algorithm
from parsched.policies.successive_lp import parameters
from parsched.policies.successive_lp.parameters import SlpParams
from tests.parsched.factories import offline

both = pytest.mark.parametrize("key", ["slp-hybrid", "slp-pure"])


@both
@pytest.mark.parametrize("times", [(0.1, 0.3), (2**0.5, 3**0.5)])
def test_times_of_any_kind_are_taken(key: str, times: tuple[float, ...]) -> None:
    jobs = offline(*((1, time) for time in times))
    assert algorithm(key).refusal(Instance(jobs, Platform.of(4)), algorithm(key).params()) is None


@both
def test_a_coarser_grid_lets_it_take_what_is_too_large(key: str) -> None:
    instance = Instance(offline((1, 3e8), (1, 3e8 - 1)), Platform.of(10))
    refusal, params = algorithm(key).refusal, algorithm(key).params
    assert "grid=" in str(refusal(instance, params()))
    assert refusal(instance, params.from_mapping({"grid": 100})) is None


@both
@pytest.mark.parametrize(
    ("jobs", "processors", "words"),
    [
        ([(1, 50_000 + i) for i in range(9)], 4, ("columns", "up to 400,000")),
        ([(1, 3e8), (1, 3e8 - 1)], 10, ("300,000,000 rows", "up to 50,000")),
        ([(1, 49_999 - i % 2) for i in range(300)], 300, ("entries", "up to 10,000,000")),
        ([(1, 49_999 - 40_000 * (i % 2)) for i in range(30)], 300, ("columns", "up to 400,000")),
    ],
)
def test_programs_too_large_are_refused_with_their_size(
    key: str, jobs: list[tuple[int, float]], processors: int, words: tuple[str, str]
) -> None:
    refusal = algorithm(key).refusal
    text = refusal(Instance(offline(*jobs), Platform.of(processors)), algorithm(key).params())
    assert text is not None
    assert all(word in text for word in words)


@both
def test_a_list_too_long_to_be_placed_is_refused_with_its_length(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parameters, "MOST_SERIAL", 5)
    refusal, params = algorithm(key).refusal, algorithm(key).params()
    assert refusal(Instance(offline((1, 2), (1, 3), (1, 0)), Platform.of(3)), params) is None
    text = refusal(Instance(offline((1, 4), (1, 10)), Platform.of(3)), params)
    assert str(text).endswith(
        "would have to place jobs that take 7 units of 2 s one after the other; it takes up to 5"
    )


@pytest.mark.parametrize(
    ("key", "given", "most"),
    [
        ("slp-pure", {}, 2_004),
        ("slp-hybrid", {}, 200),
        ("slp-pure", {"gradient": "literal"}, 15_000),
        ("slp-pure", {"restarts": 0}, 4),
    ],
)
def test_progress_counts_the_programs_that_can_be_reached(
    key: str, given: dict[str, Any], most: int
) -> None:
    params = algorithm(key).params.from_mapping(given)
    assert isinstance(params, SlpParams)
    assert params.most_programs == most


@both
def test_very_many_times_without_a_unit_are_refused_before_they_are_rounded(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parameters, "LARGEST", parameters.LARGEST._replace(columns=2))
    refusal, params = algorithm(key).refusal, algorithm(key).params()
    text = refusal(Instance(offline((1, 2**0.5), (1, 0.1), (1, 3)), Platform.of(4)), params)
    assert str(text).endswith(
        "would have to round the times of 3 configurations, which share no unit; it takes up to 2"
    )
    whole = refusal(Instance(offline((1, 5), (1, 6), (1, 3)), Platform.of(4)), params)
    assert "columns" in str(whole)

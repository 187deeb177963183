"""Practising compiles loops; it is no search of its own."""

from collections.abc import Iterator

import pytest

from algorithms import solve as module
from algorithms.compare import Entry
from algorithms.instance import Instance
from algorithms.params import Params
from algorithms.workload import Workload


@pytest.fixture
def practised(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[Workload, str, Params]]]:
    """Collect what is solved, and solve nothing."""
    found: list[tuple[Workload, str, Params]] = []

    def note(instance: Instance, key: str, params: Params) -> None:
        found.append((instance.workload, key, params))

    monkeypatch.setattr(module, "solve", note)
    module.practise.cache_clear()
    yield found
    module.practise.cache_clear()


@pytest.mark.parametrize(
    ("text", "practice"),
    [
        ("exact:workers=2,seconds=3600", "exact:seconds=0.1,workers=2"),
        ("local-search:effort=1000,seed=4", "local-search:effort=1"),
        (
            "online-batch:algorithm=exact,algorithm.workers=2,algorithm.seed=4",
            "online-batch:algorithm=exact,algorithm.seconds=0.1,algorithm.workers=2",
        ),
        (
            "online-batch:algorithm=ltf,algorithm.placement=serial",
            "online-batch:algorithm=ltf,algorithm.placement=serial",
        ),
        ("ltf:placement=serial", "ltf:placement=serial"),
    ],
)
def test_searches_practise_for_a_moment_whatever_their_limit(
    practised: list[tuple[Workload, str, Params]], text: str, practice: str
) -> None:
    entry = Entry.parse(text)
    module.warm_up(entry.key, entry.params)
    assert {Entry(key, params).label for _, key, params in practised} == {practice}


def test_all_practise_on_the_same_jobs_so_that_bounds_are_computed_once(
    practised: list[tuple[Workload, str, Params]],
) -> None:
    for text in ("ltf", "mrt", "fcfs"):
        entry = Entry.parse(text)
        module.warm_up(entry.key, entry.params)
    assert [key for _, key, _ in practised] == ["ltf"] * 3 + ["mrt"] * 3 + ["fcfs"]
    assert len({id(jobs) for jobs, _, _ in practised}) == 3


def test_each_is_practised_once(practised: list[tuple[Workload, str, Params]]) -> None:
    entry = Entry.parse("fcfs")
    for _ in range(2):
        module.warm_up(entry.key, entry.params)
    assert len(practised) == 1


def test_another_seed_or_limit_is_not_practised_again(
    practised: list[tuple[Workload, str, Params]],
) -> None:
    for seed in range(4):
        entry = Entry.parse(f"local-search:effort={seed + 1},seed={seed}")
        module.warm_up(entry.key, entry.params)
    assert len(practised) == 3, "three sets of jobs, once"

"""Ready-made comparisons, and the makespan λ that groups are made for."""

import pytest

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.policies.catalogue import ALGORITHMS, algorithm
from parsched.policies.groups.parameters import FACTORS, TargetParams, least_target, typed_least
from parsched.run.ready_made import READY_MADE, ReadyMade
from tests.parsched.policies.groups.loads import environed

MACHINE = Platform.of(4)
JOBS = environed((2, 4.0, "a"), (1, 3.0, "b"))
LATE = environed((2, 4.0, "a"), (1, 3.0, "b"), release=(0.0, 1.0))
BARE = environed((2, 4.0, None), (1, 3.0, None))


@pytest.mark.parametrize("ready", READY_MADE.values(), ids=list(READY_MADE))
def test_every_run_is_another_one(ready: ReadyMade) -> None:
    labels = [one.text for one in ready.requests]
    assert len(set(labels)) == len(labels) > 1
    assert not set(READY_MADE) & set(ALGORITHMS), "one word says either"


def test_trade_offs_have_every_method_with_every_target() -> None:
    entries = READY_MADE["trade-offs"].requests
    family = algorithm("gls").family
    assert {e.algorithm.key for e in entries} == {
        k for k, a in ALGORITHMS.items() if a.family == family
    }
    assert len(entries) == 4 + (1 + 2 + 1) * len(FACTORS)


@pytest.mark.parametrize(
    ("key", "jobs", "machine", "reason"),
    [
        ("trade-offs", JOBS, MACHINE, None),
        ("trade-offs", BARE, MACHINE, "needs jobs with environments"),
        ("trade-offs", LATE, MACHINE, "schedules off-line"),
        ("trade-offs", JOBS, Platform.of(4, 4), "one site only"),
        ("trade-offs", JOBS, Platform.of(1), "asks for 2 processors of 1"),
        ("trade-offs-on-line", LATE, MACHINE, None),
        ("trade-offs-on-line", JOBS, MACHINE, "needs jobs that arrive over time"),
    ],
)
def test_each_says_which_jobs_it_suits(
    key: str, jobs: Workload, machine: Platform, reason: str | None
) -> None:
    found = READY_MADE[key].refusal(Instance(jobs, machine))
    assert found is None if reason is None else reason in (found or "")


def test_a_target_is_told_with_its_unit_and_once() -> None:
    names = ("lam", "lam_unit")
    assert TargetParams(lam=1.25).wording(names) == "λ = 1.25 × min"
    assert TargetParams(lam=1250000.5, lam_unit="seconds").wording(names) == "λ = 1250000.5 s"


@pytest.mark.parametrize(("unit", "got"), [("minimum", "0.5 × the minimum"), ("seconds", "0.5 s")])
def test_a_target_below_the_minimum_is_refused_with_both_in_seconds(unit: str, got: str) -> None:
    refused = TargetParams(lam=0.5, lam_unit=unit).refusal(Instance(JOBS, MACHINE))
    assert refused == f"needs λ (lam) of at least the minimum, 4 s for these jobs here, got {got}"
    assert TargetParams.notes(Instance(JOBS, MACHINE))["lam"].startswith("The minimum is 4 s")


@pytest.mark.parametrize("scale", [1e-6, 0.1, 1 / 3, 1.0, 1e5, 1e9])
def test_the_minimum_that_is_told_is_not_refused(scale: float) -> None:
    """In sentences and beside fields: a value that is rounded down would be refused again."""
    machine = Platform.of(7)
    for i in range(1, 30):
        jobs = environed((3, 4.7 * i * scale, "a"), (1, 3.1 * scale, "b"), (6, scale, "b"))
        refused = TargetParams(lam=0, lam_unit="seconds").refusal(Instance(jobs, machine))
        noted = TargetParams.notes(Instance(jobs, machine))["lam"]
        assert refused is not None
        for told in (refused.split("the minimum, ")[1], noted.removeprefix("The minimum is ")):
            params = TargetParams.from_mapping({"lam": told.split(" s ")[0], "lam_unit": "seconds"})
            assert params.refusal(Instance(jobs, machine)) is None
            assert params.target(jobs, 7) <= least_target(jobs, 7) * 1.00002


@pytest.mark.parametrize(
    ("least", "typed"),
    [
        (30.0, "30"),
        (0.1, "0.1"),
        (2 / 3, "0.666667"),
        (1921812.3, "1921813"),
        (123456789.0, "123456789"),
        (1e-7, "0.0000001"),
        (0.0, "0"),
        (1e15, "1000000000000000"),
        (1e40, "1" + 40 * "0"),
    ],
)
def test_a_least_value_is_written_as_people_type_it(least: float, typed: str) -> None:
    assert typed_least(least) == typed

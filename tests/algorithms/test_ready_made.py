"""Ready-made comparisons, and parameters that their entries share."""

import pytest

from algorithms.batches.online import OnlineBatchParams
from algorithms.catalogue import ALGORITHMS, algorithm
from algorithms.compare import Entry
from algorithms.errors import ParameterError
from algorithms.groups.gls import GlsParams
from algorithms.groups.params import (
    DEPLOY_PRESETS,
    FACTORS,
    TargetParams,
    least_target,
    typed_least,
)
from algorithms.platform import Platform
from algorithms.ready_made import READY_MADE, SHARED, ReadyMade, sharing
from algorithms.workload import Workload
from tests.algorithms.groups.loads import environed

MACHINE = Platform.of(4)
JOBS = environed((2, 4.0, "a"), (1, 3.0, "b"))
LATE = environed((2, 4.0, "a"), (1, 3.0, "b"), release=(0.0, 1.0))
BARE = environed((2, 4.0, None), (1, 3.0, None))
MEASURED = {"deploy_seconds": 200.0, "deploy_extra": 100.0}


@pytest.mark.parametrize("ready", READY_MADE.values(), ids=list(READY_MADE))
def test_every_run_is_another_one_and_knows_what_is_shared(ready: ReadyMade) -> None:
    labels = [entry.label for entry in ready.entries]
    assert len(set(labels)) == len(labels) > 1
    names = {spec.name for spec in SHARED.specs()}
    for entry in ready.entries:
        assert names <= {spec.name for spec in entry.params.innermost.specs()}
    assert not set(READY_MADE) & set(ALGORITHMS), "one word says either"


def test_trade_offs_are_those_of_every_method_with_every_target() -> None:
    entries = READY_MADE["trade-offs"].entries
    family = algorithm("gls").family
    assert {e.key for e in entries} == {k for k, a in ALGORITHMS.items() if a.family == family}
    assert len(entries) == 4 + (1 + 2) * len(FACTORS)


@pytest.mark.parametrize(
    ("key", "jobs", "machine", "reason"),
    [
        ("trade-offs", JOBS, MACHINE, None),
        ("trade-offs", BARE, MACHINE, "needs jobs with environments"),
        ("trade-offs", LATE, MACHINE, "schedules off-line"),
        ("trade-offs", JOBS, Platform.of(4, 4), "one cluster only"),
        ("trade-offs", JOBS, Platform.of(1), "asks for 2 processors of 1"),
        ("trade-offs-on-line", LATE, MACHINE, None),
        ("trade-offs-on-line", JOBS, MACHINE, "needs jobs that arrive over time"),
    ],
)
def test_each_says_which_jobs_it_suits(
    key: str, jobs: Workload, machine: Platform, reason: str | None
) -> None:
    found = READY_MADE[key].refusal(jobs, machine)
    assert found is None if reason is None else reason in (found or "")


def test_what_is_shared_reaches_whatever_does_not_say_otherwise() -> None:
    texts = ("gls", "gls:deploy_seconds=0", "gls:deploy_extra=5", "ltf")
    entries = [entry for text in texts for entry in Entry.parse_all(text)]
    found = sharing([(e.params, e.own) for e in entries], {"deploy_seconds": "200"})
    times = [p.deployment.values for p in found if isinstance(p, GlsParams)]
    assert times == [(200, 0), (0, 0), (200, 5)]
    assert found[-1] == entries[-1].params


@pytest.mark.parametrize(
    ("settings", "shared"),
    [
        ("", "deploy_seconds=200 deploy_extra=100"),
        ("lam=2 deploy_extra=0", "lam=2 deploy_extra=0 deploy_seconds=200"),
        ("deploy_seconds=1 deploy_extra=2", "deploy_seconds=1 deploy_extra=2"),
    ],
)
def test_what_is_shared_reaches_the_algorithm_of_on_line_batches(
    settings: str, shared: str
) -> None:
    params = OnlineBatchParams(algorithm="gls", settings=settings)
    (found,) = sharing([(params, ("algorithm", "settings"))], MEASURED)
    assert found.as_dict()["settings"] == shared
    other = OnlineBatchParams(algorithm="mrt")
    assert other.sharing(MEASURED, ()) is other


def test_a_shared_value_that_is_wrong_or_that_nobody_knows_is_named() -> None:
    for values in ({"deploy_seconds": -1}, {"deploy_seconds": 1}, {"lam": 1}):
        with pytest.raises(ParameterError) as caught:
            sharing([(algorithm("ltf").params(), ())], values)
        assert set(caught.value.errors) == set(values)


def test_presets_are_values_of_the_shared_parameters() -> None:
    assert [SHARED.from_mapping(p.values).deployment for p in DEPLOY_PRESETS] == [
        preset.time for preset in DEPLOY_PRESETS
    ]


def test_a_target_is_told_with_its_unit_and_once() -> None:
    names = ("lam", "lam_unit")
    assert TargetParams(lam=1.25).told(names) == "λ = 1.25 × min"
    slow = TargetParams(deploy_seconds=200, deploy_extra=100, lam=2)
    assert slow.told(slow.changed()) == "deployments of 200–300 s, λ = 2 × min"
    assert TargetParams(lam=1250000.5, lam_unit="seconds").told(names) == "λ = 1250000.5 s"


@pytest.mark.parametrize(("unit", "got"), [("minimum", "0.5 × the minimum"), ("seconds", "0.5 s")])
def test_a_target_below_the_minimum_is_refused_with_both_in_seconds(unit: str, got: str) -> None:
    refused = TargetParams(lam=0.5, lam_unit=unit).refusal(JOBS, MACHINE)
    assert refused == f"needs λ (lam) of at least the minimum, 4 s for these jobs here, got {got}"
    assert TargetParams.notes(JOBS, MACHINE)["lam"].startswith("The minimum is 4 s")


@pytest.mark.parametrize("scale", [1e-6, 0.1, 1 / 3, 1.0, 1e5, 1e9])
def test_the_minimum_that_is_told_is_not_refused(scale: float) -> None:
    """In sentences and beside fields: a value that is rounded down would be refused again."""
    machine = Platform.of(7)
    for i in range(1, 30):
        jobs = environed((3, 4.7 * i * scale, "a"), (1, 3.1 * scale, "b"), (6, scale, "b"))
        refused = TargetParams(lam=0, lam_unit="seconds").refusal(jobs, machine)
        noted = TargetParams.notes(jobs, machine)["lam"]
        assert refused is not None
        for told in (refused.split("the minimum, ")[1], noted.removeprefix("The minimum is ")):
            params = TargetParams.from_mapping({"lam": told.split(" s ")[0], "lam_unit": "seconds"})
            assert params.refusal(jobs, machine) is None
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

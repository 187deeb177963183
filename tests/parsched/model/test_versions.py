"""Versions of declarations, and which instances a change concerns."""

from dataclasses import replace

import numpy as np
import pytest

from parsched.model.concerns import (
    BEGINS_LATE,
    DECIMAL_WEIGHTS,
    DECIMALS,
    asked_of,
    has_decimals,
)
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.model.versions import (
    UNSTATED,
    Change,
    Concern,
    VersionedPart,
    check_versions,
    concerning,
    equal_since,
)
from tests.parsched.factories import moldable, rigid

EXACT = Change("times are exact", DECIMALS)
SECONDS = rigid((0, 1, 10, 20), (5, 2, 10, 20), (1_700_000_000, 1, 4, 4))


def on(jobs: Workload, deployment: DeployTime | None = None) -> Instance:
    return Instance(jobs, Platform.of(4, deployment=deployment or DeployTime()))


def with_delay(seconds: float) -> Workload:
    after = Dependencies.of(3, job=[1], before=[0], delay=[seconds])
    return replace(SECONDS, after=after)


def environed(jobs: Workload = SECONDS) -> Workload:
    return replace(jobs, environment=Labels.of(["a", "b", "a"]))


@pytest.mark.parametrize(
    "instance",
    [
        on(SECONDS),
        on(rigid((0, 1, 10), (5, 2, 10))),
        on(moldable([9, 5], [4, 3])),
        on(with_delay(60.0)),
        on(replace(SECONDS, recorded=np.array([0.0, np.nan, 7.0]))),
        on(environed(), DeployTime(seconds=200.0)),
        on(SECONDS, DeployTime(seconds=0.5)),
        on(replace(SECONDS, weight=np.array([0.1, 0.2, 0.3]))),
        on(rigid()),
    ],
    ids=[
        *("estimates", "no estimates", "moldable", "delays", "recorded", "deployments"),
        *("deployments that nobody needs", "weights", "no jobs"),
    ],
)
def test_whole_seconds_are_no_decimals(instance: Instance) -> None:
    assert not has_decimals(instance)


@pytest.mark.parametrize(
    "instance",
    [
        on(rigid((0, 1, 0.3), (0.05, 2, 100), (0.1, 1, 0.2))),
        on(rigid((0.5, 1, 10))),
        on(rigid((0, 1, 10, 10.001))),
        on(moldable([9, 4.5], [4, 3])),
        on(with_delay(0.1)),
        on(replace(SECONDS, recorded=np.array([0.0, np.nan, 7.25]))),
        on(environed(), DeployTime(seconds=0.5)),
    ],
    ids=["tenths", "release", "estimate", "moldable", "delay", "recorded", "deployment"],
)
def test_any_time_with_decimals_concerns(instance: Instance) -> None:
    assert has_decimals(instance)
    assert asked_of(instance)(DECIMALS)


def test_weights_and_beginnings_are_concerns_of_their_own() -> None:
    asks = asked_of(on(replace(SECONDS, weight=np.array([0.1, 1.0, 1.0]))))
    assert (asks(DECIMAL_WEIGHTS), asks(DECIMALS), asks(BEGINS_LATE)) == (True, False, False)
    assert asked_of(on(rigid((7, 1, 10))))(BEGINS_LATE)


@pytest.mark.parametrize(
    ("changes", "since", "decimals", "others"),
    [
        ({2: EXACT}, 1, 1, 0),
        ({2: EXACT}, 2, 0, 0),
        ({}, 1, 1, 1),
        ({3: EXACT}, 1, 2, 1),
        ({2: EXACT, 3: EXACT}, 1, 2, 0),
        ({2: Change("ties"), 3: EXACT}, 2, 1, 0),
        ({2: Change("both", (DECIMALS, DECIMAL_WEIGHTS))}, 1, 1, 0),
    ],
)
def test_what_changed_since_a_version(
    changes: dict[int, Change], since: int, decimals: int, others: int
) -> None:
    declared = VersionedPart(key="x", title="x", version=max(changes, default=2), changes=changes)
    assert len(concerning(declared, since, lambda concern: concern is DECIMALS)) == decimals
    assert len(concerning(declared, since, lambda _: False)) == others


def test_a_change_that_says_nothing_concerns_all() -> None:
    assert concerning(VersionedPart(key="x", title="x", version=2), 1, lambda _: False) == [
        UNSTATED
    ]


def test_the_least_version_of_equal_results() -> None:
    later = VersionedPart(
        key="x", title="x", version=4, changes={2: EXACT, 3: Change("ties"), 4: EXACT}
    )
    assert equal_since(later, lambda _: True) == 4
    assert equal_since(later, lambda _: False) == 3
    assert equal_since(VersionedPart(key="x", title="x"), lambda _: True) == 1


@pytest.mark.parametrize(
    ("version", "changes", "fault"),
    [
        (0, {}, "must have a version of 1 or more, got 0"),
        (True, {}, "must have a version of 1 or more, got True"),
        ("2", {}, "must have a version of 1 or more, got '2'"),
        (1, {2: EXACT}, "changes must be of versions from 2 to 1, got 2"),
        (2, {1: EXACT}, "changes must be of versions from 2 to 2, got 1"),
        (2, {"2": EXACT}, "changes must be of versions from 2 to 2, got '2'"),
        (2, {2: "exact"}, "changes must be a Change for each version, got 'exact'"),
        (2, [EXACT], "changes must be a mapping of versions, got "),
    ],
)
def test_a_wrong_version_is_refused_by_its_rule(
    version: object, changes: object, fault: str
) -> None:
    assert check_versions(version, changes).startswith(fault)


def test_a_concern_asks_what_other_processes_find() -> None:
    with pytest.raises(ValueError, match="must ask a function of a module"):
        Concern(key="x", words="x", holds=lambda instance: True)

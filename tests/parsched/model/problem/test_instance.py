"""The instance: one problem for all algorithms, with a digest."""

import doctest
from dataclasses import replace

import numpy as np
import pytest

import parsched.model.problem.instance
from parsched.base.errors import ParameterError
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Cluster, DeployTime, Platform
from parsched.model.problem.workload import Labels, Workload
from tests.parsched.factories import moldable, rigid
from tests.parsched.policies.groups.loads import environed

JOBS = rigid((0, 1, 9, 3), (1, 2, 4, 0), (2, 1, 5, 8))
MACHINE = Platform.of(4)


@pytest.mark.parametrize(
    ("estimates", "runtime", "estimate"),
    [
        ("raise", [9, 4, 5], [9, 4, 8]),
        ("kill", [3, 4, 5], [3, 4, 8]),
        ("overrun", [9, 4, 5], [3, 4, 8]),
    ],
)
def test_jobs_are_as_the_rules_make_them(
    estimates: str, runtime: list[float], estimate: list[float]
) -> None:
    jobs = Instance(JOBS, MACHINE, Rules(estimates=estimates)).jobs
    assert jobs.runtime.tolist() == runtime
    assert jobs.estimate.tolist() == estimate
    again = Instance(jobs, MACHINE, Rules(estimates=estimates)).jobs
    assert again.runtime.tolist() == runtime
    assert again.estimate.tolist() == estimate


def test_moldable_jobs_keep_what_they_have() -> None:
    jobs = moldable([9, 5], [4, 3])
    assert Instance(jobs, MACHINE, Rules(estimates="kill")).jobs is jobs


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(ParameterError, match="estimates must be one of raise, kill, overrun"):
        Rules(estimates="no")
    with pytest.raises(ParameterError, match="known are: estimates, events"):
        Rules.from_mapping({"order": "sjf"})


def digest(
    workload: Workload = JOBS, platform: Platform = MACHINE, rules: Rules | None = None
) -> str:
    return Instance(workload, platform, rules or Rules()).digest


def test_equal_problems_have_equal_digests() -> None:
    named = replace(
        JOBS,
        recorded=np.zeros(3),
        unix_start=1e9,
        zone="UTC",
        name="other",
        ids=np.array([7, 8, 9]),
        user=Labels.of(["a", "b", "c"]),
    )
    assert digest(named) == digest() == digest(rigid((0, 1, 9, 3), (1, 2, 4, 0), (2, 1, 5, 8)))
    assert digest(platform=Platform((Cluster("x", 4),))) == digest()


def test_whatever_is_another_problem_has_another_digest() -> None:
    a, b = environed((1, 2.0, "a"), (1, 2.0, "b")), environed((1, 2.0, "a"), (1, 2.0, "a"))
    others = [
        digest(),
        digest(rigid((0, 1, 9, 4), (1, 2, 4, 0), (2, 1, 5, 8))),
        digest(rigid((0, 1, 9, 3), (1, 2, 4, 0), (2, 2, 5, 8))),
        digest(rigid((0, 1, 9, 3), (1, 2, 4, 0), (3, 1, 5, 8))),
        digest(replace(JOBS, weight=np.array([1.0, 2.0, 1.0]))),
        digest(replace(JOBS, after=Dependencies.of(3, job=[1], before=[0], delay=[0.0]))),
        digest(replace(JOBS, after=Dependencies.of(3, job=[1], before=[0], delay=[1.0]))),
        digest(replace(JOBS, after=Dependencies.of(3, job=[2], before=[0], delay=[0.0]))),
        digest(platform=Platform.of(5)),
        digest(platform=Platform.of(2, 2)),
        digest(platform=Platform.of(4, deployment=DeployTime(1.0))),
        digest(platform=Platform.of(4, deployment=DeployTime(0.0, 1.0))),
        digest(platform=replace(MACHINE, installed=(("a", 4),))),
        digest(rules=Rules(estimates="kill")),
        digest(rules=Rules(events="sequential")),
        digest(a),
        digest(b),
        digest(replace(a, environment=None)),
        digest(replace(a, environment=Labels.of(["a", "c"]))),
        digest(moldable([9, 5])),
        digest(moldable([9], [5])),
    ]
    assert len(set(others)) == len(others)


def test_deployments_are_slow_only_where_jobs_need_any() -> None:
    slow = Platform.of(4, deployment=DeployTime(5.0))
    named = environed((1, 2.0, "a"))
    assert not Instance(JOBS, slow).has_slow_deployments
    assert not Instance(named, MACHINE).has_slow_deployments
    assert Instance(named, slow).has_slow_deployments
    assert Instance(named, slow).unit is None
    bare = Instance(named, slow).without_deployments
    assert (bare.has_slow_deployments, bare.unit) == (False, 2)
    assert Instance(JOBS, MACHINE).without_deployments.platform is MACHINE


def test_only_what_is_unusual_is_told() -> None:
    assert Instance(JOBS, MACHINE).conditions == []
    machine = Platform.of(4, deployment=DeployTime(200.0, 100.0))
    unusual = Instance(JOBS, machine, Rules(estimates="kill"))
    assert unusual.conditions == ["estimates=kill", "deployments of 200–300 s"]


def test_the_example_of_the_docstring_runs() -> None:
    assert doctest.testmod(parsched.model.problem.instance).failed == 0
    assert doctest.testmod(parsched.model.problem.instance).attempted > 2

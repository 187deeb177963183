"""Algorithms are declared once, and say themselves what they support."""

import pickle
from dataclasses import dataclass

import numpy as np
import pytest

from parsched.base.errors import UnknownKeyError, UnsupportedError
from parsched.declare.parameters import Params, seed
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies import registry
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.registry import Supports, algorithm, register
from parsched.run.solve import solve
from tests.parsched.factories import moldable, offline, rigid

CLUSTER = Platform.of(8)
GRID = Platform.of(4, 8)
OFFLINE = offline((2, 3), (8, 1))
RELEASED = rigid((0, 1, 1), (3, 1, 1), (4, 1, 1))
MOLDABLE = moldable([4, 2], [5], [6, 3, 2])


@pytest.mark.parametrize(
    ("supports", "workload", "platform", "refusal"),
    [
        (Supports(), OFFLINE, CLUSTER, None),
        (
            Supports(),
            RELEASED,
            CLUSTER,
            "schedules off-line: all jobs must be there at time 0, but 2 are released later; "
            "on-line batching lets it take them",
        ),
        (Supports(release_times=True), RELEASED, CLUSTER, None),
        (
            Supports(),
            MOLDABLE,
            CLUSTER,
            "schedules rigid jobs only, and 2 jobs are moldable",
        ),
        (Supports(moldable=True), MOLDABLE, CLUSTER, None),
        (Supports(), OFFLINE, GRID, "schedules one site only, and the machine has 2 sites"),
        (Supports(grid=True), OFFLINE, GRID, None),
        (
            Supports(),
            OFFLINE,
            Platform.of(4),
            "needs every job to fit the machine, but job 2 asks for 8 processors of 4",
        ),
        (
            Supports(grid=True),
            OFFLINE,
            Platform.of(1, 1),
            "needs every job to fit the machine, but job 1 asks for 2 processors, and the "
            "largest of the 2 sites has 1 (1 more is too wide)",
        ),
    ],
)
def test_what_is_not_supported_is_said_in_words(
    supports: Supports, workload: Workload, platform: Platform, refusal: str | None
) -> None:
    assert supports.refusal(Instance(workload, platform)) == refusal


def test_an_empty_workload_suits_everybody() -> None:
    assert Supports().refusal(Instance(rigid(), CLUSTER)) is None


@dataclass(frozen=True, kw_only=True)
class DiceParams(Params):
    """A seed."""

    seed: int = seed()

    def refusal(self, instance: Instance) -> str | None:
        return "has no dice of 13 sides" if self.seed == 13 else None


def dice(instance: Instance, params: DiceParams, stop: Stop) -> Schedule:
    """Roll dice.

    Nothing more.
    """
    return Schedule.of(instance.jobs, np.zeros(len(instance.jobs)))


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry with nothing in it."""
    monkeypatch.setattr(registry, "ALGORITHMS", {})


def add(key: str = "dice", cites: tuple[str, ...] = ("graham1969",)) -> None:
    """Register `dice`."""
    register(key, title="Dice", version=1, params=DiceParams, supports=Supports(), cites=cites)(
        dice
    )


@pytest.mark.usefixtures("empty")
def test_a_registered_algorithm_tells_all_about_itself() -> None:
    add()
    declared = algorithm("dice")
    assert (declared.title, declared.version) == ("Dice", 1)
    assert declared.summary == "Roll dice."
    assert declared.description == "Roll dice.\n\nNothing more."
    assert [r.key for r in declared.references] == ["graham1969"]
    assert declared.is_stochastic


@pytest.mark.usefixtures("empty")
def test_parameters_may_refuse_what_is_supported_and_nothing_more() -> None:
    add()
    declared = algorithm("dice")
    assert declared.refusal(Instance(OFFLINE, CLUSTER), DiceParams()) is None
    assert (
        declared.refusal(Instance(OFFLINE, CLUSTER), DiceParams(seed=13))
        == "Dice has no dice of 13 sides"
    )
    refusal = declared.refusal(Instance(RELEASED, CLUSTER), DiceParams(seed=13))
    assert refusal is not None
    assert refusal.startswith("Dice schedules off-line: ")
    with pytest.raises(UnsupportedError, match="Dice has no dice of 13 sides"):
        solve(Instance(OFFLINE, CLUSTER), "dice", {"seed": 13})


@pytest.mark.usefixtures("empty")
def test_a_key_is_taken_once() -> None:
    add()
    with pytest.raises(ValueError, match="two algorithms are registered as 'dice'"):
        add()


@pytest.mark.usefixtures("empty")
def test_only_known_references_are_cited() -> None:
    with pytest.raises(ValueError, match="nobody1900"):
        add(cites=("nobody1900",))


@pytest.mark.usefixtures("empty")
def test_an_unknown_key_is_answered_with_those_that_exist() -> None:
    add("b")
    add("a")
    with pytest.raises(UnknownKeyError, match="no algorithm is called 'c'; there are: a, b"):
        algorithm("c")


def test_the_family_is_what_the_package_says() -> None:
    assert ALGORITHMS["ltf"].family == "List scheduling, off-line"


def test_other_processes_are_sent_algorithms_by_name() -> None:
    for key, declared in ALGORITHMS.items():
        if declared.solver.__module__.startswith("parsched."):
            assert pickle.loads(pickle.dumps(declared)).solver is declared.solver, key

"""The same jobs in another unit of time, of weight or of width get the same schedule.

Times of published data are whole seconds, on which floating-point numbers make no mistakes. Here
each algorithm is given jobs in whole seconds, and the same in tenths, thousandths and eighths of a
second, with weights in tenths, on a machine three times as wide, at another time, and with other
names of users.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import NoScheduleError
from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.labels import Labels
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.policy import COMPRESSIONS, QueueParams
from parsched.policies.registry import Algorithm
from parsched.testing.values import impatient, params_that_work
from tests.amount import LEAST, amount

IN_SECONDS = {key for key, one in ORDERS.items() if not one.program.is_homogeneous}
"""Orders with constants in seconds, whose meaning another unit of time changes."""
ONE_PROCESSOR = {
    "sequential": "runs each job on one processor",
    "list-graham": "lists jobs of one processor last",
    "mrt": "stacks short jobs of one processor",
    "demt": "merges jobs of one processor",
    "online-batch": "runs mrt, and others of these",
}
"""Algorithms to which one processor is a special number, so that three are another problem."""
PER_PROCESSOR = {
    "price": "prices of a processor are real numbers, and a third of a price is rounded",
    "slp-bregman": "its linear programs have a row for each slot and processors on the right",
    "slp-hybrid": "as above",
    "slp-pure": "as above",
    "slp-two-level": "as above",
}
"""Algorithms whose numbers for each processor are rounded otherwise on a machine three times as
wide."""
OF_WIDTHS = {"unicef"}
"""Orders in which the logarithm of a width counts."""
OF_TIME_ZERO = {"f1", "f2", "f3", "f4", "lcfs"}
"""Orders in which a submit time counts, at least a time of one unit."""
CASES, OF_SEARCHES, OF_PROGRAMS = 360, 60, 12
"""Instances of an algorithm, of one that searches, and of one that starts a program."""


@dataclass(frozen=True)
class Case:
    """Jobs on a machine, by rules."""

    workload: Workload
    sizes: tuple[int, ...]
    rules: Rules

    def run(self, key: str, params: Params) -> Schedule | None:
        """Schedule it; None where an option that keeps to a printed text finds nothing."""
        instance = Instance(self.workload, Platform.of(*self.sizes), self.rules)
        with suppress(NoScheduleError):
            return ALGORITHMS[key].schedule(instance, params, Stop(allow_commands=True))
        return None


def in_parts(case: Case, parts: float) -> Case:
    """The same jobs where each second has become one of so many parts of a second."""
    jobs, after = case.workload, case.workload.after
    return replace(
        case,
        workload=replace(
            jobs,
            release=jobs.release / parts,
            estimate=jobs.estimate / parts,
            profiles=replace(jobs.profiles, times=jobs.profiles.times / parts),
            after=after and replace(after, delay=after.delay / parts),
        ),
    )


def with_light_weights(case: Case) -> Case:
    """The same jobs with a tenth of their weights."""
    jobs = case.workload
    return replace(case, workload=replace(jobs, weight=jobs.weight / 10))


def wider(case: Case) -> Case:
    """The same jobs three times as wide, on a machine that is, too."""
    jobs = case.workload
    profiles = replace(jobs.profiles, widths=3 * jobs.profiles.widths)
    sizes = tuple(3 * size for size in case.sizes)
    return Case(replace(jobs, profiles=profiles), sizes, case.rules)


def later(case: Case, seconds: float) -> Case:
    """The same jobs on a clock that began so many seconds before."""
    jobs = case.workload
    return replace(case, workload=replace(jobs, release=jobs.release + seconds))


def renamed(case: Case) -> Case:
    """The same jobs of users whose names are in the opposite order."""
    user = case.workload.user
    if user is None:
        return case
    names = [None if code < 0 else f"user {99 - code}" for code in user.codes.tolist()]
    return replace(case, workload=replace(case.workload, user=Labels.of(names)))


PARTS = {"tenths": 10.0, "thousandths": 1000.0, "eighths": 8.0}


def random_case(declared: Algorithm, chance: Random) -> Case:
    """Draw a few jobs that an algorithm takes: with ties, times of 0, and wide ones."""
    supports = declared.supports
    sizes = tuple(sorted(chance.randint(1, 8) for _ in range(3 if supports.grid else 1)))
    count = chance.randint(1, 8 if supports.whole_times else 30)
    span, longest = chance.choice([(3, 4), (20, 12), (60, 30)])
    rows = []
    for _ in range(count):
        run = chance.randint(0, longest)
        estimate = chance.choice([run, chance.randint(0, 2 * longest), 3 * run])
        release = chance.randint(0, span) if supports.release_times else 0
        width = 1 if supports.one_processor else chance.randint(1, sizes[-1])
        rows.append((release, width, run, estimate, chance.randint(1, 30)))
    rows.append((0, 1, 1, 1, 1))  # so that no unit is longer than a second
    release, width, run, estimate, weight = np.array(sorted(rows)).T
    users = [chance.choice(["a", "b", "c"]) for _ in rows]
    workload = Workload(
        name="random",
        ids=np.arange(len(rows)),
        release=release.astype(np.float64),
        profiles=Profiles.rigid(width, run.astype(np.float64)),
        estimate=estimate.astype(np.float64),
        weight=weight.astype(np.float64),
        user=Labels.of(users),
    )
    if supports.moldable and chance.random() < 0.5:
        workload = replace(workload, profiles=_moldable(workload, sizes[-1], chance))
    events = "sequential" if supports.online and not supports.grid else "batch"
    return Case(
        workload,
        sizes,
        Rules(
            estimates=chance.choice(["raise", "kill", "overrun"]),
            events=chance.choice(["batch", events]),
        ),
    )


def _moldable(jobs: Workload, processors: int, chance: Random) -> Profiles:
    """Return times on 1 to all processors, that fall."""
    rows = []
    for time in jobs.runtime.tolist():
        most = chance.randint(1, processors)
        rows.append((np.arange(1, most + 1), np.ceil(3 * time / np.arange(1, most + 1))))
    return Profiles.of(rows)


def random_params(key: str, chance: Random) -> Params:
    """Draw parameters of an algorithm that mean the same in any unit of time."""
    if key == "queue":
        return _policy(chance)
    drawn = [impatient(one) for one in params_that_work(ALGORITHMS[key].params)]
    values = [one for one in drawn if one.flat().get("order") not in IN_SECONDS]
    return chance.choice(values)


def _policy(chance: Random) -> QueueParams:
    orders = ["arrival", *(key for key in ORDERS if key not in IN_SECONDS)]
    values: dict[str, Any] = {
        "order": chance.choice(orders),
        "backfill": chance.choice(["on", "on", "on", "off"]),
        "predict": chance.choice(["estimate", "exact", "double", "average-2", "user-mean"]),
        "correct": chance.choice(["estimate", "doubling"]),
        "reservations": chance.choice([0, 1, 2, 3, "all", "all"]),
        "backfill_order": chance.choice(["same", *orders[1:]]),
        "compress": chance.choice(COMPRESSIONS),
        "depth": chance.choice([0, 0, 3]),
    }
    return QueueParams(**QueueParams.applicable(values))


def is_the_same(
    one: Schedule | None, other: Schedule | None, *, parts: float = 1.0, later: float = 0.0
) -> bool:
    """Tell whether two schedules are one, but for the unit of time and the time of the second."""
    if one is None or other is None:
        return one is other
    return (
        np.array_equal(one.start / parts + later, other.start)
        and np.array_equal(one.site, other.site)
        and np.array_equal(one.backfilled, other.backfilled)
    )


def keys() -> list[str]:
    """Each algorithm that decides starts."""
    return [key for key, declared in ALGORITHMS.items() if not declared.is_given]


def cases(key: str) -> Iterator[tuple[Case, Params]]:
    """Random instances of an algorithm, with parameters."""
    declared, chance = ALGORITHMS[key], Random(key)
    few = OF_PROGRAMS if declared.runs_commands else OF_SEARCHES if declared.is_search else CASES
    for _ in range(amount(few, least=min(few // 4, LEAST))):
        case, params = random_case(declared, chance), random_params(key, chance)
        instance = Instance(case.workload, Platform.of(*case.sizes), case.rules)
        if declared.refusal(instance, params) is None:
            yield case, params


@pytest.mark.drawn
@pytest.mark.parametrize("key", keys())
def test_another_unit_of_time_changes_no_schedule(key: str) -> None:
    for case, params in cases(key):
        whole = case.run(key, params)
        for name, parts in PARTS.items():
            found = in_parts(case, parts).run(key, params)
            assert is_the_same(whole, found, parts=parts), (name, params)


@pytest.mark.drawn
@pytest.mark.parametrize("key", keys())
def test_weights_in_tenths_change_no_schedule(key: str) -> None:
    for case, params in cases(key):
        found = with_light_weights(case).run(key, params)
        assert is_the_same(case.run(key, params), found), params


@pytest.mark.drawn
@pytest.mark.parametrize("key", keys())
def test_other_names_of_users_change_no_schedule(key: str) -> None:
    for case, params in cases(key):
        assert is_the_same(case.run(key, params), renamed(case).run(key, params))


@pytest.mark.drawn
@pytest.mark.parametrize("key", [k for k in keys() if k not in {**ONE_PROCESSOR, **PER_PROCESSOR}])
def test_a_machine_three_times_as_wide_changes_no_schedule(key: str) -> None:
    for case, params in cases(key):
        if OF_WIDTHS & set(map(str, params.flat().values())):
            continue
        assert is_the_same(case.run(key, params), wider(case).run(key, params))


@pytest.mark.drawn
@pytest.mark.parametrize("seconds", [1_000.0, 1.7e9])
@pytest.mark.parametrize("key", [key for key in keys() if ALGORITHMS[key].supports.release_times])
def test_another_time_zero_changes_no_schedule(key: str, seconds: float) -> None:
    for case, params in cases(key):
        if OF_TIME_ZERO & set(map(str, params.flat().values())):
            continue
        found = later(case, seconds).run(key, params)
        assert is_the_same(case.run(key, params), found, later=seconds), params

"""Cancel and time limits are heard while a single group holds all jobs, and plans that are done are
kept."""

from typing import Any

import pytest

from parsched.base.errors import Cancelled, TimeLimitReached
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Progress, Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.groups import deployment_plan, gls_plus, within_groups
from parsched.run.result import Status
from parsched.run.solve import solve
from tests.parsched.policies.groups.loads import environed, machine, of_kind

BUDGETS = ((within_groups, "LISTED"), (within_groups, "STEPS"), (deployment_plan, "PLACED"))
"""How much is done between two reports of one group."""
PLANS = environed((3, 8.0, "a"), (1, 3.0, "a"), (1, 7.0, "a"), (1, 8.0, "a"), (1, 9.0, "a"))
"""Merged when the canonical group has more processors, its groups are others."""


class Heard(Stop):
    """Counts reports, and ends the run at one of them."""

    def __init__(self, until: float = float("inf"), *, after_best: bool = False) -> None:
        super().__init__()
        self.messages: list[str] = []
        self.fractions: list[float] = []
        self.until, self.after_best = until, after_best

    def _tell(self, seconds: float, fraction: float, message: str) -> None:
        self.messages.append(message)
        self.fractions.append(fraction)
        if len(self.messages) > self.until:
            raise Cancelled("enough")
        if self.after_best and self.best is not None:
            raise TimeLimitReached("enough")


def run(key: str, workload: Workload, stop: Stop, **values: Any) -> Schedule:
    declared = algorithm(key)
    return declared.schedule(
        Instance(workload, machine(100)), declared.params.from_mapping(values), stop
    )


def one_group() -> Workload:
    """Jobs of one environment that are a single canonical group."""
    params = {"widths": "uniform", "environments": 1}
    return generate("environments", jobs=400, processors=100, params=params)


@pytest.mark.parametrize(
    ("key", "module", "budget"),
    [
        *(("gls", module, budget) for module, budget in BUDGETS),
        ("env-blind", deployment_plan, "STEPS"),
        ("gls-plus", gls_plus, "RUNS"),
    ],
)
def test_each_step_can_be_cut_short(
    key: str, module: Any, budget: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With less to do between two reports there are more of them, and the schedule stays."""
    workload = of_kind("powers") if module is gls_plus else one_group()
    whole, heard = Heard(), Heard()
    expected = run(key, workload, whole)
    monkeypatch.setattr(module, budget, 10)
    found = run(key, workload, heard)
    assert len(heard.messages) >= len(whole.messages) + 20
    assert heard.fractions == sorted(heard.fractions)
    assert found.start.tolist() == expected.start.tolist()
    assert found.processors is not None
    assert expected.processors is not None
    assert found.processors.text() == expected.processors.text()


@pytest.mark.parametrize("until", [1, 3, 10, 40])
def test_it_ends_at_any_report(until: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, budget in BUDGETS:
        monkeypatch.setattr(module, budget, 100)
    stop = Heard(until)
    with pytest.raises(Cancelled):
        run("gls", one_group(), stop)
    assert len(stop.messages) == until + 1


def test_a_time_limit_keeps_the_schedules_that_are_done() -> None:
    stop = Heard(after_best=True)
    result = solve(Instance(PLANS, machine(4)), "gls-plus", {}, stop=stop)
    assert result.status == Status.STOPPED_EARLY
    alone = solve(Instance(PLANS, machine(4)), "gls", {"merge": "more-than"})
    assert result.schedule.start.tolist() == alone.schedule.start.tolist()


def test_equal_groups_are_scheduled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    followed: list[int] = []
    follow = deployment_plan.follow_and_count

    def counted(items: deployment_plan.DeploymentPlan, *rest: Any) -> Any:
        followed.append(len(items.width))
        return follow(items, *rest)

    monkeypatch.setattr(gls_plus, "follow_and_count", counted)
    run("gls-plus", environed((2, 4.0, "a"), (1, 3.0, "b")), Stop())
    assert followed == [2]
    followed.clear()
    solve(Instance(PLANS, machine(4)), "gls-plus")
    assert followed == [2, 1]


def test_what_is_heard_can_be_read() -> None:
    heard: list[Progress] = []
    stop = Stop(listener=heard.append, interval=0.0)
    run("gls-plus", of_kind("powers"), stop)
    messages = {progress.message for progress in heard}
    assert "making groups" in messages
    assert "schedule 1 of 2: which processors jobs run on" in messages
    assert all(0 <= progress.fraction <= 1 for progress in heard)

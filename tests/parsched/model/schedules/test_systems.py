"""Processors that hold several environments at once (Moulaï and Mounié 2007, section 6)."""

from collections import OrderedDict
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from parsched.apps import cli
from parsched.base.errors import InfeasibleError, WorkloadError
from parsched.data.generators import generate
from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import MAX_SYSTEMS, DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules import installed, installed_replay
from parsched.model.schedules.installed import Deployed, Installed
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from parsched.report.trade_offs.points import trade_offs
from parsched.run.per_environment import per_environment
from parsched.run.solve import solve
from tests.parsched.model.schedules.test_installed import furnished, parts_by_hand, rows
from tests.parsched.policies.groups.loads import environed, random_cases
from tests.parsched.policies.groups.test_gls import made
from tests.twins import uncompiled

ROUND = environed(*[(1, 2.0, name) for name in "abcabcbb"])
"""Three environments in turn on one processor."""
BEFORE = "39aa22db6ebb0853324e001d9128b21870315a2e749117cff79d02c93ec654be"
"""Digest of these on one processor as it was when no processor held several systems."""


def in_turn(jobs: Workload, gap: float = 0.0) -> Schedule:
    """Jobs of one processor one after the other on it, with so much time between them."""
    ends = np.cumsum(jobs.runtime + gap)
    schedule = Schedule.of(jobs, ends - jobs.runtime)
    return replace(schedule, processors=ProcessorSets.parse(["0"] * len(jobs)))


def counts(workload: Workload, platform: Platform, schedule: Schedule) -> tuple[int, int]:
    """Deployments and reboots."""
    found = Installed.of(workload, platform, schedule)
    return int(found.deployed.sum()), int(found.rebooted.sum())


def by_hand(
    workload: Workload, platform: Platform, schedule: Schedule
) -> tuple[list[int], list[int], dict[int, str]]:
    """Follow each processor with an ordered dictionary; return deployments and reboots of each job,
    and what every processor runs in the end."""
    labels, sets = workload.environment, schedule.processors
    assert labels is not None
    assert sets is not None
    base = np.cumsum([0, *(site.processors for site in platform.sites)]).tolist()
    held: dict[int, OrderedDict[str, None]] = {}
    begin = 0
    for name, end in platform.installed:
        held |= {p: OrderedDict({name: None} if name else {}) for p in range(begin, end)}
        begin = end
    deployed, rebooted = [0] * len(workload), [0] * len(workload)
    for job in np.argsort(schedule.start, kind="stable").tolist():
        name = labels.name(job)
        if name is None or schedule.duration[job] == 0:
            continue
        for lo, hi in zip(*map(np.ndarray.tolist, sets.intervals(job)), strict=True):
            for processor in range(lo, hi):
                own = held.setdefault(base[schedule.site[job]] + processor, OrderedDict())
                rebooted[job] += next(reversed(own), None) != name
                if name not in own:
                    deployed[job] += 1
                    if len(own) == platform.systems:
                        own.popitem(last=False)
                own[name] = None
                own.move_to_end(name)
    return deployed, rebooted, {p: next(reversed(own)) for p, own in held.items() if own}


class TestWorkedExamples:
    """One processor, and what is replaced on it."""

    @pytest.mark.parametrize(
        ("systems", "deployments"),
        [
            (1, 7),  # a b c a b c b, and b again finds its own
            (2, 6),  # a b, c for a, a for b, b for c, c for a; then b is beside c
            (3, 3),  # a b c
            (4, 3),
        ],
    )
    def test_the_least_recent_one_is_replaced(self, systems: int, deployments: int) -> None:
        platform = Platform.of(1, systems=systems)
        assert counts(ROUND, platform, in_turn(ROUND)) == (deployments, 7)

    def test_running_one_again_keeps_it(self) -> None:
        """With two systems, a is run again before c comes: so c replaces b, and a is there."""
        jobs = environed(*[(1, 1.0, name) for name in "abaca"])
        found = Installed.of(jobs, Platform.of(1, systems=2), in_turn(jobs))
        assert found.deployed.tolist() == [1, 1, 0, 1, 0]
        assert found.rebooted.tolist() == [1, 1, 1, 1, 1]
        assert found.at_end.named(("a", "b", "c")) == (("a", 1),)

    def test_jobs_without_an_environment_change_nothing(self) -> None:
        jobs = environed((1, 1.0, "a"), (1, 1.0, None), (1, 1.0, "a"), (1, 0.0, "b"))
        found = Installed.of(jobs, Platform.of(1, systems=2), in_turn(jobs))
        assert found.deployed.tolist() == found.rebooted.tolist() == [1, 0, 0, 0]

    def test_what_is_there_at_first_counts_as_run(self) -> None:
        jobs = environed((1, 1.0, "b"), (1, 1.0, "a"))
        platform = replace(Platform.of(1, systems=2), installed=(("a", 1),))
        assert counts(jobs, platform, in_turn(jobs)) == (1, 2)
        assert counts(jobs, replace(platform, systems=1), in_turn(jobs)) == (2, 2)

    def test_environments_have_their_columns_and_results_their_metrics(self) -> None:
        outcome = Outcome(ROUND, Platform.of(1, systems=2), in_turn(ROUND))
        told = [(row["deployments"], row["reboots"]) for row in per_environment(outcome)]
        assert told == [(2, 2), (2, 3), (2, 2)]
        metrics = measure(outcome)
        assert (metrics["deployments"], metrics["reboots"]) == (6, 7)
        bare = Outcome(replace(ROUND, environment=None), Platform.of(1), in_turn(ROUND))
        assert np.isnan(measure(bare)["reboots"])


class TestTime:
    """Only deployments take time."""

    def test_the_checker_wants_time_for_what_is_not_installed(self) -> None:
        jobs = environed(*[(1, 2.0, name) for name in "aba"])
        two = Platform.of(1, deployment=DeployTime(5.0), systems=2)
        starts = np.array([5.0, 12.0, 14.0])
        schedule = replace(in_turn(jobs), start=starts)
        schedule.check(jobs, two)
        with pytest.raises(InfeasibleError, match="job 3 starts at 14 s, and its processors were"):
            schedule.check(jobs, replace(two, systems=1))
        with pytest.raises(InfeasibleError, match=r"job 2 starts at 11\.5 s"):
            replace(schedule, start=starts - [0, 0.5, 0]).check(jobs, two)

    def test_plans_without_deployments_are_delayed_by_these_only(self) -> None:
        jobs = environed(*[(1, 2.0, name) for name in "aba"])
        ends = {}
        for systems in (1, 2):
            platform = Platform.of(1, deployment=DeployTime(5.0), systems=systems)
            late = in_turn(jobs).delayed(jobs, platform, foreseen=True)
            late.check(jobs, platform)
            ends[systems] = late.start.tolist()
        assert ends == {1: [5, 12, 19], 2: [5, 12, 14]}

    @pytest.mark.parametrize("foreseen", [True, False])
    def test_more_systems_delay_no_job_more(self, foreseen: bool) -> None:
        for workload, m in random_cases(150, seed=71):
            plan = made("env-blind", workload, m)
            before = np.full(len(workload), np.inf)
            for systems in (1, 2, 3):
                platform = Platform.of(m, deployment=DeployTime(3.0, 50.0), systems=systems)
                late = plan.delayed(workload, platform, foreseen=foreseen)
                late.check(workload, platform)
                assert (late.start <= before).all()
                before = late.start


class TestProperties:
    """Of random schedules on machines with random environments."""

    def test_they_are_what_a_plain_twin_finds(self) -> None:
        saved = 0
        for number, (workload, platform) in enumerate(furnished(240)):
            if workload.environment is None:
                continue
            schedule = made("env-blind", workload, platform.processors)
            found = replace(platform, systems=1 + number % 5)
            deployed, rebooted, at_end = by_hand(workload, found, schedule)
            told = Installed.of(workload, found, schedule)
            assert told.deployed.tolist() == deployed
            assert told.rebooted.tolist() == rebooted
            saved += sum(rebooted) - sum(deployed)
            names = workload.environment.names
            begin = 0
            for name, end in told.at_end.named(names):
                # Environments that no job needs count as nothing.
                assert all(
                    (n := at_end.get(p)) == name or (name is None and n not in names)
                    for p in range(begin, end)
                )
                begin = end
        assert saved > 100

    def test_one_system_is_what_was_there_before(self) -> None:
        for workload, platform in furnished(100):
            schedule = made("env-blind", workload, platform.processors)
            parts = Deployed.of(workload, platform, schedule)
            assert sorted(rows(parts)) == sorted(parts_by_hand(workload, platform, schedule))
            found = Installed.of(workload, platform, schedule)
            assert found.deployed.tolist() == found.rebooted.tolist()

    def test_more_systems_never_need_more_deployments_and_as_many_reboots(self) -> None:
        less = 0
        for workload, platform in furnished(200):
            schedule = made("env-blind", workload, platform.processors)
            found = [
                Installed.of(workload, replace(platform, systems=systems), schedule)
                for systems in (1, 2, 3, 4, MAX_SYSTEMS)
            ]
            for few, more in pairwise(found):
                assert (more.deployed <= few.deployed).all()
                assert more.rebooted.tolist() == few.rebooted.tolist()
                assert more.at_end.codes.tolist() == few.at_end.codes.tolist()
            less += found[-1].deployed.sum() < found[0].deployed.sum()
        assert less > 100

    @pytest.mark.parametrize("key", ["gls", "gls-plus", "env-order", "env-barrier", "lpt"])
    def test_algorithms_stay_feasible_and_their_counts_equal_the_simulations(
        self, key: str
    ) -> None:
        """They plan for one system, or none: what they plan leaves time enough."""
        for number, (workload, m) in enumerate(random_cases(60, seed=72)):
            platform = Platform.of(m, deployment=DeployTime(4.0, 30.0), systems=2 + number % 3)
            result = solve(Instance(workload, platform), key, bounds=())
            if workload.environment is not None:
                deployed, rebooted, _ = by_hand(workload, platform, result.schedule)
                assert result.metrics["deployments"] == sum(deployed)
                assert result.metrics["reboots"] == sum(rebooted)

    @pytest.mark.parametrize("key", ["gls", "lpt"])
    def test_batches_stay_feasible(self, key: str) -> None:
        jobs = generate("environments", jobs=60, processors=16, params={"load": 0.9, "seed": 3})
        given = {"algorithm": key}
        platform = Platform.of(16, deployment=DeployTime(30.0, 5.0))
        found = [
            solve(Instance(jobs, replace(platform, systems=systems)), "online-batch", given)
            for systems in (1, 2, 8)
        ]
        for result in found:
            deployed, _, _ = by_hand(result.workload, result.platform, result.schedule)
            assert result.metrics["deployments"] == sum(deployed)

    @pytest.mark.usefixtures("may_compile")
    def test_the_plain_twin_agrees_with_the_compiled_kernel(self) -> None:
        for number, (workload, furniture) in enumerate(furnished(25)):
            platform = replace(furniture, systems=1 + number % 4, deployment=DeployTime(3.0, 5.0))
            plan = made("env-blind", workload, platform.processors)
            fast = everything(workload, platform, plan)
            with ExitStack() as stack:
                for module in (installed, installed_replay):
                    stack.enter_context(uncompiled(module))
                slow = everything(workload, platform, plan)
            assert fast == slow


def everything(workload: Workload, platform: Platform, plan: Schedule) -> list[Any]:
    """What comes out of the kernels."""
    late = plan.delayed(workload, platform, foreseen=True)
    found = Installed.of(workload, platform, late)
    columns = late.start, found.deployed, found.rebooted, found.at_end.codes
    return [*(column.tolist() for column in columns), rows(Deployed.of(workload, platform, late))]


class TestTheMachine:
    """How many systems it holds is a property of the machine, and part of the problem."""

    @pytest.mark.parametrize("systems", [0, -1, MAX_SYSTEMS + 1])
    def test_wrong_numbers_are_refused(self, systems: int) -> None:
        with pytest.raises(WorkloadError, match="must hold 1 to 64 systems, got"):
            Platform.of(4, systems=systems)

    def test_a_number_of_another_kind_is_refused(self) -> None:
        with pytest.raises(TypeError, match="systems must be an integer, got str"):
            Platform.of(4, systems="2")  # type: ignore[arg-type]

    def test_its_digest_is_another_one_only_for_several(self) -> None:
        one, two, four = (Instance(ROUND, Platform.of(1, systems=k)) for k in (1, 2, 4))
        assert len({one.digest, two.digest, four.digest}) == 3
        assert one.digest == Instance(ROUND, Platform.of(1)).digest
        assert one.digest == BEFORE

    def test_it_says_so(self) -> None:
        assert repr(Platform.of(4, systems=3)) == "<Platform 4 processors, 3 systems each>"
        assert Instance(ROUND, Platform.of(1, systems=2)).conditions == ["2 systems per processor"]
        assert Instance(ROUND, Platform.of(1)).conditions == []
        assert Instance(ROUND, Platform.of(1, systems=2)).describe()["systems"] == 2


def test_fronts_of_machines_that_differ_in_systems_are_one_front() -> None:
    """The same starts with fewer deployments: points with more systems are in front."""
    jobs = generate("environments", jobs=80, processors=20, params={"seed": 4, "environments": 5})
    runs = [
        (f"{key} k={k}", solve(Instance(jobs, Platform.of(20, systems=k)), key))
        for k in (1, 2, 4)
        for key in ("env-blind", "gls", "env-order")
    ]
    fronts = {
        k: trade_offs([(label, r) for label, r in runs if label.endswith(f"k={k}")]).front
        for k in (1, 2, 4)
    }
    for few, more in ((1, 2), (2, 4)):
        for point in fronts[few]:
            assert any(
                p.makespan <= point.makespan and p.deployments <= point.deployments
                for p in fronts[more]
            )
    together = trade_offs(runs).front
    assert any(point.label.endswith("k=4") for point in together)
    assert all(point.deployments >= trade_offs(runs).least_deployments for point in together)
    blind = {
        label: int(result.metrics["deployments"]) for label, result in runs if "blind" in label
    }
    assert blind["env-blind k=1"] > blind["env-blind k=2"] > blind["env-blind k=4"]


def test_the_command_line_takes_them(capsys: Any, tmp_path: Any) -> None:
    jobs = tmp_path / "jobs.csv"
    lines = ["procs,time,environment", *(f"1,2,{name}" for name in "abcabcbb")]
    jobs.write_text("\n".join(lines))
    given = ("--workload", str(jobs), "--procs", "1", "env-blind")
    told = {}
    for systems in ("1", "3"):
        assert cli.main(["compare", *given, "--systems", systems, "--json"]) == 0
        told[systems] = capsys.readouterr().out
    assert '"systems": 3' in told["3"]
    assert '"systems": 1' in told["1"]
    assert cli.main(["run", "--algorithm", "env-blind", *given[:4], "--systems", "2"]) == 0
    assert "2 systems per processor" in capsys.readouterr().out
    for wrong in ("0", "65", "two", "1.5"):
        assert cli.main(["compare", *given, "--systems", wrong]) == 2
        assert "must be an integer from 1 to 64" in capsys.readouterr().err

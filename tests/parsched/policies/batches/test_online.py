"""On-line batches: what runs together, what is proven, and how the inner algorithm is chosen."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.base.errors import ParameterError, UnsupportedError
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Progress, Stop
from parsched.policies.batches.online import OnlineBatchParams, offline, online_batch
from parsched.policies.catalogue import ALGORITHMS
from parsched.run.request import requests, run_all
from parsched.run.result import Status
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.brief import brief
from tests.parsched.factories import amdahl, configured, moldable, rigid
from tests.parsched.optima import optimum
from tests.parsched.profiles import monotone_cases
from tests.parsched.strategies import rigid_cases, rough_cases

Case = tuple[Workload, int]
LTF = OnlineBatchParams.from_mapping({"algorithm": "ltf"})


def run(workload: Workload, m: int, params: OnlineBatchParams = LTF) -> Schedule:
    """Schedule and check the jobs."""
    instance = Instance(workload, Platform.of(m))
    schedule = ALGORITHMS["online-batch"].schedule(instance, params, Stop())
    schedule.check(workload, Platform.of(m))
    return schedule


def starts(workload: Workload, m: int, params: OnlineBatchParams = LTF) -> list[float]:
    return [float(s) for s in run(workload, m, params).start]


def by(key: str, seed: int = 1) -> OnlineBatchParams:
    """Batches of an algorithm, which is kept brief."""
    seeded = {"seed": seed} if ALGORITHMS[key].is_stochastic else {}
    return of(key, **brief(key) | seeded)


def of(key: str, **params: Any) -> OnlineBatchParams:
    """Batches of an algorithm with parameters of its own."""
    return OnlineBatchParams.from_mapping({"algorithm": {"key": key, "params": params}})


class TestBatches:
    """Which jobs run together, by hand."""

    def test_who_arrives_during_a_batch_waits_for_its_end(self) -> None:
        """The first job runs alone until 4 although a processor is free; then come the others,
        largest first, and the last one arrived too late for that."""
        jobs = rigid((0, 1, 4), (1, 1, 1), (2, 2, 3), (3, 1, 2), (5, 1, 1))
        assert starts(jobs, 2) == [0, 7, 4, 7, 9]

    def test_who_arrives_at_the_end_of_a_batch_is_in_the_next(self) -> None:
        assert starts(rigid((0, 2, 4), (4, 1, 1), (4, 2, 3)), 2) == [0, 7, 4]

    def test_the_machine_idles_until_the_next_release(self) -> None:
        assert starts(rigid((3, 1, 2), (9, 1, 2), (9, 1, 3)), 2) == [3, 9, 9]

    def test_a_batch_of_no_length_ends_at_once(self) -> None:
        assert starts(rigid((1, 2, 0), (1, 1, 0), (2, 1, 5), (2, 2, 0)), 2) == [1, 1, 2, 7]

    def test_moldable_jobs_choose_their_processors_in_each_batch(self) -> None:
        jobs = configured({1: 4, 2: 2}, {1: 4, 2: 2}, {1: 4, 2: 2}, release=[0, 1, 1])
        schedule = run(jobs, 2, by("gang"))
        assert schedule.start.tolist() == [0, 2, 4]
        assert schedule.width.tolist() == [2, 2, 2]

    def test_tenths_of_seconds_do_not_overlap(self) -> None:
        """The batch begins at 0.1; of floating-point numbers 0.1 + 0.1 + 0.4 is above 0.6."""
        jobs = rigid((0, 1, 0.1), (0.1, 1, 0.1), (0.1, 1, 0.4), (0.1, 1, 1.0))
        assert starts(jobs, 1, by("smith")) == [0, 0.1, 0.2, 0.6]


def batches(workload: Workload, schedule: Schedule) -> list[list[int]]:
    """Split jobs, in order of release, into the batches that the rule makes of a schedule."""
    found: list[list[int]] = []
    now, left = 0.0, list(range(len(workload)))
    while left:
        now = max(now, float(workload.release[left[0]]))
        found.append([i for i in left if workload.release[i] <= now])
        left = left[len(found[-1]) :]
        now = max(now, *(float(schedule.end[i]) for i in found[-1]))
    return found


@settings(max_examples=amount(150))
@given(case=rough_cases(released=True) | rigid_cases(released=True), data=st.data())
def test_batches_do_not_overlap_and_hold_who_was_there(case: Case, data: st.DataObject) -> None:
    workload, m = case
    machine = Platform.of(m)
    known = [p for p in map(by, offline()) if p.refusal(Instance(workload, machine)) is None]
    schedule = run(workload, m, data.draw(st.sampled_from(known)))
    begun = 0.0
    for batch in batches(workload, schedule):
        begun = max(begun, float(workload.release[batch[0]]))
        assert schedule.start[batch].min() == begun
        begun = max(begun, float(schedule.end[batch].max()))


@settings(max_examples=amount(80))
@given(case=rough_cases() | rigid_cases() | monotone_cases(), data=st.data())
def test_one_batch_is_the_algorithm_itself(case: Case, data: st.DataObject) -> None:
    workload, m = case
    machine = Platform.of(m)
    known = [ALGORITHMS[key] for key in offline()]
    inner = data.draw(
        st.sampled_from(
            [a for a in known if a.supports.refusal(Instance(workload, machine)) is None]
        )
    )
    seeded = {"seed": 7} if inner.is_stochastic else {}
    given = inner.params.from_mapping(brief(inner.key) | seeded)
    expected = inner.schedule(Instance(workload, machine), given, Stop())
    found = run(workload, m, by(inner.key, seed=7))
    assert found.start.tolist() == expected.start.tolist()
    assert found.width.tolist() == expected.width.tolist()


@settings(max_examples=amount(100))
@given(rigid_cases(released=True, jobs=4))
def test_rigid_lists_take_at_most_twice_their_guarantee(case: Case) -> None:
    workload, m = case
    for key in ("ltf", "lpt", "list-graham", "smith"):
        makespan = run(workload, m, by(key)).end.max(initial=0)
        best = optimum(workload, m, weighted=False) if len(workload) else 0.0
        assert makespan <= 2 * (2 - 1 / m) * best + 1e-9


@settings(max_examples=amount(60))
@given(case=monotone_cases(jobs=3, largest=3), gaps=st.lists(st.integers(0, 9), min_size=3))
def test_moldable_lists_take_at_most_twice_their_guarantee(case: Case, gaps: list[int]) -> None:
    offline_jobs, m = case
    jobs = [
        dict(zip(*map(list, offline_jobs.profiles.job(i)), strict=True))
        for i in range(len(offline_jobs))
    ]
    workload = configured(*jobs, release=np.cumsum(gaps)[: len(jobs)].tolist())
    makespan = run(workload, m, by("list-graham")).end.max()
    best = optimum(workload, m, weighted=False)
    assert makespan <= 1.001 * 2 * (2 - 1 / m) * best * (1 + 1e-9)


def test_estimates_are_not_looked_at() -> None:
    plain = rigid((0, 1, 4), (1, 1, 1), (1, 2, 3))
    wrong = rigid((0, 1, 4, 1), (1, 1, 1, 99), (1, 2, 3, 2))
    assert starts(plain, 2) == starts(wrong, 2)


class TestSettings:
    """The parameters of the inner algorithm."""

    def test_they_reach_the_algorithm(self) -> None:
        jobs = rigid((0, 1, 1), (1, 3, 4), (1, 4, 2), (1, 1, 5), (1, 1, 4))
        both = [
            starts(jobs, 4, of("ltf", placement=placement)) for placement in ("serial", "graham")
        ]
        assert both == [[0, 1, 5, 7, 1], [0, 1, 9, 1, 5]]

    @pytest.mark.parametrize(
        ("name", "value", "sentence"),
        [
            ("depth", "1", "algorithm.depth is not a parameter here; known are: placement"),
            (
                "placement",
                "wide",
                "algorithm.placement must be one of graham, serial, got 'wide'",
            ),
        ],
    )
    def test_what_the_algorithm_does_not_take_is_refused(
        self, name: str, value: str, sentence: str
    ) -> None:
        nested = {"algorithm": {"key": "ltf", "params": {name: value}}}
        dotted = {"algorithm": "ltf", f"algorithm.{name}": value}
        for values in (nested, dotted):
            with pytest.raises(ParameterError) as caught:
                OnlineBatchParams.from_mapping(values)
            assert caught.value.errors == {f"algorithm.{name}": sentence}

    def test_one_that_is_given_twice_is_refused(self) -> None:
        nested = {"key": "ltf", "params": {"placement": "serial"}}
        with pytest.raises(ParameterError, match="placement is given twice"):
            OnlineBatchParams.from_mapping({"algorithm": nested, "algorithm.placement": "graham"})

    @pytest.mark.parametrize("value", [{"params": {}}, {"key": "ltf", "more": 1}, 3, None, "easy"])
    def test_what_is_no_choice_is_refused(self, value: Any) -> None:
        with pytest.raises(ParameterError, match="algorithm must be one of ") as caught:
            OnlineBatchParams.from_mapping({"algorithm": value})
        assert set(caught.value.errors) == {"algorithm"}

    def test_json_and_back_changes_nothing(self) -> None:
        params = of("demt", shuffles=3, seed=9)
        values = params.as_dict()
        assert values["algorithm"]["key"] == "demt"
        assert values["algorithm"]["params"]["shuffles"] == 3
        assert OnlineBatchParams.from_mapping(values) == params
        assert OnlineBatchParams.from_mapping(params.flat()) == params
        assert params.changed() == {
            "algorithm": "demt",
            "algorithm.shuffles": 3,
            "algorithm.seed": 9,
        }

    def test_every_offline_algorithm_can_be_chosen_and_no_other(self) -> None:
        expected = {key for key, known in ALGORITHMS.items() if not known.supports.online}
        (spec, *_) = OnlineBatchParams.specs()
        assert set(spec.choices) == expected
        assert "ltf" in expected
        assert not {"easy", "online-batch"} & expected

    def test_a_command_line_takes_its_label_back(self) -> None:
        [entry] = requests(
            ["online-batch:algorithm=demt,algorithm.compaction=list,algorithm.seed=4"]
        )
        assert entry.params == of("demt", compaction="list", seed=4)
        assert requests([entry.text]) == [entry]


JOBS = rigid((0, 1, 2), (1, 1, 2), (1, 1, 2), (2, 1, 2))


class TestInnerAlgorithm:
    """What it gets, and what becomes of what it says."""

    def test_the_seed_is_one_of_its_parameters(self, noted: list[Any]) -> None:
        assert OnlineBatchParams.seed_name({"algorithm": "dice"}) == "algorithm.seed"
        starts(JOBS, 2, of("dice", sides=20, seed=5))
        assert noted == [(20, 5, 1), (20, 5, 3)]

    @pytest.mark.usefixtures("noted")
    def test_progress_is_the_share_of_jobs_done(self) -> None:
        heard: list[Progress] = []
        stop = Stop(listener=heard.append, interval=0)
        online_batch(Instance(JOBS, Platform.of(2)), of("dice"), stop)
        assert [p.fraction for p in heard] == [0, 0, 0.125, 0.25, 0.25, 0.25, 0.625, 1]
        assert heard[6].message == "1 of 4 jobs scheduled, 3 more in this batch: half"

    def test_the_time_limit_holds_for_the_whole_run(self, noted: list[Any]) -> None:
        stop = Stop(time_limit=-1)
        instance = Instance(JOBS, Platform.of(2))
        result = solve(instance, "online-batch", {"algorithm": "dice"}, stop=stop)
        assert noted == []
        assert result.status is Status.STOPPED_EARLY


def test_a_time_limit_of_the_inner_algorithm_ends_only_a_batch() -> None:
    """Each batch ends after a tenth of a second with the best schedule of its own."""
    params = {"profile": "ceil", "load": 5.0, "max_width": 11}
    jobs = generate("paper-uniform", jobs=40, processors=16, params=params)
    settings = {"algorithm": {"key": "slp-pure", "params": {"time_limit": 0.1}}}
    result = solve(Instance(jobs, Platform.of(16)), "online-batch", settings)
    assert result.status is Status.FINISHED
    assert len(batches(jobs, result.schedule)) > 2
    early = solve(
        Instance(jobs, Platform.of(16)), "online-batch", settings, stop=Stop(time_limit=0.15)
    )
    assert early.status is Status.STOPPED_EARLY
    assert "its time limit of 0.15 s is over" in early.interruption


class TestRefusals:
    """What the inner algorithm cannot take is refused before anything runs."""

    def test_programs_that_are_too_large_with_the_reason(self) -> None:
        jobs = Instance(moldable([3e8 - 1], [3e8]), Platform.of(2))
        with pytest.raises(UnsupportedError) as caught:
            solve(jobs, "online-batch", {"algorithm": "slp-hybrid"})
        assert str(caught.value) == (
            "On-line batching runs Successive LP with LTF, which would need 300,000,000 rows "
            "(units of time) to look for a makespan of 300,000,000 units of 1 s; it takes up to "
            "50,000, and grid=… rounds times to longer units"
        )

    def test_wide_jobs_of_a_sequential_algorithm(self) -> None:
        [entry] = requests(["online-batch:algorithm=sequential"])
        with pytest.raises(UnsupportedError, match="on one processor, but 1 job needs more"):
            run_all(Instance(rigid((0, 1, 1), (3, 2, 1)), Platform.of(2)), [entry])

    def test_releases_are_no_reason(self) -> None:
        jobs = rigid((0, 1, 1), (3, 1, 1))
        assert ALGORITHMS["online-batch"].refusal(Instance(jobs, Platform.of(2)), LTF) is None


@settings(max_examples=amount(200))
@given(monotone_cases(jobs=4, largest=4), st.lists(st.integers(0, 9), min_size=4, max_size=4))
def test_monotone_jobs_end_by_twice_the_guarantee_of_mrt(
    case: tuple[Workload, int], releases: list[int]
) -> None:
    """MRT, the default, takes at most 1.5015 times the optimum."""
    workload, m = case
    workload = replace(workload, release=np.array(sorted(releases[: len(workload)]), float))
    schedule = solve(Instance(workload, Platform.of(m)), "online-batch").schedule
    best = optimum(workload, m, weighted=False)
    assert schedule.end.max(initial=0) <= 2 * 1.5015 * best * (1 + 1e-9)


def test_many_small_batches_of_moldable_jobs_are_feasible() -> None:
    workload = amdahl(500, 16, gap=4)
    assert len(batches(workload, run(workload, 16, by("saf")))) > 100

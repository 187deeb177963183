"""solve() is the one way to run an algorithm."""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from parsched.base.errors import (
    Cancelled,
    InfeasibleError,
    ParameterError,
    TimeLimitReached,
    UnknownKeyError,
    UnsupportedError,
)
from parsched.declare.parameters import Params, integer
from parsched.measure.bounds.registry import CRITERIA, bound_title
from parsched.measure.certificates import PROVED, Ratio, ratios
from parsched.measure.metrics import METRICS
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Progress, Stop
from parsched.policies import registry
from parsched.policies.lists.placement import ListParams
from parsched.policies.registry import Supports, register
from parsched.run.result import Status
from parsched.run.solve import solve
from tests.parsched.factories import moldable, offline, rigid

pytestmark = pytest.mark.usefixtures("nothing_known")
JOBS = offline((2, 3), (2, 3), (4, 1))
MACHINE = Platform.of(4)


@dataclass(frozen=True, kw_only=True)
class LateParams(Params):
    """When the machine opens, and what is proved meanwhile."""

    opens: int = integer(0, "First start.", low=0, high=100, unit="s")
    proves: int = integer(0, "Bound on the makespan.", low=0, high=100, unit="s")


def one_by_one(workload: Workload, opens: float) -> Schedule:
    """One job after the other."""
    begin = opens * workload.second
    return Schedule.of(workload, begin + np.cumsum(workload.runtime) - workload.runtime)


def late(instance: Instance, params: LateParams, stop: Stop) -> Schedule:
    """One job after the other, from `opens` on; better and better, until told to stop."""
    for opens in range(params.opens + 5, params.opens, -1):
        bound = params.proves * instance.jobs.second or None
        stop.report(0.5, best=one_by_one(instance.jobs, opens), bound=bound)
    return one_by_one(instance.jobs, params.opens)


def broken(instance: Instance, params: LateParams, stop: Stop) -> Schedule:
    """All at once."""
    return Schedule.of(instance.jobs, np.zeros(len(instance.jobs)))


def slow(instance: Instance, params: LateParams, stop: Stop) -> Schedule:
    """Finds nothing before it is stopped."""
    while True:
        stop.report(0.0)


@pytest.fixture(autouse=True)
def _three_algorithms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ALGORITHMS", {})
    for solver in (late, broken, slow):
        register(
            solver.__name__,
            title=solver.__name__.title(),
            version=3,
            params=LateParams,
            supports=Supports(),
            cites=(),
            is_search=True,
        )(solver)


def test_a_result_knows_everything_about_its_run() -> None:
    result = solve(Instance(JOBS, MACHINE), "late", {"opens": "2"})
    assert (result.algorithm, result.version, result.params) == (
        "late",
        3,
        {"opens": 2, "proves": 0},
    )
    assert result.status is Status.FINISHED
    assert result.seconds >= 0
    assert result.cpu_seconds >= 0
    assert result.search == {}
    assert result.schedule.start.tolist() == [2, 5, 8]
    assert result.schedule.processors is not None
    assert result.metrics["makespan"] == 9
    assert result.bounds["makespan"]["area"] == 4
    assert result.ratios["makespan"] == Ratio("makespan", "area", 9 / 4)


def test_a_result_is_json_without_nan() -> None:
    text = json.dumps(solve(Instance(JOBS, MACHINE), "late").as_json(), allow_nan=False)
    told = json.loads(text)
    assert told["status"] == "finished"
    assert set(told["metrics"]) == set(METRICS)
    assert told["ratios"]["makespan"] == {"bound": "area", "value": 7 / 4}
    nothing = solve(Instance(rigid(), MACHINE), "late").as_json()
    assert json.dumps(nothing, allow_nan=False)
    assert nothing["metrics"]["mean_wait"] is None
    assert nothing["ratios"] == {}


def test_parameters_may_be_an_instance_a_mapping_or_nothing() -> None:
    assert solve(Instance(JOBS, MACHINE), "late", LateParams(opens=4)).params == {
        "opens": 4,
        "proves": 0,
    }
    assert solve(Instance(JOBS, MACHINE), "late", {"opens": 4}).params == {
        "opens": 4,
        "proves": 0,
    }
    assert solve(Instance(JOBS, MACHINE), "late").params == {"opens": 0, "proves": 0}


def test_parameters_of_another_algorithm_are_refused() -> None:
    with pytest.raises(TypeError, match="late takes LateParams, got ListParams"):
        solve(Instance(JOBS, MACHINE), "late", ListParams())


def test_bad_parameters_are_refused_before_anything_runs() -> None:
    with pytest.raises(ParameterError) as caught:
        solve(Instance(JOBS, MACHINE), "slow", {"opens": -1})
    assert set(caught.value.errors) == {"opens"}


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(UnknownKeyError, match="'magic'"):
        solve(Instance(JOBS, MACHINE), "magic")


@pytest.mark.parametrize(
    ("workload", "platform", "reason"),
    [
        (rigid((1, 1, 1)), MACHINE, "Slow schedules off-line"),
        (moldable([2, 1]), MACHINE, "Slow schedules rigid jobs only"),
        (JOBS, Platform.of(4, 4), "Slow schedules one site only"),
        (JOBS, Platform.of(3), "Slow needs every job to fit the machine, but job 3"),
    ],
)
def test_what_is_not_supported_is_refused_with_the_reason(
    workload: Workload, platform: Platform, reason: str
) -> None:
    with pytest.raises(UnsupportedError, match=reason):
        solve(Instance(workload, platform), "slow")


def test_an_infeasible_schedule_never_becomes_a_result() -> None:
    with pytest.raises(
        InfeasibleError, match="8 processors of cluster are busy at 0 s when job 3 starts"
    ):
        solve(Instance(JOBS, MACHINE), "broken")


def test_the_jobs_are_scheduled_as_the_rules_make_them() -> None:
    jobs = rigid((0, 1, 9, 3))
    result = solve(Instance(jobs, MACHINE, Rules(estimates="kill")), "late")
    assert result.workload.runtime.tolist() == [3]
    assert result.metrics["makespan"] == 3
    assert jobs.runtime.tolist() == [9]
    assert solve(Instance(jobs, MACHINE), "late").workload.estimate.tolist() == [9]


def test_a_result_says_which_instance_it_solved() -> None:
    instance = Instance(JOBS, Platform.of(4, deployment=DeployTime(2.0)), Rules(estimates="kill"))
    assert solve(instance, "late").as_json()["instance"] == {
        "digest": instance.digest,
        "rules": {"estimates": "kill", "events": "batch"},
        "deployment": {"seconds": 2.0, "extra": 0.0},
        "systems": 1,
    }


def test_only_wanted_bounds_are_computed() -> None:
    result = solve(Instance(halves(), MACHINE), "late", bounds=("area", "price"))
    assert set(result.bounds["makespan"]) == {"area"}
    assert set(result.bounds["minsum"]) == {"price"}
    assert solve(Instance(JOBS, MACHINE), "late", bounds=()).bounds == {c: {} for c in CRITERIA}
    with pytest.raises(UnknownKeyError, match="no bound is called 'prize'; there are: area, "):
        solve(Instance(JOBS, MACHINE), "late", bounds=("prize",))


def test_what_is_not_a_search_waits_for_no_bound() -> None:
    register("quick", title="Q", version=1, params=LateParams, supports=Supports(), cites=())(late)
    stop, heard = hears()
    result = solve(Instance(halves(), MACHINE), "quick", stop=stop)
    assert stop.known == 0
    assert not [p for p in heard if p.message.startswith("lower bound: ")]
    assert result.bounds["makespan"]["area"] == pytest.approx(4.625)


def test_bounds_of_equal_instances_are_computed_once() -> None:
    stop, heard = hears()
    for _ in range(2):
        solve(Instance(halves(), MACHINE), "late", stop=stop)
    begun = [p.message for p in heard].count("lower bound: area")
    assert (begun, stop.known) == (1, 5)


def test_what_one_run_proves_counts_for_all_on_the_instance() -> None:
    before = solve(Instance(halves(), MACHINE), "late")
    proof = solve(Instance(halves(), MACHINE), "late", {"proves": 6})
    other = solve(Instance(halves(), MACHINE, Rules(estimates="kill")), "late")
    assert (before.proved, before.best_proof, proof.proved) == (None, 6, 6)
    assert before.ratios["makespan"] == Ratio("makespan", PROVED, 8.5 / 6)
    assert other.best_proof is None, "other rules are another problem"


def halves() -> Workload:
    """Return new jobs without stored bounds: the area says 4.625 s, rounded up to
    halves 5 s; one by one they take 8.5 s."""
    return offline((2, 3.5), (2, 3.5), (4, 1), (1, 0.5))


def test_bounds_come_first_and_the_algorithm_knows_the_best_rounded_up() -> None:
    stop, heard = hears()
    result = solve(Instance(halves(), MACHINE), "late", stop=stop)
    assert (stop.known, result.unit) == (5.0, 0.5)
    assert [p.message.startswith("lower bound: ") for p in heard].index(False) > 4
    assert {p.fraction for p in heard if p.message.startswith("lower bound: ")} == {0.0}
    assert {p.fraction for p in heard if not p.message} == {0.5}
    assert result.trace[0].values == {"bound": 5.0, "best": 13.5}
    assert solve(Instance(offline((1, 0.1)), MACHINE), "late").unit == 0.1
    assert solve(Instance(offline((1, 1 / 3)), MACHINE), "late").unit == 1 / 3
    assert solve(Instance(offline((1, 2**0.5)), MACHINE), "late").unit is None


def hears() -> tuple[Stop, list[Progress]]:
    """Return a stop and the list of what it hears."""
    heard: list[Progress] = []
    return Stop(listener=heard.append, interval=0), heard


@pytest.mark.parametrize(("proves", "proved"), [(0, None), (4, None), (5, None), (6, 6.0)], ids=str)
def test_what_a_run_proves_counts_where_it_beats_the_bounds(
    proves: int, proved: float | None
) -> None:
    result = solve(Instance(halves(), MACHINE), "late", {"proves": proves})
    assert result.proved == proved
    expected = Ratio("makespan", "lp_infeasibility", 8.5 / 5)
    if proved:
        expected = Ratio("makespan", PROVED, 8.5 / 6)
    assert result.ratios["makespan"] == expected
    assert result.certificates["makespan"].gap == pytest.approx(8.5 / (proved or 5.0) - 1)


def test_a_cancel_while_bounds_are_computed_ends_the_run() -> None:
    stop = after(3, Cancelled("cancelled"), bounds=True)
    with pytest.raises(Cancelled):
        solve(Instance(halves(), MACHINE), "late", stop=stop)
    assert stop.known == 0.0


def after(reports: int, error: Exception, *, bounds: bool = False) -> Stop:
    """Raise an error at the report of that number, counting the algorithm's reports or all."""
    heard: list[Progress] = []

    def listen(progress: Progress) -> None:
        if bounds or not progress.message.startswith("lower bound"):
            heard.append(progress)
        if len(heard) == reports:
            raise error

    return Stop(listener=listen, interval=0)


STOPS: list[Callable[[], Stop]] = [
    lambda: Stop(time_limit=0),
    lambda: after(3, Cancelled("cancelled")),
]


@pytest.mark.parametrize("stop", STOPS, ids=["time limit", "cancel"])
def test_stopping_early_keeps_the_best_schedule_so_far(stop: Callable[[], Stop]) -> None:
    asked = stop()
    result = solve(Instance(JOBS, MACHINE), "late", stop=asked)
    assert result.status is Status.STOPPED_EARLY
    assert result.as_json()["status"] == "stopped early"
    assert asked.best is not None
    assert result.schedule.start.tolist() == asked.best.start.tolist()
    assert result.schedule.start[0] >= 3


def test_a_time_limit_with_nothing_to_keep_is_told() -> None:
    with pytest.raises(TimeLimitReached):
        solve(Instance(JOBS, MACHINE), "slow", stop=Stop(time_limit=0.01))


def test_a_cancel_with_nothing_to_keep_is_told() -> None:
    with pytest.raises(Cancelled):
        solve(Instance(JOBS, MACHINE), "slow", stop=after(2, Cancelled("cancelled")))


def test_the_ratio_takes_the_largest_bound_and_needs_a_positive_one() -> None:
    metrics = {"makespan": 9.0, "sum_weighted_completion": 5.0}
    bounds = {"makespan": {"area": 4.0, "longest": 6.0}, "minsum": {"squashed_area": 0.0}}
    assert ratios(metrics, bounds) == {"makespan": Ratio("makespan", "longest", 1.5)}
    assert ratios({}, bounds) == {}


def test_what_is_proved_counts_for_the_makespan_only_and_where_it_beats_the_bounds() -> None:
    metrics = {"makespan": 9.0, "sum_weighted_completion": 5.0}
    bounds = {"makespan": {"area": 4.0}, "minsum": {"squashed_area": 4.0}}
    found = ratios(metrics, bounds, proved=6.0)
    assert found["makespan"] == Ratio("makespan", PROVED, 1.5)
    assert found["minsum"] == Ratio("sum_weighted_completion", "squashed_area", 1.25)
    for proved in (3.0, 4.0, 4.0 + 1e-14):
        assert ratios(metrics, bounds, proved=proved)["makespan"].bound == "area"
    assert ratios({"makespan": 9.0}, {}, proved=6.0)["makespan"] == Ratio("makespan", PROVED, 1.5)
    assert bound_title("makespan", PROVED) == "proved by search"
    assert bound_title("makespan", "longest") == "longest job"


def test_bounds_of_other_versions_are_left_out() -> None:
    bounds = {"makespan": {"forgotten": 100.0, "area": 4.0}}
    assert ratios({"makespan": 6.0}, bounds)["makespan"].bound == "area"
    assert math.isclose(ratios({"makespan": 6.0}, bounds)["makespan"].value, 1.5)

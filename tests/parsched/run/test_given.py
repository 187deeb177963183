"""Schedules that were made elsewhere are measured, and all that is wrong with them is said."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import InfeasibleError, ParameterError
from parsched.measure.bounds.registry import TIMES
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import MAX_PROCESSORS, DeployTime, Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.examination import examine
from parsched.model.schedules.schedule import Schedule
from parsched.report import REPORTS, declared_report
from parsched.report.records import Records
from parsched.report.standings import standings_of
from parsched.report.summary import sentence
from parsched.run.given import judge
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.parsched.factories import offline, rigid
from tests.parsched.model.schedules.test_checker import (
    JOBS,
    MACHINE,
    MUTILATED,
    START,
    changed,
    good,
)
from tests.parsched.strategies import rigid_cases

INSTANCE = Instance(JOBS, MACHINE)


def starting(*start: float, jobs: Workload = JOBS, machine: Platform = MACHINE) -> Result:
    """Judge a schedule of JOBS with these starts."""
    return judge(Instance(jobs, machine), Schedule.of(jobs, np.array(start)), made_by="us")


def test_a_feasible_schedule_is_measured_and_certified_like_ours() -> None:
    result = judge(INSTANCE, good(), label="mine", made_by="a student")
    assert (result.violations, result.violation_count, result.is_feasible) == ((), 0, True)
    assert result.schedule.broken is None
    assert result.metrics["makespan"] == 8
    assert result.certificates["makespan"].is_proof
    record = result.record()
    assert (record.label, record.algorithm, record.made_by) == ("mine", "given", "a student")
    assert record.is_feasible


LENGTHS = {"missing row", "short column", "short processors"}


@pytest.mark.parametrize("kind", [kind for kind in MUTILATED if kind not in LENGTHS])
def test_each_broken_rule_is_found_with_its_job(kind: str) -> None:
    mutilate, told = MUTILATED[kind]
    result = judge(INSTANCE, mutilate())
    expected = {
        "moved into others": "job 3 starts at 3 s on 3 processors when 0 of 4 are free",
        "no duration": "job 2 starts at 0 s and runs nan s",
    }.get(kind, told)
    assert result.violations[0] == expected
    assert result.violation_count == len(result.violations)
    assert result.schedule.broken is not None
    assert 1 <= result.schedule.broken.sum() <= result.violation_count
    json.dumps(result.as_json(), allow_nan=False)
    json.dumps(result.record().outcome, allow_nan=False)


def test_a_schedule_of_other_jobs_is_refused() -> None:
    with pytest.raises(ParameterError, match="the schedule has 4 jobs, the workload 5"):
        judge(INSTANCE, MUTILATED["missing row"][0]())


def test_all_rules_are_looked_at_and_jobs_counted_for_each() -> None:
    """Job 1 has no start, jobs 3, 4 and 5 start before their release, and job 3 finds two of four
    processors free, where it needs three."""
    result = starting(np.nan, 0, 0, 0.5, 2)
    assert result.violations == (
        "job 1 is not scheduled",
        "3 jobs start before their release: job 3 starts at 0 s, before its release at 1 s; job 4 "
        "starts at 0.5 s, before its release at 1 s; job 5 starts at 2 s, before its release at 5 "
        "s",
        "job 3 starts at 0 s on 3 processors when 2 of 4 are free",
    )
    assert result.violation_count == 5
    assert result.schedule.broken is not None
    assert result.schedule.broken.tolist() == [True, False, True, True, True]


def test_of_many_jobs_that_break_a_rule_three_are_named() -> None:
    result = starting(*[np.nan] * 4, 5)
    assert result.violations == (
        "4 jobs are not scheduled: job 1 is not scheduled; job 2 is not scheduled; job 3 is not "
        "scheduled; …",
    )


def test_jobs_that_do_not_fit_hold_processors_above_the_machine() -> None:
    """Jobs 1 and 2 fill the machine until 4. Jobs 3, at 3, and 5, at 3.5, find nothing free; from 4
    on, what does not fit takes nothing away."""
    jobs = rigid((0, 2, 4), (0, 2, 4), (1, 3, 2), (1, 4, 1), (3, 1, 3))
    result = starting(0, 0, 3, 4, 3.5, jobs=jobs)
    assert result.schedule.processors is not None
    assert result.schedule.processors.text() == ["0-1", "2-3", "4-6", "0-3", "7"]
    assert result.violation_count == 2


def test_a_job_wider_than_the_machine_is_drawn_above_it() -> None:
    result = starting(0, 1, jobs=offline((6, 2), (4, 1)))
    assert result.violations == ("job 1 needs 6 of 4 processors",)
    assert result.schedule.processors is not None
    assert result.schedule.processors.text() == ["4-9", "0-3"]


def test_jobs_that_need_too_many_processors_to_count_hold_none() -> None:
    most = MAX_PROCESSORS
    result = starting(0, 0, 0, jobs=offline((most, 1), (most, 1), (1, 1)), machine=Platform.of(2))
    assert result.schedule.processors is not None
    assert result.schedule.processors.text() == ["", "", "0"]
    assert result.metrics["makespan"] == 1


def test_metrics_count_the_jobs_that_have_a_start() -> None:
    whole, part = starting(*START), starting(0, np.nan, 4, 4, 5)
    assert part.metrics["mean_wait"] == (0 + 3 + 3 + 0) / 4
    assert part.metrics["makespan"] == 8
    assert part.metrics["throughput"] == 4 / 8
    assert whole.metrics["throughput"] == 5 / 8


def test_a_schedule_without_any_start_has_metrics_too() -> None:
    result = starting(*[np.nan] * 5)
    assert result.metrics["makespan"] == 0
    json.dumps(result.as_json(), allow_nan=False)


def test_waits_are_negative_where_the_log_says_so_and_shares_stay_defined() -> None:
    jobs = rigid((5, 1, 2), (5, 1, 2), users=["a", "b"])
    result = starting(1, 5, jobs=jobs)
    assert result.metrics["mean_wait"] == -2
    assert result.metrics["fair_share_deviation"] == 0
    assert result.violation_count == 1


def test_what_breaks_rules_has_neither_ratios_nor_certificates() -> None:
    result = starting(0, 0, 1, 1, 1)
    assert result.ratios == {}
    assert {key: c.gap for key, c in result.certificates.items() if key in TIMES} == dict.fromkeys(
        TIMES
    )
    assert result.certificates["makespan"].reason == "the schedule breaks rules"
    assert result.bounds["makespan"]


def test_times_may_be_off_by_the_tolerance() -> None:
    late = changed("start", 4, 4.75)
    assert judge(INSTANCE, late, tolerance=0.25).is_feasible
    assert judge(INSTANCE, late, tolerance=0.125).violation_count == 1
    early = replace(changed("start", 2, 3.75), processors=None)
    assert judge(INSTANCE, early, tolerance=0.25).is_feasible
    assert not judge(INSTANCE, early).is_feasible


def test_sites_have_processors_of_their_own() -> None:
    jobs = offline((2, 1), (2, 1), (1, 1))
    schedule = Schedule.of(jobs, np.zeros(3), site=np.array([1, 1, 0]))
    result = judge(Instance(jobs, Platform.of(1, 2)), schedule)
    assert result.violations == (
        "job 2 starts at 0 s on 2 processors when 0 of 2 of site 2 are free",
    )
    assert result.schedule.processors is not None
    assert result.schedule.processors.text() == ["0-1", "2-3", "0"]
    assert [site["jobs"] for site in result.sites] == [1, 2]


def environed() -> Workload:
    return replace(offline((2, 1), (2, 1), (2, 1)), environment=Labels.of(["a", "b", "a"]))


def test_deployments_are_counted_where_jobs_hold_what_they_can() -> None:
    fits, full = starting(0, 0, 1, jobs=environed()), starting(0, 0, 0, jobs=environed())
    assert fits.metrics["deployments"] == 4
    assert len(fits.environments) == 2
    assert np.isnan(full.metrics["deployments"])
    assert full.environments == []


def test_a_start_before_a_deployment_is_done_is_found() -> None:
    machine = Platform.of(4, deployment=DeployTime(10.0))
    result = starting(10, 10, 5, jobs=environed(), machine=replace(machine))
    assert result.violation_count == 1
    assert "processors were not idle for the 10 s" in result.violations[0]


def test_a_start_before_a_job_that_it_waits_for_has_ended_is_found() -> None:
    """Job 3 waits for job 1, which ends at 4, and for job 2, which has no start."""
    after = Dependencies(5, np.array([2, 2]), np.array([0, 1]), np.zeros(2))
    result = starting(0, np.nan, 3, 5, 5, jobs=replace(JOBS, after=after))
    assert result.violations[1] == "job 3 starts at 3 s, before 4 s, when job 1 has ended"


def test_run_times_are_held_against_the_rules() -> None:
    """The log ran job 1 for 9 s where 5 s were asked for; under "kill" no job runs longer."""
    jobs = rigid((0, 1, 9, 5))
    schedule = Schedule.of(jobs, np.zeros(1))
    assert judge(Instance(jobs, Platform.of(1)), schedule).is_feasible
    killed = judge(Instance(jobs, Platform.of(1), Rules(estimates="kill")), schedule)
    assert killed.violations == ("job 1 runs 9 s instead of 5 s",)
    assert killed.metrics["makespan"] == 9


@given(rigid_cases(), st.data())
def test_what_the_checker_accepts_breaks_no_rule_and_the_reverse(
    case: tuple[Workload, int], data: st.DataObject
) -> None:
    jobs, m = case
    drawn = st.lists(st.integers(0, 8), min_size=len(jobs), max_size=len(jobs))
    schedule = Schedule.of(jobs, np.array(data.draw(drawn), np.float64))
    examined = examine(jobs, Platform.of(m), schedule)
    try:
        schedule.check(jobs, Platform.of(m))
    except InfeasibleError:
        assert examined.count
    else:
        assert not examined.count
        examined.schedule.check(jobs, Platform.of(m))
    sets = examined.schedule.processors
    assert sets is not None
    assert sets.sizes().tolist() == jobs.width.tolist()
    above = Platform.of(m + int(jobs.width.sum()))
    times = replace(jobs, release=np.zeros(len(jobs)))
    examined.schedule.check(times, above)


def broken_and_ours() -> Records:
    """FCFS and EASY beside a schedule that starts all jobs at once, below every bound."""
    jobs = rigid((0, 4, 9), (1, 3, 9), (2, 3, 1))
    instance = Instance(jobs, MACHINE)
    log = judge(instance, Schedule.of(jobs, np.zeros(3)), label="log", made_by="the machine")
    ours = [(key, solve(instance, key)) for key in ("fcfs", "easy")]
    return Records.of([("", log), *ours])


def test_a_broken_schedule_is_listed_but_neither_ranked_nor_best() -> None:
    records = broken_and_ours()
    assert records[0].label == "log"
    assert records.ranked == records.done[1:]
    table = standings_of(records)
    log = table.rows[0]
    assert log.record.violation_count == 4
    assert (log.rank, log.degradation, log.on_front, log.ratios) == (None, None, None, {})
    assert all(not cell.best and cell.rank is None for cell in log.cells)
    assert log.cells[0].value == -1
    assert table.baseline is not None
    assert table.baseline.algorithm == "easy"
    assert "log" not in sentence(standings_of(records, baseline=records[0].key))


@pytest.mark.parametrize("key", REPORTS)
def test_every_report_takes_a_broken_schedule(key: str) -> None:
    records = broken_and_ours()
    report = declared_report(key)
    if report.suits(records):
        assert report.of(records, {}).as_text() or report.of(records, {}).gantts

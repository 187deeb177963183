"""What a machine did, as its log has it, is a run like any other."""

import io
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from parsched.base.errors import UnsupportedError
from parsched.data.formats import read, write
from parsched.data.formats.swf.write import write_swf
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.policies.recorded.recorded import overtaking
from parsched.run.ready_made import READY_MADE, proposed
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.amount import amount
from tests.everywhere import SHARED
from tests.parsched.factories import linked, moldable, rigid, waiting
from tests.parsched.strategies import rigid_cases

MACHINE = Platform.of(4)
JOBS = rigid((0, 2, 4), (1, 4, 2), (2, 2, 3), (6, 1, 1), users=["a", "a", "b", None])


def logged(*starts: float, jobs: Workload = JOBS) -> Workload:
    """Jobs with recorded starts."""
    return replace(jobs, recorded=np.array(starts, np.float64))


def happened(*starts: float, machine: Platform = MACHINE) -> Result:
    return solve(Instance(logged(*starts), machine), "recorded")


def test_what_happened_is_measured_like_a_schedule_of_ours() -> None:
    result = happened(0, 7, 4, 9)
    assert result.schedule.start.tolist() == [0, 7, 4, 9]
    assert result.metrics["mean_wait"] == (0 + 6 + 2 + 3) / 4
    assert result.metrics["backfilled"] == 1
    assert (result.violations, result.made_by) == ((), "the machine, as its log says")
    assert result.certificates["makespan"].gap is not None


def test_more_busy_processors_than_the_machine_has_are_findings() -> None:
    """Job 2 needs all four processors while job 1 holds two of them, until 4."""
    result = happened(0, 3, 5, 9)
    assert result.violations == ("job 2 starts at 3 s on 4 processors when 2 of 4 are free",)
    assert result.metrics["mean_wait"] == (0 + 2 + 3 + 3) / 4
    assert result.ratios == {}


def test_a_start_before_release_is_a_finding() -> None:
    assert happened(0, 7, 4, 5.5).violations == (
        "job 4 starts at 5.5 s, before its release at 6 s",
    )


def test_a_job_without_a_start_is_left_out_and_counted() -> None:
    result = happened(0, np.nan, 4, 9)
    assert result.violations == ("job 2 is not scheduled",)
    assert result.metrics["mean_wait"] == (0 + 2 + 3) / 3
    assert result.remarks == (
        "1 of 4 jobs has no recorded start: metrics are computed from the others",
    )
    two = happened(0, np.nan, np.nan, 9)
    assert two.remarks[0].startswith("2 of 4 jobs have no recorded start")


def test_a_job_that_was_stopped_and_started_again_overlaps_others() -> None:
    """Job 1 ran 4 s in all, in two parts around job 2: its one start is the first."""
    result = happened(0, 2, 6, 9)
    assert result.violations == ("job 2 starts at 2 s on 4 processors when 2 of 4 are free",)


def test_a_job_that_is_too_wide_is_a_finding() -> None:
    result = happened(0, 7, 4, 9, machine=Platform.of(3))
    assert result.violations == ("job 2 needs 4 of 3 processors",)


def test_jobs_ran_as_the_log_says_also_where_rules_would_stop_them() -> None:
    jobs = logged(0, jobs=rigid((0, 1, 9, 5)))
    result = solve(Instance(jobs, MACHINE, Rules(estimates="kill")), "recorded")
    assert result.metrics["makespan"] == 9
    assert result.violations == ("job 1 runs 9 s instead of 5 s",)


@pytest.mark.parametrize("starts", [None, np.full(4, np.nan)])
def test_jobs_without_recorded_starts_are_refused(starts: NDArray[np.float64] | None) -> None:
    jobs = replace(JOBS, recorded=starts)
    with pytest.raises(UnsupportedError, match="needs the starts that a log recorded"):
        solve(Instance(jobs, MACHINE), "recorded")


def test_moldable_jobs_are_refused() -> None:
    jobs = replace(moldable([2, 1]), recorded=np.zeros(1))
    with pytest.raises(UnsupportedError, match="rigid jobs only"):
        solve(Instance(jobs, MACHINE), "recorded")


def test_on_a_grid_jobs_ran_where_they_were_submitted() -> None:
    grid = Platform.of(2, 4)
    jobs = replace(logged(0, 7, 4, 9), origin=Labels.of(["site 1", "site 2", "site 2", "site 1"]))
    result = solve(Instance(jobs, grid), "recorded")
    assert result.schedule.site.tolist() == [0, 1, 1, 0]
    assert result.is_feasible
    with pytest.raises(UnsupportedError, match="these jobs have no origin"):
        happened(0, 7, 4, 9, machine=grid)
    elsewhere = replace(jobs, origin=Labels.of(["site 1", "Lyon", "site 2", "site 1"]))
    with pytest.raises(UnsupportedError, match="job 2 was submitted at Lyon, which the machine"):
        solve(Instance(elsewhere, grid), "recorded")
    unknown = replace(jobs, origin=Labels.of(["site 1", None, "site 2", "site 1"]))
    with pytest.raises(UnsupportedError, match="submitted at an unknown one"):
        solve(Instance(unknown, grid), "recorded")


def test_sites_overtake_by_themselves() -> None:
    site = np.array([0, 1, 1, 0, 0], np.int32)
    jobs = rigid(*((0, 1, 1),) * 5)
    schedule = Schedule.of(jobs, np.array([9.0, 5.0, 4.0, np.nan, 8.0]), site=site)
    assert overtaking(jobs, schedule).tolist() == [False, False, True, False, True]


@pytest.mark.parametrize(
    ("pairs", "starts", "expected"),
    [
        # Job 4 is let go at 4, when job 3 arrives, and starts at once.
        ([(3, 0, 1)], (0, 4, 9, 4), []),
        # Job 2 could not start before 8, so no job overtook it; job 4 came after job 3.
        ([(1, 0, 5)], (0, 8, 6, 4), [3]),
        # Job 2 was let go at 3, before job 4 came, and waited.
        ([(1, 0, 0)], (0, 9, 4, 7), [2, 3]),
        # What job 2 waits for has no start: its own release counts.
        ([(1, 0, 0)], (np.nan, 9, 5, 10), [2]),
        ([], (0, 9, 9, 5), [3]),
    ],
)
def test_a_job_overtakes_those_who_could_start_before_it_came(
    pairs: list[tuple[int, int, float]], starts: tuple[float, ...], expected: list[int]
) -> None:
    jobs = waiting(rigid((0, 1, 3), (1, 1, 1), (4, 1, 1), (4, 1, 1)), *pairs)
    schedule = Schedule.of(jobs, np.array(starts, np.float64))
    assert np.flatnonzero(overtaking(jobs, schedule)).tolist() == expected


def test_who_overtook_is_found_pair_by_pair() -> None:
    for seed in range(amount(200, least=50)):
        chance = Random(seed)
        drawn = sorted((chance.randint(0, 5), 1, chance.randint(0, 3)) for _ in range(8))
        jobs = linked(chance, rigid(*drawn))
        start = jobs.release + [chance.randint(0, 6) for _ in drawn]
        schedule = Schedule.of(jobs, start)
        released, tied = jobs.released(schedule.end), jobs.are_let_go(schedule.end)
        expected = [
            any(
                (released[i] < released[j] or (released[i] == released[j] and i < j and alone))
                and start[i] > start[j]
                for i in range(8)
                for alone in [not (tied[i] or tied[j])]
            )
            for j in range(8)
        ]
        assert overtaking(jobs, schedule).tolist() == expected


def test_it_is_proposed_first_where_a_log_has_starts() -> None:
    with_starts, without = Instance(logged(0, 7, 4, 9), MACHINE), Instance(JOBS, MACHINE)
    assert [entry.algorithm for entry in proposed(with_starts)] == ["recorded", "fcfs", "easy"]
    assert proposed(without)[0].algorithm == "fcfs"
    ready = READY_MADE["what-happened"]
    assert ready.refusal(with_starts) is None
    assert ready.refusal(without) == "needs starts that a log recorded"


@settings(max_examples=amount(40))
@given(rigid_cases(jobs=25))
def test_what_easy_did_written_as_a_log_and_read_again_is_what_easy_did(
    case: tuple[Workload, int],
) -> None:
    workload, m = case
    if not len(workload):
        return
    instance = Instance(workload, Platform.of(m))
    easy = solve(instance, "easy")
    file = io.BytesIO()
    write_swf(instance.jobs, file, easy.schedule, instance.platform)
    back = read(io.BytesIO(file.getvalue()), format="swf", name="log").workload
    log = solve(Instance(back, instance.platform), "recorded")
    assert log.violations == ()
    assert log.metrics == pytest.approx(easy.metrics, nan_ok=True, abs=0, rel=0)


@pytest.mark.parametrize("format", ["swf", "gwf", "csv", "json"])
def test_every_format_keeps_recorded_starts(format: str) -> None:
    for starts in ((0, 7, 4, 9), (0, np.nan, 4, 9)):
        file = io.BytesIO()
        write(logged(*starts), file, format=format)
        back = read(io.BytesIO(file.getvalue()), format=format, name="log").workload
        assert back.recorded is not None
        np.testing.assert_array_equal(back.recorded, np.array(starts, np.float64))
    file = io.BytesIO()
    write(JOBS, file, format=format)
    assert read(io.BytesIO(file.getvalue()), format=format, name="log").workload.recorded is None


def test_starts_stay_on_the_clock_of_releases_where_that_is_moved() -> None:
    line = "{} {} {} 5 1 -1 -1 1 5 -1 1 1 1 1 1 1 -1 -1\n"
    text = line.format(1, 1_000_000_007, 3) + line.format(2, 1_000_000_009, -1)
    back = read(io.BytesIO(text.encode()), format="swf", name="log").workload
    assert back.recorded is not None
    np.testing.assert_array_equal(back.recorded, [3, np.nan])
    assert back.release.tolist() == [0, 2]


TRACES = {
    "SDSC-SP2-1998-4.2-cln": (54_044, 128, 265, 235, 0, 25_652),
    "KTH-SP2-1996-2.1-cln": (28_475, 100, 12, 1885, 219, 15_296),
}
"""Of each log: jobs, processors, jobs that start when too few are free, the first of them, jobs
that ran on another number of processors than they asked for, and the mean wait, s."""


@pytest.mark.skipif(not (SHARED / "traces").is_dir(), reason="needs ../shared/traces")
@pytest.mark.parametrize("name", TRACES)
def test_logs_of_the_archive_are_measured_with_their_findings(name: str) -> None:
    jobs, processors, findings, first, others, wait = TRACES[name]
    reading = read(SHARED / "traces" / f"{name}.swf.gz")
    instance = Instance(reading.workload, Platform.of(reading.processors))
    result = solve(instance, "recorded", bounds=())
    assert (len(reading.workload), reading.processors) == (jobs, processors)
    assert (result.violation_count, len(result.violations)) == (findings + others, 1 + (others > 0))
    told = f"{findings} jobs start when too few processors are free: job {first} starts"
    assert result.violations[-1].startswith(told)
    assert int(result.metrics["mean_wait"]) == wait
    sets = result.schedule.processors
    assert sets is not None
    assert sets.sizes().tolist() == reading.workload.held.tolist()
    assert result.schedule.broken is not None
    sound = np.flatnonzero(~result.schedule.broken)
    result.schedule.take(sound).check(reading.workload.take(sound), instance.platform)

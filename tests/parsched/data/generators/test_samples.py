"""The bundled samples are valid, reproducible and instructive."""

import numpy as np
import pytest

from parsched.data.generators import SAMPLES, BundledSample
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import INSTANT, DeployTime, Platform
from parsched.model.problem.workload import ceil_times
from parsched.run.solve import solve

EIGHT, WEEK, SEASON, OFFLINE, MOLDABLE, BICRITERIA, PUBLISHED, DEPLOYED, SITES = SAMPLES


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: str(s.key))
def test_a_sample_fits_its_machine_and_never_changes(sample: BundledSample) -> None:
    one, two = sample.workload(), sample.workload()
    assert one.name == sample.title
    assert not len(one.too_wide(Platform.of(*sample.sites)))
    assert one.release.tolist() == two.release.tolist()
    assert one.profiles.times.tolist() == two.profiles.times.tolist()
    assert sample.sentence
    assert "\n" not in sample.sentence


def test_samples_have_keys_and_titles_of_their_own() -> None:
    assert len({s.key for s in SAMPLES}) == len({s.title for s in SAMPLES}) == 9
    assert [len(s.workload()) for s in SAMPLES] == [8, 1_000, 10_000, 40, 10, 100, 25, 80, 2_500]


SOLUTION = {
    "fcfs": ([0, 0, 9, 10, 19, 19, 20, 20], 73, 26),
    "conservative": ([0, 0, 9, 10, 3, 19, 19, 7], 43, 25),
    "easy": ([0, 0, 9, 12, 3, 10, 6, 7], 23, 21),
}


@pytest.mark.parametrize("key", SOLUTION)
def test_eight_jobs_have_the_worked_solution(key: str) -> None:
    starts, waits, makespan = SOLUTION[key]
    result = solve(Instance(EIGHT.workload(), Platform.of(EIGHT.processors)), key)
    assert result.schedule.start.tolist() == starts
    assert result.metrics["mean_wait"] == waits / 8
    assert result.metrics["makespan"] == makespan


def test_the_worked_solution_is_the_one_told() -> None:
    rows = [line.strip("| ").split(" | ") for line in EIGHT.description.splitlines() if "|" in line]
    columns = {name: [int(row[i]) for row in rows[2:]] for i, name in enumerate(rows[0])}
    jobs = EIGHT.workload()
    assert columns["release"] == jobs.release.tolist()
    assert columns["processors"] == jobs.width.tolist()
    assert columns["time"] == jobs.runtime.tolist()
    for key, (starts, waits, makespan) in SOLUTION.items():
        name = {"fcfs": "FCFS", "easy": "EASY"}.get(key, key)
        assert columns[name] == starts
        assert f"Mean wait {waits}/8 s, makespan {makespan} s." in EIGHT.description


@pytest.mark.parametrize("sample", [WEEK, SEASON], ids=lambda s: str(s.key))
def test_backfilling_pays(sample: BundledSample) -> None:
    jobs, machine = sample.workload(), Platform.of(sample.processors)
    wait = {
        key: solve(Instance(jobs, machine), key).metrics["mean_wait"]
        for key in ("fcfs", "conservative", "easy")
    }
    assert wait["fcfs"] > 5 * wait["conservative"]
    assert wait["fcfs"] > 5 * wait["easy"]
    assert wait["easy"] > 600


def test_the_offline_sample_tells_lists_apart() -> None:
    jobs, machine = OFFLINE.workload(), Platform.of(OFFLINE.processors)
    makespans = {
        solve(Instance(jobs, machine), key, {"placement": placement}).metrics["makespan"]
        for key in ("ltf", "lpt", "widest")
        for placement in ("graham", "serial")
    }
    assert len(makespans) >= 3


def test_the_moldable_sample_is_monotone() -> None:
    jobs = MOLDABLE.workload()
    assert not jobs.is_rigid
    for i in range(len(jobs)):
        _, times = jobs.profiles.job(i)
        assert (np.diff(times) <= 0).all()
    assert len(set(jobs.weight.tolist())) == 10


def test_equal_parts_run_in_rounds() -> None:
    widths, times = ceil_times(5, 4.0)
    assert widths.tolist() == [1, 2, 3, 4, 5]
    assert times.tolist() == [20, 12, 8, 8, 4]


def test_a_hundred_jobs_set_the_two_criteria_against_each_other() -> None:
    """The list that ends first finishes weight late; smallest work first is the other way round."""
    platform = Platform.of(BICRITERIA.processors)
    graham, saf = (
        solve(Instance(BICRITERIA.workload(), platform), key).metrics
        for key in ("list-graham", "saf")
    )
    assert graham["makespan"] < 0.97 * saf["makespan"]
    assert graham["sum_weighted_completion"] > 1.5 * saf["sum_weighted_completion"]


def test_no_schedule_of_the_published_jobs_is_shorter_than_38_seconds() -> None:
    platform = Platform.of(PUBLISHED.processors)
    ltf = solve(Instance(PUBLISHED.workload(), platform), "ltf")
    assert ltf.metrics["makespan"] == 42
    assert max(ltf.bounds["makespan"].values()) == 38


def test_who_deploys_less_often_ends_first_where_that_takes_time() -> None:
    """Without deployments that take time it is the other way round, as the sample says."""
    jobs = DEPLOYED.workload()

    def makespan(key: str, time: DeployTime = INSTANT) -> float:
        machine = Platform.of(DEPLOYED.processors, deployment=time)
        return solve(Instance(jobs, machine), key).metrics["makespan"]

    slow = DeployTime(200.0, 100.0)
    grouped, ordered, blind = (
        makespan(key, slow) for key in ("gls-plus", "env-order", "env-blind")
    )
    assert f"{grouped:,.0f} s" in DEPLOYED.description
    assert f"{min(ordered, blind):,.0f} s" in DEPLOYED.description
    assert grouped < 0.85 * min(ordered, blind)
    assert makespan("gls-plus") > makespan("env-blind")

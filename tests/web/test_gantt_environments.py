"""Gantt charts of jobs with environments on pages, also where no script runs."""

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from parsched.model.problem.platform import DeployTime
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import read, schedule_pack
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison, Run
from schedweb.runs.pictures import picture_of
from schedweb.runs.services import create_comparison
from schedweb.runs.storage import load_schedule
from schedweb.store import blobs
from schedweb.workloads.storage import load_workload
from tests import factories
from tests.web.conftest import computed


@pytest.fixture
def compared(alice: User) -> Comparison:
    """GLS and the blind baseline, with deployments of 20 s."""
    return computed(
        create_comparison(
            alice,
            factories.workload(alice, factories.ENVIRONMENTS, "environments.json"),
            factories.cluster(alice, 4, deployment={"seconds": 20.0}),
            [RequestEntry("gls"), RequestEntry("env-blind")],
        )
    )


def config(html: str) -> dict[str, Any]:
    """What the charts of a page are told."""
    found = re.search(r'<script id="gantt-config" type="application/json">(.+?)</script>', html)
    assert found
    return dict(json.loads(found[1]))


def key(html: str) -> list[str]:
    """What the key of the posters says."""
    found = re.search(r'<ul class="gantt-key[^>]*>(.*?)</ul>', html, re.DOTALL)
    assert found
    items = re.findall(r"<li[^>]*>(.*?)</li>", found[1], re.DOTALL)
    return [re.sub(r"<[^>]+>", "", item) for item in items]


def test_charts_begin_with_the_colours_of_environments(hers: Client, compared: Comparison) -> None:
    html = hers.get(f"/comparisons/{compared.pk}/schedules/").content.decode()
    assert config(html)["colour"] == "environment"
    assert config(html)["pick"] == ["centos", "debian"]
    assert key(html) == ["centos", "debian", "deployment, for as long as it takes"]


def test_deployments_that_take_no_time_are_marks_in_the_key(hers: Client, alice: User) -> None:
    made = computed(factories.comparison(alice, ["gls"], factories.ENVIRONMENTS))
    html = hers.get(f"/comparisons/{made.pk}/schedules/").content.decode()
    instant = "deployment that takes no time, before jobs that are wide enough for a mark"
    assert key(html) == ["centos", "debian", instant]


def test_captions_count_deployments(hers: Client, compared: Comparison) -> None:
    for run in compared.runs.all():
        html = hers.get(f"/runs/{run.pk}/").content.decode()
        count = f"{run.result.metrics['deployments']:.0f} deployments"
        assert f"<small>{count}</small>" in html
        assert f's, {count}."' in html
        assert len(key(html)) == 3


def test_packs_of_runs_hold_as_many_deployments_as_they_count(compared: Comparison) -> None:
    for run in compared.runs.all():
        header, columns = read(picture_of(run, "gantt"))
        assert "deployed" in header
        assert sum(map(int, columns["deployed.height"])) == run.result.metrics["deployments"]
        assert "deployed.duration" in columns


def test_deployments_are_a_file(hers: Client, compared: Comparison) -> None:
    timed, blind = compared.runs.all()
    page = f"/runs/{timed.pk}/"
    assert f'href="{page}deployments.csv"' in hers.get(page).content.decode()
    rows = list(csv.DictReader(io.StringIO(file(hers, timed))))
    assert list(rows[0]) == [
        *("first job", "jobs", "environment", "processors", "start [s]", "seconds [s]"),
    ]
    schedule = load_schedule(timed.schedule)
    for row in rows:
        job = int(row["first job"]) - 1
        assert row["environment"] == ("debian", "centos")[job == 1]
        assert float(row["start [s]"]) == schedule.start[job] - 20
        assert float(row["seconds [s]"]) == 20
    for run in (timed, blind):
        found = [row["processors"] for row in csv.DictReader(io.StringIO(file(hers, run)))]
        assert ProcessorSets.parse(found).sizes().sum() == run.result.metrics["deployments"]


def test_a_group_has_one_row_in_that_file(hers: Client, alice: User) -> None:
    """Two of the three long jobs of a start at once, when four processors have been deployed."""
    jobs = [(6, 100, "a"), *[(2, 1600, "a")] * 3, *[(1, 1700, "b")] * 2]
    listed = [
        {"id": str(i), "procs": procs, "time": time, "environment": name}
        for i, (procs, time, name) in enumerate(jobs, 1)
    ]
    told = {"format": "schedweb-workload", "version": 1, "processors": 6, "jobs": listed}
    work = factories.workload(alice, json.dumps(told).encode(), "grouped.json")
    slow = factories.cluster(alice, 6, deployment={"seconds": 200.0, "extra": 99.0})
    run = computed(create_comparison(alice, work, slow, [RequestEntry("gls")])).runs.get()
    rows = file(hers, run).splitlines()
    assert "2,3,a,0-3,0.0,203.0" in rows
    assert sum(int(row.split(",")[1]) for row in rows[1:]) == len(jobs)
    columns = read(picture_of(run, "gantt"))[1]
    assert 4 in list(columns["deployed.height"])
    assert "deployed.group" in columns


def file(browser: Client, run: Run) -> str:
    """Its deployments as they are downloaded."""
    return browser.get(f"/runs/{run.pk}/deployments.csv").content.decode()


def test_jobs_have_the_same_names_there_as_in_the_schedule(hers: Client, alice: User) -> None:
    told = json.loads(factories.ENVIRONMENTS) | {"format": "schedweb-workload", "version": 1}
    for job in told["jobs"]:
        job |= {"id": f"=j{job['id']}", "environment": f"@{job['environment']}"}
    jobs = factories.workload(alice, json.dumps(told).encode(), "named.json")
    made = create_comparison(
        alice, jobs, factories.cluster(alice, 4), [RequestEntry("env-sequential")]
    )
    run = computed(made).runs.get()
    found = list(csv.DictReader(io.StringIO(file(hers, run))))
    schedule = hers.get(f"/runs/{run.pk}/schedule.csv").content.decode()
    known = {row["job_id"] for row in csv.DictReader(io.StringIO(schedule))}
    assert {row["first job"] for row in found} <= known
    assert {row["environment"] for row in found} == {job["environment"] for job in told["jobs"]}


def test_on_a_grid_processors_are_numbered_through(hers: Client, alice: User) -> None:
    jobs = factories.workload(alice, factories.ENVIRONMENTS, "environments.json")
    grid = factories.cluster(alice, 2, 2)
    run = computed(create_comparison(alice, jobs, grid, [RequestEntry("grid")])).runs.get()
    schedule = load_schedule(run.schedule)
    assert set(schedule.site.tolist()) == {0, 1}
    found = list(csv.DictReader(io.StringIO(file(hers, run))))
    sets = ProcessorSets.parse([row["processors"] for row in found])
    sites = [int(schedule.site[int(row["first job"]) - 1]) for row in found]
    assert [int(sets.intervals(i)[0][0]) // 2 for i in range(len(found))] == sites
    assert sets.sizes().sum() == run.result.metrics["deployments"]


def test_where_no_job_needs_an_environment_there_is_no_such_file(
    hers: Client, his: Client, done: Comparison, compared: Comparison
) -> None:
    path = f"/runs/{done.runs.all()[0].pk}/"
    assert "deployments.csv" not in hers.get(path).content.decode()
    assert hers.get(f"{path}deployments.csv").status_code == 404
    assert his.get(f"/runs/{compared.runs.all()[0].pk}/deployments.csv").status_code == 404


def test_runs_from_before_environments_were_stored_have_their_colours_too(
    hers: Client, compared: Comparison
) -> None:
    """Their posters are drawn when they are asked for, as all others."""
    factories.came_out(compared.runs, grouping={}, environments=[])
    html = hers.get(f"/comparisons/{compared.pk}/schedules/").content.decode()
    assert config(html)["colour"] == "environment"
    assert key(html) == ["centos", "debian"]


def test_charts_begin_with_the_first_deployment_before_a_late_first_release(
    hers: Client, alice: User
) -> None:
    """The poster of a run that deploys nothing before begins where its first job is released."""
    content = re.sub(rb'("id": "[0-9]",)', rb'\1 "release": 1000,', factories.ENVIRONMENTS)
    jobs = factories.workload(alice, content, "late.json")
    entries = [RequestEntry("fcfs"), RequestEntry("easy")]
    made = computed(create_comparison(alice, jobs, factories.cluster(alice, 4), entries))
    first, second = made.runs.all()
    work, end = load_workload(jobs.digest), 1000 + factories.measured(first, "makespan")
    begins = work.release + 40 * (work.width > 1)
    slow = replace(made.platform(), deployment=DeployTime(120.0))
    second.gantt = blobs.put(schedule_pack(work, slow, Schedule.of(work, begins)))
    second.save()
    html = hers.get(f"/comparisons/{made.pk}/schedules/").content.decode()
    found = re.findall(r"--poster-share: ([0-9.]+); --poster-offset: ([0-9.]+)", html)
    begin, whole = 880, end - 880
    assert found == [(f"{(end - 1000) / whole:.5f}", f"{120 / whole:.5f}")]
    for run, at in ((first, 1000), (second, begin)):
        frame = hers.get(f"/runs/{run.pk}/frame/").content.decode()
        assert re.findall(r'"start": ([0-9.]+)', frame)[0] == f"{at}000.0"


def test_the_home_page_has_the_key_beneath_its_posters(hers: Client, compared: Comparison) -> None:
    assert key(hers.get("/").content.decode())[:2] == ["centos", "debian"]


def test_without_environments_nothing_changes(hers: Client, done: Comparison) -> None:
    html = hers.get(f"/comparisons/{done.pk}/schedules/").content.decode()
    assert config(html)["colour"] == "runtime"
    assert 'class="gantt-key' not in html
    assert "data-gantt-deployments" not in html

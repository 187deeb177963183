"""Pages and files say dates where the trace has them."""

import json
import re

import pytest
from django.test import Client

from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.runs.services import create_comparison
from schedweb.web.histograms import dates_apart
from schedweb.web.plots.frame import time_formatter
from schedweb.workloads.models import Workload
from schedweb.workloads.storage import save_workload
from tests import factories
from tests.web.conftest import computed

HEADER = b"; UnixStartTime: 1774746000\n; TimeZoneString: Europe/Berlin\n"
"""Clocks went forward in Berlin at time 0."""
SWITCH = "data-clock-choice"


@pytest.fixture
def dated(alice: User) -> Workload:
    """A workload with a calendar."""
    return factories.workload(alice, HEADER + factories.SWF, "March")


@pytest.fixture
def place(alice: User) -> Comparison:
    """A comparison of such jobs that has ended."""
    return computed(factories.comparison(alice, content=HEADER + factories.SWF))


def test_a_workload_says_when_time_0_was_and_when_jobs_came(hers: Client, dated: Workload) -> None:
    html = hers.get(f"/workloads/{dated.pk}/").content.decode()
    assert "2026-03-29 03:00:00 CEST (Europe/Berlin)" in html
    assert '<span class="at-date">2026-03-29 03:00:00 CEST</span>' in html
    assert SWITCH in html


def test_a_workload_without_a_calendar_has_neither_dates_nor_a_switch(
    hers: Client, alice: User
) -> None:
    plain = factories.workload(alice)
    html = hers.get(f"/workloads/{plain.pk}/").content.decode()
    assert "Time 0" not in html
    assert SWITCH not in html
    assert "at-date" not in html


def test_an_unknown_zone_is_shown_as_utc_and_said(hers: Client, alice: User) -> None:
    jobs = factories.workload(alice, b"; UnixStartTime: 1774746000\n" + factories.SWF, "Unzoned")
    html = hers.get(f"/workloads/{jobs.pk}/").content.decode()
    assert "2026-03-29 01:00:00 UTC (UTC; no time zone was named)" in html


def test_charts_and_plots_of_a_comparison_have_the_calendar(
    hers: Client, place: Comparison
) -> None:
    over_time = hers.get(f"/comparisons/{place.pk}/distributions/").content.decode()
    assert over_time.count(SWITCH) == 2, "utilisation and the queue"
    html = hers.get(f"/comparisons/{place.pk}/schedules/").content.decode()
    assert html.count(SWITCH) == 1, "the charts"
    [config] = re.findall(r'<script id="gantt-config"[^>]*>(.*?)</script>', html)
    assert json.loads(config)["calendar"] == {
        "unix_start": 1_774_746_000,
        "note": "Europe/Berlin",
        "offsets": [[0, 7_200, "CEST"]],
    }
    frame = json.dumps(hers.get(f"/runs/{place.runs.all()[0].pk}/frame/").json())
    plot = json.dumps(hers.get(f"/comparisons/{place.pk}/plots/utilisation/").json())
    for figure in (frame, plot):
        assert '"name": "dates"' in figure
        assert "Europe/Berlin" in figure
    assert "2026-03-29 03:00:00 CEST (0" in plot, "what the pointer is told"
    assert '"name": "dates"' not in json.dumps(
        hers.get(f"/comparisons/{place.pk}/plots/wait/").json()
    )


def test_report_pages_have_the_switch_where_their_figures_have_dates(
    hers: Client, place: Comparison
) -> None:
    at = f"/comparisons/{place.pk}/reports"
    assert hers.get(f"{at}/distributions/").content.decode().count(SWITCH) == 2
    assert SWITCH not in hers.get(f"{at}/ranking/").content.decode()


def test_a_run_says_when_it_ends_and_its_file_has_dates(hers: Client, place: Comparison) -> None:
    run = place.runs.all()[0]
    html = hers.get(f"/runs/{run.pk}/").content.decode()
    assert "<dt>Time 0</dt><dd>2026-03-29 03:00:00 CEST (Europe/Berlin)</dd>" in html
    assert "<dt>Last job ends</dt><dd>2026-03-29 03:" in html
    lines = hers.get(f"/runs/{run.pk}/schedule.csv").content.decode().splitlines()
    assert lines[0].endswith("submission_date,starting_date,finish_date")
    assert "2026-03-29T03:00:00+02:00" in lines[1]


def test_rows_from_before_have_the_calendar_of_their_file(hers: Client, dated: Workload) -> None:
    jobs = dated.load()
    bare = factories.workload(dated.owner, factories.SWF, "Bare").load()
    dated.digest = save_workload(bare)
    for name in ("unix_start", "zone"):
        dated.source[name] = dated.features.pop(name)
    dated.save()
    again = Workload.objects.get(pk=dated.pk)
    assert (again.load().unix_start, again.load().zone) == (jobs.unix_start, jobs.zone)
    assert "2026-03-29 03:00:00 CEST" in hers.get(f"/workloads/{dated.pk}/").content.decode()


def test_a_zone_that_is_stated_is_said_even_if_it_is_utc(hers: Client, alice: User) -> None:
    head = b"; UnixStartTime: 1774746000\n; TimeZoneString: UTC\n"
    jobs = factories.workload(alice, head + factories.SWF, "UTC")
    html = hers.get(f"/workloads/{jobs.pk}/").content.decode()
    assert "2026-03-29 01:00:00 UTC (UTC)" in html


def test_findings_of_a_log_have_dates_and_the_switch(hers: Client, alice: User) -> None:
    log = HEADER + b"1 0 5 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n"
    log += b"2 0 7 10 4 -1 -1 4 20 -1 1 3 1 -1 1 -1 -1 -1\n"
    jobs, machine = factories.workload(alice, log, "log.swf"), factories.cluster(alice, 4)
    made = computed(create_comparison(alice, jobs, machine, [RequestEntry("recorded")]))
    html = hers.get(f"/runs/{made.runs.get().pk}/").content.decode()
    findings = html.partition('class="findings"')[2].partition("</ul>")[0]
    assert '<span class="at-date">2026-03-29 03:00:07 CEST</span>' in findings
    assert '<span class="at-since">7 s</span>' in findings
    assert SWITCH in html.partition('id="findings"')[2].partition('class="findings"')[0]


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (["2026-03-29 03:00:00 CEST", "2026-03-30 03:00:00 CEST"], ["2026-03-29", "2026-03-30"]),
        (
            ["2026-03-29 03:00:00 CEST", "2026-03-29 04:30:00 CEST", "2026-03-30 06:00:00 CEST"],
            ["2026-03-29 03:00", "04:30", "2026-03-30 06:00"],
        ),
        (
            ["2026-03-29 03:00:00 CEST", "2026-03-29 03:00:10 CEST"],
            ["2026-03-29 03:00:00", "03:00:10"],
        ),
        (["", "", ""], ["", "", ""]),
    ],
)
def test_dates_side_by_side_differ(texts: list[str], shown: list[str]) -> None:
    assert dates_apart(texts) == shown


def test_days_since_the_start_stand_at_every_midnight() -> None:
    formatter = time_formatter(40 * 86_400.0)
    assert formatter.context_which == "all"
    assert getattr(formatter.context, "hide_repeats", False)

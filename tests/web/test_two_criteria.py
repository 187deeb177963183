"""Moldable jobs by makespan and Σ w·C: from the form to the pages, files and links."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from django.test import Client

from parsched.measure.bounds import BOUNDS
from parsched.measure.bounds.registry import TIMES
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison, Run
from schedweb.runs.pictures import picture_of
from schedweb.sharing.services import share
from tests import factories
from tests.web import pages
from tests.web.conftest import computed
from tests.web.pages import Page

JOBS = json.dumps(
    {
        "format": "schedweb-workload",
        "version": 1,
        "jobs": [
            {"id": 1, "times": [8, 5, 4, 3.5], "weight": 2},
            {"id": 2, "times": [6, 3, 2, 1.5], "weight": 6},
            {"id": 3, "times": [4, 2.5, 2, 1.8], "weight": 1},
            {"id": 4, "procs": 2, "time": 3, "weight": 5},
        ],
    }
).encode()
ALGORITHMS = ("demt", "gang", "list-graham", "smith")


@pytest.fixture
def both(alice: User) -> Comparison:
    """Four algorithms on four jobs, computed."""
    made = factories.comparison(alice, ALGORITHMS, JOBS)
    assert made.workload.kind == "moldable"
    return computed(made)


def run_of(comparison: Comparison, algorithm: str) -> Run:
    return comparison.runs.get(algorithm=algorithm)


def test_the_page_has_plot_ratios_and_sentence(hers: Client, both: Comparison) -> None:
    html = hers.get(f"/comparisons/{both.pk}/").content.decode()
    trades = hers.get(f"/comparisons/{both.pk}/trade-offs/").content.decode()
    figures = [a.get("data-figure") for a in Page(trades).of("div")]
    assert f"/comparisons/{both.pk}/plots/pareto/" in figures
    assert "makespan / bound" in html
    assert "Σ w·C / bound" in html
    assert "certified against lower bounds" in html
    assert "Pareto front" in trades


@pytest.mark.parametrize("kind", ["pareto", "ratios", "flow", "utilisation"])
def test_every_figure_can_be_drawn(hers: Client, both: Comparison, kind: str) -> None:
    answer = hers.get(f"/comparisons/{both.pk}/plots/{kind}/")
    assert answer.json()["root_id"]


def test_traces_that_arrive_over_time_have_no_such_plot(hers: Client, done: Comparison) -> None:
    assert hers.get(f"/comparisons/{done.pk}/trade-offs/").status_code == 404
    for path in pages.tabs_of(done).values():
        assert "/plots/pareto/" not in hers.get(path).content.decode()


def test_without_a_result_there_is_no_plot(hers: Client, alice: User) -> None:
    made = factories.comparison(alice, ["demt"], JOBS)
    assert "/plots/" not in hers.get(f"/comparisons/{made.pk}/").content.decode()
    assert pages.tabs_of(made) == {}


def test_a_reader_with_a_link_sees_the_same(both: Comparison) -> None:
    token = share(both.owner, both).token
    reader = Client()
    html = reader.get(f"/s/{token}/trade-offs/").content.decode()
    assert f"/s/{token}/plots/pareto/" in html
    assert reader.get(f"/s/{token}/plots/pareto/").status_code == 200
    assert reader.get(f"/s/{token}/runs/{run_of(both, 'demt').pk}/").status_code == 200


def test_a_run_names_the_bound_that_it_uses_and_shows_all(hers: Client, both: Comparison) -> None:
    html = hers.get(f"/runs/{run_of(both, 'demt').pk}/").content.decode()
    for criterion in TIMES:
        for bound in BOUNDS[criterion].values():
            assert f'<th scope="row">{bound.title}' in html
    assert html.count('<span class="badge done">used</span>') == len(TIMES)
    printed = [b for bounds in BOUNDS.values() for b in bounds.values() if not b.certified]
    assert html.count("as printed: not a certified bound") == len(printed) > 0
    assert html.count("Why it is not certified") == len(printed)
    assert re.findall("computed only for ([^<]+)", html) == [
        BOUNDS["makespan"][key].limit for key in ("critical_path", "sites", "work_deployments")
    ]


def test_a_bound_that_was_too_large_says_its_limit(
    hers: Client, both: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of(both, "demt")
    minsum = {k: v for k, v in run.bounds["minsum"].items() if k not in ("price", "interval_lp")}
    factories.know(both, None, **{**run.bounds, "minsum": minsum})
    small = replace(BOUNDS["minsum"]["price"], most_jobs=3, most_configurations=None)
    monkeypatch.setitem(BOUNDS["minsum"], "price", small)
    html = hers.get(f"/runs/{run.pk}/").content.decode()
    assert "computed only for up to 3 jobs" in html
    assert html.count("not known when this run was computed") == 1


def test_schedules_carry_the_widths_that_each_run_chose(hers: Client, both: Comparison) -> None:
    def widths(algorithm: str) -> list[str]:
        path = f"/runs/{run_of(both, algorithm).pk}/schedule"
        rows = csv.DictReader(io.StringIO(hers.get(f"{path}.csv").content.decode()))
        found = [row["width"] for row in rows]
        lines = hers.get(f"{path}.swf").content.decode().splitlines()
        fields = [line.split() for line in lines if not line.startswith(";")]
        assert [row[4] for row in fields] == found
        assert [row[7] for row in fields] == ["-1", "-1", "-1", "2"]
        return found

    assert widths("gang") == ["4", "4", "4", "2"]
    assert widths("demt") != widths("gang")


def test_gantt_files_of_runs_differ_and_share_the_jobs(hers: Client, both: Comparison) -> None:
    packs = {picture_of(run, "gantt") for run in both.runs.all()}
    assert len(packs) > 1
    for run in both.runs.all():
        assert hers.get(f"/runs/{run.pk}/gantt/{run.schedule}/").status_code == 200
        assert hers.get(f"/runs/{run.pk}/jobs/{both.workload.digest}/").status_code == 200
        assert hers.get(f"/runs/{run.pk}/poster/{run.schedule}.png").status_code == 200


def test_the_api_tells_bounds_ratios_and_which_are_certified(
    hers: Client, both: Comparison
) -> None:
    run = hers.get(f"/api/v1/runs/{run_of(both, 'demt').pk}").json()
    assert set(run["bounds"]["minsum"]) == set(BOUNDS["minsum"])
    declared = hers.get("/api/v1/bounds?page_size=100").json()["results"]
    certified = {(b["criterion"], b["key"]) for b in declared if b["certified"]}
    for criterion, ratio in run["ratios"].items():
        known = {k: v for k, v in run["bounds"][criterion].items() if (criterion, k) in certified}
        assert ratio["bound_value"] == max(known.values()) == known[ratio["bound"]]
    assert next(b for b in declared if b["key"] == "paper_lp")["certified"] is False
    assert all({"limit", "references"} <= set(bound) for bound in declared)


def test_the_glossary_tells_which_bounds_are_certified(hers: Client) -> None:
    html = hers.get("/metrics/").content.decode()
    assert "no: shown as printed" in html
    assert "up to " in html
    cited = {r.key for bounds in BOUNDS.values() for b in bounds.values() for r in b.references}
    assert cited
    assert all(f'id="ref-{key}"' in html for key in cited)

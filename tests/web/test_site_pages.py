"""What sites of a grid did, and which are admissible to whom: on every page that has to say it."""

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest
from django.test import Client

from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels
from parsched.policies.catalogue import ALGORITHMS, Algorithm
from parsched.report.admissible import has_sets, sets_for
from parsched.run.per_site import COLUMNS
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.clusters.services import create_cluster
from schedweb.runs.models import Comparison, Run
from schedweb.runs.services import create_comparison
from schedweb.sharing.services import share
from schedweb.workloads.storage import save_workload
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page

TRAP = "admissible to no job with a = 0.4 and at-least"
HALF = {"admissible": "0.4"}


def grid(
    owner: User, *entries: RequestEntry, names: tuple[str, ...] = ("KTH", "CTC", "LANL")
) -> Comparison:
    """A comparison on a grid of 4, 8 and 8 processors, of jobs that tell their origins."""
    workload = factories.workload(owner)
    origin = Labels(np.array([1, 0, -1]), ("CTC", "KTH"))
    workload.digest = save_workload(replace(workload.load(), origin=origin))
    workload.save()
    sites = [{"name": n, "processors": p} for n, p in zip(names, (4, 8, 8), strict=True)]
    cluster = create_cluster(owner, name="Grid", sites=sites)
    return create_comparison(owner, workload, cluster, list(entries))


@pytest.fixture
def compared(alice: User) -> Comparison:
    """MLp with a trap and MST without one, computed."""
    return computed(
        grid(
            alice,
            RequestEntry("grid", {"strategy": "mlp", **HALF}),
            RequestEntry("grid", {"strategy": "mst"}),
        )
    )


def section(html: str, name: str) -> str:
    """Return the section under a heading."""
    found = re.search(rf'<section[^>]*aria-labelledby="{name}".*?</section>', html, re.DOTALL)
    assert found is not None, name
    return found[0]


def rows(html: str) -> list[list[str]]:
    """Return the texts of every row of every table."""
    return [
        [
            " ".join(re.sub("<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row)
        ]
        for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL)
    ]


def test_a_run_shows_its_sites_in_the_order_of_the_machine(
    hers: Client, compared: Comparison
) -> None:
    run = compared.runs.all()[1]
    shown = section(hers.get(f"/runs/{run.pk}/").content.decode(), "sites")
    head, *body = rows(shown)[: 1 + 3 + 1]
    assert len(head) == 2 + len(COLUMNS)
    assert [row[:3] for row in body] == [
        ["1 KTH", "4", f"{run.result.sites[0]['jobs']}"],
        ["2 CTC", "8", f"{run.result.sites[1]['jobs']}"],
        ["3 LANL", "8", f"{run.result.sites[2]['jobs']}"],
        ["all sites", "20", "3"],
    ]
    assert "Submitted at → ran at" in shown
    matrix = rows(shown)[5:]
    assert [row[0] for row in matrix] == ["Submitted at", "KTH", "CTC", "unknown"]
    assert [row[-1] for row in matrix[1:]] == ["1", "1", "1"]


def test_one_machine_and_old_runs_have_no_such_table(
    hers: Client, done: Comparison, compared: Comparison
) -> None:
    assert 'id="sites"' not in hers.get(f"/comparisons/{done.pk}/").content.decode()
    assert hers.get(f"/comparisons/{done.pk}/sites/").status_code == 404
    assert hers.get(f"/comparisons/{done.pk}/reports/sites.csv").status_code == 404
    assert hers.get(f"/runs/{done.runs.all()[0].pk}/reports/sites.csv").status_code == 404
    factories.came_out(Run.objects, sites=[])
    run = compared.runs.all()[0]
    assert 'id="sites"' not in hers.get(f"/runs/{run.pk}/").content.decode()
    tab = hers.get(f"/comparisons/{compared.pk}/sites/").content.decode()
    assert 'id="sites"' not in tab
    assert "Admissible sets" in tab


def test_a_comparison_shows_one_quantity_of_every_site_and_run(
    hers: Client, compared: Comparison
) -> None:
    path = f"/comparisons/{compared.pk}/sites/"
    usual = section(hers.get(path).content.decode(), "sites")
    assert Page(usual).of("option")[3] == {"value": "utilisation", "selected": None}
    chosen = section(hers.get(f"{path}?sites=jobs&sort=makespan").content.decode(), "sites")
    head, *body = rows(chosen)
    assert head == ["Algorithm", "KTH 4", "CTC 8", "LANL 8", "all sites"]
    counts = [[str(site["jobs"]) for site in run.result.sites] for run in compared.runs.all()]
    assert [row[1:] for row in body] == [[*own, "3"] for own in counts]
    hidden = [a for a in Page(chosen).of("input") if a.get("type") == "hidden"]
    assert hidden == [{"type": "hidden", "name": "sort", "value": "makespan"}]
    assert hers.get(f"{path}?sites=nonsense").status_code == 200


def test_the_quantity_joins_what_else_is_in_the_address(hers: Client, compared: Comparison) -> None:
    current = "http://testserver/comparisons/x/?from=1&sort=makespan#sites"
    path = f"/comparisons/{compared.pk}/sites/?sites=max_wait&sort=rank"
    answer = hers.get(path, headers={"HX-Current-URL": current, "HX-Target": "by-site"})
    assert answer["HX-Replace-Url"].endswith("?from=1&sort=makespan&sites=max_wait")
    assert "<html" not in answer.content.decode()


def test_sites_are_files_with_the_numbers_of_the_page(hers: Client, compared: Comparison) -> None:
    text = hers.get(f"/comparisons/{compared.pk}/reports/sites.csv").content.decode()
    table = list(csv.DictReader(io.StringIO(text)))
    assert [row["site"] for row in table] == ["KTH", "CTC", "LANL"] * 2
    found = [site for run in compared.runs.all() for site in run.result.sites]
    assert [float(row["utilisation [fraction]"]) for row in table] == [
        site["utilisation"] for site in found
    ]
    assert [row["mean_wait [s]"] for row in table] == [
        "" if site["mean_wait"] is None else repr(site["mean_wait"]) for site in found
    ]
    assert sum(int(row["submitted at KTH [jobs]"]) for row in table) == 2
    run = compared.runs.all()[0]
    own = hers.get(f"/runs/{run.pk}/reports/sites.csv").content.decode()
    assert list(csv.DictReader(io.StringIO(own))) == table[:3]


def test_admissible_sets_are_printed_once_for_each_share_and_rule(
    hers: Client, alice: User
) -> None:
    made = grid(alice, *(RequestEntry("grid", {"strategy": s, **HALF}) for s in ("mlp", "mst")))
    shown = section(hers.get(f"/comparisons/{made.pk}/sites/").content.decode(), "admissible")
    assert shown.count("<table>") == 1
    assert shown.count(TRAP) == 1
    assert rows(shown)[1:] == [
        ["1–4", "3", "sites 1, 2 KTH, CTC", "12 / 20 60 %", "at least 0.4"],
        ["5–8", "0", "site 2 CTC", "8 / 16 50 %", "at least 0.4"],
    ]
    run = hers.get(f"/runs/{made.runs.all()[0].pk}/").content.decode()
    assert rows(section(run, "admissible")) == rows(shown)


def test_many_sets_are_folded_and_the_whole_share_is_one_line(hers: Client, alice: User) -> None:
    made = grid(alice, *(RequestEntry("grid", {"admissible": f"{a}"}) for a in (0.4, 0.6, 1)))
    shown = section(hers.get(f"/comparisons/{made.pk}/sites/").content.decode(), "admissible")
    assert [("open" in a) for a in Page(shown).of("details")] == [True, False, False]
    assert shown.count("every site that holds it") == 1


def test_one_site_is_said_once_for_all_runs(hers: Client, alice: User) -> None:
    workload, cluster = factories.workload(alice), factories.cluster(alice, 8)
    entry = RequestEntry("grid", vary={"strategy": ["mst", "mpl"], "admissible": [0.4, 1]})
    made = computed(create_comparison(alice, workload, cluster, [entry]))
    html = hers.get(f"/comparisons/{made.pk}/sites/").content.decode()
    assert html.count("The machine has one site") == 1
    assert "4 runs have a warning" in html
    assert {run.result.metrics["makespan"] for run in made.runs.all()} == {
        made.runs.all()[0].result.metrics["makespan"]
    }


def test_a_run_whose_jobs_are_gone_still_has_its_sets(hers: Client, alice: User) -> None:
    made = grid(alice, RequestEntry("grid", HALF))
    made.workload.digest = "0" * 64
    made.workload.save()
    shown = section(hers.get(f"/comparisons/{made.pk}/sites/").content.decode(), "admissible")
    assert rows(shown)[1][1] == "–"


def chosen(client: Client, alice: User, *processors: int, **params: str) -> str:
    """Return what the form says under `grid`."""
    workload, cluster = factories.workload(alice), factories.cluster(alice, *processors)
    sent = {"workload": workload.pk, "cluster": cluster.pk, "entry": "0.grid", "on": "0"}
    form = {**sent, **{f"p0-{name}": value for name, value in params.items()}, "look": "1"}
    html = client.post("/compare/", form).content.decode()
    return html[html.index('id="admissible-0"') : html.index('<label for="l0"')]


def test_the_form_prints_the_sets_and_warns_before_anything_runs(hers: Client, alice: User) -> None:
    shown = chosen(hers, alice, 4, 8, 8, admissible="0.4")
    assert TRAP in shown
    assert [row[0] for row in rows(shown)] == ["Processors of a job", "1–4", "5–8"]
    other = chosen(hers, alice, 4, 8, 8, admissible="0.4", admissible_rule="more-than")
    assert "to no job" not in other or "more-than" in other
    assert "every site that holds it" in chosen(hers, alice, 4, 8, 8)
    assert "The machine has one site" in chosen(hers, alice, 64)
    wrong = chosen(hers, alice, 4, 8, 8, admissible="a half")
    assert "table" not in wrong, "the field says what is wrong with it"


def test_jobs_wider_than_every_site_are_refused_with_the_largest_one(
    hers: Client, alice: User
) -> None:
    workload, cluster = factories.workload(alice), factories.cluster(alice, 2, 3)
    html = hers.get(f"/compare/?workload={workload.pk}&cluster={cluster.pk}").content.decode()
    sentence = "job 2 asks for 4 processors, and the largest of the 2 sites has 3"
    assert sentence in html


def test_every_set_of_a_sweep_is_shown_once() -> None:
    jobs, platform = factories.jobs([0, 0], [2, 7], [1, 1]), Platform.of(4, 8, 8)
    vary = {"strategy": "all", "admissible": "0.4, 0.6, 1", "admissible_rule": ["at-least"]}
    found = sets_for(declared(), {}, vary, platform, jobs)
    assert [sets.title for sets in found] == ["a = 0.4, at-least", "a = 0.6, at-least", "a = 1"]
    assert [row.jobs for row in found[0].rows] == [1, 1]
    assert sets_for(declared(), {}, {"admissible": "half"}, platform, jobs) == []
    [alone] = sets_for(declared(), {}, vary, Platform.of(8), jobs)
    assert [len(alone.rows), len(alone.warnings)] == [0, 1]


def declared() -> Algorithm:
    [only] = [algorithm for algorithm in ALGORITHMS.values() if has_sets(algorithm)]
    return only


def test_jobs_are_counted_by_their_class() -> None:
    chance = np.random.default_rng(3)
    width = chance.integers(1, 33, 500)
    jobs = factories.jobs([0] * 500, list(width), [1] * 500)
    [sets] = sets_for(declared(), {"admissible": 0.3}, {}, Platform.of(32, 4, 16, 4), jobs)
    assert len(sets.rows) == 3
    for row in sets.rows:
        assert row.jobs == ((width >= row.narrowest) & (width <= row.widest)).sum()
    assert sum(row.jobs or 0 for row in sets.rows) == 500


def test_a_link_shows_sites_to_its_reader_only(
    hers: Client, his: Client, alice: User, compared: Comparison
) -> None:
    token = share(alice, compared).token
    html = Client().get(f"/s/{token}/sites/").content.decode()
    shown = Page(section(html, "sites"))
    assert all(address.startswith(f"/s/{token}/") for address in shown.addresses)
    run = compared.runs.all()[0].pk
    for path in ("sites/", "reports/sites.csv", f"runs/{run}/reports/sites.csv"):
        assert Client().get(f"/s/{token}/{path}").status_code == 200
    for path in (
        f"/comparisons/{compared.pk}/sites/",
        f"/comparisons/{compared.pk}/reports/sites.csv",
    ):
        assert his.get(path).status_code == 404
    assert his.get(f"/runs/{run}/reports/sites.csv").status_code == 404


def test_of_many_runs_those_that_are_drawn_are_shown_and_the_others_counted(
    hers: Client, alice: User
) -> None:
    made = grid(alice, *(RequestEntry("grid", {"seed": f"{seed}"}) for seed in range(1, 12)))
    for run in computed(made).runs.all():
        # Of runs that look equal one is drawn.
        factories.came_out(made.runs.filter(pk=run.pk), look=f"{run.position:064}")
    shown = section(hers.get(f"/comparisons/{made.pk}/sites/").content.decode(), "sites")
    assert len(rows(shown)) == 1 + 8
    assert "3 more runs with sites are not drawn and not shown here; the CSV has all." in shown
    text = hers.get(f"/comparisons/{made.pk}/reports/sites.csv").content.decode()
    assert len(text.splitlines()) == 1 + 11 * 3


@pytest.mark.parametrize("names", [("KTH", "CTC", "LANL"), ('<b onclick="x">', "'\"><i>", "=1+1")])
def test_pages_of_grids_are_sound_whatever_sites_are_called(
    hers: Client, alice: User, names: tuple[str, ...]
) -> None:
    made = computed(grid(alice, RequestEntry("grid", HALF), RequestEntry("grid"), names=names))
    run, form = made.runs.all()[0], f"?workload={made.workload.pk}&cluster={made.cluster_id}"
    paths = (
        f"/comparisons/{made.pk}/",
        f"/comparisons/{made.pk}/sites/",
        f"/comparisons/{made.pk}/schedules/",
        f"/runs/{run.pk}/",
        f"/compare/{form}&algorithm=grid",
        f"/comparisons/{made.pk}/add/",
        "/clusters/",
    )
    for path in paths:
        page = Page(hers.get(path).content.decode())
        assert page.inline == [], path
        assert len(page.ids) == len(set(page.ids)), path
        assert not page.of("b"), path
    text = hers.get(f"/runs/{run.pk}/reports/sites.csv").content.decode()
    assert "\n=1" not in text
    assert ",=1" not in text


def test_a_comparison_says_at_its_top_that_a_run_comes_with_a_warning(
    hers: Client, compared: Comparison
) -> None:
    html = hers.get(f"/comparisons/{compared.pk}/").content.decode()
    head = html[: html.index('id="results"')]
    assert "1 run has a warning" in head
    assert f'href="/comparisons/{compared.pk}/sites/#admissible"' in head
    compared.runs.filter(params__admissible=0.4).delete()
    assert "a warning" not in hers.get(f"/comparisons/{compared.pk}/").content.decode()

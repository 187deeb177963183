"""What environments were given: on every page that has to say it."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from parsched.run.per_environment import COLUMNS, together
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison, Run
from schedweb.runs.services import create_comparison
from schedweb.sharing.services import share
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page
from tests.web.test_site_pages import rows, section

USUAL = (RequestEntry("gls"), RequestEntry("env-blind"), RequestEntry("env-order"))


def compare(owner: User, entries: Sequence[RequestEntry] = USUAL) -> Comparison:
    """Algorithms on jobs of two environments; the runs wait."""
    jobs = factories.workload(owner, factories.ENVIRONED)
    machine = factories.cluster(owner, 2, deployment={"seconds": 10})
    return create_comparison(owner, jobs, machine, entries)


@pytest.fixture
def compared(alice: User) -> Comparison:
    """Three algorithms on jobs of two environments, computed."""
    return computed(compare(alice))


def many(comparison: Comparison, count: int) -> list[str]:
    """Give the runs of a comparison so many environments, the last with most work; their names."""
    names = [f"e{i}" for i in range(count)]
    for run in comparison.runs.all():
        row = run.environments[0]
        own = [{**row, "name": f"e{i}", "work": float(i), "deployments": i} for i in range(count)]
        tell(run, own)
    return names


def tell(run: Run, environments: Sequence[Mapping[str, Any]]) -> None:
    factories.came_out(Run.objects.filter(pk=run.pk), environments=list(environments))


def shown(client: Client, path: str) -> str:
    return section(client.get(path).content.decode(), "environments")


def test_a_run_shows_its_environments_those_with_most_work_first(
    hers: Client, compared: Comparison
) -> None:
    run = compared.runs.all()[0]
    html = shown(hers, f"/runs/{run.pk}/")
    head, *body = rows(html)
    assert len(head) == 1 + len(COLUMNS)
    a, b = run.environments
    assert [row[:2] for row in body] == [["a", "2"], ["b", "1"], ["all environments", "3"]]
    deployments = 1 + list(COLUMNS).index("deployments")
    assert [row[deployments] for row in body] == [
        f"{a['deployments']} fewest possible",
        f"{b['deployments']} fewest possible",
        f"{run.result.metrics['deployments']:.0f}",
    ]
    assert "2 of 2 environments have the fewest deployments of any schedule" in html
    assert "2 have no more than any schedule needs that ends by λ" in html
    assert "processor·s" in html
    for column in COLUMNS.values():
        assert column.formula in html


def test_first_starts_and_last_completions_have_units_of_their_own(
    hers: Client, compared: Comparison
) -> None:
    run = compared.runs.all()[0]
    span = {"first_start": 60.0, "last_completion": 2e6}
    tell(run, [{**row, **span} for row in run.environments])
    head, *body = rows(shown(hers, f"/runs/{run.pk}/"))
    places = [1 + list(COLUMNS).index(key) for key in ("first_start", "last_completion")]
    assert [head[i] for i in places] == ["first start s", "last completion d"]
    assert [body[0][i] for i in places] == ["60", "23.15"]


def test_without_groups_there_is_no_lambda_to_speak_of(hers: Client, compared: Comparison) -> None:
    html = shown(hers, f"/runs/{compared.runs.all()[1].pk}/")
    assert "no more than any schedule" not in html
    assert "Not known under this algorithm: share of D_λ, groups, Σ group widths." in html
    assert len(rows(html)[0]) == 1 + len(COLUMNS) - 3


@pytest.mark.parametrize(
    ("deployments", "d_lambda", "said", "sentence"),
    [
        ((2, 1), (2, 1), ["fewest possible"] * 2, "2 of 2 environments have the fewest"),
        ((3, 1), (3, 1), ["fewest by λ", "fewest possible"], "1 of 2 environments has the fewest"),
        ((4, 2), (3, 1), ["", ""], "None of 2 environments has the fewest"),
    ],
)
def test_lower_bounds_that_are_met_are_told(
    hers: Client,
    compared: Comparison,
    deployments: tuple[int, int],
    d_lambda: tuple[int, int],
    said: list[str],
    sentence: str,
) -> None:
    run = compared.runs.all()[0]
    values = zip(run.environments, deployments, d_lambda, strict=True)
    told = [
        {**row, "deployments": made, "d_lambda": least, "over_widest": made / row["widest"]}
        for row, made, least in values
    ]
    tell(run, told)
    html = shown(hers, f"/runs/{run.pk}/")
    place = 1 + list(COLUMNS).index("deployments")
    assert [row[place].partition(" ")[2] for row in rows(html)[1:3]] == said
    assert sentence in html


def names_by(client: Client, run: Run, order: str) -> list[str]:
    return [row[0] for row in rows(shown(client, f"/runs/{run.pk}/?order={order}"))[1:-1]]


def test_a_run_can_be_sorted_by_every_column(hers: Client, compared: Comparison) -> None:
    run = compared.runs.all()[0]
    for key in COLUMNS:
        values = {row["name"]: row[key] for row in run.environments}
        up = names_by(hers, run, key)
        assert [values[name] for name in up] == sorted(values.values()), key
        down = names_by(hers, run, f"-{key}")
        assert [values[name] for name in down] == sorted(values.values(), reverse=True), key
    assert names_by(hers, run, "name") == ["a", "b"]
    assert names_by(hers, run, "-name") == ["b", "a"]
    assert names_by(hers, run, "nonsense") == ["a", "b"]


def test_a_click_on_the_order_turns_it_round_and_keeps_what_else_is_chosen(
    hers: Client, compared: Comparison
) -> None:
    run = compared.runs.all()[0]
    html = shown(hers, f"/runs/{run.pk}/?from=1&order=-jobs")
    links = {a["aria-label"]: a["href"] for a in Page(html).of("a") if "aria-label" in a}
    assert links["Sort by jobs"] == f"/runs/{run.pk}/?from=1&order=jobs#by-environment"
    assert (
        links["Sort by work, processor·s"] == f"/runs/{run.pk}/?from=1&order=-work#by-environment"
    )
    assert [a["aria-sort"] for a in Page(html).of("th") if "aria-sort" in a] == ["descending"]


@pytest.mark.parametrize("order", ["nonsense", "-groups"])
def test_an_order_that_the_table_has_not_is_the_usual_one(
    hers: Client, compared: Comparison, order: str
) -> None:
    html = shown(hers, f"/runs/{compared.runs.all()[1].pk}/?order={order}")
    [head] = re.findall(r'<th [^>]*aria-sort="descending".*?</th>', html)
    assert 'aria-label="Sort by work' in head
    assert "order=work#" in head, "a click turns it round"


def test_of_many_environments_the_first_are_listed_and_all_on_demand(
    hers: Client, compared: Comparison
) -> None:
    names = many(compared, 437)
    run = compared.runs.all()[0]
    for path in (f"/runs/{run.pk}/", f"/comparisons/{compared.pk}/environments/"):
        html = shown(hers, path)
        assert [row[0] for row in rows(html)[1:-1]] == names[:-51:-1]
        assert "Listed are the first 50 of 437 environments" in html
        [more] = [a["href"] for a in Page(html).of("a") if "every=" in (a["href"] or "")]
        html = shown(hers, str(more))
        assert [row[0] for row in rows(html)[1:-1]] == names[::-1]
        assert "Show fewer" in html
        assert f'href="{path}#by-environment"' in html


def test_lines_are_environments_where_there_are_more_of_them(
    hers: Client, compared: Comparison
) -> None:
    wide = rows(shown(hers, f"/comparisons/{compared.pk}/environments/"))
    assert wide[0] == ["Algorithm", "a", "b", "all environments"]
    assert [row[0] for row in wide[1:]] == [run.label for run in compared.runs.all()]
    many(compared, 5)
    head, *body = rows(shown(hers, f"/comparisons/{compared.pk}/environments/"))
    assert head == ["Environment", *(run.label for run in compared.runs.all())]
    assert [row[0] for row in body] == ["e4", "e3", "e2", "e1", "e0", "all environments"]


@pytest.mark.parametrize("key", ["deployments", "first_start", "share", "over_widest"])
def test_a_comparison_shows_the_chosen_quantity(
    hers: Client, compared: Comparison, key: str
) -> None:
    html = shown(hers, f"/comparisons/{compared.pk}/environments/?environments={key}&sort=makespan")
    exact = [
        [row[key] for row in run.environments] + [together(run.environments)[key]]
        for run in compared.runs.all()
    ]
    titles = [
        float(t.replace(",", "")) for t in re.findall(r'<td class="num" title="([^"]*)"', html)
    ]
    assert titles == pytest.approx([value for row in exact for value in row], rel=1e-9)
    assert COLUMNS[key].formula in html
    hidden = [a for a in Page(html).of("input") if a.get("type") == "hidden"]
    assert hidden == [{"type": "hidden", "name": "sort", "value": "makespan"}]
    assert (
        hers.get(f"/comparisons/{compared.pk}/environments/?environments=nonsense").status_code
        == 200
    )


def test_the_quantity_joins_what_else_is_in_the_address(hers: Client, compared: Comparison) -> None:
    drawn = compared.runs.all()[1]
    current = f"http://testserver/comparisons/x/?from=1&axes=sum&draw={drawn.pk}#sites"
    path = (
        f"/comparisons/{compared.pk}/environments/?environments=jobs&every=environments&sort=rank"
    )
    answer = hers.get(path, headers={"HX-Current-URL": current, "HX-Target": "by-environment"})
    expected = f"?from=1&axes=sum&draw={drawn.pk}&environments=jobs"
    assert answer["HX-Replace-Url"].endswith(expected)
    html = answer.content.decode()
    assert "<html" not in html
    hidden = {(a["name"], a["value"]) for a in Page(html).of("input")}
    assert hidden == {("from", "1"), ("axes", "sum"), ("draw", drawn.pk)}
    assert [row[0] for row in rows(html)] == ["Environment", "a", "b", "all environments"]


def test_environments_are_files_with_the_numbers_of_the_page(
    hers: Client, compared: Comparison
) -> None:
    text = hers.get(f"/comparisons/{compared.pk}/reports/environments.csv").content.decode()
    table = list(csv.DictReader(io.StringIO(text)))
    assert [row["environment"] for row in table] == ["a", "b"] * 3
    found = [row for run in compared.runs.all() for row in run.environments]
    assert [row["work [processor·s]"] for row in table] == [repr(row["work"]) for row in found]
    assert [row["share [fraction]"] for row in table] == [repr(row["share"]) for row in found]
    assert [row["d_lambda"] for row in table] == [
        "" if row["d_lambda"] is None else str(row["d_lambda"]) for row in found
    ]
    own = hers.get(f"/runs/{compared.runs.all()[0].pk}/reports/environments.csv").content.decode()
    assert list(csv.DictReader(io.StringIO(own))) == table[:2]


def test_the_whole_page_as_json_has_them(hers: Client, compared: Comparison) -> None:
    record = hers.get(f"/comparisons/{compared.pk}/comparison.json").json()
    for told, run in zip(record["runs"], compared.runs.all(), strict=True):
        assert told["environments"] == run.environments
        assert told["grouping"] == run.result.grouping


def test_jobs_without_environments_have_no_such_section(hers: Client, done: Comparison) -> None:
    run = done.runs.all()[0]
    for path in (f"/comparisons/{done.pk}/", f"/runs/{run.pk}/"):
        assert 'id="environments"' not in hers.get(path).content.decode()
    for path in ("environments/", "reports/environments.csv"):
        assert hers.get(f"/comparisons/{done.pk}/{path}").status_code == 404
    assert hers.get(f"/runs/{run.pk}/reports/environments.csv").status_code == 404


def test_of_runs_from_before_it_is_said_that_nothing_is_known(
    hers: Client, compared: Comparison
) -> None:
    first = compared.runs.all()[0]
    factories.came_out(Run.objects.filter(pk=first.pk), environments=[], grouping={})
    assert "It is not known" in shown(hers, f"/runs/{first.pk}/")
    some = shown(hers, f"/comparisons/{compared.pk}/environments/")
    assert "Of 1 run it is not known" in some
    assert len(rows(some)) == 1 + 2
    factories.came_out(compared.runs, environments=[], grouping={})
    none = shown(hers, f"/comparisons/{compared.pk}/environments/")
    assert "Of 3 runs it is not known" in none
    assert rows(none) == []
    assert hers.get(f"/comparisons/{compared.pk}/reports/environments.csv").status_code == 404
    assert hers.get(f"/comparisons/{compared.pk}/environments/").status_code == 200


def test_those_that_wait_have_nothing_to_tell_yet(hers: Client, alice: User) -> None:
    waiting = compare(alice)
    answer = hers.get(f"/comparisons/{waiting.pk}/environments/")
    assert answer["Location"] == f"/comparisons/{waiting.pk}/"
    for path in (f"/comparisons/{waiting.pk}/", f"/runs/{waiting.runs.all()[0].pk}/"):
        assert 'id="environments"' not in hers.get(path).content.decode()


def test_a_link_shows_environments_to_its_reader_only(
    his: Client, alice: User, compared: Comparison
) -> None:
    token, run = share(alice, compared).token, compared.runs.all()[0]
    for path in (f"/s/{token}/environments/", f"/s/{token}/runs/{run.pk}/"):
        page = Page(shown(Client(), path))
        assert all(address.startswith((f"/s/{token}/", "#")) for address in page.addresses)
    alone = share(alice, run).token
    html = shown(Client(), f"/s/{alone}/?order=-jobs")
    assert all(address.startswith(f"/s/{alone}/") for address in Page(html).addresses)
    for path in (
        "environments/",
        "reports/environments.csv",
        f"runs/{run.pk}/reports/environments.csv",
    ):
        assert Client().get(f"/s/{token}/{path}").status_code == 200
        assert his.get(f"/comparisons/{compared.pk}/{path}").status_code == 404
    assert his.get(f"/runs/{run.pk}/reports/environments.csv").status_code == 404


def test_only_runs_that_are_drawn_are_loaded_and_the_others_counted(
    hers: Client, alice: User
) -> None:
    entries = [RequestEntry("gls", {"lam": str(1 + i)}) for i in range(11)]
    made = computed(compare(alice, entries))
    for run in made.runs.all():  # of schedules that measure equal one is drawn
        metrics = {**run.result.metrics, "max_wait": run.position}
        factories.came_out(made.runs.filter(pk=run.pk), metrics=metrics)
    with CaptureQueriesContext(connection) as seen:
        html = shown(hers, f"/comparisons/{made.pk}/environments/")
    assert len(rows(html)) == 1 + 8
    assert "3 more runs with environments are not drawn and not shown here" in html
    asked = [q["sql"] for q in seen.captured_queries if '"details"' in q["sql"]]
    assert len(asked) == 1
    assert sum(run.pk in asked[0] for run in made.runs.all()) == 8
    text = hers.get(f"/comparisons/{made.pk}/reports/environments.csv").content.decode()
    assert len(text.splitlines()) == 1 + 11 * 2


@pytest.mark.parametrize("name", ['<b onclick="x">', "'\"><i>", "=1+1"])
def test_pages_are_sound_whatever_environments_are_called(
    hers: Client, alice: User, name: str
) -> None:
    made = computed(compare(alice, USUAL[:1]))
    run = made.runs.get()
    tell(run, [row | {"name": name + row["name"]} for row in run.environments])
    tab = f"/comparisons/{made.pk}/"
    for path in (tab, f"{tab}environments/", f"{tab}schedules/", f"/runs/{run.pk}/"):
        page = Page(hers.get(path).content.decode())
        assert page.inline == [], path
        assert len(page.ids) == len(set(page.ids)), path
        assert not page.of("b"), path
    text = hers.get(f"/runs/{run.pk}/reports/environments.csv").content.decode()
    assert ",=1" not in text

"""Several values of parameters on the compare form, and ready-made sweeps."""

import re

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from tests import factories
from tests.web.pages import Page
from tests.web.test_compare_form import form


@pytest.fixture
def keys(alice: User) -> dict[str, str]:
    """A workload and a grid."""
    return {"workload": factories.workload(alice).pk, "cluster": factories.cluster(alice, 4, 8).pk}


def changed(hers: Client, keys: dict[str, str], **data: object) -> str:
    """Return the form after a button that is not "Compare"."""
    sent = {**form("grid", **keys), **data}
    del sent["compare"]
    return hers.post("/compare/", sent).content.decode()


def ticked(html: str, name: str) -> list[str | None]:
    boxes = [a for a in Page(html).of("input") if a.get("name") == name]
    return [a["value"] for a in boxes if "checked" in a]


def test_the_form_starts_with_one_value_each(hers: Client, keys: dict[str, str]) -> None:
    html = hers.get("/compare/", keys).content.decode()
    names = [a.get("name") for a in Page(html).of("input")]
    assert "several" not in names
    assert "in all" not in html
    assert "All nine strategies, a = 0.5 and 1" in html


def test_a_button_lets_parameters_take_several_values(hers: Client, keys: dict[str, str]) -> None:
    html = changed(hers, keys, switch="0", **{"p0-strategy": "mst", "p0-admissible": "0.5"})
    page = Page(html)
    assert ticked(html, "p0-strategy") == ["mst"]
    assert page.named("p0-admissible")["value"] == "0.5"
    assert "makes 1 run<" in html
    assert ">LBal_S<" in html.replace("> ", ">").replace("</label>", "<")
    assert "One value each" in html


def test_the_number_of_runs_follows_the_values(hers: Client, keys: dict[str, str]) -> None:
    several = {"several": "0", "p0-strategy": ["mst", "mpl"], "p0-local": ["easy"]}
    several |= {"p0-admissible_rule": ["at-least"], "p0-information": ["fresh"]}
    several |= {"p0-counting": ["unfinished"], "p0-adapt_window": "0"}
    several |= {"p0-seed": "1", "p0-admissible": "0.1:1:0.1"}
    assert "makes 20 runs" in changed(hers, keys, **several)
    assert "<strong>20 runs</strong>" in changed(hers, keys, **several)
    wrong = changed(hers, keys, **several | {"p0-admissible": "0.5, 7"})
    assert "Admissible must be a number above 0 and at most 1, got 7.0." in wrong
    assert (
        "<strong>0 runs</strong> without Two-level grid: "
        '<span class="error-text">Admissible must be a number above 0 and at most 1, got 7.0</span>'
    ) in wrong
    long = changed(hers, keys, **several | {"p0-seed": "1:5000"})
    assert re.search(r"<strong>0 runs</strong> without Two-level grid: [^,]*Seed [^<]*1,000", long)
    many = changed(hers, keys, **several | {"p0-seed": "1:100"})
    assert "<strong>2,000 runs</strong>, but a comparison has at most 200" in many


def test_a_ready_made_sweep_fills_the_form(hers: Client, keys: dict[str, str]) -> None:
    html = changed(hers, keys, sweep="0.paper")
    assert len(ticked(html, "p0-strategy")) == 9
    assert Page(html).named("p0-admissible")["value"] == "0.1:1:0.1"
    assert "makes 90 runs" in html


def test_one_value_each_takes_the_first_ones(hers: Client, keys: dict[str, str]) -> None:
    several = {"several": "0", "switch": "0", "p0-strategy": ["mst", "mpl"]}
    html = changed(hers, keys, **several, **{"p0-admissible": "0.3:1:0.1", "p0-seed": "x"})
    page = Page(html)
    chosen = [a["value"] for a in page.of("option") if "selected" in a]
    assert {"mst", "easy", "raise"} <= set(chosen), "what has no value takes its default"
    assert (page.named("p0-admissible")["value"], page.named("p0-seed")["value"]) == ("0.3", "1")
    assert "several" not in [a.get("name") for a in page.of("input")]


def test_a_repeated_row_keeps_its_values(hers: Client, keys: dict[str, str]) -> None:
    several = {"several": "0", "again": "0", "p0-strategy": ["mst", "mpl"], "p0-seed": "1:3"}
    html = changed(hers, keys, **several)
    assert ticked(html, "p1-strategy") == ["mpl", "mst"]
    assert Page(html).named("p1-seed")["value"] == "1:3"
    assert sorted(
        a["value"] or "" for a in Page(html).of("input") if a.get("name") == "several"
    ) == [
        "0",
        "1",
    ]


EVERY = {
    "several": "0",
    "p0-strategy": ["mst", "mpl"],
    "p0-admissible": "0.5:1:0.5",
    "p0-admissible_rule": ["at-least"],
    "p0-adapt_window": "0",
    "p0-local": ["easy"],
    "p0-counting": ["unfinished"],
    "p0-information": ["fresh"],
    "p0-seed": "1",
}


def test_a_sweep_starts_a_run_for_each_combination(hers: Client, keys: dict[str, str]) -> None:
    answer = hers.post("/compare/", form("grid", **keys) | EVERY)
    made = Comparison.objects.get()
    assert answer["Location"] == f"/comparisons/{made.pk}/"
    labels = [run.label for run in made.runs.all()]
    assert labels == ["MST, a = 0.5", "MST, a = 1", "MPL, a = 0.5", "MPL, a = 1"]
    more = EVERY | {"entry": "0.grid", "on": "0", "add": "1", "p0-local": ["fcfs", "easy"]}
    assert hers.post(f"/comparisons/{made.pk}/add/", more).status_code == 302
    assert made.runs.count() == 12
    assert made.runs.filter(label="MPL, a = 0.5, local fcfs").exists()


def test_errors_land_on_the_fields_with_several_values(hers: Client, keys: dict[str, str]) -> None:
    wrong = EVERY | {"p0-strategy": [], "p0-admissible": "0.5, 7"}
    answer = hers.post("/compare/", form("grid", **keys) | wrong)
    html = answer.content.decode()
    page = Page(html)
    assert answer.status_code == 422
    assert [p["id"] for p in page.of("p") if str(p.get("id", "")).endswith("error")] == [
        "p0-strategy-error",
        "p0-admissible-error",
    ]
    assert "Strategy needs at least one value" in html
    assert page.named("p0-admissible")["value"] == "0.5, 7"
    assert ticked(html, "p0-local") == ["easy"]
    assert not Comparison.objects.exists()


def test_too_many_runs_are_refused_where_they_are_made(hers: Client, keys: dict[str, str]) -> None:
    answer = hers.post("/compare/", form("grid", **keys) | EVERY | {"p0-seed": "1:100"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "at most 200 runs, this one would have 400" in html
    assert "These values make 400 runs." in html


def test_more_runs_than_allowed_are_counted_but_not_looked_at(
    hers: Client, keys: dict[str, str]
) -> None:
    html = changed(hers, keys, **EVERY | {"p0-seed": "1:1000", "p0-admissible": "0.001:1:0.001"})
    assert "<strong>2,000,000 runs</strong>, but a comparison has at most 200" in html
    assert "Admissible sets with" not in html

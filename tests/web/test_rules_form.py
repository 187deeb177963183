"""Rules on the compare form: chosen once, for all algorithms."""

import re
from html import unescape

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from tests import factories
from tests.web.pages import Page
from tests.web.test_compare_form import form
from tests.web.test_ready_made_form import as_browser, pressed

USUAL = {"estimates": "raise", "events": "batch"}
MOLDABLE = factories.ENVIRONED.replace(b'"procs"', b'"moldable": "ceil", "procs"')


@pytest.fixture
def keys(alice: User) -> dict[str, str]:
    """A workload and a machine."""
    return {"workload": factories.workload(alice).pk, "cluster": factories.cluster(alice, 4).pk}


@pytest.fixture
def moldable(alice: User) -> str:
    """Jobs for which rules mean nothing."""
    return factories.workload(alice, MOLDABLE, "Moldable").pk


def chosen(html: str, name: str) -> str:
    """The value of a select."""
    [found] = as_browser(html)[name]
    return found


def test_rules_are_chosen_in_plain_words(hers: Client, keys: dict[str, str]) -> None:
    html = hers.get("/compare/", keys).content.decode()
    for label in ("Jobs that outlive their estimate", "Events at the same instant"):
        assert html.count(f">{label}</label>") == 1
    assert '<option value="kill">kill the job at its estimate</option>' in html
    assert (chosen(html, "rules-estimates"), chosen(html, "rules-events")) == ("raise", "batch")
    names = [a["name"] for a in Page(html).of("select") if a.get("name")]
    assert not [n for n in names if n and n.startswith("p") and n.endswith(("estimates", "events"))]


def test_a_comparison_without_rules_has_the_usual_ones(hers: Client, keys: dict[str, str]) -> None:
    assert hers.post("/compare/", form("fcfs", **keys)).status_code == 302
    assert Comparison.objects.get().rules == USUAL


def test_rules_survive_every_button(hers: Client, keys: dict[str, str]) -> None:
    address = keys | {"rules-estimates": "overrun"}
    html = hers.get("/compare/", address).content.decode()
    assert chosen(html, "rules-estimates") == "overrun"
    html = pressed(hers, html, again="0", **{"rules-events": "sequential"})
    html = pressed(hers, html, look="1")
    sent = as_browser(html)
    assert (sent["rules-estimates"], sent["rules-events"]) == (["overrun"], ["sequential"])
    assert hers.post("/compare/", {**sent, "compare": "1"}).status_code == 302
    assert Comparison.objects.get().rules == {"estimates": "overrun", "events": "sequential"}


def test_the_form_looks_at_the_jobs_as_the_rules_make_them(hers: Client, alice: User) -> None:
    """The longest job alone is the minimum of λ."""
    content = factories.ENVIRONMENTS.replace(b'"time": 10,', b'"time": 10, "estimate": 7,')
    workload = factories.workload(alice, content, "Too long").pk
    keys = {"workload": workload, "cluster": factories.cluster(alice, 4).pk}
    html = hers.get("/compare/", keys).content.decode()
    assert "The minimum is 10 s for these jobs on this machine." in html
    html = pressed(hers, html, **{"rules-estimates": "kill"})
    assert "The minimum is 7 s for these jobs on this machine." in html


@pytest.mark.parametrize("value", ["never", "", "9" * 500, "<b>"])
def test_a_wrong_rule_is_marked_and_nothing_is_lost(
    hers: Client, keys: dict[str, str], value: str
) -> None:
    sent = form("fcfs", "easy", **keys, title="Kept", **{"rules-estimates": value})
    answer = hers.post("/compare/", sent)
    html = answer.content.decode()
    assert answer.status_code == 422
    [error] = re.findall(r'<p class="error" id="rules-estimates-error">([^<]+)', html)
    assert error.startswith("Jobs that outlive their estimate must be one of raise, kill, overrun")
    assert Page(html).named("rules-estimates")["aria-invalid"] == "true"
    assert Page(html).named("title")["value"] == "Kept"
    assert not Comparison.objects.exists()
    del sent["compare"]
    assert hers.post("/compare/", sent).status_code == 200, "other buttons refuse nothing"


def test_moldable_jobs_have_no_rules_and_those_chosen_wait(
    hers: Client, keys: dict[str, str], moldable: str
) -> None:
    html = pressed(
        hers, hers.get("/compare/", keys).content.decode(), **{"rules-events": "sequential"}
    )
    html = pressed(hers, html, workload=moldable)
    assert "Events at the same instant" not in html
    assert as_browser(html)["rules-events"] == ["sequential"], "they come back with rigid jobs"
    sent = {**as_browser(html), **form("demt", workload=moldable, cluster=keys["cluster"])}
    assert hers.post("/compare/", sent).status_code == 302
    assert Comparison.objects.get().rules == USUAL
    back = pressed(hers, html, workload=keys["workload"])
    assert chosen(back, "rules-events") == "sequential"


@pytest.mark.parametrize(
    ("content", "rules", "seconds", "said"),
    [
        (factories.SWF, {}, 0, ["estimates raised to run times", "events of an instant together"]),
        (factories.SWF, {"estimates": "kill"}, 0, ["jobs killed at their estimates"]),
        (factories.SWF, {"events": "sequential"}, 0, ["events one by one"]),
        (factories.ENVIRONED, {}, 200, ["deployments of 200 s"]),
        (factories.ENVIRONED, {}, 0, ["deployments that take no time"]),
    ],
)
def test_the_provenance_line_of_every_page_has_rules_and_deployments(
    hers: Client, alice: User, content: bytes, rules: dict[str, str], seconds: int, said: list[str]
) -> None:
    made = factories.comparison(
        alice, ["easy"], content, rules=rules, deployment={"seconds": seconds}
    )
    run = made.runs.get()
    for path in (f"/comparisons/{made.pk}/", f"/runs/{run.pk}/"):
        html = hers.get(path).content.decode()
        [line] = re.findall(r'<p class="provenance">(.*?)</p>', html, re.DOTALL)
        for words in said:
            assert f'· <span class="whole">{words}</span>' in line
    record = hers.get(f"/comparisons/{made.pk}/comparison.json").json()
    assert record["rules"] == USUAL | rules
    assert record["cluster"]["deployment"] == {"seconds": seconds, "extra": 0}


def test_comparing_once_more_begins_with_the_same_rules(hers: Client, alice: User) -> None:
    rules = {"estimates": "overrun", "events": "sequential"}
    made = factories.comparison(alice, ["easy"], rules=rules)
    html = hers.get(f"/comparisons/{made.pk}/").content.decode()
    [address] = re.findall(r'href="([^"]*)">Repeat', html)
    again = hers.get(unescape(address)).content.decode()
    assert {name: chosen(again, f"rules-{name}") for name in rules} == rules


def test_jobs_that_know_neither_are_not_bothered_with_rules(hers: Client, alice: User) -> None:
    made = factories.comparison(alice, ["ltf"], factories.OFFLINE_SWF)
    assert 'class="whole"' not in hers.get(f"/comparisons/{made.pk}/").content.decode()

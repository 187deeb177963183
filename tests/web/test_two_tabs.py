"""One thing in two tabs: nothing that one stores is overwritten by the other without a word, and
nothing that was typed is lost."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from parsched.studies import STUDIES
from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from schedweb.runs.models import Comparison, Run
from schedweb.studies.models import Study
from schedweb.studies.services import create_study, most_repetitions
from schedweb.workloads.models import Workload
from tests import factories
from tests.web.pages import Page

HIDDEN = re.compile(r'<input type="hidden" name="(seen-[a-z]+)" value="([^"]*)"')
Values = dict[str, Any]


def tab(client: Client, page: str) -> Values:
    """Return what the forms of a page that is open say of what they were made with."""
    return dict(HIDDEN.findall(client.get(page).content.decode()))


def comparison(alice: User) -> tuple[str, str]:
    made = factories.comparison(alice)
    return f"/comparisons/{made.pk}/", f"/comparisons/{made.pk}/describe/"


def run(alice: User) -> tuple[str, str]:
    pk = factories.queued_run(alice).pk
    return f"/runs/{pk}/", f"/runs/{pk}/describe/"


def study(alice: User) -> tuple[str, str]:
    made = create_study(alice, STUDIES["demt"].changed(repetitions=2, only="fig3"))
    return f"/studies/{made.pk}/", f"/studies/{made.pk}/describe/"


def workload(alice: User) -> tuple[str, str]:
    pk = factories.workload(alice).pk
    return f"/workloads/{pk}/", f"/workloads/{pk}/rename/"


def row(model: Any) -> Any:
    return model.objects.get()


Thing = tuple[Callable[[User], tuple[str, str]], Any, Values]
THINGS: dict[str, Thing] = {
    "title of a comparison": (comparison, Comparison, {"title": "Mine"}),
    "note of a comparison": (comparison, Comparison, {"note": "Mine\r\nof two lines"}),
    "note of a run": (run, Run, {"note": "Mine & <yours>"}),
    "title of a study": (study, Study, {"title": "Mine"}),
    "note of a study": (study, Study, {"note": "Mine"}),
    "name of a workload": (workload, Workload, {"name": "Mine"}),
}


@pytest.mark.parametrize("kind", THINGS)
def test_the_older_tab_is_refused_with_both_versions(hers: Client, alice: User, kind: str) -> None:
    make, model, mine = THINGS[kind]
    page, change = make(alice)
    older = tab(hers, page)
    [(name, typed)] = mine.items()
    assert hers.post(change, {name: "Stored <first>", **tab(hers, page)}).status_code == 302
    refused = hers.post(change, {name: typed, **older})
    assert refused.status_code == 409
    text = html.unescape(refused.content.decode())
    assert "Stored <first>" in text
    assert typed.partition("\r")[0] in text
    assert "changed in another window" in text
    assert getattr(row(model), name) == "Stored <first>"
    chosen = dict(HIDDEN.findall(refused.content.decode()))
    assert hers.post(change, {name: typed, **chosen}).status_code == 302
    assert getattr(row(model), name) == typed.replace("\r\n", "\n")


@pytest.mark.parametrize("kind", [k for k in THINGS if "comparison" in k or "study" in k])
def test_only_what_was_changed_is_stored(hers: Client, alice: User, kind: str) -> None:
    make, model, mine = THINGS[kind]
    page, change = make(alice)
    [(name, typed)] = mine.items()
    other = "note" if name == "title" else "title"
    before = row(model)
    older = {"title": before.title, "note": before.note, **tab(hers, page)}
    hers.post(change, {**older, other: "By the first"})
    assert hers.post(change, {**older, name: typed}).status_code == 302
    after = row(model)
    assert getattr(after, other) == "By the first"
    assert getattr(after, name) == typed.replace("\r\n", "\n")


@pytest.mark.parametrize("kind", THINGS)
def test_the_same_twice_is_no_quarrel(hers: Client, alice: User, kind: str) -> None:
    make, _, mine = THINGS[kind]
    page, change = make(alice)
    sent = {**mine, **tab(hers, page)}
    assert [hers.post(change, sent).status_code for _ in range(2)] == [302, 302]


@pytest.mark.parametrize("kind", THINGS)
def test_a_form_without_its_fields_changes_nothing(hers: Client, alice: User, kind: str) -> None:
    make, model, mine = THINGS[kind]
    _, change = make(alice)
    [name] = mine
    before = getattr(row(model), name)
    assert hers.post(change, {}).status_code == 302
    assert getattr(row(model), name) == before


WRONG = {
    "title of a comparison": "x" * 201,
    "note of a comparison": "x" * 10_001,
    "note of a run": "a\0b",
    "title of a study": " ",
    "note of a study": "x" * 10_001,
    "name of a workload": "x" * 201,
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_is_not_lost(hers: Client, alice: User, kind: str) -> None:
    make, _, mine = THINGS[kind]
    page, change = make(alice)
    [name] = mine
    answer = hers.post(change, {name: WRONG[kind], **tab(hers, page)})
    assert answer.status_code == 422
    assert WRONG[kind].replace("\0", "") in answer.content.decode().replace("\0", "")
    assert f"{name.capitalize()} must have" in answer.content.decode()


def test_what_the_other_tab_stored_stands_where_nothing_was_typed(
    hers: Client, alice: User
) -> None:
    page, change = comparison(alice)
    older = {"title": row(Comparison).title, "note": "", **tab(hers, page)}
    hers.post(change, {"title": "First", "note": "By the first", **tab(hers, page)})
    refused = hers.post(change, {**older, "title": "Second"}).content.decode()
    assert "By the first</textarea>" in refused
    assert refused.count(": what is stored") == 1, "of the title"


def test_repetitions(hers: Client, alice: User) -> None:
    page, _ = study(alice)
    change, older = f"{page}repetitions/", tab(hers, page)
    hers.post(change, {"repetitions": "6", **tab(hers, page)})
    for typed in ("4", "8"):
        refused = hers.post(change, {"repetitions": typed, **older})
        assert refused.status_code == 409
        assert f'value="{typed}"' in refused.content.decode()
    assert most_repetitions(row(Study).declared) == 6
    for wrong in ("4", "many", ""):
        answer = hers.post(change, {"repetitions": wrong, **tab(hers, page)})
        assert answer.status_code == 422
        field = Page(answer.content.decode()).named("repetitions")
        assert field.get("value", "") == wrong
        assert field["aria-invalid"] == "true"
    chosen = dict(HIDDEN.findall(refused.content.decode()))
    assert hers.post(change, {"repetitions": "8", **chosen}).status_code == 302
    assert most_repetitions(row(Study).declared) == 8


MACHINE: Values = {
    "name": "Machine",
    "site": [""],
    "processors": ["4"],
    "deployment-seconds": "0",
    "deployment-extra": "0",
    "systems": "1",
    "save": "1",
}


def machine(hers: Client, alice: User) -> str:
    factories.cluster(alice)
    page = f"/clusters/{row(Cluster).pk}/"
    hers.post(page, MACHINE)
    return page


FIELDS = [
    ({"name": "Renamed"}, {"processors": ["8"]}),
    ({"name": "Renamed"}, {"systems": "2"}),
    ({"processors": ["8"]}, {"deployment-seconds": "20"}),
    ({"deployment-extra": "20"}, {"systems": "3"}),
    ({"site": ["a", "b"], "processors": ["1", "2"]}, {"name": "Renamed"}),
]


@pytest.mark.parametrize(("one", "other"), [*FIELDS, *[(b, a) for a, b in FIELDS]])
def test_different_fields_of_a_machine_go_together(
    hers: Client, alice: User, one: Values, other: Values
) -> None:
    page = machine(hers, alice)
    older = tab(hers, page)
    assert hers.post(page, {**MACHINE, **tab(hers, page), **one}).status_code == 302
    assert hers.post(page, {**MACHINE, **older, **other}).status_code == 302
    both = {**MACHINE, **one, **other}
    stored = row(Cluster)
    assert stored.name == both["name"]
    assert [str(site["processors"]) for site in stored.sites] == both["processors"]
    assert [site["name"] for site in stored.sites] == (
        [stored.name] if both["site"] == [""] else both["site"]
    )
    assert stored.deploy_seconds == float(both["deployment-seconds"])
    assert stored.deploy_extra == float(both["deployment-extra"])
    assert str(stored.systems) == both["systems"]


SAME = [
    ({"name": "First"}, {"name": "Second"}, ("First", "Second")),
    ({"processors": ["8"]}, {"processors": ["16"]}, ("8 processors", "16 processors")),
    ({"systems": "2"}, {"systems": "3"}, ("2", "3")),
    (
        {"deployment-seconds": "20"},
        {"deployment-seconds": "30"},
        ("deployments of 20 s", "deployments of 30 s"),
    ),
    (
        {"site": ["a", "b"], "processors": ["1", "2"]},
        {"processors": ["16"]},
        ("a 1 · b 2", "16 processors"),
    ),
]


@pytest.mark.parametrize(("one", "other", "texts"), SAME)
def test_the_same_field_of_a_machine_is_refused(
    hers: Client, alice: User, one: Values, other: Values, texts: tuple[str, str]
) -> None:
    page = machine(hers, alice)
    older = tab(hers, page)
    hers.post(page, {**MACHINE, **tab(hers, page), **one})
    stored = row(Cluster).sites
    refused = hers.post(page, {**MACHINE, **older, **other})
    assert refused.status_code == 409
    answer = refused.content.decode()
    for text in texts:
        assert f"<td>{text}</td>" in answer
    assert row(Cluster).sites == stored
    chosen = dict(HIDDEN.findall(answer))
    assert hers.post(page, {**MACHINE, **other, **chosen}).status_code == 302


def test_a_site_more_in_the_form_keeps_what_was_seen(hers: Client, alice: User) -> None:
    page = machine(hers, alice)
    older = tab(hers, page)
    hers.post(page, {**MACHINE, **tab(hers, page), "name": "First"})
    form = {name: value for name, value in MACHINE.items() if name != "save"}
    added = hers.post(page, {**form, **older, "add": "1"}).content.decode()
    assert dict(HIDDEN.findall(added)) == older

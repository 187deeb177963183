"""What a user types that cannot be is refused in one sentence by pages and API, which differ in the
first word alone: a page calls the field by its title."""

from html import unescape
from typing import Any

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from tests import factories
from tests.api.caller import ROOT

LONG = "x" * 10_001
TURNED = "a\u202eb"
MISTAKES = [
    ("comparisons", "title", "Title", " ", "must have 1 to 200 characters, got 0"),
    ("comparisons", "title", "Title", LONG, "must have 1 to 200 characters, got 10,001"),
    ("comparisons", "title", "Title", TURNED, "must have no RIGHT-TO-LEFT OVERRIDE"),
    ("comparisons", "note", "Note", LONG, "must have at most 10,000 characters, got 10,001"),
    ("comparisons", "note", "Note", "a\0b", "must have no NULL (U+0000)"),
    ("runs", "note", "Note", TURNED, "must have no RIGHT-TO-LEFT OVERRIDE"),
    ("workloads", "name", "Name", "\u200d", "must have a character that can be seen"),
    ("workloads", "name", "Name", "x" * 201, "must have 1 to 200 characters, got 201"),
    ("tokens", "label", "What it is for", "", "must have 1 to 100 characters, got 0"),
    ("tokens", "expires_in_days", "Expires after days", "0", "must be a whole number from 1 to"),
    ("links", "label", "Label", "x" * 101, "must have at most 100 characters, got 101"),
    ("links", "label", "Label", "a\0b", "must have no NULL (U+0000)"),
    ("links", "expires", "Expiry", "2001-01-31", "must be in the future, got 31 January 2001"),
]


@pytest.fixture
def places(alice: User) -> dict[str, tuple[str, str]]:
    """The form on the pages and the address of the API for each kind of thing."""
    compared = factories.comparison(alice)
    run, workload = compared.runs.all()[0], compared.workload
    return {
        "comparisons": (f"/comparisons/{compared.pk}/describe/", f"/comparisons/{compared.pk}"),
        "runs": (f"/runs/{run.pk}/describe/", f"/runs/{run.pk}"),
        "workloads": (f"/workloads/{workload.pk}/rename/", f"/workloads/{workload.pk}"),
        "links": (f"/comparisons/{compared.pk}/share/", f"/comparisons/{compared.pk}/links"),
        "tokens": ("/api/docs/tokens/", "/tokens"),
    }


@pytest.mark.parametrize(("kind", "name", "title", "typed", "rule"), MISTAKES)
def test_pages_and_api_say_the_same(
    hers: Client,
    places: dict[str, tuple[str, str]],
    kind: str,
    name: str,
    title: str,
    typed: str,
    rule: str,
) -> None:
    form, address = places[kind]
    send: Any = hers.post if kind in ("links", "tokens") else hers.patch
    stated = f"{typed}T23:59:59.999999Z" if name == "expires" else typed
    answer = send(f"{ROOT}{address}", {name: stated}, content_type="application/json")
    [sentence] = answer.json()["error"]["fields"][name]
    assert sentence.startswith(f"{name} {rule}")
    html = unescape(hers.post(form, {name: typed}, follow=True).content.decode())
    assert sentence.replace(name, title, 1) in html


@pytest.mark.parametrize(
    ("kind", "name", "typed", "kept"),
    [
        ("workloads", "name", f"a{' ' * 300}b", "a b"),
        ("comparisons", "note", "one\r\n" * 2_200, ("one\n" * 2_200).strip()),
    ],
)
def test_pages_and_api_count_what_is_stored(
    hers: Client, places: dict[str, tuple[str, str]], kind: str, name: str, typed: str, kept: str
) -> None:
    form, address = places[kind]
    answer = hers.patch(f"{ROOT}{address}", {name: typed}, content_type="application/json")
    assert answer.json()[name] == kept
    hers.patch(f"{ROOT}{address}", {name: "other"}, content_type="application/json")
    assert hers.post(form, {name: typed}).status_code == 302
    assert hers.get(f"{ROOT}{address}").json()[name] == kept


def test_files_are_refused_in_the_same_words(hers: Client, done: Comparison) -> None:
    wrong = {"label": "x" * 101, "made_by": TURNED}
    api = hers.post(f"{ROOT}/comparisons/{done.pk}/schedules", {**wrong, "format": "doc"})
    html = unescape(hers.post(f"/comparisons/{done.pk}/schedules/add/", wrong).content.decode())
    titles = {"label": "Name", "made_by": "Made by", "file": "File"}
    fields = api.json()["error"]["fields"]
    assert {*titles} < {*fields}
    for name, title in titles.items():
        [sentence] = fields[name]
        assert sentence.replace(name, title, 1) in html


@pytest.mark.parametrize(
    ("name", "title", "typed"),
    [
        ("name", "Name", "x" * 201),
        ("drop_wider_than", "Leave out jobs wider than", "0"),
        ("drop_wider_than", "Leave out jobs wider than", "many"),
        ("environment_from", "Environments from", "colour"),
        ("environment_from", "Environments from", "a\0b"),
    ],
)
def test_uploads_are_refused_in_the_same_words(
    hers: Client, alice: User, name: str, title: str, typed: str
) -> None:
    upload = factories.upload(alice)
    values = {"name": "Three jobs", name: typed}
    api = hers.post(f"{ROOT}/uploads/{upload.pk}/use", values, content_type="application/json")
    [sentence] = api.json()["error"]["fields"][name]
    answer = hers.post(f"/uploads/{upload.pk}/keep/", values)
    assert answer.status_code == 422
    assert sentence.replace(name, title, 1) in unescape(answer.content.decode())

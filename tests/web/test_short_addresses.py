"""Filters keep the address short: each field once, and none that is empty."""

from itertools import cycle, islice
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.datastructures import MultiValueDict

from parsched.studies import STUDIES
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.studies.services import create_study
from schedweb.web.http import others_in
from tests.amount import amount
from tests.web.pages import Page

LISTS = ("/comparisons/", "/studies/", "/workloads/", "/clusters/", "/search/")
CHANGES = amount(20, least=8)


def narrows(client: Client, page: str, query: dict[str, str]) -> str:
    """Choose in the form of a list as htmx does: it sends all fields, also empty ones, to its
    address; return the page's address afterwards."""
    [form] = [f for f in Page(client.get(page).content.decode()).of("form") if "hx-get" in f]
    target = str(form["hx-get"]) or page
    sent = [*parse_qsl(urlsplit(target).query, keep_blank_values=True), *query.items()]
    data = MultiValueDict[str, str]()
    for name, value in sent:
        data.appendlist(name, value)
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}
    answer = client.get(urlsplit(target).path, data, headers=headers)
    assert answer.status_code == 200
    assert "hx-replace-url" not in form
    return answer.headers["HX-Replace-Url"]


@pytest.mark.parametrize("page", LISTS)
@pytest.mark.usefixtures("done")
def test_an_address_stays_short_however_often_a_filter_changes(
    hers: Client, alice: User, page: str
) -> None:
    create_study(alice, STUDIES["demt"].changed(repetitions=1, only="fig3"))
    at, texts = page, cycle(["b", "ba", "bac", "", "ba b"])
    shows = cycle(["", "archived", "trash"])
    for text, show in islice(zip(texts, shows, strict=False), CHANGES):
        at = narrows(hers, at, {"q": text, "state": "", "kind": "", "tag": "", "show": show})
        pairs = parse_qsl(urlsplit(at).query, keep_blank_values=True)
        assert pairs == [(k, v) for k, v in (("q", text), ("show", show)) if v]


@pytest.mark.parametrize("page", LISTS)
@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("?q=&show=&sort=", ""),
        ("?q=a&q=b", "?q=b"),
        ("?q=a&show=&q=a&show=", "?q=a"),
        ("?show=trash&show=", ""),
        ("?q=a+b&tag=", "?q=a+b"),
    ],
)
def test_a_long_address_leads_to_the_short_one(
    hers: Client, page: str, long: str, short: str
) -> None:
    answer = hers.get(f"{page}{long}")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{page}{short}"
    assert hers.get(f"{page}{short}").status_code == 200


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("x=1&x=1&x=1", (("x", "1"),)),
        ("x=1&x=2", (("x", "1"), ("x", "2"))),
        ("x=&y=1", (("y", "1"),)),
        ("own=1&y=1", (("y", "1"),)),
        ("", ()),
        ("y=1&x=1&y=1", (("y", "1"), ("x", "1"))),
    ],
)
def test_what_others_have_in_the_address(query: str, kept: tuple[tuple[str, str], ...]) -> None:
    assert others_in(QueryDict(query), ["own"]) == kept


def test_choices_of_tabs_do_not_grow_the_address(hers: Client, done: Comparison) -> None:
    at = f"/comparisons/{done.pk}/"
    keys = cycle(done.runs.values_list("pk", flat=True))
    address = f"{at}?wide=1&wide=1&empty="
    for key in islice(keys, CHANGES):
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address}"}
        query = {"against": key, "wide": "1", "empty": ""}
        answer = hers.get(f"{at}results/", query, headers=headers)
        address = answer.headers["HX-Replace-Url"].removeprefix("http://testserver")
    assert parse_qsl(urlsplit(address).query, keep_blank_values=True) == [
        ("wide", "1"),
        ("against", key),
    ]

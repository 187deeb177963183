"""No query of any page is an error of ours: pages and their parameters are found by a crawl."""

from collections.abc import Iterator
from itertools import cycle
from urllib.parse import quote, urlencode

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.sharing.services import share
from tests import factories
from tests.amount import PROPERTIES, amount
from tests.strange import ODD_QUERIES, STRANGE
from tests.studies import declared
from tests.web import pages
from tests.web.crawl import Crawl, Known

LONGEST = 8000
"""Characters of a query of all parameters: longer addresses reach no page of a server."""

MOST_ALONE = amount(20, least=8)
"""Fields of a form that are strange while all others are as they were."""


@pytest.fixture
def crawl(hers: Client, alice: User, done: Comparison, monkeypatch: pytest.MonkeyPatch) -> Crawl:
    """Alice's pages of a comparison, a study, an upload, and links to them."""
    study = declared.stored(owner=alice)
    declared.summed_up(declared.work(study))
    things = (study, done, done.runs.all()[0])
    links = [f"/s/{share(alice, thing).token}/" for thing in things]
    of_upload = f"/uploads/{factories.upload(alice).pk}/"
    found = Crawl(hers, monkeypatch)
    found.follow(*pages.GENERAL.values(), f"/studies/{study.pk}/", of_upload)
    found.follow(*pages.of_comparison(done).values(), *links)
    found.fill()
    return found


def queries(page: Known, names: list[str], values: Iterator[str]) -> Iterator[str]:
    """Yield each parameter with a strange value, alone or behind a value that it has; then all of
    them with the same value, and each twice. In `make fuzz` each has all values in both ways."""
    is_whole = PROPERTIES == "random"
    for number, name in enumerate(names):
        for value in STRANGE.values() if is_whole else [next(values)]:
            if is_whole or number % 2:
                yield f"{quote(name)}={value}"
            if is_whole or not number % 2:
                yield f"{quote(name)}={quote(page.values[name][:99])}{value}"
    value = next(values)
    pairs = "&".join(2 * [f"{quote(name)}={value[:50]}" for name in page.values])
    yield pairs[:LONGEST].rstrip("%0123456789ABCDEF")
    yield from ODD_QUERIES[2 - amount(2, least=1) : 2]


def check_queries(crawl: Crawl) -> None:
    tried: set[tuple[object, str]] = set()
    values = cycle(STRANGE.values())
    for page in crawl.pages.values():
        if page.status != 405:
            names = [name for name in page.values if (page.view, name) not in tried]
            tried |= {(page.view, name) for name in names}
            for query in queries(page, names, values):
                crawl.ask(page, query)
    assert crawl.failed == []
    assert len(tried) > 150


def bodies(form: Known) -> Iterator[str]:
    """Yield half of the fields of a form, then all of them: each with some strange values, in
    `make fuzz` with each, while others have other ones."""
    names, strange = list(form.values), list(STRANGE.values())
    yield from (urlencode({name: form.values[name] for name in names[i::2]}) for i in range(2))
    for first in range(0, len(strange), 1 if PROPERTIES == "random" else 5):
        values = cycle(strange[first:] + strange[:first])
        yield "&".join(f"{quote(name)}={next(values)}" for name in names)


def alone(form: Known, values: Iterator[str]) -> Iterator[str]:
    """Yield the form as it was shown, but for one field that is strange."""
    for name in list(form.values)[:MOST_ALONE]:
        rest = urlencode({other: value for other, value in form.values.items() if other != name})
        yield f"{rest}&{quote(name)}={next(values)}"


def check_forms(crawl: Crawl) -> None:
    values = cycle(STRANGE.values())
    for form in crawl.forms.values():
        crawl.send(form, "")
        crawl.send(form, urlencode(form.values))  # learns the fields that views ask for
        for body in (*bodies(form), *alone(form, values)):
            crawl.send(form, body)
    assert crawl.failed == []
    assert len(crawl.forms) > 20


def test_no_query_and_no_form_is_an_error_of_ours(crawl: Crawl) -> None:
    """One after the other, as a crawl takes as long as what is tried with it."""
    check_queries(crawl)
    check_forms(crawl)


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_any_width_of_machines_is_answered(hers: Client, alice: User, text: str) -> None:
    at = f"/uploads/{factories.upload(alice).pk}/fit/?drop_wider_than={text}"
    answer = hers.get(at)
    assert answer.status_code == 200
    is_blank = text in ("", "0")
    assert ("A whole number of at most 18 digits" in answer.content.decode()) is not is_blank


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_no_site_is_left_out_for_a_strange_number(hers: Client, text: str) -> None:
    sent = f"name=a&site=x&processors=1&site=y&processors=2&omit={text}"
    kind = "application/x-www-form-urlencoded"
    answer = hers.post("/clusters/new/", sent, content_type=kind)
    assert answer.status_code in (200, 302, 422)

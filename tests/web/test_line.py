"""Runs that wait say where they stand in line, and when they will have ended."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from schedweb.accounts.models import User
from schedweb.runs.line import RunInLine, kept_line
from schedweb.runs.models import Run
from schedweb.web.contexts.line import ordinal, told
from schedweb.workers.models import State
from tests import factories


def known(owner: User) -> None:
    """Let EASY be known to take 20 s."""
    run = factories.comparison(owner, ["easy"]).runs.get()
    now = timezone.now()
    times = {"started": now - timedelta(seconds=20), "finished": now}
    Run.objects.filter(pk=run.pk).update(state=State.DONE, **times)


@pytest.mark.parametrize(
    ("standing", "text"),
    [
        (None, ""),
        (RunInLine(1, 20.0), "next in line, done in about 20 s"),
        (RunInLine(22, None), "22nd in line"),
        (RunInLine(0, 130.0), "about 2 min left"),
        (RunInLine(0, None), ""),
    ],
)
def test_it_is_said_in_words(standing: RunInLine | None, text: str) -> None:
    assert told(standing) == text


def test_places_are_counted_as_people_do() -> None:
    places = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112, 1_001)]
    assert places == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
        "112th",
        "1,001st",
    ]


def test_the_comparison_the_run_and_the_first_page_say_it(hers: Client, alice: User) -> None:
    known(alice)
    waits = factories.comparison(alice, ["easy", "fcfs"])
    run = waits.runs.all()[0]
    addresses = (f"/comparisons/{waits.pk}/", f"/runs/{run.pk}/", f"/runs/{run.pk}/state/", "/")
    for address in addresses:
        html = hers.get(address).content.decode()
        assert "ext in line, done in about 20 s" in html, address
        assert "data-progress=" in html
    whole = hers.get(f"/comparisons/{waits.pk}/").content.decode()
    assert 'data-progress="0/2"' in whole
    assert "2nd in line" in whole


def test_what_has_ended_says_nothing_of_it(hers: Client, alice: User) -> None:
    known(alice)
    run = Run.objects.get()
    for address in (f"/comparisons/{run.comparison.pk}/", f"/runs/{run.pk}/"):
        html = hers.get(address).content.decode()
        assert "in line" not in html
        assert "data-progress" not in html


def test_a_page_reloads_when_its_place_in_line_has_changed(hers: Client, alice: User) -> None:
    before = factories.comparison(factories.person("bob"), ["easy"]).runs.get()
    waits = factories.comparison(alice, ["easy"])
    page = hers.get(f"/comparisons/{waits.pk}/").content.decode()
    address = f"/comparisons/{waits.pk}/results/?poll=runs&seen="
    seen = page.split("&amp;seen=")[1].split("&amp;")[0]
    assert hers.get(address + seen).status_code == 204
    before.delete()
    kept_line.forget()  # or a second later
    assert "next in line" in hers.get(address + seen).content.decode()

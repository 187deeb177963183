"""Schedules with too many jobs to draw: pages say so, and ask for no picture."""

import pytest
from django.test import Client
from django.urls import reverse

from schedweb.runs import pictures
from schedweb.runs.models import Comparison

SENTENCE = "Of a schedule at most 2 jobs are drawn, and"


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch, done: Comparison) -> Comparison:
    """A comparison with too many jobs to draw."""
    monkeypatch.setattr(pictures, "MOST_JOBS", 2)
    return done


def test_pages_say_why_there_are_no_charts(hers: Client, large: Comparison) -> None:
    run = large.runs.all()[0]
    addresses = (f"/comparisons/{large.pk}/schedules/", f"/runs/{run.pk}/")
    for address in addresses:
        html = hers.get(address).content.decode()
        assert SENTENCE in html
        assert f"poster/{run.schedule}" not in html
        assert "data-gantt-chart" not in html


def test_no_page_asks_for_pictures(hers: Client, large: Comparison) -> None:
    run = large.runs.all()[0]
    for address in (
        "/",
        "/comparisons/",
        f"/comparisons/{large.pk}/",
        f"/comparisons/{large.pk}/data/",
    ):
        assert f"poster/{run.schedule}" not in hers.get(address).content.decode()
    poster = reverse("run_poster", args=(run.pk, run.schedule))
    assert hers.get(poster).status_code == 404

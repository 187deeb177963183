"""What a search says of itself, on the page of its run, to programs and in reports."""

import pytest
from django.test import Client

from schedweb.runs.models import Run
from tests import factories
from tests.api.caller import Caller
from tests.parsched.policies.successive_lp.test_search import published
from tests.web.conftest import computed


@pytest.fixture
def run(db: None) -> Run:
    """A search for jobs whose times share no unit."""
    jobs = published(12, 32, seed=4)
    rows = (f"{q},{p * 2**0.5:.12f}" for q, p in zip(jobs.width, jobs.runtime, strict=True))
    content = "\n".join(["procs,time", *rows, ""]).encode()
    alice = factories.person("alice")
    place = factories.comparison(alice, ["slp-hybrid"], content, processors=32)
    return computed(place).runs.get()


@pytest.fixture
def client(run: Run) -> Client:
    return Caller(run.comparison.owner).client


def test_its_page_says_that_times_were_rounded(run: Run, client: Client) -> None:
    html = client.get(f"/runs/{run.pk}/").content.decode()
    assert "Times were rounded to multiples of 0." in html
    assert "Its processor time" in html


def test_programs_get_its_numbers_and_its_remarks(run: Run) -> None:
    told = Caller(run.comparison.owner).get(f"/runs/{run.pk}").json
    assert told["search"]["lps"] >= 1
    assert 0 <= told["search"]["exact_share"] <= 1
    assert 0 < told["algorithm_cpu_seconds"] <= told["cpu_seconds"]
    assert [text.partition(" of ")[0] for text in told["warnings"]] == [
        "Times were rounded to multiples"
    ]


def test_the_report_on_searches_has_its_numbers(run: Run, client: Client) -> None:
    at = f"/comparisons/{run.comparison.pk}/reports/search"
    html = client.get(f"{at}/").content.decode()
    assert "Whole searches" in html
    assert "mean over all" in html
    text = client.get(f"{at}.md").content.decode()
    assert f"{run.result.search['lps']:,.0f}" in text


def test_its_tab_is_not_empty_beside_runs_that_search_nothing(run: Run, client: Client) -> None:
    more = {"algorithms": [{"algorithm": "lpt"}]}
    place = run.comparison
    assert Caller(place.owner).post(f"/comparisons/{place.pk}/runs", more).status == 201
    computed(place)
    at = f"/comparisons/{place.pk}/search/"
    assert 'id="plot-search-1"' in client.get(at).content.decode()
    [other] = place.runs.exclude(pk=run.pk)
    alone = client.get(f"{at}?draw={other.pk}").content.decode()
    assert "None of the chosen runs is of an algorithm that searches." in alone

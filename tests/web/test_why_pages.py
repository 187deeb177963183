"""Why a job waited, on pages of runs and comparisons, and below share links."""

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.sharing.services import share
from tests import factories
from tests.web.conftest import computed

PART = {"HX-Request": "true"}


@pytest.fixture
def compared(alice: User) -> Comparison:
    """FCFS and EASY on three jobs, computed."""
    return computed(factories.comparison(alice, ["fcfs", "easy"]))


def test_a_page_of_a_run_says_why_a_job_waited(hers: Client, compared: Comparison) -> None:
    run = compared.runs.all()[0]
    page = hers.get(f"/runs/{run.pk}/why/", {"job": "2"}).content.decode()
    assert "Job 2 on " in page
    assert 'class="why-strip"' in page
    assert "<h1>Why did job 2 wait?</h1>" in page
    assert f'href="/runs/{run.pk}/why/?job=2"' in page


def test_the_charts_ask_for_a_part_of_that_page(hers: Client, compared: Comparison) -> None:
    page = hers.get(f"/comparisons/{compared.pk}/schedules/").content.decode()
    assert f'hx-get="/comparisons/{compared.pk}/why/"' in page
    run = compared.runs.all()[1]
    asked = {"job": "2", "run": run.pk}
    part = hers.get(f"/comparisons/{compared.pk}/why/", asked, headers=PART).content.decode()
    assert "<h1>" not in part
    assert f"Job 2 under {run.label}" in part
    assert f'hx-get="/runs/{run.pk}/why/"' in hers.get(f"/runs/{run.pk}/").content.decode()


def test_a_job_that_is_not_there_is_named(hers: Client, compared: Comparison) -> None:
    at = f"/runs/{compared.runs.all()[0].pk}/why/"
    answer = hers.get(at, {"job": "<7>"})
    assert answer.status_code == 404
    assert "none is called &#x27;&lt;7&gt;&#x27;." in answer.content.decode()
    assert hers.get(at, {"job": "x"}, headers=PART).status_code == 200
    assert hers.get(at).status_code == 200


def test_links_to_a_comparison_and_to_a_run_answer_too(
    client: Client, compared: Comparison
) -> None:
    first, second = compared.runs.all()
    token = share(compared.owner, compared).token
    alone = share(compared.owner, first).token
    for asked, found in (
        (f"/s/{token}/why/?run={second.pk}&job=2", 200),
        (f"/s/{token}/runs/{second.pk}/why/?job=2", 200),
        (f"/s/{alone}/runs/{first.pk}/why/?job=2", 200),
        (f"/s/{alone}/runs/{second.pk}/why/?job=2", 404),
        (f"/s/{alone}/why/?run={first.pk}&job=2", 404),
    ):
        assert client.get(asked).status_code == found, asked
    page = client.get(f"/s/{token}/runs/{second.pk}/why/?job=2").content.decode()
    assert f'action="/s/{token}/runs/{second.pk}/why/"' in page
    assert f'hx-get="/s/{token}/why/"' in client.get(f"/s/{token}/schedules/").content.decode()


def test_no_user_asks_about_runs_of_others_or_without_a_schedule(
    hers: Client, client: Client, alice: User, compared: Comparison
) -> None:
    waiting = factories.queued_run(alice)
    assert hers.get(f"/runs/{waiting.pk}/why/", {"job": "2"}).status_code == 404
    assert hers.get(f"/comparisons/{compared.pk}/why/", {"job": "2"}).status_code == 404
    client.force_login(factories.person("bob"))
    run = compared.runs.all()[0]
    assert client.get(f"/runs/{run.pk}/why/", {"job": "2"}).status_code == 404
    both = {"job": "2", "run": run.pk}
    assert client.get(f"/comparisons/{compared.pk}/why/", both).status_code == 404

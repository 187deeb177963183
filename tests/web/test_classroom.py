"""The classroom: steps, the table of jobs, sheets, and what is refused."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client

from parsched.report.classroom.policies import policies
from tests import factories

pytestmark = pytest.mark.django_db


def page(client: Client, status: int = 200, **asked: object) -> str:
    answer = client.get(f"/classroom/?{urlencode(asked, doseq=True)}")
    assert answer.status_code == status
    return unescape(answer.content.decode())


def test_the_eight_jobs_open_for_everybody(client: Client) -> None:
    html = page(client, step=5)
    assert "event 6 of 16" in html
    assert (
        "Job 7</b> starts: it fits, and takes only processors that job 3 leaves over at 9" in html
    )
    assert "no job may overtake it" in html


def test_each_step_leads_to_the_next_one(client: Client) -> None:
    html, seen = page(client), 1
    while match := re.search(r'href="(\?[^"]*)" rel="next"', html):
        html = unescape(client.get(f"/classroom/{match[1]}").content.decode())
        seen += 1
    assert seen == 16
    assert "mean wait" in html
    assert 'rel="prev"' in html


def test_the_table_becomes_an_address(client: Client) -> None:
    typed = {
        "first": "easy",
        "second": "queue:order=sjf",
        "processors": 3,
        "release": ["", "2", "", ""],
        "width": ["2", "3", "", ""],
        "time": ["4", "1", "", ""],
        "estimate": ["", "6", "", ""],
    }
    answer = client.get(f"/classroom/?{urlencode(typed, doseq=True)}")
    assert answer.status_code == 302
    assert answer["Location"] == (
        "/classroom/?jobs=2x4+3x1~6%402&processors=3&first=easy&second=queue%3Aorder%3Dsjf"
    )
    shown = client.get(answer["Location"])
    assert shown.status_code == 200
    html = unescape(shown.content.decode())
    assert 'name="estimate" value="6"' in html


def test_every_policy_that_is_offered_can_be_chosen(client: Client) -> None:
    assert len(policies()) > 15
    for policy in policies():
        html = page(client, first=policy)
        assert f'<option value="{policy}" selected>' in html


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"jobs": "2x9", "processors": "many"}, "must be a whole number, not “many”"),
        ({"jobs": "9x9", "processors": 4}, "Job 1: processors must be from 1 to 4, not 9."),
        ({"jobs": "2x9", "processors": 4, "first": "ltf"}, "“ltf” is no policy of one queue."),
        ({"jobs": "2x9", "processors": 4, "second": "unknown"}, "“unknown” is no policy"),
        ({"jobs": "2x9", "processors": 4, "first": "queue:order=sjf|saf"}, "no policy of one"),
        ({"width": "x", "time": 1, "release": 0, "estimate": "", "processors": 4}, "not “x”"),
        ({"width": "", "time": "", "release": "", "estimate": "", "processors": 4}, "has 0."),
    ],
)
def test_what_is_wrong_is_said_and_kept(
    client: Client, asked: dict[str, object], says: str
) -> None:
    html = page(client, 422, **asked)
    assert says in html
    assert f'name="processors" value="{asked["processors"]}"' in html


def test_a_sheet_shows_the_solution_only_if_asked(client: Client) -> None:
    exercise, solution = page(client, sheet="exercise"), page(client, sheet="solution")
    assert "it overtakes" not in exercise
    assert "2.875 s" not in exercise
    assert "job 7, ended" not in exercise
    assert "it overtakes" in solution
    assert "2.875 s" in solution


def test_small_workloads_open_in_it(hers: Client) -> None:
    alice = factories.person("alice")
    line = "{} 0 -1 5 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n"
    many = "".join(line.format(number) for number in range(1, 41)).encode()
    small, large = factories.workload(alice), factories.workload(alice, many)
    assert "Step through it" in hers.get(f"/workloads/{small.pk}/").content.decode()
    assert "Step through it" not in hers.get(f"/workloads/{large.pk}/").content.decode()

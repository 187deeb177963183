"""Questions of the charts: what one means, for readers who may see the run."""

import json
import re
from html import unescape
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from parsched.report.questions import FIELDS
from schedweb.accounts.models import User
from schedweb.runs.execution import execute
from schedweb.web.contexts import contents, reports
from tests import factories
from tests.web.test_merge_pages import preview as merged_in


def test_a_question_is_answered_with_its_tree_or_one_sentence(client: Client, alice: User) -> None:
    client.force_login(alice)
    run = factories.queued_run(alice)
    execute(run.pk)
    address = f"/runs/{run.pk}/question/"
    assert [row["key"] for row in client.get(address).json()["fields"]] == list(FIELDS)
    tree = client.get(address, {"question": "wait>1h"}).json()["tree"]
    assert tree["field"] == "wait"
    wrong = client.get(address, {"question": "wait>soon"}).json()
    assert wrong["position"] == 6
    assert wrong["error"].startswith("At character 6: wait is compared with a time")


def test_the_charts_know_where_to_ask(client: Client, alice: User) -> None:
    client.force_login(alice)
    run = factories.queued_run(alice)
    execute(run.pk)
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert f'"question_url":"/runs/{run.pk}/question/"' in page


def test_others_are_told_nothing(client: Client, alice: User) -> None:
    client.force_login(factories.person("bob"))
    run = factories.queued_run(alice)
    assert client.get(f"/runs/{run.pk}/question/").status_code == 404


def table_of(client: Client, address: str, place: str = "jobs") -> tuple[str, list[str]]:
    """The page without entities, and the jobs in its table."""
    page = unescape(client.get(address).content.decode())
    return page, listed_in(page, place)


def listed_in(page: str, place: str) -> list[str]:
    """The jobs in the table of a page."""
    table = page.partition(f'id="{place}"')[2].partition("</table>")[0]
    return re.findall(r'<th scope="row">([^<]+)</th>', table)


def test_the_jobs_of_a_workload_are_filtered_by_a_question(client: Client, alice: User) -> None:
    client.force_login(alice)
    at = f"/workloads/{factories.workload(alice).pk}/"
    page, listed = table_of(client, at)
    assert listed == ["1", "2", "3"]
    assert "First jobs" in page
    for question, expected in (("width<4", ["1", "3"]), ("runtime<5 user:3", ["3"]), ("id:7", [])):
        page, listed = table_of(client, f"{at}?question={question.replace('<', '%3C')}")
        assert listed == expected
        verb = "matches" if len(expected) == 1 else "match"
        assert f"{len(expected)} of 3 jobs {verb} <code>{question}</code>." in page
        assert f'value="{question}"' in page
        assert ("No job matches." in page) == (not expected)


def previewed(client: Client, alice: User, kind: str) -> str:
    """The page of a preview."""
    if kind == "upload":
        file = ContentFile(factories.SWF, "trace.swf")
        return client.post("/workloads/new/", {"file": file}, follow=True).content.decode()
    if kind == "generate":
        size = {"jobs": "3", "processors": "8", "preview": "1"}
        return client.post("/workloads/new/uniform/", size, follow=True).content.decode()
    return merged_in(client, factories.workload(alice))


@pytest.mark.parametrize("kind", ["upload", "generate", "merge"])
def test_the_jobs_of_a_preview_are_filtered_by_a_question(
    client: Client, alice: User, kind: str
) -> None:
    client.force_login(alice)
    html = previewed(client, alice, kind)
    form = html.partition('id="first-jobs"')[2].partition("</form>")[0]
    [action] = re.findall(r'action="([^"#]+)#first-jobs"', form)
    sent = dict(re.findall(r'name="(task)" value="([^"]+)"', form))
    jobs = listed_in(html, "first-jobs")
    assert len(jobs) == 3
    sent["question"] = f"id:{jobs[1]}"
    page, listed = table_of(client, f"{action}?{urlencode(sent)}", "first-jobs")
    assert listed == [jobs[1]]
    assert f"1 of 3 jobs matches <code>id:{jobs[1]}</code>." in page
    assert "Jobs that match" in page
    assert "Use this workload" in page
    [back] = re.findall(r'href="([^"#]+)#first-jobs">All jobs', page)
    assert table_of(client, back, "first-jobs")[1] == jobs


def test_what_is_no_question_to_jobs_is_said_with_its_position(client: Client, alice: User) -> None:
    client.force_login(alice)
    at = f"/workloads/{factories.workload(alice).pk}/"
    for question, sentence in (
        ("width", "At character 6: width needs a sign and a value"),
        ("width%3E2 wait%3E1h", "At character 9: wait is asked of a schedule, and there is none"),
        ("x" * 501, "At character 500: a question has up to 500 characters"),
    ):
        page, listed = table_of(client, f"{at}?question={question}")
        assert sentence in page
        assert 'aria-invalid="true"' in page
        assert listed == ["1", "2", "3"], "nothing is left out for a mistake"


def test_more_jobs_are_listed_of_those_that_match_and_not_for_a_mistake(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "FIRST_JOBS", 1)
    monkeypatch.setattr(contents, "MOST_MATCHES", 2)
    client.force_login(alice)
    at = f"/workloads/{factories.workload(alice).pk}/"
    for query, listed in (("", 1), ("?question=width", 1), ("?question=width%3E0", 2)):
        assert len(table_of(client, f"{at}{query}")[1]) == listed, query


def test_the_names_of_jobs_are_looked_for_once(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(alice)
    run = factories.queued_run(alice)
    execute(run.pk)
    found = Mock(return_value={})
    monkeypatch.setattr(reports, "names_in", found)
    assert client.get(f"/comparisons/{run.comparison.pk}/reports/jobs/").status_code == 200
    assert found.call_count == 1


def test_fields_and_names_complete_questions_to_tables(client: Client, alice: User) -> None:
    assert [row["key"] for row in client.get("/questions/").json()["fields"]] == list(FIELDS)
    client.force_login(alice)
    run = factories.queued_run(alice)
    execute(run.pk)
    workload = f"/workloads/{run.comparison.workload.pk}/"
    for at in (workload, f"/comparisons/{run.comparison.pk}/reports/jobs/"):
        page = client.get(at).content.decode()
        assert 'data-questions="/questions/"' in page
        found = re.search(r'<script id="names-of-jobs"[^>]*>(.*?)</script>', page)
        assert found is not None
        assert json.loads(found[1])["user"] == ["3", "4"]

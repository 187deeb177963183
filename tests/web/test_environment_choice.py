"""Choosing the environments of an upload, and of a workload that is stored."""

import json

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.workloads.models import Upload, Workload
from tests import factories
from tests.web.pages import Page


def options(html: str) -> list[str]:
    """The choices of the field, as people read them."""
    field = html.split('id="environment-from"')[1].split("</select>")[0]
    return [part.split("</option>")[0].split(">")[1] for part in field.split("<option")[1:]]


@pytest.fixture
def draft(alice: User) -> Upload:
    return factories.upload(alice)


def test_only_names_that_jobs_have_are_offered_with_how_many_there_are(
    hers: Client, alice: User, draft: Upload
) -> None:
    html = hers.get(f"/uploads/{draft.pk}/").content.decode()
    assert options(html) == ["as given (none)", "queue (1 different)", "user (2 different)"]
    own = factories.upload(alice, factories.ENVIRONED)
    html = hers.get(f"/uploads/{own.pk}/").content.decode()
    assert 'id="environment-from"' not in html
    assert "no job has executable, queue, user or partition" in html
    assert "2 environments" in html


def test_the_choice_is_shown_before_it_is_kept(hers: Client, draft: Upload) -> None:
    at = f"/uploads/{draft.pk}/environments/"
    shown = hers.get(at, {"environment_from": "user"}).content.decode()
    assert "2 environments" in shown
    assert '<th scope="row">3</th><td class="num">2</td>' in shown
    assert 'Work <span class="unit">processor·s</span>' in shown
    assert '<td class="num">40</td>' in shown
    assert "No job needs an environment." in hers.get(at).content.decode()
    wrong = hers.get(at, {"environment_from": "<b>"})
    assert wrong.status_code == 200
    assert "environment_from must be one of" in wrong.content.decode()
    assert "<b>" not in wrong.content.decode()


def test_the_unit_of_work_is_the_largest_works(hers: Client, alice: User) -> None:
    jobs = [
        {"id": str(i), "procs": 1, "time": time, "environment": str(i)}
        for i, time in enumerate((86_400, 864_000, 60))
    ]
    content = json.dumps({"format": "schedweb-workload", "version": 1, "jobs": jobs}).encode()
    html = hers.get(f"/workloads/{factories.workload(alice, content).pk}/").content.decode()
    table = html.split('id="environments"')[1].split("</table>")[0]
    assert 'Work <span class="unit">processor·d</span>' in table
    assert '<td class="num">10</td>' in table
    assert '<td class="num">1</td>' in table


def test_without_scripts_a_button_shows_it_and_keeps_what_was_typed(
    hers: Client, draft: Upload
) -> None:
    form = {"name": "Half", "drop_wider_than": "3", "environment_from": "user", "look": "1"}
    answer = hers.post(f"/uploads/{draft.pk}/keep/", form)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "2 environments" in html
    page = Page(html)
    assert (page.named("name")["value"], page.named("drop_wider_than")["value"]) == ("Half", "3")
    assert '<option value="user" selected>' in html
    assert not Workload.objects.exists()


def test_enter_in_a_field_keeps_the_jobs_and_does_not_only_look(
    hers: Client, draft: Upload
) -> None:
    form = hers.get(f"/uploads/{draft.pk}/").content.decode().split("/keep/")[1]
    first = form.split("<button")[1].split(">")[0]
    assert "name=" not in first
    assert "formaction" not in first


def test_the_choice_is_kept_and_told_on_the_page_of_the_workload(
    hers: Client, draft: Upload
) -> None:
    form = {"name": "By user", "environment_from": "user"}
    html = hers.post(f"/uploads/{draft.pk}/keep/", form, follow=True).content.decode()
    assert Workload.objects.get().features["environments"] == 2
    assert "<dt>Environments</dt><dd>of each job its user</dd>" in html
    assert "2 environments" in html
    assert ">2</dd>" in html.split("<dt>environments</dt>")[1][:120]


def test_a_wrong_choice_is_refused_at_its_field_and_nothing_is_lost(
    hers: Client, draft: Upload
) -> None:
    form = {"name": "Mine", "drop_wider_than": "3", "environment_from": "partition"}
    answer = hers.post(f"/uploads/{draft.pk}/keep/", form)
    page = Page(answer.content.decode())
    assert answer.status_code == 422
    assert page.named("environment_from")["aria-invalid"] == "true"
    assert page.named("name")["value"] == "Mine"
    assert page.named("drop_wider_than")["value"] == "3"
    assert answer.content.decode().count("no job has one") == 1
    assert not Workload.objects.exists()


def test_another_error_keeps_the_choice(hers: Client, draft: Upload) -> None:
    form = {"name": " ", "environment_from": "user"}
    answer = hers.post(f"/uploads/{draft.pk}/keep/", form)
    assert answer.status_code == 422
    assert '<option value="user" selected>' in answer.content.decode()


def test_a_stored_workload_gives_another_one(hers: Client, alice: User) -> None:
    kept = factories.workload(alice)
    html = hers.get(f"/workloads/{kept.pk}/").content.decode()
    assert options(html) == ["queue (1 different)", "user (2 different)"]
    form = {"environment_from": "user"}
    answer = hers.post(f"/workloads/{kept.pk}/environments/", form, follow=True)
    html = answer.content.decode()
    assert "Three jobs, environments from user is ready; Three jobs is as it was." in html
    assert answer.redirect_chain[-1][0] != f"/workloads/{kept.pk}/"
    assert "<dt>Jobs of</dt>" in html
    assert options(html) == ["queue (1 different)"]
    assert "three.swf, environments from user" in hers.get("/workloads/").content.decode()


def test_where_no_names_are_the_action_is_disabled_and_says_why(hers: Client, alice: User) -> None:
    kept = factories.workload(alice, factories.ENVIRONED)
    html = hers.get(f"/workloads/{kept.pk}/").content.decode()
    assert "disabled" in Page(html).named("environment_from")
    assert "Not possible: no job has executable, queue, user or partition." in html
    answer = hers.post(f"/workloads/{kept.pk}/environments/", {}, follow=True)
    assert "environment_from must be one of" in answer.content.decode()
    assert Workload.objects.count() == 1


def test_strangers_can_do_neither(his: Client, alice: User, draft: Upload) -> None:
    kept = factories.workload(alice)
    assert his.get(f"/uploads/{draft.pk}/environments/").status_code == 404
    form = {"environment_from": "user"}
    assert his.post(f"/workloads/{kept.pk}/environments/", form).status_code == 404


def test_of_many_environments_those_with_the_most_work_are_shown_and_the_rest_counted(
    hers: Client, alice: User
) -> None:
    jobs = [
        {"id": str(i), "procs": i, "time": 86_400, "environment": f"e{i}"} for i in range(1, 31)
    ]
    text = {"format": "schedweb-workload", "version": 1, "jobs": [*jobs, {**jobs[0], "id": "x"}]}
    kept = factories.workload(alice, json.dumps(text).encode())
    html = hers.get(f"/workloads/{kept.pk}/").content.decode().split('id="environments"')[1]
    assert "30 environments; those with the most work:" in html
    names = [part.split("<")[0] for part in html.split('<th scope="row">e')[1:]][:12]
    assert names == [str(i) for i in range(30, 18, -1)]
    assert "18 more with 19 jobs and 36.9" in html
    assert '<td class="num">30</td></tr>' in html


def test_jobs_without_an_environment_are_a_row_of_their_own(hers: Client, alice: User) -> None:
    kept = factories.workload(alice, factories.ENVIRONED)
    html = hers.get(f"/workloads/{kept.pk}/").content.decode()
    assert "2 environments</p>" in html
    assert "none: runs on what is there" in html

"""What happened on pages, and what would have on other terms, one click away."""

import json
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from schedweb.runs.models import Comparison
from schedweb.runs.outcomes import OutcomeFindings
from schedweb.runs.services import create_comparison
from schedweb.store import filing
from schedweb.workers.models import Task
from schedweb.workloads.models import Workload
from schedweb.workloads.without_users import leave_out_users
from tests import factories
from tests.web.conftest import computed

LOG = b"""; MaxProcs: 4
1 0 0 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1
2 5 2 10 4 -1 -1 4 20 -1 1 4 1 -1 1 -1 -1 -1
3 6 14 4 2 -1 -1 2 4 -1 1 3 1 -1 1 -1 -1 -1
"""
"""Job 2 starts at 7 on four processors, while job 1 holds two of them until 10."""


def chosen(workload: Workload, machine: str) -> dict[str, str]:
    """Return the form of a comparison of EASY alone."""
    return {"workload": workload.pk, "cluster": machine, "entry": "0.easy", "on": "0"}


@pytest.fixture
def compared(alice: User) -> Comparison:
    """What a log recorded beside EASY, computed."""
    jobs, machine = factories.workload(alice, LOG, "log.swf"), factories.cluster(alice, 4)
    entries = RequestEntry("recorded"), RequestEntry("easy", params={})
    return computed(create_comparison(alice, jobs, machine, entries, rules={"estimates": "kill"}))


@pytest.mark.parametrize(
    ("source", "report", "beginning"),
    [
        ({}, {"kept": 3}, "With 3 jobs, "),
        ({}, {"kept": 4}, "With 3 of 4 jobs, "),
        ({"without_users": {"jobs": 5}}, {"kept": 8}, "With 3 of 8 jobs, "),
        ({"without_users": {"jobs": 5}}, {}, "With 3 of 8 jobs, "),
        ({}, {"findings": [("error", True, 2), ("note", True, 9)]}, "With 3 of 5 jobs, "),
        ({}, {"findings": [("error", False, 2), ("repaired", False, 9)]}, "With 3 jobs, "),
    ],
)
def test_answers_say_of_how_many_jobs_of_the_source_they_are(
    source: dict[str, Any],
    report: dict[str, Any],
    beginning: str,
    compared: Comparison,
) -> None:
    found = [
        {"key": "bad", "severity": severity, "drops": drops, "count": count}
        for severity, drops, count in report.get("findings", ())
    ]
    told = report | {"findings": found}
    Workload.objects.filter(pk=compared.workload_id).update(source=source, report=told)
    found_now = OutcomeFindings.of(
        Comparison.objects.get(pk=compared.pk), list(compared.runs.all())
    )
    assert found_now.sentence.startswith(beginning)
    assert "In the log, jobs start when too few processors are free (once)." in found_now.sentence


def test_findings_of_a_log_are_shown_and_it_is_not_ranked(
    client: Client, compared: Comparison
) -> None:
    client.force_login(compared.owner)
    page = client.get(f"/comparisons/{compared.pk}/").content.decode()
    assert "EASY" in page
    assert "what happened" in page
    assert "breaks rules once" in page
    charts = client.get(f"/comparisons/{compared.pk}/schedules/").content.decode()
    assert 'class="gantt-broken"' in charts
    log, easy = (compared.runs.get(algorithm=key) for key in ("recorded", "easy"))
    assert log.is_done
    assert log.result.violation_count == 1
    assert log.result.made_by
    shown = client.get(f"/runs/{log.pk}/").content.decode()
    assert "What breaks the rules" in shown
    assert "Job 2 starts at 7 s on 4 processors when 2 of 4 are free." in shown
    assert "What breaks the rules" not in client.get(f"/runs/{easy.pk}/").content.decode()
    results = client.get(f"/comparisons/{compared.pk}/reports/results.json").json()
    json.dumps(results, allow_nan=False)


def test_the_frame_of_a_schedule_that_needs_more_has_room_for_it(
    client: Client, compared: Comparison
) -> None:
    client.force_login(compared.owner)
    log, easy = (compared.runs.get(algorithm=key) for key in ("recorded", "easy"))
    frames = [client.get(f"/runs/{run.pk}/frame/").content for run in (log, easy)]
    assert frames[0] != frames[1]


def test_the_same_runs_on_more_processors_are_one_click_away(
    client: Client, compared: Comparison
) -> None:
    client.force_login(compared.owner)
    path = f"/workloads/{compared.workload_id}/more-processors/"
    answer = client.post(path, {"more_processors": "50", "comparison": compared.pk})
    assert answer.status_code == 302
    key = f"larger:50:{compared.pk}"
    expected = {
        f"cluster={quote(key, safe='')}",
        "run=recorded",
        "run=easy",
        "rules-estimates=kill",
    }
    assert expected <= set(answer["Location"].partition("?")[2].split("&"))
    form = client.get(answer["Location"]).content.decode()
    assert f'<option value="{key}" selected>6 processors (+50 %), stored when you compare' in form
    assert Cluster.objects.count() == 1, "nothing is stored by looking at the form"
    again = client.post(path, {"more_processors": "50", "comparison": compared.pk})
    assert again["Location"] == answer["Location"]
    alone = client.post(path, {"more_processors": "50"})
    assert "run=" not in alone["Location"]
    for wrong in ("", "x", "-100", "0"):
        refused = client.post(path, {"more_processors": wrong, "comparison": compared.pk})
        assert refused["Location"] == f"/comparisons/{compared.pk}/"


def test_a_larger_machine_is_stored_with_the_comparison_that_starts_on_it(
    client: Client, compared: Comparison
) -> None:
    client.force_login(compared.owner)
    for _ in range(2):
        form = chosen(compared.workload, f"larger:50:{compared.pk}")
        answer = client.post("/compare/", form | {"compare": "1"})
        made = Comparison.objects.latest("created")
        assert answer["Location"] == f"/comparisons/{made.pk}/"
        assert [site["processors"] for site in made.sites] == [6]
    sizes = [cluster.processors for cluster in Cluster.objects.filter(owner=compared.owner)]
    assert sorted(sizes) == [4, 6], "the second request finds the first one's machine"


@pytest.mark.parametrize("key", ["larger:x", "larger:0", "larger:", "larger:1e9", "larger:50:"])
def test_a_machine_that_cannot_be_is_said_at_its_field(
    client: Client, compared: Comparison, key: str
) -> None:
    client.force_login(compared.owner)
    answer = client.post("/compare/", chosen(compared.workload, key) | {"compare": "1"})
    if key == "larger:50:":
        assert answer.status_code == 302
        return
    assert answer.status_code == 422
    assert "choose another." in answer.content.decode().partition('id="cluster-error"')[2]


@pytest.mark.parametrize(
    "key", ["largerX:5", "largest", "larger:10:\0", "larger:10:short", "larger:10:20:30"]
)
def test_a_machine_that_only_begins_like_one_is_missing(
    client: Client, compared: Comparison, key: str
) -> None:
    client.force_login(compared.owner)
    address = f"/compare/?workload={compared.workload_id}&cluster={quote(key)}"
    said = client.get(address).content.decode().partition('id="cluster-error"')[2]
    assert "That machine is not there any more" in said
    answer = client.post("/compare/", chosen(compared.workload, key) | {"compare": "1"})
    assert answer.status_code == 422


def test_the_machine_of_another_user_is_no_base(client: Client, compared: Comparison) -> None:
    bob = factories.person("bob")
    client.force_login(bob)
    jobs = factories.workload(bob)
    address = f"/compare/?workload={jobs.pk}&cluster=larger:50:{compared.pk}"
    assert client.get(address).status_code == 404


def test_as_many_users_are_offered_as_there_are_but_one(
    client: Client, compared: Comparison
) -> None:
    client.force_login(compared.owner)
    html = client.get(f"/workloads/{compared.workload_id}/").content.decode()
    field = html.partition('id="without-users"')[2].partition(">")[0]
    known = compared.workload.features["users"]
    assert f'value="{known - 1}" min="1" max="{known - 1}"' in field
    assert f"of {known} users with most work" in html
    row = Workload.objects.filter(pk=compared.workload_id)
    row.update(features={"labels": ["user"], "users": 1})
    html = client.get(f"/workloads/{compared.workload_id}/").content.decode()
    assert 'id="without-users"' not in html
    row.update(features={"labels": ["user"]})
    html = client.get(f"/workloads/{compared.workload_id}/").content.decode()
    assert 'value="10" min="1"' in html.partition('id="without-users"')[2].partition(">")[0]


@pytest.mark.django_db
def test_an_address_stays_as_short_as_servers_take_it(client: Client) -> None:
    admin = factories.admin("alice")
    commands = [RequestEntry("external", {"command": f"run {'é' * 900}{i}"}) for i in range(4)]
    place = create_comparison(
        admin,
        factories.workload(admin),
        factories.cluster(admin, 4),
        [RequestEntry("easy"), *commands],
        confirmed=[entry.params["command"] for entry in commands],
    )
    client.force_login(admin)
    path = f"/workloads/{place.workload_id}/more-processors/"
    answer = client.post(path, {"more_processors": "50", "comparison": place.pk})
    assert len(answer["Location"]) < 8_190
    assert client.get(answer["Location"]).status_code == 200


def test_users_with_most_work_are_left_out_in_a_workload_of_its_own(
    client: Client, compared: Comparison
) -> None:
    client.force_login(compared.owner)
    path = f"/workloads/{compared.workload_id}/without-users/"
    answer = client.post(path, {"without_users": "1", "comparison": compared.pk})
    made = Workload.objects.get(source__has_key="without_users")
    assert f"workload={made.pk}" in answer["Location"]
    assert f"cluster={compared.cluster_id}" in answer["Location"]
    assert made.load().ids.tolist() == [1, 3]
    assert made.source["without_users"]["users"] == ["4"]
    assert made.source["jobs_of"]["id"] == compared.workload_id
    page = client.get(f"/workloads/{made.pk}/").content.decode()
    assert "without the job of the user with most work (59 % of it) of log.swf" in page
    for wrong in ("2", "x", "9"):
        refused = client.post(path, {"without_users": wrong, "comparison": compared.pk})
        assert refused["Location"] == f"/comparisons/{compared.pk}/" or wrong == "2"


USERS = b"".join(
    b"%d 0 0 %d 1 -1 -1 1 20 -1 1 %d 1 -1 1 -1 -1 -1\n" % (job, time, user)
    for job, (time, user) in enumerate(((9, 1), (9, 1), (8, 2), (2, 3), (1, 3)), 1)
)


def test_users_left_out_one_after_the_other_are_all_told(client: Client, alice: User) -> None:
    client.force_login(alice)
    whole = factories.workload(alice, USERS, "five.swf")
    Workload.objects.filter(pk=whole.pk).update(report={})
    whole.refresh_from_db()
    one = leave_out_users(alice, whole, 1)
    both = leave_out_users(alice, one, 1)
    at_once = leave_out_users(alice, whole, 2, "at once")
    assert (one.jobs, one.left_out, both.jobs, both.left_out) == (3, 2, 2, 3)
    assert both.source["jobs_of"]["id"] == whole.pk
    told, expected = (each.source["without_users"] for each in (both, at_once))
    assert told == expected | {"share": pytest.approx(expected["share"])}
    page = client.get(f"/workloads/{both.pk}/").content.decode()
    assert "without the 3 jobs of the 2 users with most work (90 % of it) of five.swf" in page


def test_leaving_users_out_twice_gives_one_workload_and_its_form_says_who_they_are(
    client: Client, compared: Comparison
) -> None:
    client.force_login(compared.owner)
    path = f"/workloads/{compared.workload_id}/without-users/"
    sent = {"without_users": "1", "comparison": compared.pk}
    answers = [client.post(path, sent)["Location"] for _ in range(2)]
    made = Workload.objects.get(source__has_key="without_users")
    assert answers[0] == answers[1]
    again = client.get(f"/workloads/left-out/?task={Task.objects.get(kind='without-users').pk}")
    assert again["Location"] == answers[0]
    assert compared.cluster is not None
    filing.throw_away(compared.cluster)
    assert "cluster=" not in client.post(path, sent)["Location"], "it is in the trash"
    form = client.get(answers[0]).content.decode()
    assert f"left out: {made.source['without_users']['text']}" in form
    assert "is ready" not in form, "nothing waits to be told, however often the address is opened"
    made.delete()
    client.post(path, sent)
    assert Workload.objects.get(source__has_key="without_users").pk != made.pk


def test_strangers_see_nothing(client: Client, compared: Comparison) -> None:
    client.force_login(factories.person("bob"))
    for name in ("without-users", "more-processors"):
        assert client.post(f"/workloads/{compared.workload_id}/{name}/").status_code == 404


def test_what_happened_is_among_the_runs_of_its_programs(
    client: Client, compared: Comparison
) -> None:
    client.force_login(compared.owner)
    page = unescape(client.get(f"/comparisons/{compared.pk}/code/").content.decode())
    assert 'sched.compare(instance, "recorded", "easy")' in page
    assert "'algorithm': 'recorded'" in page

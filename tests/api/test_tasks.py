"""What takes longer than a request: 202, and where to look."""

import pytest
from pytest_django import Settings

from schedweb.accounts.models import User
from schedweb.api.views import tasks
from schedweb.workers.models import State, Task
from schedweb.workers.performing import perform
from schedweb.workloads import files
from schedweb.workloads.models import Workload
from tests import factories
from tests.api.caller import Answer, Caller


@pytest.fixture(autouse=True)
def busy(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is free while a request waits."""
    settings.TASKS_PERFORMED_AT_ONCE = False
    monkeypatch.setattr(tasks, "WAIT_SECONDS", 0.0)


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("alice")


@pytest.fixture
def hers(alice: User) -> Caller:
    return Caller(alice)


def pending(answer: Answer) -> str:
    """Return the path of the task that goes on."""
    assert answer.status == 202
    assert answer.response["Retry-After"] == str(tasks.RETRY_SECONDS)
    assert answer.json["state"] == State.QUEUED
    location = str(answer.response["Location"])
    assert location == f"/api/v1/tasks/{answer.json['id']}"
    return location.removeprefix("/api/v1")


def performed(hers: Caller, path: str) -> Answer:
    perform(path.rpartition("/")[2])
    return hers.get(path)


def test_an_upload_says_where_its_workload_will_be(hers: Caller) -> None:
    done = performed(hers, pending(hers.upload())).json
    assert (done["state"], done["error"], done["problems"]) == (State.DONE, "", {})
    assert done["title"] == "Read three.swf"
    assert hers.get(f"/workloads/{done['result']['workload']}").json["jobs"] == 3


def test_a_preview_is_an_upload(hers: Caller) -> None:
    done = performed(hers, pending(hers.upload("/uploads"))).json
    assert hers.get(f"/uploads/{done['result']['upload']}").status == 200


def test_a_refused_task_says_why(hers: Caller) -> None:
    refused = performed(hers, pending(hers.upload(content=b"no trace"))).json
    assert (refused["state"], refused["result"]) == (State.FAILED, {})
    assert refused["error"]
    strict = pending(hers.upload(content=factories.SWF + b"x\n", strict="true"))
    assert set(performed(hers, strict).json["problems"]) == {"file"}
    assert not Workload.objects.exists()


def test_a_large_file_is_there_when_it_is_asked_for_again(
    hers: Caller, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "QUICK", 0)
    at = f"/workloads/{factories.workload(alice).pk}/file?format=swf"
    perform(pending(hers.get(at)).rpartition("/")[2])
    assert b"MaxProcs" in hers.get(at).content
    assert Task.objects.count() == 1


def test_a_task_is_cancelled_and_stays_so(hers: Caller) -> None:
    at = pending(hers.upload())
    assert hers.delete(at).status == 204
    assert performed(hers, at).json["state"] == State.CANCELLED
    assert hers.delete(at).status == 204
    assert hers.get("/workloads").json["results"] == []


def test_tasks_of_others_are_not_found(hers: Caller) -> None:
    at = pending(hers.upload())
    his = Caller(factories.person("bob"))
    assert (his.get(at).status, his.delete(at).status) == (404, 404)

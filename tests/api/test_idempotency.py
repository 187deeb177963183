"""A request that is sent again with its key makes nothing more, and is answered as before."""

import json
from collections.abc import Callable
from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.utils import timezone

from schedweb.accounts import answers
from schedweb.accounts.models import KeptAnswer, User
from schedweb.api.models import ApiToken
from schedweb.api.urls import v1
from schedweb.clusters import services
from schedweb.clusters.models import Cluster
from schedweb.runs.models import Comparison, Run
from schedweb.runs.tidying import tidy
from schedweb.sharing.models import ShareLink
from schedweb.store import installation
from schedweb.studies.models import Study
from schedweb.workloads.models import Upload, Workload
from tests import factories
from tests.api.caller import ROOT, Answer, Caller

MACHINE = {"name": "once", "sites": [{"name": "a", "processors": 4}]}


def send(caller: Caller, path: str, data: Any, key: str = "key-1") -> Answer:
    return caller.post(path, data, HTTP_IDEMPOTENCY_KEY=key)


def file(path: str, **fields: Any) -> Callable[[Caller, str], Answer]:
    def sent(caller: Caller, key: str) -> Answer:
        form = {"file": SimpleUploadedFile("three.swf", factories.SWF), **fields}
        return Answer(caller.client.post(ROOT + path, form, HTTP_IDEMPOTENCY_KEY=key))

    return sent


def made(path: str, data: Any = None) -> Callable[[Caller, str], Answer]:
    return lambda caller, key: send(caller, path, data, key)


def compared() -> Comparison:
    return factories.comparison(factories.person("alice"))


def of_comparison(caller: Caller, key: str) -> Answer:
    owner = factories.person("alice")
    machine = Cluster.objects.first() or factories.cluster(owner)
    workload = Workload.objects.first() or factories.workload(owner)
    sent = {"workload": workload.pk, "cluster": machine.pk, "algorithms": [{"algorithm": "easy"}]}
    return send(caller, "/comparisons", sent, key)


def below_a_comparison(end: str, data: Any) -> Callable[[Caller, str], Answer]:
    def sent(caller: Caller, key: str) -> Answer:
        comparison = Comparison.objects.first() or compared()
        return send(caller, f"/comparisons/{comparison.pk}/{end}", data, key)

    return sent


def of_use(caller: Caller, key: str) -> Answer:
    owner = factories.person("alice")
    path = next((p for p in PATHS if Upload.objects.filter(pk=p).exists()), None)
    if path is None and not PATHS:
        PATHS.append(factories.upload(owner).pk)
    return send(caller, f"/uploads/{PATHS[0]}/use", {"name": "used"}, key)


PATHS: list[str] = []
GENERATE = {"generator": "uniform", "params": {}, "jobs": 3, "processors": 4}
MAKES: dict[str, tuple[Callable[[Caller, str], Answer], type[Any]]] = {
    "a machine": (made("/clusters", MACHINE), Cluster),
    "a workload": (file("/workloads"), Workload),
    "an upload": (file("/uploads"), Upload),
    "a workload of an upload": (of_use, Workload),
    "a generated workload": (made("/workloads/generate", GENERATE), Workload),
    "a comparison": (of_comparison, Comparison),
    "runs": (below_a_comparison("runs", {"algorithms": [{"algorithm": "conservative"}]}), Run),
    "a link": (below_a_comparison("links", {"label": "once"}), ShareLink),
    "a study": (made("/studies", {"preset": "demt", "repetitions": 1}), Study),
    "a token": (made("/tokens", {"label": "once"}), ApiToken),
}


@pytest.fixture(autouse=True)
def _no_upload() -> None:
    PATHS.clear()


@pytest.mark.smoke
@pytest.mark.parametrize("key", MAKES)
def test_what_is_made_is_made_once_and_answered_twice(alice: Caller, key: str) -> None:
    make, model = MAKES[key]
    first = make(alice, "one")
    assert first.status == 201, first.json
    count = model.objects.count()
    again = make(alice, "one")
    assert (again.status, again.json) == (first.status, first.json)
    assert again.response["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.response
    assert model.objects.count() == count
    if key != "a workload of an upload":  # which is gone
        assert make(alice, "two").status == 201
        assert model.objects.count() > count


def test_a_task_that_goes_on_is_answered_with_the_same_place(
    alice: Caller, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TASKS_PERFORMED_AT_ONCE = False
    monkeypatch.setattr("schedweb.api.views.tasks.WAIT_SECONDS", 0.01)
    first = send(alice, "/workloads/generate", GENERATE)
    again = send(alice, "/workloads/generate", GENERATE)
    assert (first.status, again.status) == (202, 202)
    assert again.response["Location"] == first.response["Location"]
    assert again.json == first.json


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("/clusters", {**MACHINE, "name": "another"}),
        ("/clusters", {}),
        ("/studies", MACHINE),
        ("/workloads/generate", GENERATE),
        ("/comparisons/estimate", MACHINE),
    ],
)
def test_the_same_key_with_another_request_is_422(alice: Caller, path: str, other: Any) -> None:
    assert send(alice, "/clusters", MACHINE).status == 201
    refused = send(alice, path, other)
    assert (refused.status, refused.error["code"]) == (422, "key_reused")
    assert Cluster.objects.count() == 1


@pytest.mark.parametrize("sent", [b"%s ", b"\xef\xbb\xbf%s", b"\n%s"])
def test_the_same_values_are_the_same_request(alice: Caller, sent: bytes) -> None:
    first = send(alice, "/clusters", MACHINE)
    backwards = dict(reversed(MACHINE.items()))
    again = send(alice, "/clusters", sent % json.dumps(backwards).encode())
    assert again.json == first.json


def test_files_are_told_apart_by_content_and_name(alice: Caller) -> None:
    def upload(name: str, content: bytes) -> int:
        form = {"file": SimpleUploadedFile(name, content)}
        return alice.client.post(f"{ROOT}/uploads", form, HTTP_IDEMPOTENCY_KEY="k").status_code

    assert upload("a.swf", factories.SWF) == 201
    assert upload("a.swf", factories.SWF) == 201
    assert upload("b.swf", factories.SWF) == 422
    assert upload("a.swf", factories.OFFLINE_SWF) == 422
    assert Upload.objects.count() == 1


def test_keys_are_ones_own(alice: Caller, bob: Caller) -> None:
    first, other = send(alice, "/clusters", MACHINE), send(bob, "/clusters", MACHINE)
    assert (first.status, other.status) == (201, 201)
    assert first.json["id"] != other.json["id"]


def test_what_was_refused_may_be_corrected_with_the_same_key(alice: Caller) -> None:
    assert send(alice, "/clusters", {"name": ""}).status == 400
    assert not KeptAnswer.objects.exists()
    assert send(alice, "/clusters", MACHINE).status == 201


def test_a_request_that_failed_is_carried_out_again(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ValueError

    with monkeypatch.context() as broken:
        broken.setattr("schedweb.api.views.clusters.services.create_cluster", fail)
        assert send(alice, "/clusters", MACHINE).status == 500
    assert send(alice, "/clusters", MACHINE).status == 201


@pytest.mark.parametrize("key", ["", "a b", "é", "k" * 201, "a\tb"])
def test_what_is_no_key_is_refused(alice: Caller, key: str) -> None:
    refused = send(alice, "/clusters", MACHINE, key)
    assert (refused.status, set(refused.fields)) == (400, {"Idempotency-Key"})
    assert not Cluster.objects.exists()


def test_while_the_first_request_goes_on_the_second_is_409(alice: Caller) -> None:
    owner = User.objects.get(username="alice")
    send(alice, "/clusters", MACHINE)
    KeptAnswer.objects.filter(owner=owner).update(status=None)
    refused = send(alice, "/clusters", MACHINE)
    assert (refused.status, refused.error["code"]) == (409, "in_progress")
    assert refused.response["Retry-After"] == "1"
    later = timezone.now() - answers.LOST - timedelta(seconds=1)
    KeptAnswer.objects.update(created=later)
    assert send(alice, "/clusters", MACHINE).status == 201, "its server was killed"


@pytest.mark.smoke
@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_is_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    caller, begun, going = Caller(factories.person("alice")), Event(), Event()
    create, found = services.create_cluster, []

    def slow(*args: Any, **kwargs: Any) -> Cluster:
        begun.set()
        assert going.wait(30)
        return create(*args, **kwargs)

    def first() -> None:
        found.append(send(caller, "/clusters", MACHINE).status)
        connections.close_all()

    monkeypatch.setattr(services, "create_cluster", slow)
    thread = Thread(target=first)
    thread.start()
    assert begun.wait(30)
    second = send(Caller(factories.person("alice")), "/clusters", MACHINE).status
    going.set()
    thread.join(30)
    assert (found, second, Cluster.objects.count()) == ([201], 409, 1)


@pytest.mark.usefixtures("own_store")
def test_answers_are_kept_for_a_day(alice: Caller) -> None:
    installation.join()
    first = send(alice, "/clusters", MACHINE)
    KeptAnswer.objects.update(created=timezone.now() - answers.KEPT + timedelta(minutes=1))
    tidy()
    assert send(alice, "/clusters", MACHINE).json == first.json
    KeptAnswer.objects.update(created=timezone.now() - answers.KEPT - timedelta(seconds=1))
    assert send(alice, "/clusters", MACHINE).json["id"] != first.json["id"]
    KeptAnswer.objects.update(created=timezone.now() - answers.KEPT - timedelta(seconds=1))
    tidy()
    assert not KeptAnswer.objects.exists()


def test_the_database_has_neither_keys_nor_secrets(alice: Caller) -> None:
    token = send(alice, "/tokens", {"label": "secret"}, "my-own-key").json["token"]
    row = KeptAnswer.objects.get()
    stored = " ".join(str(getattr(row, field.attname)) for field in row._meta.concrete_fields)
    assert "my-own-key" not in stored
    assert token not in stored
    assert token.encode() not in bytes.fromhex(row.content)


def test_the_schema_has_the_key_at_every_post(alice: Caller) -> None:
    paths = alice.client.get("/api/schema/").json()["paths"]
    posts = [one["post"] for one in paths.values() if "post" in one]
    assert len(posts) == sum("post" in str(getattr(p.callback, "actions", "")) for p in v1)
    for operation in posts:
        assert "Idempotency-Key" in [one["name"] for one in operation["parameters"]]


def test_the_tag_of_a_repeated_answer_is_the_tag_of_the_thing(alice: Caller) -> None:
    """So that the caller may change the created thing."""
    caller = alice
    first, again = (send(caller, "/clusters", MACHINE, "tagged") for _ in range(2))
    assert again.response["Idempotent-Replayed"] == "true"
    path, tag = f"/clusters/{first.json['id']}", again.response["ETag"]
    assert caller.call("PATCH", path, {"name": "other"}, HTTP_IF_MATCH=tag).status == 200
    assert caller.call("PATCH", path, {"name": "late"}, HTTP_IF_MATCH=tag).status == 412

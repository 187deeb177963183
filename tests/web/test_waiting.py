"""What takes longer than a page waits: progress, cancel, and the result when it is there."""

import io

import pytest
from django.test import Client
from pytest_django import Settings

from schedweb.accounts.models import User
from schedweb.runs.execution import execute
from schedweb.store import blobs, filing
from schedweb.studies.models import Study
from schedweb.web import waiting
from schedweb.workers import performing
from schedweb.workers.kinds import KINDS
from schedweb.workers.models import ErrorKind, State, Task
from schedweb.workers.services import MOST_ACTIVE, submit
from schedweb.workloads import files
from schedweb.workloads.models import Upload, Workload
from tests import factories
from tests.store.damaging import damage

SIZE = {"jobs": "20", "processors": "8", "param-seed": "1"}


@pytest.fixture(autouse=True)
def busy(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is free while a page waits."""
    settings.TASKS_PERFORMED_AT_ONCE = False
    monkeypatch.setattr(waiting, "ANSWER_SECONDS", 0.0)


def sent(client: Client, content: bytes = factories.SWF) -> str:
    """Upload a file; return the address of the task that reads it."""
    file = io.BytesIO(content)
    file.name = "trace.swf"
    address: str = client.post("/workloads/new/", {"file": file})["Location"]
    assert address.startswith("/tasks/")
    return address


def performed(client: Client, address: str) -> str:
    """Let a worker perform the task; return the page that follows."""
    waits = client.get(address).content.decode()
    assert 'role="progressbar"' in waits
    assert "waits for a free worker" in waits
    performing.perform(Task.objects.get().pk)
    state = client.get(f"{address}state/")
    assert state["HX-Redirect"] == client.get(address)["Location"]
    return client.get(address, follow=True).content.decode()


def test_an_upload_shows_how_far_it_is_and_then_its_preview(hers: Client) -> None:
    html = performed(hers, sent(hers))
    assert "Use this workload" in html
    assert Upload.objects.get().file == "trace.swf"


def test_a_file_that_is_refused_is_explained_where_it_was_sent(hers: Client) -> None:
    html = performed(hers, sent(hers, b"no trace"))
    assert "Nothing was stored." in html
    assert "Drop a trace here" in html


def test_an_upload_that_is_kept_becomes_a_workload_once(hers: Client, alice: User) -> None:
    found = factories.upload(alice)
    at, form = f"/uploads/{found.pk}/keep/", {"name": "Mine"}
    first = hers.post(at, form)["Location"]
    second = hers.post(at, form)["Location"]
    for task in Task.objects.all():
        performing.perform(task.pk)
    assert Workload.objects.get().name == "Mine"
    assert Task.objects.filter(state=State.FAILED, error_kind=ErrorKind.REFUSED).count() == 1
    pages = [hers.get(address, follow=True) for address in (first, second)]
    assert sorted(page.redirect_chain[-1][0] for page in pages)[-1].startswith("/workloads/")


@pytest.mark.parametrize("button", ["preview", "keep"])
def test_jobs_of_a_model_wait_with_their_form(hers: Client, button: str) -> None:
    address = hers.post("/workloads/new/uniform/", {**SIZE, button: "1", "name": "N"})["Location"]
    html = performed(hers, address)
    assert ("N is ready: 20 jobs." in html) == (button == "keep")
    if button == "preview":
        assert 'value="20"' in html
        assert "Preview" in html
    else:
        assert "is ready" not in hers.get(address, follow=True).content.decode()


def test_what_a_model_refuses_lands_on_its_fields_before_any_task(hers: Client) -> None:
    form = {**SIZE, "preview": "1", "param-seed": "-5"}
    answer = hers.post("/workloads/new/uniform/", form)
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not Task.objects.exists()


def test_a_task_that_is_cancelled_leaves_nothing(hers: Client) -> None:
    address = sent(hers)
    html = hers.post(f"{address}cancel/", follow=True).content.decode()
    assert "Cancelled: Read trace.swf." in html
    performing.perform(Task.objects.get().pk)
    assert not Upload.objects.exists()
    assert Task.objects.get().state == State.CANCELLED


def test_tasks_of_others_are_not_found(hers: Client, his: Client) -> None:
    address = sent(hers)
    key = Task.objects.get().pk
    for at in (address, f"{address}state/", f"/workloads/new/?task={key}"):
        assert his.get(at).status_code == 404
    assert his.post(f"{address}cancel/").status_code == 404


def test_a_person_may_have_some_tasks_at_a_time(hers: Client, alice: User) -> None:
    for number in range(MOST_ACTIVE):
        submit(alice, "upload", {"file": str(number)})
    answer = hers.post("/workloads/new/", {"text": "1 2 3"})
    assert answer.status_code == 422
    assert "still being worked on" in answer.content.decode()


def test_a_large_file_of_a_workload_is_written_by_a_worker(
    hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "QUICK", 0)
    at = f"/workloads/{factories.workload(alice).pk}/jobs.swf"
    first = hers.get(at)
    assert (first.status_code, first["Retry-After"], first["Refresh"]) == (202, "1", "1")
    assert hers.get(at).status_code == 202
    performing.perform(Task.objects.get().pk)
    written = hers.get(at)
    assert written["Content-Disposition"].endswith('"Three jobs.swf"')
    assert b"MaxProcs" in written.content
    assert Task.objects.count() == 1


def test_a_written_file_that_is_damaged_is_written_again(
    hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "QUICK", 0)
    at = f"/workloads/{factories.workload(alice).pk}/jobs.swf"
    for count in (1, 2):
        assert hers.get(at).status_code == 202
        task = Task.objects.order_by("-created")[0]
        assert Task.objects.count() == count
        performing.perform(task.pk)
        assert hers.get(at).status_code == 200
        task.refresh_from_db()
        blobs.storage().delete(blobs.path_of(task.output))


def test_a_large_schedule_is_written_for_readers_with_the_link(
    hers: Client, alice: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schedweb.runs.files.QUICK", 0)
    run = factories.queued_run(alice)
    execute(run.pk)
    hers.post(f"/runs/{run.pk}/share/", {"label": "x"})
    link = hers.session["new_link"]["path"]
    at = f"{link}runs/{run.pk}/schedule.csv"
    assert client.get(at).status_code == 202
    performing.perform(Task.objects.get().pk)
    assert client.get(at).content.startswith(b"job_id")
    assert hers.get(f"/runs/{run.pk}/schedule.csv").status_code == 200


def test_every_kind_of_task_has_a_page_or_is_a_file() -> None:
    assert set(KINDS) == set(waiting.PAGES) | set(waiting.SUBJECTS)


def test_a_task_of_another_kind_or_no_key_is_not_found(hers: Client, alice: User) -> None:
    other = submit(alice, "use", {"upload": "x" * 11, "values": {}}).pk
    for key in (other, "\0", "x", ""):
        for page in ("/workloads/", "/workloads/new/", "/workloads/new/merge/"):
            assert hers.get(page, {"task": key}).status_code == 404


def test_a_large_file_of_lost_jobs_says_which_and_what_to_do(
    hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "QUICK", 0)
    made = factories.workload(alice)
    damage("deleted", made.digest)
    at = f"/workloads/{made.pk}/jobs.swf"
    assert hers.get(at).status_code == 202
    performing.perform(Task.objects.get().pk)
    task = Task.objects.get()
    assert (task.state, task.error_kind) == (State.FAILED, ErrorKind.STORAGE)
    monkeypatch.setattr(waiting, "wait", lambda *_: task)
    answer = hers.get(at)
    assert answer.status_code == 409
    assert "Three jobs" in answer.content.decode()


def test_readers_of_a_link_do_not_use_up_what_its_owner_may_do(hers: Client, alice: User) -> None:
    for number in range(MOST_ACTIVE):
        submit(alice, "run-file", {"run": str(number)})
    assert sent(hers)


def test_more_files_than_are_written_at_a_time_are_refused_with_a_page(
    hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "QUICK", 0)
    for number in range(MOST_ACTIVE):
        submit(alice, "workload-file", {"workload": str(number)})
    answer = hers.get(f"/workloads/{factories.workload(alice).pk}/jobs.swf")
    assert answer.status_code == 409
    assert "try again later" in answer.content.decode()


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("workload-file", {"format": "swf", "packed": False, "file": "a.swf"}),
        ("study-bundle", {"file": "a.zip"}),
    ],
)
def test_files_of_what_is_in_the_trash_are_refused_with_a_sentence(
    alice: User, kind: str, arguments: dict[str, object]
) -> None:
    jobs = factories.workload(alice)
    study = Study.objects.create(owner=alice, title="A", definition={}, instances=1, runs=1)
    for thing in (jobs, study):
        filing.throw_away(thing)
    task = submit(alice, kind, {**arguments, "workload": jobs.pk, "study": study.pk})
    performing.perform(task.pk)
    task.refresh_from_db()
    assert task.error_kind == ErrorKind.REFUSED
    assert "is in the trash or was deleted: take it back, and ask again." in task.error

"""Files of deleted things go to the trash and come back from it, all others stay."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from schedweb.base.errors import RefusedError
from schedweb.runs import tidying
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from schedweb.runs.services import delete_comparison
from schedweb.store import blobs, installation, known, trash
from schedweb.store.models import Installation
from schedweb.workers import lifecycle
from schedweb.workers.models import State, Task
from schedweb.workers.services import submit
from schedweb.workloads.models import Workload
from schedweb.workloads.services import delete_workload, discard_upload
from tests import factories
from tests.store.damaging import path_of
from tests.store.drawing import draw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_store"), pytest.mark.smoke]

FILES = ("schedule", "gantt", "poster")


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Comparison:
    """A comparison that is done, in a store where files are old at once."""
    monkeypatch.setattr(tidying, "AGE", timedelta(minutes=-1))
    installation.join()
    made = factories.comparison(factories.person("alice"), ["fcfs"])
    execute(made.runs.get().pk)
    draw(made.runs.get())
    return made


def strangers(count: int) -> list[str]:
    """Store what no row names."""
    found = [blobs.put(b"stranger %d" % number) for number in range(count)]
    known.forget(found)
    return found


def test_files_go_with_what_they_belong_to(compared: Comparison) -> None:
    draft = factories.upload(factories.person("bob"), factories.SWF[:-60])
    run = Run.objects.select_related("comparison__workload").get()
    files = {getattr(run, name) for name in FILES}
    jobs = {run.comparison.workload.digest, run.comparison.workload.pack, draft.digest}
    tidying.tidy()
    assert all(blobs.exists(digest) for digest in files | jobs)
    compared.delete()
    tidying.tidy()
    assert not any(blobs.exists(digest) for digest in files)
    assert all(blobs.exists(digest) for digest in jobs)


def test_what_is_deleted_can_be_read_again_for_thirty_days(
    compared: Comparison, caplog: pytest.LogCaptureFixture
) -> None:
    run = compared.runs.get()
    schedule = blobs.get(run.schedule)
    compared.delete()
    moved = tidying.tidy()
    assert f"tidy moved {moved} of" in caplog.text
    assert not blobs.exists(run.schedule)
    assert blobs.get(run.schedule) == schedule
    assert blobs.exists(run.schedule)


@pytest.mark.parametrize("days", [29, 31])
def test_the_trash_is_emptied_after_its_grace(
    compared: Comparison, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    run, workload = compared.runs.get(), compared.workload
    for digest in (run.schedule, workload.digest):  # one is needed, as if a dump was restored
        trash.discard(blobs.path_of(digest))
    run.delete()
    monkeypatch.setattr(trash, "GRACE", timedelta(days=30 - days))
    later = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    tidying.tidy()
    assert list(blobs.trashed_names(run.schedule)) == [] or days == 29
    assert blobs.verifies(workload.digest)


def test_many_files_that_the_database_never_named_are_left_alone(compared: Comparison) -> None:
    found = strangers(tidying.FEW + 1)
    delete_comparison(compared)
    factories.empty_trash()
    with pytest.raises(RefusedError, match="11 of 17 stored files are unknown to this database"):
        tidying.tidy()
    assert all(blobs.exists(digest) for digest in found)
    assert tidying.tidy(force=True) >= len(found)
    assert not any(blobs.exists(digest) for digest in found)


def test_a_few_strangers_go(compared: Comparison) -> None:
    found = strangers(3)
    tidying.tidy()
    assert not any(blobs.exists(digest) for digest in found)


def test_deleting_nearly_everything_on_purpose_is_not_refused(compared: Comparison) -> None:
    """All of it came and went between two tidies."""
    person = factories.person("alice")
    for number in range(tidying.FEW + 2):
        content = factories.SWF.replace(b"MaxProcs: 4", b"MaxProcs: %d" % (4 + number))
        content = content.replace(b"1 0 -1 10", b"1 0 -1 %d" % (10 + number))
        discard_upload(factories.upload(person, content))
    delete_comparison(compared)
    delete_workload(Workload.objects.get())
    factories.empty_trash()
    tidying.tidy()
    assert list(blobs.names()) == []


def test_the_files_of_another_installation_are_not_touched(compared: Comparison) -> None:
    """An empty database on an existing folder took 103 files to 0."""
    tidying.tidy()
    compared.delete()
    Workload.objects.all().delete()
    Installation.objects.all().delete()
    before = sorted(blobs.names())
    with pytest.raises(installation.ForeignStoreError, match="adopt_store"):
        tidying.tidy()
    assert sorted(blobs.names()) == before


def test_what_a_killed_writer_left_goes_when_it_is_old(
    compared: Comparison, own_store: Path
) -> None:
    draft = path_of(compared.runs.get().schedule).with_name("draft-abc")
    draft.write_bytes(b"half")
    tidying.AGE = timedelta(hours=1)  # taken back by the fixture
    tidying.tidy()
    assert draft.exists()
    os.utime(draft, (0, 0))
    tidying.tidy()
    assert not draft.exists()
    assert not list((own_store / blobs.TRASH).glob("*/draft-*"))


def test_an_upload_that_was_read_is_gone_with_its_task(compared: Comparison) -> None:
    """The file itself is not needed again, and a trash of large files would fill the disk."""
    digest = blobs.put(b"1 0 -1 9 2 -1 -1 2 9 -1 1 1 1 -1 -1 -1 -1 -1")
    task = submit(factories.person("alice"), "upload", {"file": "trace.swf"}, input=digest)
    lifecycle.stop(task)
    Task.objects.update(expires=task.created)
    tidying.tidy()
    assert not blobs.exists(digest)
    assert not blobs.verifies(digest), "nor is it in the trash"


def test_jobs_of_a_kept_preview_are_not_gone_with_its_task() -> None:
    alice = factories.person("alice")
    made = factories.workload(alice)
    task = submit(alice, "generate", {"name": "the same jobs"})
    Task.objects.update(output=made.digest, state=State.DONE, expires=task.created)
    tidying.tidy()
    assert not Task.objects.exists()
    assert blobs.exists(made.digest)


def test_more_than_a_tenth_of_all_files_go_only_on_purpose(
    compared: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "MANY", 1)
    delete_comparison(compared)
    factories.empty_trash()
    with pytest.raises(RefusedError, match="more than a tenth"):
        tidying.tidy()
    assert tidying.tidy(force=True) > 1

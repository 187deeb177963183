"""Pictures of schedules are drawn at the first request, once for all readers."""

import errno
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from schedweb.runs import pictures
from schedweb.runs.execution import execute
from schedweb.runs.models import Run
from schedweb.runs.pictures import PICTURES, pack_of, picture_of
from schedweb.store import blobs
from schedweb.workers.models import State
from tests import factories

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG"


def computed() -> Run:
    run = factories.queued_run(factories.person("alice"))
    execute(run.pk)
    return Run.objects.get(pk=run.pk)


def test_large_pictures_are_drawn_once_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "LARGE", 1)
    run = computed()
    first, second = Run.objects.get(pk=run.pk), Run.objects.get(pk=run.pk)
    assert picture_of(first, "poster") == picture_of(second, "poster")
    assert first.poster == Run.objects.get(pk=run.pk).poster
    packs = [pack_of(each.comparison.workload) for each in (first, second)]
    assert packs[0] == packs[1]


def test_what_was_drawn_meanwhile_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "LARGE", 1)
    run = computed()
    late = Run.objects.get(pk=run.pk)
    drawn = picture_of(run, "poster")
    monkeypatch.setattr(pictures, "PICTURES", {})  # nothing can be drawn any more
    assert picture_of(late, "poster") == drawn


def test_nothing_is_drawn_before_the_first_request() -> None:
    run = computed()
    assert [getattr(run, field) for field in PICTURES] == ["", ""]
    assert run.comparison.workload.pack == ""
    drawn = {field: picture_of(run, field) for field in PICTURES}
    again = Run.objects.get(pk=run.pk)
    assert {field: blobs.get(getattr(again, field)) for field in PICTURES} == drawn


def test_who_asks_at_the_same_time_gets_the_same_picture() -> None:
    run = computed()
    first, second = Run.objects.get(pk=run.pk), Run.objects.get(pk=run.pk)
    assert picture_of(first, "poster") == picture_of(second, "poster")
    assert first.poster == second.poster == Run.objects.get(pk=run.pk).poster


@pytest.mark.django_db(transaction=True)
def test_threads_that_draw_at_once_do_not_get_in_the_way_of_each_other() -> None:
    run = computed()

    def asked(field: str) -> bytes:
        try:
            return picture_of(Run.objects.get(pk=run.pk), field)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        found = set(threads.map(asked, [*PICTURES] * 4))
    again = Run.objects.get(pk=run.pk)
    assert found == {blobs.get(getattr(again, field)) for field in PICTURES}


def test_a_picture_of_an_earlier_schedule_is_not_taken_for_the_next_one() -> None:
    run = computed()
    Run.objects.filter(pk=run.pk).update(state=State.QUEUED, schedule="")
    assert picture_of(run, "gantt")
    assert Run.objects.get(pk=run.pk).gantt == ""


def test_a_full_disk_draws_again_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(content: bytes) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    run = computed()
    with monkeypatch.context() as patched:
        patched.setattr(blobs, "put", full)
        assert picture_of(run, "poster").startswith(PNG)
    assert Run.objects.get(pk=run.pk).poster == ""
    assert picture_of(run, "poster").startswith(PNG)

"""Where runs stand in line, and when they end."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from schedweb.runs.line import RunInLine, kept_line, line_with, standings
from schedweb.runs.models import Run
from schedweb.studies.models import Batch, Study
from schedweb.workers import lifecycle
from schedweb.workers.models import State
from tests import factories

pytestmark = pytest.mark.django_db


def took(run: Run, seconds: float) -> None:
    """Let a run be done that took so long."""
    now = timezone.now()
    times = {"started": now - timedelta(seconds=seconds), "finished": now}
    Run.objects.filter(pk=run.pk).update(state=State.DONE, **times)


def seen(standing: RunInLine) -> tuple[int, Any]:
    """Return the place in line and the time left."""
    return standing.position, standing.left


def test_nothing_stands_where_nothing_waits() -> None:
    assert standings() == {}


def test_runs_that_wait_have_a_position_and_no_time_before_any_has_run() -> None:
    runs = factories.comparison(factories.person("alice"), ["fcfs", "easy"]).runs.all()
    assert standings() == {runs[0].pk: RunInLine(1, None), runs[1].pk: RunInLine(2, None)}


def test_time_left_comes_from_earlier_runs_and_what_is_before(settings: object) -> None:
    alice = factories.person("alice")
    took(factories.comparison(alice, ["easy"]).runs.get(), 10)
    settings.CELERY_WORKER_CONCURRENCY = 1  # type: ignore[attr-defined]
    first, second, third = factories.comparison(alice, ["easy", "easy", "fcfs"]).runs.all()
    found = standings()
    assert seen(found[first.pk]) == (1, pytest.approx(10, abs=0.1))
    assert seen(found[second.pk]) == (2, pytest.approx(20, abs=0.1))
    assert found[third.pk] == RunInLine(3, None), "no run of this one has ended"
    Run.objects.filter(pk=first.pk).update(
        state=State.RUNNING, started=timezone.now() - timedelta(seconds=4)
    )
    found = standings()
    assert seen(found[first.pk]) == (0, pytest.approx(6, abs=0.5))
    assert seen(found[second.pk]) == (1, pytest.approx(16, abs=0.5))


def test_a_process_that_computes_a_batch_of_a_study_is_not_free(settings: object) -> None:
    alice = factories.person("alice")
    took(factories.comparison(alice, ["easy"]).runs.get(), 10)
    settings.CELERY_WORKER_CONCURRENCY = 1  # type: ignore[attr-defined]
    run = factories.queued_run(alice)
    study = Study.objects.create(owner=alice, title="Study", definition={}, instances=1, runs=1)
    values = {"state": State.RUNNING, "queued": timezone.now(), "started": timezone.now()}
    Batch.objects.create(study=study, part=0, first=0, end=1, **values)
    assert seen(standings()[run.pk]) == (1, pytest.approx(12, abs=0.5))


def test_a_clock_of_a_machine_that_is_wrong_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = factories.queued_run(factories.person("alice"))
    began = timezone.now() - timedelta(seconds=30)
    Run.objects.filter(pk=run.pk).update(state=State.RUNNING, started=began, progress=0.75)
    wrong = began + timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: wrong)
    assert seen(standings()[run.pk]) == (0, pytest.approx(10, abs=0.5))


def test_pages_share_a_line_in_which_all_that_they_show_stand() -> None:
    alice = factories.person("alice")
    first = factories.queued_run(alice)
    line = line_with([first])
    assert line_with([first]) is line
    second = factories.queued_run(alice)
    assert {one.pk for one in line_with([first, second])} == {first.pk, second.pk}


def test_what_has_left_a_line_that_is_kept_has_no_place_in_it() -> None:
    alice = factories.person("alice")
    first, second = factories.comparison(alice, ["fcfs", "easy"]).runs.all()
    assert [one.pk for one in kept_line().waiting] == [first.pk, second.pk]
    lifecycle.stop(first)
    assert standings() == {second.pk: RunInLine(1, None)}
    lifecycle.claim(Run, second.pk, "a worker")
    assert standings() == {second.pk: RunInLine(0, None)}


def test_progress_says_more_than_earlier_runs() -> None:
    run = factories.queued_run(factories.person("alice"))
    began = timezone.now() - timedelta(seconds=30)
    Run.objects.filter(pk=run.pk).update(state=State.RUNNING, started=began, progress=0.75)
    assert seen(standings()[run.pk]) == (0, pytest.approx(10, abs=0.5))


@pytest.mark.parametrize(
    ("algorithm", "progress", "passed", "left"),
    [
        ("easy", 0.0, 4, 6),
        ("easy", 0.5, 8, 8),
        ("easy", 0.5, 800, 800),
        ("easy", 0.0, 11, None),
        ("easy", 0.999, 1_200, None),
        ("easy", 1.0, 4, 6),
        ("easy", 1.0, 1_200, None),
        ("exact", 0.999, 1_200, None),
        ("exact", 0.5, 4, 6),
        ("exact", 0.5, 1_200, None),
    ],
)
def test_what_is_said_of_the_time_left_ages(
    algorithm: str, progress: float, passed: float, left: float | None
) -> None:
    alice = factories.person("alice")
    took(factories.comparison(alice, [algorithm], factories.OFFLINE_SWF).runs.get(), 10)
    run = factories.comparison(alice, [algorithm], factories.OFFLINE_SWF).runs.get()
    started = timezone.now() - timedelta(seconds=passed)
    rows = Run.objects.filter(pk=run.pk)
    rows.update(state=State.RUNNING, started=started, progress=progress)
    standing = standings()[run.pk]
    assert seen(standing) == (0, left if left is None else pytest.approx(left, rel=0.1))

"""Where runs stand in line, and when they end."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from schedweb.runs.line import Standing, standings
from schedweb.runs.models import Run
from schedweb.workers.models import State
from tests import factories

pytestmark = pytest.mark.django_db


def took(run: Run, seconds: float) -> None:
    """Let a run be done that took so long."""
    now = timezone.now()
    times = {"started": now - timedelta(seconds=seconds), "finished": now}
    Run.objects.filter(pk=run.pk).update(state=State.DONE, **times)


def seen(standing: Standing) -> tuple[int, Any]:
    """Return the place in line and the time left."""
    return standing.position, standing.left


def test_nothing_stands_where_nothing_waits() -> None:
    assert standings() == {}


def test_runs_that_wait_have_a_position_and_no_time_before_any_has_run() -> None:
    runs = factories.comparison(factories.person("alice"), ["fcfs", "easy"]).runs.all()
    assert standings() == {runs[0].pk: Standing(1, None), runs[1].pk: Standing(2, None)}


def test_time_left_comes_from_earlier_runs_and_what_is_before(settings: object) -> None:
    alice = factories.person("alice")
    took(factories.comparison(alice, ["easy"]).runs.get(), 10)
    settings.CELERY_WORKER_CONCURRENCY = 1  # type: ignore[attr-defined]
    first, second, third = factories.comparison(alice, ["easy", "easy", "fcfs"]).runs.all()
    found = standings()
    assert seen(found[first.pk]) == (1, pytest.approx(10, abs=0.1))
    assert seen(found[second.pk]) == (2, pytest.approx(20, abs=0.1))
    assert found[third.pk] == Standing(3, None), "no run of this one has ended"
    Run.objects.filter(pk=first.pk).update(
        state=State.RUNNING, started=timezone.now() - timedelta(seconds=4)
    )
    found = standings()
    assert seen(found[first.pk]) == (0, pytest.approx(6, abs=0.5))
    assert seen(found[second.pk]) == (1, pytest.approx(16, abs=0.5))


def test_progress_says_more_than_earlier_runs() -> None:
    run = factories.queued_run(factories.person("alice"))
    began = timezone.now() - timedelta(seconds=30)
    Run.objects.filter(pk=run.pk).update(state=State.RUNNING, started=began, progress=0.75)
    assert seen(standings()[run.pk]) == (0, pytest.approx(10, abs=0.5))

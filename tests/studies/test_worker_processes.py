"""What happens to studies when real workers are killed and stopped, and messages are lost."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import lru_cache

import pytest
from django.db.models import F

from parsched.studies import Cells, Generated
from parsched.studies.computing import compute
from schedweb.studies import services
from schedweb.studies.models import Batch, Study, Summary
from schedweb.studies.reading import cells_of
from schedweb.workers.models import State
from schedweb.workers.reconciler import RESEND_SECONDS
from tests.launch.launched import eventually
from tests.runs.workers import forget_messages, worker
from tests.studies import declared as made

pytestmark = pytest.mark.django_db(transaction=True)

Environment = Mapping[str, str]
Mishap = Callable[[Study, Environment], None]
PART = made.part(
    instances=Generated(generator="uniform", jobs=(30, 40, 60), processors=(32,)),
    methods=("ltf", "local-search:effort=5", "easy"),
    repetitions=12,
)
"""Some seconds of work."""


@lru_cache(maxsize=1)
def undisturbed() -> bytes:
    """Return all numbers as the library computes them, one after another."""
    study = made.declared(PART)
    cells = Cells(study)
    for unit in study.units():
        cells.put(unit, compute(study, unit))
    return made.content(cells)


def finished(study: Study) -> bool:
    study.refresh_from_db()
    return study.finished is not None


def some_done(study: Study) -> None:
    """Wait until something is computed, but not everything."""
    eventually(lambda: Batch.objects.filter(study=study, state=State.DONE).exists())
    assert not finished(study)


def killed(study: Study, environment: Environment) -> None:
    with worker(environment) as first:
        some_done(study)
        eventually(lambda: Batch.objects.filter(study=study, state=State.RUNNING).exists())
        first.kill()


def restarted(study: Study, environment: Environment) -> None:
    with worker(environment) as first:
        some_done(study)
        first.stop()


def paused(study: Study, environment: Environment) -> None:
    with worker(environment):
        some_done(study)
        services.pause_study(study)
        active = Batch.objects.filter(study=study, state__in=(State.QUEUED, State.RUNNING))
        eventually(lambda: not active.exists())
        assert not finished(study)
    services.continue_study(study)


def forgotten(study: Study, environment: Environment) -> None:
    with worker(environment):
        some_done(study)
    forget_messages()
    Batch.objects.update(sent=F("sent") - timedelta(seconds=RESEND_SECONDS + 1))


@pytest.mark.parametrize(
    "mishap",
    [
        pytest.param(killed, marks=pytest.mark.smoke),
        # By day the same happens to runs, in tests/runs/test_worker_processes.py.
        pytest.param(paused, marks=pytest.mark.night),
        pytest.param(restarted, marks=pytest.mark.night),
        pytest.param(forgotten, marks=pytest.mark.night),
    ],
)
def test_the_table_equals_an_undisturbed_studys(mishap: Mishap, environment: Environment) -> None:
    study = made.stored(PART)
    mishap(study, environment)
    with worker(environment):
        eventually(lambda: finished(study))
    assert made.content(cells_of(study)) == undisturbed()


def test_two_processes_compute_the_same_table_as_one(environment: Environment) -> None:
    study = made.stored(PART)
    with worker(environment, processes=2):
        eventually(lambda: finished(study))
    assert made.content(cells_of(study)) == undisturbed()
    workers = set(Batch.objects.values_list("worker", flat=True))
    assert len(workers) == 2


def test_workers_sum_up_what_they_have_computed(environment: Environment) -> None:
    study = made.stored(PART)
    with worker(environment):
        eventually(lambda: Summary.objects.filter(study=study, state=State.DONE).exists())

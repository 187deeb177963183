"""One of several workers is kept for short runs, and long ones have the others."""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from schedweb.accounts.models import User
from schedweb.runs.estimates import Estimate, Estimator, ends_of, lately
from schedweb.runs.line import ALONE, KEPT, standings
from schedweb.runs.models import Renewal, Run
from schedweb.workers import broker, lengths, lifecycle, turns
from schedweb.workers.models import State, Work, Worker
from schedweb.workers.processes import worker_name
from tests import factories

pytestmark = pytest.mark.django_db

SHORT, LONG, UNKNOWN = "fcfs", "easy", "conservative"
SECONDS: Mapping[str, float] = {SHORT: 1, LONG: 10 * lengths.SHORT_SECONDS}


@pytest.fixture
def alice(settings: Any) -> User:
    """A user of an installation of two processes where one algorithm is short, one is long."""
    settings.CELERY_WORKER_CONCURRENCY = 2
    alice, now = factories.person("alice"), timezone.now()
    for run in factories.comparison(alice, list(SECONDS)).runs.all():
        started = now - timedelta(seconds=SECONDS[run.algorithm])
        Run.objects.filter(pk=run.pk).update(state=State.DONE, started=started, finished=now)
    lately.forget()
    return alice


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What fake workers claim and go on to compute, by key."""
    pks = list[str]()

    def begin(model: type[Work], pk: str) -> bool:
        if lifecycle.claim(model, pk, worker_name()) is None:
            return False
        pks.append(pk)
        rows = model.objects.filter(pk=pk)
        rows.update(worker=f"fake {len(pks)}")  # the next caller is another process
        return True

    computes = {model: lambda pk, of=model: begin(of, pk) for model in (Run, Renewal)}
    monkeypatch.setattr(turns, "_COMPUTE", computes)
    return pks


def queued(owner: User, *algorithms: str) -> list[str]:
    """Return the keys of new runs."""
    return [run.pk for run in factories.comparison(owner, list(algorithms)).runs.all()]


def computes(pk: str, seconds: float = 0) -> None:
    """Let a worker have computed a run for some time."""
    lifecycle.claim(Run, pk, f"fake {pk}")
    Run.objects.filter(pk=pk).update(started=timezone.now() - timedelta(seconds=seconds))


def test_a_second_long_run_waits_and_a_short_one_behind_it_does_not(
    alice: User, began: list[str]
) -> None:
    first, second, short = queued(alice, LONG, LONG, SHORT)
    for _ in range(3):
        turns.take(Run)
    assert began == [first, short]
    assert Run.objects.get(pk=second).state == State.QUEUED
    Run.objects.filter(pk=first).update(state=State.DONE, finished=timezone.now())
    turns.take(Run)
    assert began == [first, short, second], "a place for long runs is free"


@pytest.mark.parametrize(("number", "most"), [(1, 4), (2, 1), (3, 2), (4, 3)])
def test_all_processes_but_one_compute_long_runs(
    alice: User, began: list[str], settings: Any, number: int, most: int
) -> None:
    settings.CELERY_WORKER_CONCURRENCY = number
    runs = queued(alice, *[LONG] * 4)
    for _ in runs:
        turns.take(Run)
    assert began == runs[:most]


def test_processes_of_all_machines_count(alice: User, began: list[str], settings: Any) -> None:
    settings.CELERY_WORKER_CONCURRENCY = 1
    for name in ("one", "two", "three"):
        Worker.objects.create(name=name, queues=["runs"])
    runs = queued(alice, LONG, LONG, LONG)
    for _ in runs:
        turns.take(Run)
    assert began == runs[:2]


def test_what_nothing_is_known_of_is_short_until_it_has_run_that_long(
    alice: User, began: list[str]
) -> None:
    unknown, other, long = queued(alice, UNKNOWN, UNKNOWN, LONG)
    turns.take(Run)
    turns.take(Run)
    assert began == [unknown, other]
    Run.objects.filter(pk=other).update(state=State.DONE, finished=timezone.now())
    computes_since = timezone.now() - timedelta(seconds=2 * lengths.SHORT_SECONDS)
    Run.objects.filter(pk=unknown).update(started=computes_since)
    turns.take(Run)
    assert long not in began


def test_a_long_renewal_counts_as_a_run_does(alice: User, began: list[str]) -> None:
    done = Run.objects.get(algorithm=LONG)
    renewal = Renewal.objects.create(run=done, version=1, queued=timezone.now())
    [first] = queued(alice, LONG)
    computes(first)
    turns.take(Renewal)
    assert began == []
    Run.objects.filter(pk=first).update(state=State.DONE, finished=timezone.now())
    turns.take(Renewal)
    assert began == [renewal.pk]


def test_the_end_of_a_long_run_calls_for_the_next(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _, second = queued(alice, LONG, SHORT, LONG)
    called = list[str]()

    def compute(pk: str) -> bool:
        return bool(Run.objects.filter(pk=pk).update(state=State.DONE, finished=timezone.now()))

    monkeypatch.setattr(turns, "_COMPUTE", {Run: compute})
    monkeypatch.setattr(broker, "enqueue", lambda _, *pks: called.extend(pks))
    turns.take(Run)
    assert Run.objects.get(pk=first).is_done
    assert called == [second]
    turns.take(Run)
    assert called == [second], "a short one calls for nothing"


@pytest.mark.parametrize(
    ("seconds", "is_called"),
    [(1.0, False), (lengths.SHORT_SECONDS, False), (2 * lengths.SHORT_SECONDS, True)],
)
def test_the_end_of_what_outgrew_its_estimate_calls_for_the_next_long(
    alice: User, monkeypatch: pytest.MonkeyPatch, seconds: float, is_called: bool
) -> None:
    """It had the place of a long one: the message of that was passed over meanwhile."""
    _, long = queued(alice, UNKNOWN, LONG)
    called, clock = list[str](), iter([100.0, 100.0 + seconds])

    def compute(pk: str) -> bool:
        return bool(Run.objects.filter(pk=pk).update(state=State.DONE, finished=timezone.now()))

    monkeypatch.setattr(turns, "_COMPUTE", {Run: compute})
    monkeypatch.setattr(turns, "monotonic", lambda: next(clock))
    monkeypatch.setattr(broker, "enqueue", lambda _, *pks: called.extend(pks))
    turns.take(Run)
    assert called == ([long] if is_called else [])


@pytest.mark.parametrize("algorithm", [SHORT, LONG])
def test_each_message_estimates_a_part_of_the_line(
    alice: User, began: list[str], monkeypatch: pytest.MonkeyPatch, algorithm: str
) -> None:
    runs = queued(alice, *[algorithm] * (3 * turns.MOST_TRIES))
    monkeypatch.setattr(turns, "_call_next_long", lambda name: None)
    asked = counting_estimates(monkeypatch)
    turns.take(Run)
    assert began == runs[:1]
    assert sum(asked.values()) <= turns.MOST_TRIES


def test_no_run_is_estimated_again_for_each_message(
    alice: User, began: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no more long ones may begin, all of them are passed over by every message."""
    queued(alice, *[LONG] * (2 * turns.MOST_TRIES), SHORT, SHORT, SHORT)
    monkeypatch.setattr(turns, "_call_next_long", lambda name: None)
    kept = lately()
    monkeypatch.setattr("schedweb.runs.lengths.lately", lambda: kept)
    asked = counting_estimates(monkeypatch)
    for _ in range(4):
        turns.take(Run)
    assert [Run.objects.get(pk=pk).algorithm for pk in began] == [LONG, SHORT, SHORT, SHORT]
    assert sum(asked.values()) <= 2 * turns.MOST_TRIES + 3


def counting_estimates(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the estimates by algorithm."""
    asked, estimate = Counter[str](), Estimator.of_stored_params

    def counted(estimator: Estimator, algorithm: str, *of: Any) -> Estimate | None:
        asked[algorithm] += 1
        return estimate(estimator, algorithm, *of)

    monkeypatch.setattr(Estimator, "of_stored_params", counted)
    return asked


def test_who_is_late_claims_no_long_run_in_the_place_of_another(alice: User) -> None:
    first, second = queued(alice, LONG, LONG)
    [_, late] = turns.line_of(Run.LINE)
    assert late.pk == second
    computes(first)
    assert not lengths.claims(late)
    assert Run.objects.get(pk=second).state == State.QUEUED


def test_the_line_says_for_what_a_run_waits(alice: User, settings: Any) -> None:
    first, long, short = queued(alice, LONG, LONG, SHORT)
    computes(first)
    assert [standings()[pk].why for pk in (long, short)] == [KEPT, ""]
    settings.CELERY_WORKER_CONCURRENCY = 1
    assert [standings()[pk].why for pk in (long, short)] == ["", ALONE]


def test_times_left_count_that_one_worker_is_kept() -> None:
    long = 2 * lengths.SHORT_SECONDS
    assert list(ends_of([long, long, 1.0], [0.0, 0.0])) == [long, 2 * long, 1.0]
    assert list(ends_of([long, long, 1.0], [0.0])) == [long, 2 * long, 2 * long + 1]
    assert list(ends_of([long, 1.0], [0.0, long])) == [2 * long, 1.0]

"""Known bounds of an instance: one row for all runs of all comparisons."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

from parsched.measure.bounds import registry
from parsched.report.proofs import certificates_of
from parsched.run.request import RequestEntry
from schedweb.runs import services
from schedweb.runs.bounds import keep, row_of
from schedweb.runs.models import Comparison, KnownBounds, Run
from schedweb.runs.records import record_of
from schedweb.store import installation
from schedweb.workers import lifecycle, outbox
from schedweb.workers.models import State
from tests import factories
from tests.web.conftest import computed

pytestmark = pytest.mark.django_db

SLOW = {"seconds": 20.0, "extra": 100.0}


def proving(place: Comparison, label: str, proved: float) -> Run:
    """Store a result that proves something as a worker does."""
    queued = factories.done_run(place, 9, label, makespan=25.0)
    Run.objects.filter(pk=queued.pk).update(state=State.QUEUED)
    held = lifecycle.claim(Run, queued.pk, "elsewhere|1|1")
    assert held is not None
    assert lifecycle.finish(held, {"metrics": queued.result.metrics, "proved": proved})
    return Run.objects.get(pk=queued.pk)


def test_bounds_are_computed_once_for_an_instance(computations: list[str]) -> None:
    """Not again by another process, nor for another person."""
    first = computed(factories.comparison(factories.person("alice")))
    assert sorted(computations) == sorted(set(computations))
    assert {"makespan.area", "makespan.release_area", "minsum.price"} <= set(computations)
    computations.clear()
    registry._kept.clear()  # noqa: SLF001
    second = computed(factories.comparison(factories.person("bob"), ["conservative"]))
    assert computations == []
    assert first.known is not None
    assert first.known == second.known
    assert first.known.digest == first.instance().digest
    assert {run.bounds["makespan"]["release_area"] for run in first.runs.all()} == {17.0}
    assert KnownBounds.objects.count() == 1


def test_another_machine_or_other_rules_are_another_instance(computations: list[str]) -> None:
    alice = factories.person("alice")
    compared = [
        factories.comparison(alice, ["easy"]),
        factories.comparison(alice, ["easy"], processors=5),
        factories.comparison(alice, ["easy"], rules={"events": "sequential"}),
        factories.comparison(alice, ["easy"], deployment=SLOW),
    ]
    for place in compared:
        computed(place)
    assert KnownBounds.objects.count() == 4
    assert computations.count("makespan.area") == 4


def test_bounds_for_which_there_was_no_memory_are_added_later() -> None:
    place = factories.comparison(factories.person("alice"), ["easy"])
    stale = row_of(place, place.instance())
    instance = place.instance()
    keep(KnownBounds.objects.get(), {"makespan": {"area": 17.0}}, instance)
    keep(stale, {"makespan": {"longest": 10.0}, "minsum": {"price": 40.0}}, instance)
    keep(stale, {"makespan": {"area": 17.0}}, instance)
    both = {"makespan": {"area": 17.0, "longest": 10.0}, "minsum": {"price": 40.0}}
    assert stale.values == both
    assert KnownBounds.objects.get().values == both


@pytest.mark.django_db(transaction=True)
def test_workers_that_store_bounds_at_once_lose_none() -> None:
    alice = factories.person("alice")
    compared = [factories.comparison(alice, ["easy"]) for _ in range(6)]
    instance, together = compared[0].instance(), threading.Barrier(6)

    def race(number: int) -> None:
        try:
            together.wait()
            row = row_of(compared[number], instance)
            keep(row, {"makespan": {f"bound {number}": float(number)}}, instance)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(race, range(6)))
    row = KnownBounds.objects.get()
    assert row.values == {"makespan": {f"bound {i}": float(i) for i in range(6)}}
    assert set(Comparison.objects.values_list("known", flat=True)) == {row.pk}


def test_what_one_run_proves_counts_in_every_comparison() -> None:
    hers = computed(factories.comparison(factories.person("alice"), ["easy"]))
    his = computed(factories.comparison(factories.person("bob"), ["fcfs"]))
    (before,) = his.runs.all()
    proof = certificates_of(before.result, record_of(before))["makespan"]
    assert proof.gap == pytest.approx(0.2)
    proving(hers, "Exact", 23.0)
    (after,) = Comparison.objects.get(pk=his.pk).runs.all()
    assert certificates_of(after.result, record_of(after))["makespan"].gap == pytest.approx(
        24 / 23 - 1
    )


def test_a_weaker_proof_takes_nothing_back() -> None:
    place = computed(factories.comparison(factories.person("alice"), ["easy"]))
    proved = []
    for value in (19.0, 18.0, 21.0):
        proving(place, "Exact", value).delete()
        proved.append(KnownBounds.objects.get().proved)
    assert proved == [19.0, 19.0, 21.0]


def test_an_unwanted_result_proves_nothing() -> None:
    """It is stored in one transaction with what it tells of others."""
    place = computed(factories.comparison(factories.person("alice"), ["easy"]))
    run = services.add_runs(place, [RequestEntry("fcfs")])[0]
    held = lifecycle.claim(Run, run.pk, "elsewhere|1|1")
    assert held is not None
    lifecycle.stop(run)
    lifecycle.discard(run)
    assert not lifecycle.finish(held, {"proved": 19.0})
    assert KnownBounds.objects.get().proved is None


@pytest.mark.django_db(transaction=True)
def test_a_result_that_an_earlier_version_left_behind_is_delivered() -> None:
    installation.join()
    place = computed(factories.comparison(factories.person("alice"), ["easy"]))
    run = services.add_runs(place, [RequestEntry("fcfs")])[0]
    held = lifecycle.claim(Run, run.pk, "elsewhere|1|1")
    assert held is not None
    values = {"metrics": {"makespan": 24.0}, "bounds": {"makespan": {"area": 1.0}}}
    values |= {"is_cut": False, "proved": 19.0}
    outbox._write(held, outbox.Ending(State.DONE, values))  # noqa: SLF001
    (path,) = (Path(settings.SCHEDWEB_DATA) / "outbox").glob("*.json")
    assert "is_cut" in json.loads(path.read_text())["ending"]["values"]
    outbox.deliver()
    run.refresh_from_db()
    assert (run.state, run.result.metrics) == (State.DONE, {"makespan": 24.0})
    row = KnownBounds.objects.get()
    assert (row.values["makespan"]["area"], row.proved) == (17.0, 19.0)


@pytest.mark.parametrize("algorithm", ["fcfs", "easy", "ltf", "env-blind", "gls"])
def test_every_algorithm_pays_for_deployments(algorithm: str) -> None:
    alice = factories.person("alice")
    quick, slow = (
        computed(factories.comparison(alice, [algorithm], factories.ENVIRONED, deployment=time))
        for time in (None, SLOW)
    )
    makespans = [factories.measured(place.runs.get(), "makespan") for place in (quick, slow)]
    assert makespans[1] >= makespans[0] + SLOW["seconds"]
    assert [place.runs.get().result.grouping["deploy_seconds"] for place in (quick, slow)] == [
        0.0,
        20.0,
    ]
    assert slow.known is not None
    assert slow.known.values["makespan"]["work_deployments"] > makespans[0]


def test_jobs_without_environments_wait_for_no_deployment() -> None:
    slow = computed(factories.comparison(factories.person("alice"), ["easy"], deployment=SLOW))
    assert slow.runs.get().result.metrics["makespan"] == 20.0

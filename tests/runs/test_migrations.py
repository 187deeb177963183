"""Rows of earlier versions keep what they stand for."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from parsched.policies.online.policy import QueueParams
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from schedweb.runs.pictures import picture_of
from schedweb.store import blobs
from tests import factories

pytestmark = pytest.mark.night  # versions before 0.1.0: nothing changes these migrations
LAST = [("runs", "0006_work")]
SLOW = {"seconds": 5.0}


def migrated(to: list[tuple[str, str]]) -> Any:
    """Bring the tables to a state of the past, or of today; return its models."""
    executor = MigrationExecutor(connection)
    executor.migrate(to)
    return MigrationExecutor(connection).loader.project_state(to).apps


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("own_store")
def test_two_posters_of_each_run_become_one_that_is_drawn_when_asked_for() -> None:
    compared = factories.comparison(factories.person("alice"), ["easy", "fcfs"])
    for pk in compared.runs.values_list("pk", flat=True):
        execute(pk)
    today = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        runs = migrated(LAST).get_model("runs", "Run").objects
        light, dark = blobs.put(b"a light picture"), blobs.put(b"a dark picture")
        blobs.storage().delete(blobs.path_of(dark))
        runs.filter(algorithm="easy").update(poster_light=light, poster_dark=dark)
        runs.filter(algorithm="fcfs").update(poster_light="", poster_dark="")
    finally:
        migrated(today)
    easy, fcfs = Run.objects.order_by("algorithm")
    assert (easy.result.look, easy.poster, fcfs.result.look, fcfs.poster) == (light, "", "", "")
    assert not blobs.exists(light)
    assert picture_of(easy, "poster").startswith(b"\x89PNG")


@pytest.fixture
def stored_before() -> Iterator[Callable[[str, Callable[[Any], None]], None]]:
    """Return what stores rows by the models of an earlier migration, and brings them to today's."""
    today = MigrationExecutor(connection).loader.graph.leaf_nodes()

    def at(migration: str, store: Callable[[Any], None]) -> None:
        store(migrated([("runs", migration)]).get_model("runs", "Run").objects)
        migrated(today)

    yield at
    migrated(today)


@pytest.mark.django_db(transaction=True)
def test_the_slowdown_of_stored_runs_becomes_the_papers(stored_before: Any) -> None:
    place = factories.comparison(factories.person("alice"), ["ltf"], factories.OFFLINE_SWF)
    keys = [factories.done_run(place, i, f"run {i}").pk for i in (1, 2, 3)]
    metrics = (
        {"mean_slowdown": 0.5},
        {"mean_slowdown": 1.0, "mean_slowdown_paper": 0.5},
        {"makespan": 3.0},
    )

    def store(runs: Any) -> None:
        for key, values in zip(keys, metrics, strict=True):
            runs.filter(pk=key).update(metrics=values)

    stored_before("0009_instances", store)
    old, new, other = (Run.objects.get(pk=key).result.metrics for key in keys)
    assert old["mean_slowdown_paper"] == 0.5
    assert new["mean_slowdown_paper"] == 0.5
    assert "mean_slowdown_paper" not in other


@pytest.mark.django_db(transaction=True)
def test_what_came_out_becomes_one_record(stored_before: Any) -> None:
    compared = factories.comparison(factories.person("alice"), ["easy", "fcfs"])
    easy, fcfs = compared.runs.all()
    values = {
        "metrics": {"makespan": 3.0},
        "status": "finished",
        "proved": 2.5,
        "look": "a" * 64,
        "resumed": True,
    }
    long = {"trace": {"seconds": [1.0]}, "environments": [{"name": "a"}]}
    stored_before(
        "0010_paper_slowdown", lambda runs: runs.filter(pk=easy.pk).update(**values, **long)
    )
    run = Run.objects.get(pk=easy.pk)
    assert {name: getattr(run.result, name) for name in values} == values
    assert (run.trace, run.environments) == tuple(long.values())
    waits = Run.objects.get(pk=fcfs.pk)
    assert (waits.result.metrics, waits.details, waits.result.seconds) == ({}, {}, None)
    back = migrated([("runs", "0010_paper_slowdown")]).get_model("runs", "Run")
    found = back.objects.get(pk=easy.pk)
    assert {name: getattr(found, name) for name in (values | long)} == values | long


BEFORE_SYSTEMS = [("runs", "0011_records"), ("clusters", "0002_deployments")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("own_store")
def test_processors_of_stored_machines_hold_one_system_and_problems_stay_the_same() -> None:
    alice = factories.person("alice")
    compared = factories.comparison(alice, ["env-blind"], factories.ENVIRONED, deployment=SLOW)
    execute(compared.runs.get().pk)
    compared.refresh_from_db()
    assert compared.known is not None
    today = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        apps = migrated(BEFORE_SYSTEMS)
        for app, model in (("runs", "Comparison"), ("clusters", "Cluster")):
            row = apps.get_model(app, model).objects.get()
            assert not hasattr(row, "systems")
    finally:
        migrated(today)
    stored = Comparison.objects.get()
    assert stored.cluster is not None
    assert (stored.systems, stored.cluster.systems) == (1, 1)
    assert stored.instance().digest == compared.known.digest, "its bounds still count"
    assert stored.runs.get().result == compared.runs.get().result


QUEUES: list[dict[str, Any]] = [
    {"order": "sjf"},
    {"order": "multifactor", "reservations": "all", "fair_share": "classic"},
    {"order": "formula", "formula": "-qos*w**2", "backfill": "off"},
    {"reservations": 0, "backfill_order": "formula", "backfill_formula": "fairshare"},
]


@pytest.mark.django_db(transaction=True)
def test_what_does_not_apply_is_left_out_of_stored_runs(stored_before: Any) -> None:
    place = factories.comparison(factories.person("alice"), ["easy"])
    policies = [QueueParams(**values) for values in QUEUES]
    every = [{s.name: getattr(one, s.name) for s in one.specs()} for one in policies]
    stored = [("queue", one) for one in every]
    stored += [("grid", {"strategy": "mct", "local": {"key": "queue", "params": every[0]}})]
    keys = [factories.done_run(place, i, f"run {i}").pk for i in range(1, 1 + len(stored))]

    def store(runs: Any) -> None:
        for key, (algorithm, params) in zip(keys, stored, strict=True):
            runs.filter(pk=key).update(algorithm=algorithm, params=params)

    stored_before("0012_systems", store)
    *queues, grid = (Run.objects.get(pk=key).params for key in keys)
    assert queues == [one.as_dict() for one in policies]
    assert queues[0].keys() < every[0].keys()
    local = {"key": "queue", "params": policies[0].as_dict()}
    assert grid == {"strategy": "mct", "local": local}

"""Rows of earlier versions keep what they stand for."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from schedweb.runs.execution import execute
from schedweb.runs.models import Run
from schedweb.runs.pictures import picture_of
from schedweb.store import blobs
from tests import factories

LAST = [("runs", "0006_work")]


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
    assert (easy.look, easy.poster, fcfs.look, fcfs.poster) == (light, "", "", "")
    assert not blobs.exists(light)
    assert picture_of(easy, "poster").startswith(b"\x89PNG")


@pytest.mark.django_db
def test_the_slowdown_of_stored_runs_becomes_that_of_the_paper() -> None:
    migration = import_module("schedweb.runs.migrations.0010_paper_slowdown")
    place = factories.comparison(factories.person("alice"), ["ltf"], factories.OFFLINE_SWF)
    old = factories.done_run(place, 1, "old", mean_slowdown=0.5)
    new = factories.done_run(place, 2, "new", mean_slowdown=1.0, mean_slowdown_paper=0.5)
    other = factories.done_run(place, 3, "other", makespan=3.0)
    migration.copy(apps, None)
    for run in (old, new, other):
        run.refresh_from_db()
    assert old.metrics["mean_slowdown_paper"] == 0.5
    assert new.metrics["mean_slowdown_paper"] == 0.5
    assert "mean_slowdown_paper" not in other.metrics

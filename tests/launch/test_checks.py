"""System checks and settings that hold an installation together."""

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from schedweb.server.apps import SchedWebConfig
from schedweb.server.checks import broker_outlives_runs


def test_redis_must_not_deliver_a_run_again_while_it_may_still_be_computed(
    settings: Settings,
) -> None:
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": settings.SCHEDWEB_RUN_SECONDS}
    assert [error.id for error in broker_outlives_runs(None)] == ["schedweb.E001"]
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": settings.SCHEDWEB_RUN_SECONDS + 1
    }
    assert broker_outlives_runs(None) == []


def test_messages_are_json_and_results_are_not_kept(settings: Settings) -> None:
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]
    assert settings.CELERY_TASK_IGNORE_RESULT
    assert f"{SchedWebConfig.__module__}.{SchedWebConfig.__name__}" in settings.INSTALLED_APPS


@pytest.mark.django_db
def test_sqlite_lets_readers_read_during_a_write() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("this test is about SQLite")
    with connection.cursor() as cursor:
        mode = cursor.execute("PRAGMA journal_mode").fetchone()
    assert mode == ("wal",)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"

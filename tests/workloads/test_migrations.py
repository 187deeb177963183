"""Uploads of earlier versions keep when their times began, also on the way back."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from schedweb.workloads.models import Upload
from tests import factories

pytestmark = pytest.mark.night  # versions before 0.1.0: nothing changes these migrations


def uploads_of(migration: str) -> Any:
    """Bring the tables to a state of the past; return its uploads."""
    MigrationExecutor(connection).migrate([("workloads", migration)])
    state = MigrationExecutor(connection).loader.project_state([("workloads", migration)])
    return state.apps.get_model("workloads", "Upload").objects


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("own_store")
def test_waiting_uploads_keep_when_they_began_there_and_back() -> None:
    header = b"; UnixStartTime: 1774746000\n; TimeZoneString: Europe/Berlin\n"
    upload = factories.upload(factories.person("alice"), header + factories.SWF)
    begun = upload.begin
    today = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        before = uploads_of("0002_when_traces_begin").get()
        assert (before.unix_start, before.zone) == (1_774_746_000, "Europe/Berlin")
        assert "zone" not in before.features
    finally:
        MigrationExecutor(connection).migrate(today)
    assert Upload.objects.get().begin == begun

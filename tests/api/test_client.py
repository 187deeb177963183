"""The generated client of the API, against a live server."""

import importlib
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from schedweb.api.tokens import issue_token
from schedweb.documentation import client, programs
from tests import factories


def test_it_makes_a_comparison(
    live_server: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.generate(programs.schema(), tmp_path / "client")
    monkeypatch.syspath_prepend(tmp_path / "client")
    package = importlib.import_module("schedweb_client")
    models = importlib.import_module("schedweb_client.models")
    create = importlib.import_module("schedweb_client.api.comparisons.comparisons_create")
    read = importlib.import_module("schedweb_client.api.comparisons.comparisons_retrieve")
    alice = factories.person("alice")
    workload, cluster = factories.workload(alice), factories.cluster(alice, 64)
    _, token = issue_token(alice, label="client")
    with package.AuthenticatedClient(base_url=live_server.url, token=token) as caller:
        reservations = models.EntryInRequestParams.from_dict({"reservations": 2})
        wanted = models.ComparisonInRequest(
            workload=workload.pk,
            cluster=cluster.pk,
            title="Two policies",
            algorithms=[
                models.EntryInRequest(algorithm="easy"),
                models.EntryInRequest(algorithm="queue", label="two", params=reservations),
            ],
        )
        made = create.sync(client=caller, body=wanted)
        assert isinstance(made, models.ComparisonOut), made
        found = read.sync(made.id, client=caller)
        assert found.title == "Two policies"
        assert [(run.algorithm, run.label) for run in found.runs] == [
            ("easy", "EASY backfilling"),
            ("queue", "two"),
        ]
        assert found.runs[1].params["reservations"] == 2
        nothing = models.ComparisonInRequest(workload=workload.pk, cluster=cluster.pk)
        assert isinstance(create.sync(client=caller, body=nothing), models.Error)
        refused = read.sync("aaaaaaaaaaa", client=caller)
        assert isinstance(refused, models.Error)
    for name in [name for name in sys.modules if name.startswith("schedweb_client")]:
        monkeypatch.delitem(sys.modules, name)

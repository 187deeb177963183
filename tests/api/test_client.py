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
        wanted = {
            "workload": workload.pk,
            "cluster": cluster.pk,
            "algorithms": [{"algorithm": "easy"}, {"algorithm": "fcfs"}],
        }
        made = create.sync(client=caller, body=wanted)
        assert isinstance(made, models.ComparisonOut), made
        found = read.sync(made.id, client=caller)
        assert [run.algorithm for run in found.runs] == ["easy", "fcfs"]
        refused = read.sync("aaaaaaaaaaa", client=caller)
        assert isinstance(refused, models.Error)
    for name in [name for name in sys.modules if name.startswith("schedweb_client")]:
        monkeypatch.delitem(sys.modules, name)

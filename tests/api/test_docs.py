"""The pages about the API, and that what they tell people to copy works."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from schedweb.api.authentication import HEADER
from schedweb.api.models import ApiToken
from schedweb.api.snippets import SECRET, Snippet, snippets
from schedweb.api.tokens import MAX_TOKENS, issue_token
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Run
from tests import factories
from tests.api.caller import Caller
from tests.factories import SWF

PAGE = "/api/docs/"


def test_the_page_needs_an_account_and_the_document_does_not(alice: Caller) -> None:
    assert Client().get(PAGE).status_code == 302
    assert Client().get("/api/schema/").status_code == 200
    assert alice.client.get("/api/")["Location"] == PAGE


def test_a_token_is_made_on_the_page_and_shown_once(alice: Caller, bob: Caller) -> None:
    made = alice.client.post(f"{PAGE}tokens/", {"label": "laptop <1>", "expires_in_days": ""})
    found = re.search(r"schedweb_[\w-]{40,}", made.content.decode())
    assert found is not None
    assert "no-store" in made["Cache-Control"]
    again = alice.client.get(PAGE).content.decode()
    assert found[0] not in again
    assert "laptop &lt;1&gt;" in again
    token = ApiToken.objects.get()
    assert bob.client.post(f"{PAGE}tokens/{token.pk}/revoke/").status_code == 404
    assert alice.client.post(f"{PAGE}tokens/{token.pk}/revoke/").status_code == 302
    assert not ApiToken.objects.exists()


def test_mistakes_stay_in_the_form(alice: Caller) -> None:
    for form in ({"label": ""}, {"label": " "}, {"label": "x", "expires_in_days": "0"}):
        answer = alice.client.post(f"{PAGE}tokens/", form)
        assert answer.status_code == 422
        assert 'class="error"' in answer.content.decode()
    for _ in range(MAX_TOKENS):
        issue_token(factories.person("alice"), label="x")
    answer = alice.client.post(f"{PAGE}tokens/", {"label": "x"})
    assert answer.status_code == 409
    assert "revoke some" in answer.content.decode()


def test_what_the_page_says_of_sweeps_merges_and_rankings_works(alice: Caller) -> None:
    html = unescape(alice.client.get(PAGE).content.decode())
    merged, swept = (
        re.search(rf"<code>(\{{{begin}.*?\}})</code>", html)
        for begin in ('"name": "Two sites"', '"algorithm": "grid"')
    )
    assert merged is not None
    assert swept is not None
    user = factories.person("alice")
    days = [f"{d} {86400 * d} -1 9000 32 -1 -1 32 9000 -1 1 1 1 1 1 1 -1 -1" for d in range(1, 400)]
    workload = factories.workload(user, "\n".join(["; MaxProcs: 64", *days]).encode())
    cluster = factories.cluster(user, 64, 128)
    sources = json.loads(merged[1].replace('"ID"', f'"{workload.pk}"'))
    made = alice.post("/workloads/merge", sources)
    assert made.status == 201, made.json
    wanted = {"workload": made.json["id"], "cluster": cluster.pk}
    compared = alice.post("/comparisons", {**wanted, "algorithms": [json.loads(swept[1])]})
    assert len(compared.json["runs"]) == 12
    for run in Run.objects.all():
        execute(run.pk)
    address = f"/comparisons/{compared.json['id']}/reports/ranking"
    assert "<code>GET /comparisons/ID/reports/ranking</code>" in html
    for form in ("json", "csv", "markdown", "latex"):
        assert alice.get(f"{address}?format={form}").status == 200
    assert "at most 200 runs" in html
    assert "at most 64, as a cluster" in html


def test_what_the_page_says_of_ready_made_comparisons_works(alice: Caller) -> None:
    html = unescape(alice.client.get(PAGE).content.decode())
    ready = re.search(r'<code>(\{"ready_made".*?\})</code>', html)
    assert ready is not None
    assert "<code>GET /ready-made</code>" in html
    user = factories.person("alice")
    workload = factories.workload(user, factories.ENVIRONMENTS, "Environments")
    wanted = {"workload": workload.pk, "cluster": factories.cluster(user, 4).pk}
    made = alice.post("/comparisons", {**wanted, **json.loads(ready[1])})
    assert made.status == 201, made.json
    assert {run["algorithm"] for run in made.json["runs"]} >= {"gls", "gls-plus", "env-blind"}


def test_what_the_page_says_of_rules_and_of_algorithms_in_algorithms_works(alice: Caller) -> None:
    html = unescape(alice.client.get(PAGE).content.decode())
    rules, deployment = (
        re.search(rf'<code>(\{{"{name}".*?\}})</code>', html) for name in ("estimates", "seconds")
    )
    assert rules is not None
    assert deployment is not None
    machine = {
        "name": "Slow",
        "sites": [{"processors": 4}],
        "deployment": json.loads(deployment[1]),
    }
    cluster = alice.post("/clusters", machine).json["id"]
    workload = factories.workload(factories.person("alice"), factories.ARRIVING, "Jobs").pk
    nested = re.findall(r'<code>(\{"algorithm": "online-batch".*?\})</code>', html)
    wanted = {"workload": workload, "cluster": cluster, "rules": json.loads(rules[1])}
    made = alice.post("/comparisons", {**wanted, "algorithms": [json.loads(n) for n in nested]})
    assert made.status == 201, made.json
    first, *others = (run["params"]["algorithm"] for run in made.json["runs"])
    assert (first["key"], first["params"]["shuffles"]) == ("demt", 3)
    assert [(o["key"], o["params"]["lam"]) for o in others] == [
        (key, lam) for key in ("gls", "gls-plus") for lam in (1, 2, 4)
    ]
    assert made.json["rules"] == {"estimates": "kill", "events": "sequential"}
    assert made.json["deployment"] == {"seconds": 200, "extra": 100}


@pytest.fixture(params=["local", "team"])
def served(
    request: pytest.FixtureRequest, settings: Settings, transactional_db: None
) -> Iterator[tuple[Snippet, ...]]:
    """The calls to copy from a server that runs in one of the modes."""
    settings.SCHEDWEB_MODE = request.param
    server = LiveServer("localhost")
    yield snippets(server.url, local=request.param == "local")
    server.stop()


def test_the_python_to_copy_uploads_compares_and_downloads(
    served: tuple[Snippet, ...], tmp_path: Path
) -> None:
    _, secret = issue_token(factories.person("alice"), label="script")
    (tmp_path / "trace.swf.gz").write_bytes(SWF)
    calls = {call.key: call.python for call in served}
    waits = calls.pop("wait"), calls.pop("schedule")
    state = 'open("comparison", "w").write(comparison["id"])'
    script = "\n".join([*calls.values(), state])
    run_python(script, tmp_path, secret)
    for pk in Run.objects.values_list("pk", flat=True):
        execute(pk)
    again = 'comparison = call("GET", "/comparisons/" + open("comparison").read())'
    said = run_python("\n".join([calls["start"], again, *waits]), tmp_path, secret)
    assert "'makespan': 15.0" in said
    assert (tmp_path / "EASY backfilling.csv").read_text().startswith("job_id,")
    assert Comparison.objects.get().rules["estimates"] == "kill"


def run_python(script: str, folder: Path, secret: str) -> str:
    """Run a script as a person would and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore::ResourceWarning", "-c", script],
        cwd=folder,
        env={"SCHEDWEB_TOKEN": secret, "PATH": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_curl_to_copy_works(served: tuple[Snippet, ...], tmp_path: Path) -> None:
    _, secret = issue_token(factories.person("alice"), label="script")
    (tmp_path / "trace.swf.gz").write_bytes(SWF)
    known = {"SECRET": secret}
    for call in served:
        command = call.curl.replace(SECRET, known["SECRET"]).replace("curl ", "curl -sS --fail ")
        for name in ("WORKLOAD", "CLUSTER", "COMPARISON", "RUN"):
            command = command.replace(name, known.get(name, name))
        said = subprocess.run(
            command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout
        found = re.match(r'\{"id":"([\w-]{11})"', said)
        name = {"upload": "WORKLOAD", "compare": "COMPARISON"}.get(call.key, call.key.upper())
        if found:
            known[name] = found[1]
        if call.key == "compare":
            run = Run.objects.all()[0]
            execute(run.pk)
            known["RUN"] = run.pk
    assert (tmp_path / "schedule.csv").read_text().startswith("job_id,")


def test_the_page_shows_the_header_of_its_mode(alice: Caller, settings: Settings, db: None) -> None:
    assert "Authorization: Bearer" in alice.client.get(PAGE).content.decode()
    settings.SCHEDWEB_MODE = "local"
    assert f"{HEADER}: 1" in Client().get(PAGE).content.decode()


@pytest.mark.browser
def test_the_reference_draws_and_calls_under_our_policy(
    live_server: LiveServer, page: Page
) -> None:
    alice = Caller(factories.person("alice"))
    session = alice.client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.goto(f"{live_server.url}/api/docs/reference/")
    operation = page.locator("#operations-clusters-clusters_create")
    operation.get_by_role("button").first.click()
    operation.get_by_role("button", name="Try it out").click()
    operation.locator("textarea").fill('{"name": "Mine", "sites": [{"processors": 4}]}')
    operation.get_by_role("button", name="Execute").click()
    status = operation.locator(".live-responses-table tbody .response-col_status").first
    expect(status).to_contain_text("201")

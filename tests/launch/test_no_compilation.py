"""No user of the product waits for a compiler: what is called is compiled at set-up."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from typing import Any

import pytest
from celery.signals import worker_ready
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from parsched.base.compiled import COMPILED_ONLY
from parsched.base.compiled.folder import HOW
from parsched.base.origins import PLUGINS, Plugin
from schedweb.accounts.local import local_user
from schedweb.launch import web
from schedweb.runs.models import Welcome
from schedweb.server import startup
from schedweb.server.checks import plugins_are_loaded
from tests.everywhere import ROOT
from tests.launch.launched import PATIENCE, Launched, eventually, launched

TRACE = b"; MaxProcs: 8\n" + b"".join(
    b"%d %d 0 %d %d -1 -1 %d 60 -1 1 1 1 1 1 1 -1 -1\n" % (i, 7 * i, 5 + i, i % 8 + 1, i % 8 + 1)
    for i in range(1, 31)
)

ONLINE = ("fcfs", "easy", "conservative", "online-batch")
"""What takes jobs with release times."""


def sent(running: Launched, path: str, content: bytes, kind: str = "application/json") -> Any:
    headers = {"X-SchedWeb": "1", "Content-Type": kind}
    request = urllib.request.Request(f"{running.address}/api/v1{path}", content, headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.loads(response.read())


def asked(running: Launched, path: str) -> Any:
    return json.loads(running.get(f"/api/v1{path}"))


def made(running: Launched, answer: Any) -> Any:
    """What an answer or its task made."""
    if "result" not in answer:
        return answer
    eventually(lambda: asked(running, f"/tasks/{answer['id']}")["state"] == "done")
    return asked(running, f"/tasks/{answer['id']}")["result"]


def test_a_whole_journey_compiles_nothing(environment: dict[str, str]) -> None:
    environment.pop(COMPILED_ONLY, None)  # workers would compile, and say so
    Welcome.objects.create(user=local_user())
    with launched("local", environment) as running:
        form = encode_multipart(BOUNDARY, {"file": _File("trace.swf")})
        upload = made(running, sent(running, "/uploads", form, MULTIPART_CONTENT))
        used = sent(running, f"/uploads/{upload.get('upload', upload.get('id'))}/use", b"{}")
        workload = made(running, used)
        machine = json.dumps({"name": "M", "sites": [{"processors": 8}]}).encode()
        body = {
            "workload": workload.get("workload", workload.get("id")),
            "cluster": sent(running, "/clusters", machine)["id"],
            "algorithms": [{"algorithm": key} for key in ONLINE],
        }
        comparison = sent(running, "/comparisons", json.dumps(body).encode())
        path = f"/comparisons/{comparison['id']}"
        eventually(lambda: {r["state"] for r in asked(running, path)["runs"]} == {"done"})
        pages = [f"{path}/", f"/workloads/{body['workload']}/"]
        pages += [f"/runs/{run['id']}/" for run in comparison["runs"]]
        for page in pages:
            assert "</html>" in running.get(page)
        for run in comparison["runs"]:
            assert running.get(f"/api/v1/runs/{run['id']}/schedule").count("\n") == 31
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(PATIENCE) == 0
        said = running.said()
    assert "Compiling" not in said
    assert "not compiled" not in said


class _File:
    """A trace as a form sends it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self) -> bytes:
        return TRACE


def test_who_serves_says_at_start_that_machine_code_is_missing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(startup, "complaint", lambda: "Code is missing")
    [receiver] = [call for _, call in worker_ready.receivers if call() is startup.worker_says]
    receiver()()
    web.load_pages()
    assert [record.getMessage() for record in caplog.records] == [
        f"Code is missing, so this worker compiles what it needs; {HOW}",
        f"Code is missing; the web server answers 503 where it needs more. {HOW}",
    ]


def test_who_serves_names_at_start_the_plugins_that_are_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(startup, "complaint", lambda: "")
    broken = Plugin(name="odd", version="2", state="broken", reason="it is odd")
    monkeypatch.setitem(PLUGINS, "odd", broken)
    startup.worker_says()
    web.load_pages()
    said = "Plugin odd 2 is left out: it is odd."
    assert [record.getMessage() for record in caplog.records] == [said, said]
    assert [warning.msg for warning in plugins_are_loaded(None)] == [said]


def test_the_launcher_loads_no_plugin_before_its_mode_is_set() -> None:
    code = "import schedweb.launch.__main__, sys; sys.exit('parsched' in sys.modules)"
    assert subprocess.run((sys.executable, "-c", code), cwd=ROOT).returncode == 0


def test_pages_are_loaded_without_machine_code() -> None:
    code = (
        "import os, sys, django; from parsched.base.compiled import folder\n"
        "folder.candidates = lambda: iter(())\n"
        "django.setup(); from schedweb.launch import web; web.load_pages()\n"
        "sys.exit('numba' in sys.modules)"
    )
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environ, check=False)
    assert done.returncode == 0

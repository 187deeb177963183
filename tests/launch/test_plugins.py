"""Plugins in a fresh environment: installed, run by a worker, and taken out again."""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from parsched.apps import cli
from schedweb.accounts.local import local_user
from schedweb.runs.models import Welcome
from tests.everywhere import ROOT
from tests.launch.launched import PATIENCE, Launched, eventually, launched
from tests.launch.test_no_compilation import asked, made, sent
from tests.once import once
from tests.parsched.plugins.installed import EXAMPLE

KEYS = ("levels", "tall-jobs")
"""Algorithms of the example, and of the package that `new-plugin` writes."""


class Environment:
    """A virtual environment that sees the packages of this one, and plugins of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = str(folder / "bin" / "python")
        self.environ = {k: v for k, v in os.environ.items() if not k.startswith("SCHEDWEB_")}

    def run(self, *arguments: str, cwd: Path = ROOT, **environ: str) -> str:
        done = subprocess.run(
            (self.python, *arguments),
            cwd=cwd,
            env={**self.environ, **environ},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def make(self) -> None:
        venv.create(self.folder, symlinks=True)
        [packages] = self.folder.glob("lib/python*/site-packages")
        ours = sysconfig.get_paths()["purelib"]
        (packages / "ours.pth").write_text(
            f"{ours}\n{ROOT}\n{ROOT / 'algorithms'}\n", encoding="utf-8"
        )

    def pip(self, *arguments: str) -> None:
        command = (sys.executable, "-m", "pip", "--python", self.python, *arguments)
        done = subprocess.run((*command, "-q"), capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def install(self, folder: Path) -> None:
        self.pip("install", "--no-build-isolation", "--no-deps", "--no-index", str(folder))


def fill(place: Path) -> None:
    """Install the example, and a package as `new-plugin` writes it, into an environment."""
    fresh = Environment(place / "venv")
    fresh.make()
    assert cli.main(["new-plugin", "tall-jobs", "--out", str(place)]) == 0
    for folder in (EXAMPLE, place / "schedweb-tall-jobs"):
        fresh.install(folder)


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment that tests only read, and of the package."""
    return once(tmp_path_factory, "plugins", fill)


@pytest.fixture
def fresh(filled: Path) -> Environment:
    return Environment(filled / "venv")


def test_a_new_plugin_passes_its_own_tests(
    fresh: Environment, filled: Path, tmp_path: Path
) -> None:
    package = shutil.copytree(filled / "schedweb-tall-jobs", tmp_path / "package")
    path = os.pathsep.join((str(ROOT), "."))
    said = fresh.run("-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=package, PYTHONPATH=path)
    assert "15 passed" in said


def test_the_command_line_lists_and_runs_what_plugins_add(fresh: Environment) -> None:
    told = json.loads(fresh.run("-m", "parsched", "list", "--json"))
    assert [(p["name"], p["state"]) for p in told["plugins"]] == [
        ("schedweb-example", "loaded"),
        ("schedweb-tall-jobs", "loaded"),
    ]
    assert set(KEYS) <= {one["key"] for one in told["algorithms"]}
    jobs = str(ROOT / "tests" / "data" / "eight-jobs.swf")
    given = ("--workload", jobs, "--procs", "6")
    said = fresh.run("-m", "parsched", "compare", *given, "queue:order=tall-jobs-order")
    assert "jobs that wait longer than they run" in said
    code = "from parsched.testing import check_plugin; check_plugin('schedweb-example')"
    fresh.run("-c", code)


def runs_of(running: Launched, keys: Sequence[str]) -> list[Mapping[str, Any]]:
    """Compute algorithms on a few jobs by the worker of a launcher."""
    asked_for = {"generator": "powers", "jobs": 20, "processors": 8, "params": {"seed": 2}}
    workload = made(running, sent(running, "/workloads/generate", json.dumps(asked_for).encode()))
    machine = json.dumps({"name": "M", "sites": [{"processors": 8}]}).encode()
    body = {
        "workload": workload.get("workload", workload.get("id")),
        "cluster": sent(running, "/clusters", machine)["id"],
        "algorithms": [{"algorithm": key} for key in keys],
    }
    at = f"/comparisons/{sent(running, '/comparisons', json.dumps(body).encode())['id']}"
    eventually(lambda: {r["state"] for r in asked(running, at)["runs"]} <= {"done", "failed"})
    return [asked(running, f"/runs/{run['id']}") for run in asked(running, at)["runs"]]


def stopped(running: Launched) -> None:
    running.process.send_signal(signal.SIGINT)
    assert running.process.wait(PATIENCE) == 0


@pytest.mark.night  # by day the command line runs it, and `web/test_plugins` lacks it
def test_a_worker_runs_it_and_runs_stay_readable_without_it(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    fill(tmp_path)
    fresh = Environment(tmp_path / "venv")
    Welcome.objects.create(user=local_user())
    with launched("local", environment, fresh.python) as running:
        runs = runs_of(running, KEYS)
        assert [run["state"] for run in runs] == ["done", "done"]
        assert [sorted(run["plugins"]) for run in runs] == [
            ["schedweb-example"],
            ["schedweb-example", "schedweb-tall-jobs"],
        ]
        assert "long_waits" in runs[0]["metrics"]
        stopped(running)
    fresh.pip("uninstall", "-y", "schedweb-example", "schedweb-tall-jobs")
    with launched("local", environment, fresh.python) as running:
        for run, key in zip(runs, KEYS, strict=True):
            page = running.get(f"/runs/{run['id']}/")
            assert f"<code>{key}</code> is not installed any more" in page
            assert asked(running, f"/runs/{run['id']}")["metrics"] == run["metrics"]
        assert runs[0]["label"] in running.get(f"/comparisons/{runs[0]['comparison']}/")
        stopped(running)

"""The wheel in fresh environments of another Python than the tests': library alone, and web.

Packages come from the registry, by uv, which takes seconds. Compiling all loops for one more Python
takes minutes, so that they run in plain Python here, but for one program; `make wheel-check` tries
what is compiled.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parsched.base.compiled.folder import SWITCHED_OFF
from tests.distribution.installed import Installed, example, run
from tests.everywhere import missing
from tests.launch.launched import eventually, launched_as

PLAIN = {SWITCHED_OFF: "1"}
UV = Path(sys.executable).with_name("uv")
PINNED = Path(__file__).parents[2] / "requirements.txt"
COMPILED = """
import sys, parsched as sched
jobs = sched.generate("uniform", jobs=20, processors=8)
sched.solve(sched.Instance(jobs, sched.Platform.of(8)), "ltf", bounds=())
print(*(name for name in ("django", "scipy") if name in sys.modules))
"""


@pytest.fixture(scope="module")
def other(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """A fresh environment with the library alone."""
    python = os.environ.get("SCHEDWEB_TEST_OTHER_PYTHON")
    python = python or missing("other", "SCHEDWEB_TEST_OTHER_PYTHON must name one: see .ci/run")
    here = Installed(tmp_path_factory.mktemp("other"))
    for name in ("empty", "home"):
        (here.place / name).mkdir()
    run(UV, "venv", "-q", "--python", python, here.place / "venv")
    install(here, str(wheel))
    yield here
    assert not list(here.empty.iterdir())


def install(here: Installed, what: str) -> None:
    """Install from the registry, in the releases that requirements name."""
    command: list[str | Path] = [UV, "pip", "install", "-q", "-p", here.python, "-c", PINNED, what]
    run(*command, env={**os.environ, "NO_COLOR": "1"})


def test_the_library_alone_compiles_and_runs_its_example(other: Installed) -> None:
    assert other.run(other.python, "-c", COMPILED).stdout.strip() == ""
    kept = {path.name.partition("-")[0] for path in (other.place / "home").rglob("*-*")}
    assert "parsched.model.placing.graham_placement.graham" in kept
    environment = {**other.environment, **PLAIN}
    done = run(other.python, "-c", example(other), cwd=other.empty, env=environment)
    assert "conservative" in done.stdout
    bare = subprocess.run(
        [other.program],
        env=environment,
        cwd=other.empty,
        capture_output=True,
        text=True,
        check=False,
    )
    assert bare.returncode == 2
    assert "uvx --from 'schedweb[web]' schedweb" in bare.stderr


def test_a_server_shows_its_first_page_and_computes_a_run(other: Installed, wheel: Path) -> None:
    """The second test here: what it installs, the library alone does not have."""
    install(other, f"{wheel}[web]")
    environment = {**other.environment, **PLAIN, "PORT": "0", "SCHEDWEB_WORKERS": "1"}
    with launched_as([str(other.program)], environment, other.empty) as server:
        assert "Compare" in server.get("/")
        assert "--" in server.get("/static/css/variables.css")
        eventually(lambda: json.loads(server.get("/api/v1/runs?state=done"))["count"])
        assert not json.loads(server.get("/api/v1/runs?state=failed"))["count"]

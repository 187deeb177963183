"""`make setup`: which Python it takes, what it says when it cannot go on, when it does nothing."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.everywhere import ROOT

FILES = ("schedweb/launch/setup.sh", "requirements.txt", "tests/requirements.txt")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with what the set-up reads."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def setup(clone: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(clone / FILES[0]), "run"],
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def test_an_old_python_is_named_in_one_sentence(clone: Path) -> None:
    old = program(clone / "old", 'case "$2" in *exit*) exit 1 ;; *) echo 3.9.2 ;; esac')
    done = setup(clone, PYTHON=str(old))
    assert done.returncode != 0
    assert done.stderr == (
        f"SchedWeb needs Python 3.11, 3.12 or 3.13; PYTHON={old} is Python 3.9.2.\n"
    )


def test_a_python_that_does_not_start_is_named(clone: Path) -> None:
    done = setup(clone, PYTHON="/nowhere/python3")
    assert done.returncode != 0
    assert done.stderr.endswith("PYTHON=/nowhere/python3 does not start.\n")


def test_without_any_python_that_fits_it_says_how_to_name_one(clone: Path) -> None:
    tools = clone / "tools"
    tools.mkdir()
    for name in ("dirname", "rm", "cat", "cmp"):
        (tools / name).symlink_to(str(shutil.which(name)))
    done = setup(clone, PATH=str(tools))
    assert done.returncode != 0
    assert "none was found; name one: make run PYTHON=" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_python_without_venv_is_named_and_leaves_nothing_behind(clone: Path) -> None:
    half = program(
        clone / "half", '[ "$2" = venv ] && mkdir .venv && exit 1; [ "$1" = -c ] && echo 3.12.1'
    )
    done = setup(clone, PYTHON=str(half))
    assert done.returncode != 0
    assert "cannot make a virtual environment" in done.stderr
    assert not (clone / ".venv").exists()


def test_a_failed_install_is_said_and_tried_again(clone: Path) -> None:
    program(clone / ".venv/bin/python", '[ "$2" = pip ] && exit 1; exit 0')
    for _ in range(2):
        done = setup(clone)
        assert done.returncode != 0
        assert done.stderr.startswith("Installing the requirements failed")


def test_it_installs_once_and_again_when_the_requirements_change(clone: Path) -> None:
    program(clone / ".venv/bin/python", '[ "$2" = pip ] && echo "$@" >>installed; exit 0')
    assert setup(clone).returncode == 0
    assert setup(clone).stdout == ""
    with (clone / "requirements.txt").open("a") as file:
        file.write("one-more==1.0\n")
    assert setup(clone).stdout != ""
    installed = (clone / "installed").read_text().splitlines()
    pip = "-m pip install --disable-pip-version-check -q"
    assert installed == [f"{pip} uv", f"{pip} -r requirements.txt"] * 2


def test_uv_installs_where_it_can_be_had(clone: Path) -> None:
    program(clone / ".venv/bin/python", "exit 0")
    program(clone / ".venv/bin/uv", 'echo "$@" >installed')
    assert setup(clone).returncode == 0
    line = (clone / "installed").read_text()
    assert line == "pip install -q -p .venv/bin/python -r requirements.txt\n"

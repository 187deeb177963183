"""`schedweb`, as it is called where it is installed."""

import os
import re
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest
from django.core.management import get_commands

from parsched.base.version import __version__
from schedweb.__main__ import BARE, COMMANDS, main
from tests.everywhere import ROOT

WITHOUT = """
import sys
from importlib.machinery import PathFinder
missing = {missing!r}
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *args: None if name in missing else find(name, *args)
from schedweb.__main__ import main
code = main(sys.argv[1:])
assert not missing & sys.modules.keys()
sys.exit(code)
"""
ALL = {"celery", "django", "gunicorn", "platformdirs"}
"""Packages: each command that needs the web application loads one of them first."""


def test_help_names_every_command_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help"]) == main(["--help"]) == 0
    named = re.findall(r"^  (\w+)  ", capsys.readouterr().out, re.MULTILINE)
    assert named == [command.name for command in COMMANDS] * 2
    assert len(set(named)) == len(COMMANDS)


def test_the_version_equals_the_librarys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{__version__}\n"


def test_an_unknown_command_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backups"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "schedweb has no command 'backups' (see schedweb --help)\n")


def test_lib_is_the_command_line_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lib", "run", "--nonsense"]) == 2
    assert "(see schedweb lib" in capsys.readouterr().err
    assert main(["lib", "list", "--json"]) == 0
    assert '"easy"' in capsys.readouterr().out


def test_what_administrators_call_is_a_command_of_django() -> None:
    management = {"createsuperuser", "changepassword", "migrate", "check", "backup", "restore"}
    management |= {"check_store", "adopt_store", "tidy"}
    assert management <= get_commands().keys() & {command.name for command in COMMANDS}


def test_a_start_takes_no_arguments() -> None:
    with pytest.raises(SystemExit, match="takes no arguments, got '8001': PORT"):
        main(["run", "8001"])


def called(
    *arguments: str, folder: Path, missing: Collection[str] = ALL
) -> subprocess.CompletedProcess[str]:
    """Call `schedweb` where packages of the web application are not installed."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(missing=set(missing)), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SCHEDWEB_DATA": str(folder), "PORT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("run", "platformdirs"),
        ("run", "django"),
        ("run", "celery"),
        ("serve", "celery"),
        ("worker", "celery"),
        ("web", "gunicorn"),
        ("backup", "django"),
        ("check", "celery"),
    ],
)
def test_a_missing_package_of_a_server_is_named_with_its_extra(
    name: str, missing: str, tmp_path: Path
) -> None:
    done = called(name, folder=tmp_path, missing={missing})
    assert done.stderr == f"schedweb {name} needs {missing}: pip install 'schedweb[web]'\n"
    assert done.returncode == 2


def test_no_command_starts_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr("schedweb.launch.__main__.start", started.append)
    assert (main([]), started) == (0, ["local"])
    main([BARE])
    assert started == ["local"] * 2


def test_no_command_of_the_library_alone_says_what_to_install(tmp_path: Path) -> None:
    done = called(folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    install, library = done.stderr.splitlines()
    for how in ("pip install", "uvx --from", "pipx run --spec"):
        assert f"{how} 'schedweb[web]'" in install
    assert "schedweb lib --help" in library


def test_the_library_alone_has_a_command_line(tmp_path: Path) -> None:
    done = called("lib", "list", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "easy" in done.stdout
    assert len(called("secret_key", folder=tmp_path).stdout) > 50

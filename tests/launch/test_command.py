"""`schedweb`, as it is called where it is installed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from algorithms.version import __version__
from schedweb.__main__ import COMMANDS, main
from tests.conftest import ROOT

LIBRARY_ALONE = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *args: None if name == "django" else find(name, *args)
from schedweb.__main__ import main
code = main(sys.argv[1:])
assert "django" not in sys.modules
sys.exit(code)
"""


def test_help_names_every_command_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == main(["--help"]) == 0
    named = re.findall(r"^  (\w+)  ", capsys.readouterr().out, re.MULTILINE)
    assert named == [command.name for command in COMMANDS] * 2
    assert len(set(named)) == len(COMMANDS)


def test_the_version_is_that_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
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


def called(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Call `schedweb` where the web application is not installed."""
    return subprocess.run(
        [sys.executable, "-c", LIBRARY_ALONE, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_library_alone_names_the_extra_that_a_server_needs() -> None:
    for name in ("run", "serve", "worker", "backup"):
        done = called(name)
        assert done.returncode == 2
        assert done.stderr == f"schedweb {name} needs more: pip install 'schedweb[web]'\n"


def test_the_library_alone_has_a_command_line(tmp_path: Path) -> None:
    done = called("lib", "list", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "easy" in done.stdout
    assert len(called("secret_key").stdout) > 50

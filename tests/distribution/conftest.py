"""What is built of this clone, once for all processes of tests."""

import sys
from pathlib import Path

import pytest

from tests.distribution.installed import run
from tests.everywhere import ROOT
from tests.once import once


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an sdist, and of the wheel that was built from it."""
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir")
    return once(tmp_path_factory, "built", lambda place: run(*build, place, ROOT))


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    [path] = built.glob("*.whl")
    return path

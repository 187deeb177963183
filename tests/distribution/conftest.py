"""What is built of this clone, once for each process of tests."""

import sys
from pathlib import Path

import pytest

from tests.distribution.installed import run
from tests.everywhere import ROOT


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an sdist, and of the wheel that was built from it."""
    place = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", place, ROOT)
    return place


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    [path] = built.glob("*.whl")
    return path

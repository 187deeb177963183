"""What the tests of external programs share."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Call programs in a folder of the test: pybatsim's programs leave files there."""
    monkeypatch.chdir(tmp_path)

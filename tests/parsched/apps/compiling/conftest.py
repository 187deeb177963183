"""A folder of machine code of one small kernel."""

from pathlib import Path

import numpy as np
import pytest

from parsched.apps.compiling import compiling
from parsched.base.compiled import folder
from parsched.data.files.json_nesting import first_too_deep

TEXT = np.frombuffer(b"[[[", np.uint8)


def practise_one() -> None:
    """Call one small kernel."""
    first_too_deep(TEXT, 1)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder for machine code, and a practice of one small kernel."""
    monkeypatch.setattr(folder, "candidates", lambda: iter([tmp_path / "code"]))
    monkeypatch.setattr(compiling, "practise", practise_one)
    return tmp_path / "code"

"""Compiled kernels are kept as long as no source changes."""

from pathlib import Path

import pytest

from algorithms.kernels.cache import drop_stale


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two sources, and code compiled from them."""
    (tmp_path / "caller.py").write_text("one")
    (tmp_path / "called.py").write_text("two")
    drop_stale(tmp_path)
    (tmp_path / "__pycache__" / "caller.f-1.py311.nbi").touch()
    (tmp_path / "__pycache__" / "caller.f-1.py311.1.nbc").touch()
    (tmp_path / "__pycache__" / "caller.cpython-311.pyc").touch()
    return tmp_path


def kept(folder: Path) -> list[str]:
    return sorted(file.suffix for file in (folder / "__pycache__").iterdir())


def test_compiled_code_stays_while_the_sources_stay(folder: Path) -> None:
    drop_stale(folder)
    assert kept(folder) == [".nbc", ".nbi", ".pyc", ".sha256"]


def test_compiled_code_goes_when_a_source_that_it_calls_changes(folder: Path) -> None:
    (folder / "called.py").write_text("three")
    drop_stale(folder)
    assert kept(folder) == [".pyc", ".sha256"]


def test_compiled_code_goes_when_a_source_goes(folder: Path) -> None:
    (folder / "called.py").unlink()
    drop_stale(folder)
    assert kept(folder) == [".pyc", ".sha256"]


def test_a_folder_where_nothing_can_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").write_text("a file in the place of the folder")
    drop_stale(tmp_path)

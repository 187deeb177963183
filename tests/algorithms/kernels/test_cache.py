"""Compiled kernels are kept as long as no source changes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from algorithms.kernels.cache import prepare
from tests.conftest import ROOT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two sources, and code compiled from them."""
    (tmp_path / "caller.py").write_text("one")
    (tmp_path / "called.py").write_text("two")
    prepare(tmp_path, {})
    (tmp_path / "__pycache__" / "caller.f-1.py311.nbi").touch()
    (tmp_path / "__pycache__" / "caller.f-1.py311.1.nbc").touch()
    (tmp_path / "__pycache__" / "caller.cpython-311.pyc").touch()
    return tmp_path


def kept(folder: Path) -> list[str]:
    return sorted(file.suffix for file in (folder / "__pycache__").iterdir())


def test_compiled_code_stays_while_the_sources_stay(folder: Path) -> None:
    prepare(folder, {})
    assert kept(folder) == [".nbc", ".nbi", ".pyc", ".sha256"]


def test_compiled_code_goes_when_a_source_that_it_calls_changes(folder: Path) -> None:
    (folder / "called.py").write_text("three")
    prepare(folder, {})
    assert kept(folder) == [".pyc", ".sha256"]


def test_compiled_code_goes_when_a_source_goes(folder: Path) -> None:
    (folder / "called.py").unlink()
    prepare(folder, {})
    assert kept(folder) == [".pyc", ".sha256"]


@pytest.fixture
def read_only(tmp_path: Path) -> Path:
    """A folder of sources where nothing can be written, for root neither."""
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "kernel.py").write_text("one")
    (sources / "__pycache__").write_text("a file in the place of the folder")
    return sources


def test_a_folder_where_nothing_can_be_written_has_its_code_in_the_users_cache(
    read_only: Path, tmp_path: Path
) -> None:
    for name, value, base in (
        ("HOME", tmp_path / "home", tmp_path / "home" / ".cache" / "schedweb"),
        ("XDG_CACHE_HOME", tmp_path / "cache", tmp_path / "cache" / "schedweb"),
    ):
        environ = {name: str(value)}
        prepare(read_only, environ)
        assert Path(environ["NUMBA_CACHE_DIR"]).parent == base
        assert Path(environ["NUMBA_CACHE_DIR"]).is_dir()


def test_each_version_has_a_folder_of_its_own_where_one_is_named(
    folder: Path, tmp_path: Path
) -> None:
    environ = {"NUMBA_CACHE_DIR": str(tmp_path / "named")}
    prepare(folder, environ)
    first = environ["NUMBA_CACHE_DIR"]
    prepare(folder, environ)  # as in a process that this one starts
    assert environ["NUMBA_CACHE_DIR"] == first
    (folder / "called.py").write_text("three")
    environ["NUMBA_CACHE_DIR"] = str(tmp_path / "named")
    prepare(folder, environ)
    assert Path(environ["NUMBA_CACHE_DIR"]).parent == Path(first).parent == tmp_path / "named"
    assert environ["NUMBA_CACHE_DIR"] != first


def test_without_any_folder_a_temporary_one_serves(read_only: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environ = {"HOME": str(tmp_path / "file"), "NUMBA_CACHE_DIR": str(tmp_path / "file" / "x")}
    prepare(read_only, environ)
    assert "schedweb-compiled-" in environ["NUMBA_CACHE_DIR"]


def test_a_kernel_compiles_where_its_folder_cannot_be_written(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "algorithms", tmp_path / "algorithms", ignore=lambda *_: ["__pycache__"])
    (tmp_path / "algorithms" / "kernels" / "__pycache__").touch()
    code = (
        "import numpy as np; from algorithms.kernels.nesting import first_too_deep as f; "
        "assert f(np.frombuffer(b'[[', np.uint8), 1) == 1"
    )
    environ = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()

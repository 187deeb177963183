"""Digests of what machine code is made from."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parsched.base.compiled import sources

LOOPS = '''"""Loops of a library."""

from parsched.base.compiled import kernel
from library.constants import FACTOR


@kernel
def called(value):
    """Multiply."""
    return value * FACTOR  # an integer


@kernel
def caller(value):
    return called(value)


def other():
    return 1
'''
DIGESTS = (sources.of_files, sources.of_code, sources.of_kernels)
NONE, FILES, CODE, ALL = (
    {digest.__name__ for digest in DIGESTS[:count]} for count in range(len(DIGESTS) + 1)
)


class Library:
    """A library with kernels, written and loaded for each edit."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self._monkeypatch = folder, monkeypatch
        self._edits = 0

    def digests(self, loops: str = LOOPS, constants: str = "FACTOR = 3") -> dict[str, str]:
        """Digests of the library with these sources."""
        self._edits += 1
        package = self._folder / str(self._edits) / "library"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "loops.py").write_text(loops, encoding="utf-8")
        (package / "constants.py").write_text(constants, encoding="utf-8")
        self._monkeypatch.syspath_prepend(package.parent)
        self._monkeypatch.setattr(sources, "PACKAGE", package)
        forget()
        return {digest.__name__: digest() for digest in DIGESTS}


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "library"]:
        del sys.modules[name]
    for digest in DIGESTS:
        digest.cache_clear()


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    yield Library(tmp_path, monkeypatch)
    forget()


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("", "", NONE),
        ("# an integer", "# a number", FILES),
        ("Multiply.", "Multiply by three.", FILES),
        ("Loops of a library.", "Loops.", FILES),
        ("\n\n\ndef other", "\n\ndef other", FILES),
        ("return 1", "return 2", CODE),
        ("value * FACTOR", "FACTOR * value", ALL),
        ("return called(value)", "return called(value) + 1", ALL),
        ("def other", "@kernel\ndef other", ALL),
        ("@kernel\ndef caller", "@kernel  # of all\ndef caller", FILES),
    ],
)
def test_what_an_edit_changes(old: str, new: str, changed: set[str], library: Library) -> None:
    before, after = library.digests(), library.digests(LOOPS.replace(old, new, 1))
    assert {name for name in before if before[name] != after[name]} == changed


def test_a_constant_of_a_module_without_kernels_counts(library: Library) -> None:
    before, after = library.digests(), library.digests(constants="FACTOR = 4")
    assert {name for name in before if before[name] != after[name]} == ALL


def test_a_module_whose_only_kernel_has_a_comment_beside_it_is_found(library: Library) -> None:
    declared = LOOPS.replace("@kernel", "@kernel  # of all")
    before = library.digests(declared)
    after = library.digests(declared.replace("value * FACTOR", "FACTOR * value"))
    assert before["of_kernels"] != after["of_kernels"]


@pytest.mark.parametrize("content", [b"print 'Python 2'", b"{{ name }} = (", b"\xff\xfe", b"x\0"])
def test_a_file_that_does_not_parse_counts_by_its_bytes(content: bytes, tmp_path: Path) -> None:
    (file := tmp_path / "template.py").write_bytes(content)
    before = sources.code_of(file)
    assert sources.code_of(file) == before
    file.write_bytes(content + b" # changed")
    assert sources.code_of(file) != before


def test_a_link_to_no_file_is_no_source(tmp_path: Path) -> None:
    """Editors make such links beside a file with unsaved changes."""
    (tmp_path / "loops.py").touch()
    (tmp_path / ".#loops.py").symlink_to(tmp_path / "none")
    assert sources.within(tmp_path) == [tmp_path / "loops.py"]

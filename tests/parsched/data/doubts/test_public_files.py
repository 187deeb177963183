"""Public logs are believed, but for what is known to be wrong with them."""

from pathlib import Path

import pytest

from parsched.base.errors import FormatError
from parsched.data.doubts import DOUBTS
from parsched.data.formats import Reading, read
from tests.parsched.data.doubts.files import doubts

BY_KEY = {doubt.key: doubt for doubt in DOUBTS}
KNOWN = {
    # A workflow in field 17; its waits are a column of 0.
    "alea-jaros1.swf.gz": {"impossible_waits", "limits_are_run_times"},
    # Written by a simulator that recorded no starts.
    "evalys-easy_mediumWL_smallPF.swf.gz": {"equal_waits"},
}
"""What is doubted of public files, by their names."""
LARGEST = 3_000_000
"""Bytes of the largest file that is read here: the others take seconds each."""


def found_in(path: Path) -> Reading | None:
    try:
        return read(path)
    except FormatError:
        return None


def test_every_public_file_is_believed(shared: Path) -> None:
    files = [
        path
        for folder in ("traces", "traces/odd", "logs")
        for path in sorted((shared / folder).iterdir())
        if path.is_file() and path.suffix != ".md" and path.stat().st_size < LARGEST
    ]
    readings = {path.name: reading for path in files if (reading := found_in(path))}
    assert len(readings) > 20
    told = {name: doubts(reading).keys() & BY_KEY for name, reading in readings.items()}
    assert {name: keys for name, keys in told.items() if keys} == KNOWN


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("01-swf-same-predecessor.swf", {"filled_in_dependencies"}),
        ("04-swf-zero-waits.swf", {"impossible_waits"}),
        ("02-swf-two-predecessors.swf", set()),
        ("38-swf-machine-kept.swf", set()),
        ("41-sacct-eligible-later.txt", set()),
    ],
)
def test_files_from_the_outside(shared: Path, name: str, keys: set[str]) -> None:
    found = read(shared / "cases" / "outside" / name)
    assert doubts(found).keys() & BY_KEY == keys


def test_keys_are_different() -> None:
    assert len(BY_KEY) == len(DOUBTS)


@pytest.mark.parametrize("doubt", DOUBTS, ids=lambda doubt: doubt.key)
def test_what_is_left_out_is_a_column_that_is_asked(doubt: object) -> None:
    left_out, roles = doubt.leaves_out, doubt.roles  # type: ignore[attr-defined]
    assert not left_out or left_out in roles

"""The bytes of a file: opened, unpacked and limited, block by block."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeAlias

from parsched.base.errors import FormatError
from parsched.base.naming import shortened, visible
from parsched.data.files.encoding import in_utf_8
from parsched.data.files.findings import Findings
from parsched.data.files.growth import Growth
from parsched.data.files.unpacking import unpacked

Source: TypeAlias = str | os.PathLike[str] | BinaryIO
"""A path, or a binary stream (it need not be seekable)."""

BLOCK = 1 << 20
"""Bytes read, unpacked and passed on at a time; also the longest line."""

LONGEST_FILE_NAME = 100

PACKINGS = (".gz", ".xz", ".bz2", ".zst", ".zip")
"""How the names of packed files end."""


@dataclass(frozen=True, kw_only=True)
class FileLimits:
    """Upper limits of a file; a larger one is refused.

    The defaults are far above any trace of a real machine: they bound the cost of files made to
    be expensive.

    Parameters
    ----------
    max_bytes
        Bytes once unpacked.
    max_jobs
        Jobs.
    max_columns
        Columns named in the first line of a table.
    max_names
        Different names in one column (users, executables, environments, …).
    max_members
        Concatenated gzip members.
    max_depth
        Nesting depth of lists and objects in JSON.
    """

    max_bytes: int = 1 << 34
    max_jobs: int = 20_000_000
    max_columns: int = 1_000
    max_names: int = 100_000
    max_members: int = 100_000
    max_depth: int = 100

    def check_columns(self, count: int) -> None:
        """Refuse a first line that names too many columns.

        Raises
        ------
        FormatError
            States the number.
        """
        if count > self.max_columns:
            rule = f"must name at most {self.max_columns:,} columns, the limit, got {count:,}"
            raise FormatError(f"the first line {rule}")

    def check_jobs(self, count: int) -> None:
        """Refuse a file of too many jobs.

        Raises
        ------
        FormatError
            States the limit.
        """
        if count > self.max_jobs:
            raise FormatError(f"the file holds more than {self.max_jobs:,} jobs, the limit")

    def check_names(self, column: str, count: int) -> None:
        """Refuse a column of too many different names.

        Raises
        ------
        FormatError
            Names the column.
        """
        if count > self.max_names:
            rule = f"must hold at most {self.max_names:,} different names, the limit"
            raise FormatError(f"column {column} {rule}, got {count:,} or more")


def blocks(source: Source, limits: FileLimits) -> Iterator[bytes]:
    """Yield the content in blocks of bounded size, unpacked if it is packed.

    Raises
    ------
    FormatError
        When the file cannot be opened or read, its packed data are damaged or cut off, it holds
        more bytes or gzip members than the limits, or more than its packed bytes may become.
    """
    growth = Growth()
    for block in _gathered(unpacked(growth.taken(_raw(source)), BLOCK, limits.max_members)):
        growth.add(block)
        if growth.size > limits.max_bytes:
            raise FormatError(f"the file holds more than {_size(limits.max_bytes)}, the limit")
        yield block


def lines(content: Iterator[bytes], findings: Findings) -> Iterator[bytes]:
    """Cut blocks at line ends; each block ends with a newline, contains no CR and is in UTF-8.

    CR LF and a lone CR end a line too. Lines of an older encoding are reported.

    Raises
    ------
    FormatError
        For a line longer than a block.
    """
    carry, held, done = b"", b"", 0
    for fresh in content:
        block = held + fresh
        held = b"\r" if block.endswith(b"\r") else b""
        block = carry + _newlines(block.removesuffix(held) if held else block)
        cut = block.rfind(b"\n") + 1
        carry = block[cut:]
        if cut:
            yield in_utf_8(block[:cut], done + 1, findings)
            done += block.count(b"\n")
        if len(carry) > BLOCK:
            raise FormatError(f"line {done + 1} is longer than {BLOCK:,} characters")
    if carry or held:
        yield in_utf_8(carry + b"\n", done + 1, findings)


def _newlines(block: bytes) -> bytes:
    return block.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in block else block


def stem(name: str) -> str:
    """Return a file name without folders, the ending of its packing and its last extension."""
    base = unpacked_name(file_name(name))
    return base.rsplit(".", 1)[0] or base


def unpacked_name(name: str) -> str:
    """Return a file name without the ending of its packing, such as `.gz`."""
    return next((name.removesuffix(end) for end in PACKINGS if name.endswith(end)), name)


def path(source: Source) -> str:
    """Return the path of a source, for messages."""
    return os.fspath(source) if isinstance(source, str | os.PathLike) else "upload"


def file_name(name: str) -> str:
    """Return a file name without folders, fit to be shown: visible and not too long."""
    return shortened(visible(_base(name)), LONGEST_FILE_NAME)


def is_long(name: str) -> bool:
    """Tell whether the name of a file is longer than what is shown of it."""
    return len(_base(name)) > LONGEST_FILE_NAME


def _base(name: str) -> str:
    return name.replace("\\", "/").rsplit("/", 1)[-1]


def _raw(source: Source) -> Iterator[bytes]:
    try:
        if isinstance(source, str | os.PathLike):
            with Path(source).open("rb") as file:
                yield from _read(file)
        else:
            yield from _read(source)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FormatError(f"the file cannot be read: {reason or error}") from error


def _read(file: BinaryIO) -> Iterator[bytes]:
    while block := file.read(BLOCK):
        yield block


def _gathered(parts: Iterator[bytes]) -> Iterator[bytes]:
    """Join parts into blocks, so that the work per block does not depend on their size."""
    held: list[bytes] = []
    length = 0
    for part in parts:
        held.append(part)
        length += len(part)
        if length >= BLOCK:
            yield b"".join(held)
            held, length = [], 0
    if length:
        yield b"".join(held)


def _size(count: int) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:g} {unit}"
    return f"{count} bytes"

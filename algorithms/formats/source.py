"""The bytes of a file: opened, unpacked and limited, block by block."""

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeAlias

from algorithms.errors import FormatError

Source: TypeAlias = str | os.PathLike[str] | BinaryIO
"""What can be read: a path, or a stream of bytes (it need not be seekable)."""

BLOCK = 1 << 20
"""Bytes read, unpacked and handed on at a time; also the longest line."""

LONGEST_NAME = 100

GZIP = b"\x1f\x8b"
_GZIP_WINDOW = zlib.MAX_WBITS + 16


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How large a file may be: bytes once unpacked, and jobs."""

    max_bytes: int = 1 << 30
    max_jobs: int = 5_000_000


def blocks(source: Source, limits: Limits) -> Iterator[bytes]:
    """Yield the content in blocks of bounded size, unpacked if it is gzip.

    Raises
    ------
    FormatError
        When the file cannot be opened or read, its gzip data are damaged or cut off, or it holds
        more bytes than the limit.
    """
    total = 0
    for block in _unpacked(_raw(source)):
        total += len(block)
        if total > limits.max_bytes:
            raise FormatError(f"the file holds more than {_size(limits.max_bytes)}, the limit")
        yield block


def lines(content: Iterator[bytes]) -> Iterator[bytes]:
    """Cut blocks at line ends; every block that comes out ends with a newline, and no CR is left.

    CR LF and a lone CR end a line too.

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
            done += block.count(b"\n")
            yield block[:cut]
        if len(carry) > BLOCK:
            raise FormatError(f"line {done + 1} is longer than {BLOCK:,} characters")
    if carry or held:
        yield carry + b"\n"


def _newlines(block: bytes) -> bytes:
    return block.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in block else block


def stem(name: str) -> str:
    """Return a file name without folders, `.gz` and its last extension."""
    base = file_name(name).removesuffix(".gz")
    return base.rsplit(".", 1)[0] or base


def path(source: Source) -> str:
    """Return the path of a source, for messages."""
    return os.fspath(source) if isinstance(source, str | os.PathLike) else "upload"


def file_name(name: str) -> str:
    """Return a file name without folders, fit to be shown: printable and not too long."""
    base = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c if c.isprintable() else "?" for c in base)[-LONGEST_NAME:]


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


def _unpacked(content: Iterator[bytes]) -> Iterator[bytes]:
    first = b""
    for block in content:
        first += block
        if len(first) >= len(GZIP):
            break
    if first.startswith(GZIP):
        yield from _inflated(first, content)
    else:
        yield first
        yield from content


def _inflated(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    """Unpack gzip members one after the other, as `gzip` does; zeros after the last are padding."""
    member = zlib.decompressobj(_GZIP_WINDOW)
    block = first
    while True:
        if member.eof:
            block = block.lstrip(b"\0")
            if block:
                member = zlib.decompressobj(_GZIP_WINDOW)
        if not member.eof:
            try:
                out = member.decompress(block, BLOCK)
            except zlib.error as error:
                raise FormatError("the gzip data are damaged: unpacking them fails") from error
            block = member.unused_data if member.eof else member.unconsumed_tail
            if out:
                yield out
            if block or (len(out) == BLOCK and not member.eof):
                continue
        fresh = next(rest, b"")
        if not fresh:
            break
        block = fresh
    if not member.eof:
        raise FormatError("the gzip data are cut off: the file is incomplete")


def _size(count: int) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:g} {unit}"
    return f"{count} bytes"

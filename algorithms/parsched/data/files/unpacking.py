"""Unpacking piece by piece: gzip, xz, bzip2, Zstandard, and zip archives of one file."""

import bz2
import io
import lzma
import re
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from typing import BinaryIO, Protocol

from parsched.base.errors import FormatError
from parsched.base.extras import extra

GZIP, XZ, BZIP2 = b"\x1f\x8b", b"\xfd7zXZ\x00", b"BZh"
ZSTANDARD, ZIP = b"\x28\xb5\x2f\xfd", b"PK\x03\x04"
_LONGEST_MARK = 6
_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Others unpack any amount at once."""
DAMAGED_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
"""What the standard library raises for a damaged archive; `ValueError` for places before its
beginning, names that are no text and dates that there are not."""
_ADDED = frozenset(("__macosx", "thumbs.db", "desktop.ini"))
"""Names of folders and files that systems add, in lower case."""
MOST_MEMORY = 1 << 28
"""Bytes that unpacking may take; files made to take more are refused."""
IN_MEMORY = 1 << 24
"""Bytes of a file that are not written down before it is read in any order."""
_GZIP_WINDOW = zlib.MAX_WBITS + 16
_ZEROS = re.compile(rb"\0*")
_LEAST_PIECE = 1 << 12
_FRAME_PIECE = 256
"""Bytes of Zstandard that become at most 8 MiB: four bytes say 128 KiB."""


def unpacked(content: Iterator[bytes], most_bytes: int, most_members: int) -> Iterator[bytes]:
    """Yield the content in parts of at most `most_bytes`, unpacked if it is packed. A zip archive
    is only if it holds one file, see `files_in`: others are returned as they are.

    Raises
    ------
    FormatError
        When packed data are damaged, cut off, have more gzip members than the limit, or take more
        memory than they may.
    """
    first = b""
    for block in content:
        first += block
        if len(first) >= _LONGEST_MARK:
            break
    whole = chain((first,), content)
    if first.startswith(GZIP):
        return _inflated(whole, most_bytes, most_members)
    if first.startswith(XZ):
        return _streams(whole, most_bytes, _new_xz, "xz")
    if first.startswith(BZIP2):
        return _streams(whole, most_bytes, bz2.BZ2Decompressor, "bzip2")
    if first.startswith(ZSTANDARD):
        return _from_zstandard(whole)
    return _from_zip(whole, most_bytes) if first.startswith(ZIP) else whole


class _Decompressor(Protocol):
    """What unpackers of the standard library have in common."""

    @property
    def eof(self) -> bool:
        """Whether the end of a stream was met."""

    @property
    def needs_input(self) -> bool:
        """Whether all that was given is used up."""

    @property
    def unused_data(self) -> bytes:
        """What stands behind the end of the stream."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Return the next unpacked bytes, `max_length` of them at most."""


def _new_xz() -> _Decompressor:
    return lzma.LZMADecompressor(memlimit=MOST_MEMORY)


def _streams(
    content: Iterator[bytes], most: int, new: Callable[[], _Decompressor], name: str
) -> Iterator[bytes]:
    """Unpack streams one after the other; zeros after the last are padding."""
    stream = new()
    try:
        for block in content:
            data = block
            while data or not stream.needs_input:
                if stream.eof:
                    data = data.lstrip(b"\0")
                    if not data:
                        break
                    stream = new()
                yield stream.decompress(data, most)
                data = stream.unused_data if stream.eof else b""
    except (lzma.LZMAError, OSError, EOFError) as error:
        raise FormatError(f"the {name} data are damaged") from error
    if not stream.eof:
        raise FormatError(f"the {name} data are cut off: the file is incomplete")


class BlockFile(io.RawIOBase):
    """Blocks as a file that is read once."""

    def __init__(self, content: Iterator[bytes]) -> None:
        self._content = content
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        """Say that it is."""
        return True

    def readinto(self, target: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with what comes next; return how much that is, 0 at the end."""
        while not self._rest:
            block = next(self._content, None)
            if block is None:
                return 0
            self._rest = memoryview(block)
        count = min(len(target), len(self._rest))
        target[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


def _from_zstandard(content: Iterator[bytes]) -> Iterator[bytes]:
    """Unpack frames one after the other, in pieces so small that what each becomes is bounded."""
    with extra("logs"):
        import zstandard  # noqa: PLC0415 (in an extra)
    unpacker = zstandard.ZstdDecompressor(max_window_size=MOST_MEMORY)
    frame = unpacker.decompressobj()
    try:
        for block in content:
            at = 0
            while at < len(block):
                if frame.eof:
                    frame = unpacker.decompressobj()
                piece = block[at : at + _FRAME_PIECE]
                yield frame.decompress(piece)
                at += len(piece) - len(frame.unused_data)
    except zstandard.ZstdError as error:
        raise FormatError(f"the Zstandard data are damaged: {error}") from error
    if not frame.eof:
        raise FormatError("the Zstandard data are cut off: the file is incomplete")


def stored(content: Iterator[bytes]) -> BinaryIO:
    """Return blocks as a file that can be read in any order."""
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (who reads it keeps it)
    for block in content:
        file.write(block)
    file.seek(0)
    return file  # type: ignore[return-value]


def files_in(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the files of an archive that people put there: not folders, nor what their system
    added, which is hidden or known by its name."""
    return [part for part in archive.infolist() if not part.is_dir() and not _is_added(part)]


def _is_added(part: zipfile.ZipInfo) -> bool:
    folders_and_name = part.filename.split("/")
    return any(each.startswith(".") or each.lower() in _ADDED for each in folders_and_name)


def names_in(content: Iterator[bytes]) -> list[str]:
    """Return the names of the files of a zip archive, as `files_in` does; none of a damaged one."""
    with stored(content) as file:
        try:
            with zipfile.ZipFile(file) as archive:
                return [part.filename for part in files_in(archive)]
        except DAMAGED_ZIP:
            return []


def _from_zip(content: Iterator[bytes], most: int) -> Iterator[bytes]:
    """Yield the content of the one file of an archive, or the archive itself."""
    with stored(content) as file:
        try:
            with zipfile.ZipFile(file) as archive:
                parts = files_in(archive)
                if len(parts) == 1:
                    if parts[0].compress_type not in _ZIP_METHODS:
                        raise FormatError("the zip archive is packed oddly: use deflate")
                    with archive.open(parts[0]) as reader:
                        while part := reader.read(most):
                            yield part
                    return
        except DAMAGED_ZIP as err:
            raise FormatError("the zip archive is damaged, or locked by a password") from err
        file.seek(0)
        while part := file.read(most):
            yield part


def _inflated(content: Iterator[bytes], most: int, most_members: int) -> Iterator[bytes]:
    """Unpack gzip members one after the other, as `gzip` does; zeros after the last are padding."""
    member, members, size = zlib.decompressobj(_GZIP_WINDOW), 1, _LEAST_PIECE
    for block in content:
        at = 0
        while at < len(block):
            if member.eof:
                at = _after_zeros(block, at)
                if at == len(block):
                    break
                member, members, size = zlib.decompressobj(_GZIP_WINDOW), members + 1, _LEAST_PIECE
                if members > most_members:
                    rule = f"more than {most_members:,} members, the limit"
                    raise FormatError(f"the gzip file has {rule}: pack it as one")
            # zlib copies what is left of a piece behind the end of a member: pieces grow with the
            # member, so that these copies never are longer than what was unpacked.
            piece = block[at : at + size]
            size = min(2 * size, most)
            yield from _parts(member, piece, most)
            at += len(piece) - len(member.unused_data)
    if not member.eof:
        raise FormatError("the gzip data are cut off: the file is incomplete")


def _parts(member: "zlib._Decompress", piece: bytes, most: int) -> Iterator[bytes]:
    """Yield the unpacked content of a piece of a member, in bounded parts."""
    is_more = True
    while is_more:
        try:
            out = member.decompress(piece, most)
        except zlib.error as error:
            raise FormatError("the gzip data are damaged: unpacking them fails") from error
        yield out
        piece = member.unconsumed_tail
        is_more = bool(piece) or (len(out) == most and not member.eof)


def _after_zeros(block: bytes, at: int) -> int:
    match = _ZEROS.match(block, at)
    return match.end() if match else at

"""Reading an uploaded stream within limits, counting and hashing its bytes on the way."""

import hashlib
import io
from collections.abc import Callable
from typing import Any, BinaryIO, TypeAlias

from django.conf import settings

from parsched.base.errors import FormatError
from parsched.data.formats import FileLimits, Reading, ReadOptions, read

MEGABYTE = 2**20
OnProgress: TypeAlias = Callable[[int], None]
"""Takes the number of bytes that were read."""


class CountedStream(io.RawIOBase):
    """A stream that knows how many bytes went through it, and their SHA-256."""

    def __init__(self, stream: BinaryIO, limit: int, on_progress: OnProgress | None = None) -> None:
        super().__init__()
        self._on_progress = on_progress
        self._stream = stream
        self._limit = limit
        self._hash = hashlib.sha256()
        self.size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read on; raises FormatError beyond the limit."""
        block = self._stream.read(len(buffer))
        buffer[: len(block)] = block
        self.size += len(block)
        self._hash.update(block)
        if self.size > self._limit:
            raise FormatError(f"the file is larger than {self._limit // MEGABYTE:,} MB, the limit")
        if self._on_progress:
            self._on_progress(self.size)
        return len(block)

    @property
    def sha256(self) -> str:
        """Digest of what was read so far."""
        return self._hash.hexdigest()


def limits() -> FileLimits:
    """Return the limits of files."""
    return FileLimits(
        max_bytes=settings.SCHEDWEB_MAX_UNPACKED_MB * MEGABYTE,
        max_jobs=settings.SCHEDWEB_MAX_JOBS,
        max_columns=settings.SCHEDWEB_MAX_COLUMNS,
        max_names=settings.SCHEDWEB_MAX_NAMES,
    )


def read_counted(
    stream: BinaryIO,
    name: str,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> tuple[Reading, CountedStream]:
    """Read a file of any known format; `options` say what a log is (see
    `parsched.data.formats.ReadOptions`). Raises FormatError, WorkloadError."""
    counted = CountedStream(stream, settings.SCHEDWEB_MAX_UPLOAD_MB * MEGABYTE, on_progress)
    content = io.BufferedReader(counted, MEGABYTE)
    reading = read(content, name=name, options=ReadOptions(limits=limits(), **options))
    while content.read(MEGABYTE):
        pass  # what no format needs is counted too
    return reading, counted

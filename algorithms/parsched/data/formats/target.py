"""Destinations that files are written to."""

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeAlias, cast

from parsched.base.whole_files import whole

Target: TypeAlias = str | os.PathLike[str] | BinaryIO
"""A path, or a stream of bytes (left open)."""

_GZIP_LEVEL = 6


@contextmanager
def opened(target: Target) -> Iterator[BinaryIO]:
    """Open a path for writing, gzipped if its name ends in .gz; equal jobs give equal bytes. The
    file is there whole or not at all.

    Raises
    ------
    FormatError
        When the file cannot be opened or written.
    """
    if not isinstance(target, str | os.PathLike):
        yield target
        return
    with whole(target) as file:
        if Path(target).suffix == ".gz":
            with gzip.GzipFile("", "wb", _GZIP_LEVEL, file, mtime=0) as packed:
                yield cast("BinaryIO", packed)
        else:
            yield file

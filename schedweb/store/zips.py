"""Folders as zip files; equal folders are equal files."""

import io
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

TIME = (1980, 1, 1, 0, 0, 0)
"""Date of all members."""


def zipped(write: Callable[[Path], Iterable[Path]]) -> bytes:
    """Return the files that a function writes into a folder, and returns, as a zip."""
    content = io.BytesIO()
    with tempfile.TemporaryDirectory() as name, ZipFile(content, "w", ZIP_DEFLATED) as archive:
        folder = Path(name)
        for path in sorted(set(write(folder))):
            member = ZipInfo(str(path.relative_to(folder)), TIME)
            member.compress_type = ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, path.read_bytes())
    return content.getvalue()

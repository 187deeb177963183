"""A folder of files that survive the death of their writer and of the machine."""

import errno
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from django.core.files.storage import FileSystemStorage

if TYPE_CHECKING:
    from django.core.files.base import File

DRAFT = "draft-"
"""Begins the names of files that are not written in full yet."""


class AtomicFileStorage(FileSystemStorage):
    """A folder in which a file is there whole or not at all, also after a power cut."""

    def __init__(self, location: str | Path) -> None:
        super().__init__(location=location, allow_overwrite=True)

    def _save(self, name: str, content: "File[bytes]") -> str:
        target = Path(self.path(name))
        self._expect_folder()
        make_folder(target.parent)
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=DRAFT, delete=False) as draft:
            try:
                for chunk in content.chunks():
                    draft.write(chunk)
                draft.flush()
                os.fsync(draft.fileno())
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
        Path(draft.name).replace(target)
        sync_folder(target.parent)
        return name

    def _expect_folder(self) -> None:
        """Create no folder where the data folder is gone: an empty one would hide that."""
        above = Path(self.location).parent
        if not above.exists():
            raise FileNotFoundError(errno.ENOENT, "the data folder is gone", str(above))

    def move(self, name: str, to: str) -> None:
        """Rename a file, which takes no space on a full disk; replaces what is there."""
        source, target = Path(self.path(name)), Path(self.path(to))
        self._expect_folder()
        make_folder(target.parent)
        source.replace(target)
        sync_folder(target.parent)
        sync_folder(source.parent)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, so that they are still there after a power cut."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to disk: syncing a file does not sync its name."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""The folder of packed files: whether it is there, and how it is made.

It is named by a digest of everything it is made from, so that it is never out of date, servers of
two versions do not disturb each other, and a start with nothing new only reads the sources.
"""

import logging
import os
import re
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from django.conf import settings

from schedweb.server.delivery.errors import PackError
from schedweb.server.delivery.sources import Sources
from schedweb.server.delivery.storage import PackedStorage

DRAFT = "draft-"
KEPT = 3
"""Versions that are kept beside each other: servers of an older one may still run."""

log = logging.getLogger(__name__)


@cache
def current() -> Path | None:
    """Return the folder of the packed files of this version, as this process found it; None where
    they are not packed."""
    return _made(Sources.found()) if settings.SCHEDWEB_PACKED else None


def pack() -> Path | None:
    """Pack the static files of this version where that is not done; return their folder.

    Without a folder to write to, or with files that cannot be packed, a warning says so, and they
    are served as they are.
    """
    sources = Sources.found()
    if made := _made(sources):
        _used(made)
        return made
    for folder in settings.SCHEDWEB_PACKED:
        try:
            return made_in(folder, sources)
        except PackError as error:
            log.warning("Style sheets and scripts are served as they are. %s", error)
            return None
        except OSError as error:
            log.info("Static files cannot be packed into %s: %s", folder, error)
    log.warning("No folder for packed style sheets and scripts is writable: pages load slower.")
    return None


def _made(sources: Sources) -> Path | None:
    places = (folder / sources.digest for folder in settings.SCHEDWEB_PACKED)
    return next((place for place in places if place.is_dir()), None)


def made_in(folder: Path, sources: Sources) -> Path:
    """Pack into a folder of another name, which gets its own when it is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / sources.digest
    with tempfile.TemporaryDirectory(dir=folder, prefix=DRAFT, ignore_cleanup_errors=True) as name:
        filled = Path(name) / "filled"
        PackedStorage(location=filled).fill(sources.joined())
        try:
            filled.rename(place)
        except OSError:
            if not place.is_dir():  # else another server made the same at the same time
                raise
    forget(folder)
    return place


def forget(folder: Path) -> None:
    """Delete the versions whose last start is longest ago; other servers may do so, too. What does
    not have the name of a version is not ours."""
    times = {}
    for version in filter(_is_version, folder.iterdir()):
        with suppress(FileNotFoundError):
            times[version] = version.stat().st_mtime
    for old in sorted(times, key=times.__getitem__, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def _is_version(path: Path) -> bool:
    return re.fullmatch(r"[0-9a-f]{16}", path.name) is not None


def _used(place: Path) -> None:
    """Note that a server started with a version, where that can be written."""
    with suppress(OSError):
        os.utime(place)

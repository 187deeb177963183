"""What disks, people and interrupted copies do to files."""

import sys
from collections.abc import Callable, Mapping
from functools import _lru_cache_wrapper
from pathlib import Path

from django.core.files.storage import storages

from schedweb.store import blobs
from schedweb.workloads.storage import RecentWorkloads


def path_of(digest: str) -> Path:
    """Return the file of a blob."""
    return Path(storages["blobs"].path(blobs.path_of(digest)))


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def _replace(path: Path) -> None:
    others = [file for file in path.parent.parent.glob("??/*") if file != path]
    path.write_bytes(max(others).read_bytes())


DAMAGE: Mapping[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-20]),
    "a bit flipped": _flip,
    "another blob's": _replace,
}


def damage(how: str, *digests: str) -> None:
    """Damage blobs, as a process finds them that has read none yet."""
    for digest in digests:
        DAMAGE[how](path_of(digest))
    forget()


def forget() -> None:
    """Empty what a process remembers of blobs."""
    for name, module in list(sys.modules.items()):
        if name.startswith("schedweb."):
            for cached in vars(module).values():
                if isinstance(cached, _lru_cache_wrapper | RecentWorkloads):
                    cached.cache_clear()

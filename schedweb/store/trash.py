"""Where blobs wait that nothing refers to: a folder per day, emptied after a grace."""

from collections.abc import Collection
from datetime import date, timedelta

from django.utils import timezone

from schedweb.store import blobs

GRACE = timedelta(days=30)
"""How long a blob can still be brought back."""


def discard(name: str) -> None:
    """Move a blob into the folder of today."""
    today = timezone.now().date().isoformat()
    blobs.move(name, f"{blobs.TRASH}/{today}/{name.rpartition('/')[2]}")


def empty(keep: Collection[str]) -> int:
    """Delete what is older than the grace and return how many; what is to be kept goes back."""
    deleted = 0
    for day in _expired(timezone.now().date() - GRACE):
        folder = f"{blobs.TRASH}/{day}"
        for digest in blobs.listing(folder)[1]:
            is_back = digest in keep and blobs.verifies(digest)
            blobs.storage().delete(f"{folder}/{digest}")
            deleted += not is_back
        blobs.storage().delete(folder)
    return deleted


def _expired(before: date) -> list[str]:
    return [day for day in blobs.listing(blobs.TRASH)[0] if day < before.isoformat()]

"""Moving files into the trash that nothing refers to any more.

A file is taken without a question if a row of this database once named it: deleting that row meant
the file, too. Others are strangers, left by a run that was killed or a request that failed, and
there are never many. Many strangers mean that the database does not know its files: it is empty,
older than them, or another's. More than a tenth of all files go only when the administrator forces
it.
"""

import logging
from contextlib import suppress
from datetime import timedelta

from django.utils import timezone

from schedweb.accounts import answers
from schedweb.base import config
from schedweb.base.errors import RefusedError
from schedweb.store import blobs, filing, installation, known, trash
from schedweb.store.files import DRAFT
from schedweb.store.references import digests
from schedweb.workers.services import forget_expired
from schedweb.workloads.pseudonyms import forget_unused_files
from schedweb.workloads.services import forget_expired_uploads

AGE = timedelta(days=1)
"""Younger files stay: the row that refers to them may not be stored yet."""
FEW, MANY = 10, 100
"""Strangers, and files of any kind, that are taken even if they are more than a tenth of all."""

log = logging.getLogger(__name__)


def tidy(*, force: bool = False) -> int:
    """Forget expired uploads and move unused blobs into the trash; return how many were moved.

    Raises `RefusedError`, unless forced, where more than a tenth of all blobs would go that this
    database never named, and `ForeignStoreError` where the store belongs to another installation.
    """
    installation.ensure()
    known.remember(digests())
    forget_expired_uploads()
    filing.empty_trash()
    forget_unused_files()
    answers.forget_spent()
    spent = forget_expired()
    keep, names = set(digests()), list(blobs.names())
    unused = [name for name in names if _digest(name) not in keep and _is_old(name)]
    if not force:
        _refuse_strangers(unused, len(names))
        _refuse_many(unused, len(names))
    for name in unused:
        _remove(name, for_good=_digest(name) in spent)
    known.forget(map(_digest, unused))
    deleted = trash.empty(keep)
    if unused or deleted:
        log.warning(
            "tidy moved %d of %d files to the trash, where they stay for %d days, and deleted %d",
            len(unused),
            len(names),
            trash.GRACE.days,
            deleted,
        )
    return len(unused)


def _refuse_strangers(unused: list[str], count: int) -> None:
    ours = set(known.known())
    strangers = sum(blobs.is_digest(_digest(n)) and _digest(n) not in ours for n in unused)
    if strangers > max(FEW, count // 10):
        raise RefusedError(
            f"tidy moved nothing: {strangers:,} of {count:,} stored files are unknown to this "
            "database, more than a tenth. See whether it is the right and the newest one; if it "
            f"is, run {config.COMMAND} tidy --force."
        )


def _refuse_many(unused: list[str], count: int) -> None:
    if len(unused) > max(MANY, count // 10):
        raise RefusedError(
            f"tidy moved nothing: no row names {len(unused):,} of {count:,} stored files any more, "
            "more than a tenth. If they were deleted on purpose, run "
            f"{config.COMMAND} tidy --force."
        )


def _is_old(name: str) -> bool:
    try:
        return blobs.storage().get_modified_time(name) < timezone.now() - AGE
    except FileNotFoundError:  # another process moved it meanwhile
        return False


def _remove(name: str, *, for_good: bool) -> None:
    """Move a blob into the trash; an upload that was read, rows of it, and what a writer left
    unfinished are no use to anybody."""
    if for_good or _digest(name).startswith(DRAFT):
        blobs.storage().delete(name)
        return
    with suppress(FileNotFoundError):  # another process tidies, too
        trash.discard(name)


def _digest(name: str) -> str:
    return name.rpartition("/")[2]

"""One name, in the database and in the store: a database never tidies the files of another."""

import logging
from itertools import islice

from django.core.files.base import ContentFile
from django.db import DatabaseError, connection

from schedweb.base import config
from schedweb.base.errors import RefusedError
from schedweb.store import blobs
from schedweb.store.models import Installation, new_id
from schedweb.store.references import digests

MARKER = "installation"
"""File of the store that holds the name."""
RESTORING = "(a restore that did not end)"
"""What the marker holds until a restore is complete."""
SAMPLE = 1_000
"""Digests that are looked for in a store without a marker."""

log = logging.getLogger(__name__)


class ForeignStoreError(RefusedError):
    """Database and store do not belong together."""


def ensure() -> None:
    """Check that database and store are one installation; name both where neither has a name, or
    where a store from before there were names has files of this database.

    Raises `ForeignStoreError`.
    """
    mine, theirs = of_database(), of_store()
    if theirs is None and _belong_together():
        _name_both()
    elif theirs is None or theirs != mine:
        mine, theirs = of_database(), of_store()  # others that start now may just have named both
        if theirs is None or theirs != mine:
            raise ForeignStoreError(_foreign(mine, theirs))


def ensure_at_start() -> None:
    """Do so when a program starts, and end it with the sentence; a database or a folder that does
    not answer yet is no reason, as `tidy` looks again."""
    try:
        ensure()
    except ForeignStoreError as error:
        raise SystemExit(str(error)) from None
    except (DatabaseError, OSError) as error:
        reason = " ".join(str(error).split())
        log.warning("whether database and files belong together is not checked: %s", reason)


def _name_both() -> None:
    """Give both one name; of several programs that start at once, the first row decides."""
    row, _ = Installation.objects.get_or_create(id=1)
    if of_store() is None:
        blobs.storage().save(MARKER, ContentFile(row.name.encode()))


def begin_restore() -> None:
    """Mark the store so that no program takes what is restored halfway for an installation."""
    blobs.storage().save(MARKER, ContentFile(RESTORING.encode()))


def join(name: str | None = None) -> str:
    """Join database and store into one installation, which parts each from its former partner;
    return its name."""
    name = name or new_id()
    Installation.objects.update_or_create(id=1, defaults={"name": name})
    if of_store() != name:
        blobs.storage().delete(MARKER)
        blobs.storage().save(MARKER, ContentFile(name.encode()))
    return name


def of_database() -> str | None:
    """Return the name that the database has."""
    return Installation.objects.values_list("name", flat=True).first()


def of_store() -> str | None:
    """Return the name that the store has."""
    content = blobs.read(MARKER)
    return None if content is None else content.decode("ascii", "replace").strip()


def _belong_together() -> bool:
    """Tell whether a store without a name has files that the database names, or neither has any."""
    sample = list(islice(digests(), SAMPLE))
    if any(blobs.exists(digest) for digest in sample):
        return True
    return not sample and next(blobs.names(), None) is None


def _foreign(mine: str | None, theirs: str | None) -> str:
    place = getattr(blobs.storage(), "location", "the storage")
    base = connection.settings_dict["NAME"]
    if theirs is None:
        what = f"The files in {place} have no mark, and the database {base} names none of them"
    else:
        own = f"to {mine}" if mine else "to none yet"
        what = f"The files in {place} belong to installation {theirs}, the database {base} {own}"
    return (
        f"{what}: check SCHEDWEB_DATA and DATABASE_URL, or run {config.COMMAND} adopt_store to use "
        "these files with this database on purpose."
    )

"""The blobs that this database once named: others may belong to another installation."""

from collections.abc import Iterable

from django.db import models

from schedweb.store.models import KnownBlob
from schedweb.store.references import references

BATCH = 500


def remember(digests: Iterable[str]) -> None:
    """Write down that rows name these blobs."""
    new = set(digests) - {""}
    if len(new) > BATCH:
        new -= set(known())
    rows = (KnownBlob(digest=digest) for digest in new)
    KnownBlob.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


def release(*rows: models.Model) -> None:
    """Record the blobs that rows name before these are deleted: nothing else names them."""
    remember(getattr(row, f.attname) for m, f in references() for row in rows if isinstance(row, m))


def known() -> Iterable[str]:
    """Return every digest that was written down."""
    return KnownBlob.objects.values_list("digest", flat=True).iterator()


def forget(digests: Iterable[str]) -> None:
    """Take out what is not in the store any more."""
    gone = list(digests)
    for first in range(0, len(gone), BATCH):
        KnownBlob.objects.filter(digest__in=gone[first : first + BATCH]).delete()

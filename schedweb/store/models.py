"""What the database knows of the store it belongs to."""

import uuid

from django.db import models


def new_id() -> str:
    """Return a name that no other installation has."""
    return uuid.uuid4().hex


class Installation(models.Model):
    """The one row that says which installation this database belongs to; the store has it, too."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    name = models.CharField(max_length=32, default=new_id)

    def __str__(self) -> str:
        return self.name


class KnownBlob(models.Model):
    """A blob that a row of this database named once, so that it may go when none does any more."""

    digest = models.CharField(max_length=64, primary_key=True)

    def __str__(self) -> str:
        return self.digest

"""What all stored things have in common."""

import secrets

from django.conf import settings
from django.db import models


def new_id() -> str:
    """Return 11 random characters that fit into an address: nobody finds things by counting."""
    return secrets.token_urlsafe(8)


class Keyed(models.Model):
    """A row under a random key."""

    id = models.CharField(primary_key=True, max_length=11, default=new_id, editable=False)

    class Meta:
        abstract = True


class Owned(Keyed):
    """A row that belongs to one person."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="%(class)ss"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ("-created",)

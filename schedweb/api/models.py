"""Tokens by which programs act for a person."""

from django.db import models

from schedweb.base.models import Owned
from schedweb.base.texts import NameField


class ApiToken(Owned):
    """A secret that scripts send; only its SHA-256 is kept, so it is shown once."""

    label = NameField(max_length=100)
    hint = models.CharField(max_length=12, help_text="How the token begins, to tell them apart.")
    token_hash = models.CharField(max_length=64, unique=True)
    last_used = models.DateTimeField(null=True)
    expires = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.label

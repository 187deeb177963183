"""Who owns things, and who tries to get in."""

from django.contrib.auth.models import AbstractUser
from django.db import models

from schedweb.base.models import Keyed


class User(AbstractUser):
    """A person; our own model from the start, so that fields can be added later."""


class Attempt(models.Model):
    """What `attempts.py` counts: a wrong password or token, a new account, or an address of a
    successful log-in."""

    class Kind(models.TextChoices):
        """What was tried."""

        LOGIN = "login"
        SIGNUP = "signup"
        TOKEN = "token"
        KNOWN = "known"

    kind = models.CharField(max_length=6, choices=Kind.choices)
    account = models.CharField(max_length=64)
    address = models.CharField(max_length=45)
    at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("kind", "address", "at"), name="attempt_by_address"),
            models.Index(fields=("kind", "account", "at"), name="attempt_by_account"),
            models.Index(fields=("at",), name="attempt_by_age"),
        )

    def __str__(self) -> str:
        return f"{self.kind} from {self.address}"


class KeptAnswer(Keyed):
    """What a request with a key was answered; without a status it is still carried out."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="kept_answers")
    key = models.CharField(max_length=64, help_text="Hash of the key.")
    request = models.CharField(max_length=64, help_text="Digest of what was asked for.")
    status = models.PositiveSmallIntegerField(null=True)
    content = models.TextField(help_text="Headers and body, under a pad.")
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("owner", "key"), name="one_answer"),)

    def __str__(self) -> str:
        return f"answer {self.status}"

"""Who owns things."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person; our own model from the start, so that fields can be added later."""

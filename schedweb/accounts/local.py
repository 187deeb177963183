"""The one user of local mode, and the token of who may be it."""

from secrets import compare_digest

from django.conf import settings

from schedweb.accounts.models import User
from schedweb.base import secret_key

NAME = "local"


def local_user() -> User:
    """The user who owns everything in local mode; no password opens this account."""
    user, created = User.objects.get_or_create(username=NAME, defaults={"first_name": "You"})
    if created:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def needs_token() -> bool:
    """Tell whether local mode asks for its token."""
    return settings.SCHEDWEB_MODE == "local" and settings.SCHEDWEB_LOCAL_TOKEN


def local_token() -> str:
    """Return the token of this installation, made where it is missing."""
    return secret_key.kept_in(settings.SCHEDWEB_DATA / secret_key.LOCAL_TOKEN)


def is_local_token(text: str) -> bool:
    """Tell whether a text is the token, where one is asked for."""
    return needs_token() and compare_digest(text.encode(), local_token().encode())

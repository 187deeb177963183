"""The one user of local mode."""

from schedweb.accounts.models import User

NAME = "local"


def local_user() -> User:
    """The user who owns everything where nobody logs in; no password opens this account."""
    user, created = User.objects.get_or_create(username=NAME, defaults={"first_name": "You"})
    if created:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user

"""What not everybody may do."""

from django.conf import settings

from schedweb import config
from schedweb.accounts.models import User
from schedweb.accounts.people import are_several


def refusal_of_commands(user: User) -> str | None:
    """Return why a person may not let this server run a program of their choice, or None.

    In local mode whoever opens the address is the person who started it, unless others have an
    account on the machine and no token is asked for.
    """
    if settings.SCHEDWEB_MODE != "local":
        return None if user.is_staff else "runs a program, which administrators alone may choose"
    if are_several() and not settings.SCHEDWEB_LOCAL_TOKEN:
        return (
            "runs a program, which anybody with an account on this machine could choose; set "
            f"{config.LOCAL_TOKEN.name}=1 first"
        )
    return None

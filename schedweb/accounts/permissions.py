"""What not everybody may do."""

from django.conf import settings

from schedweb import config
from schedweb.accounts.models import User


def refusal_of_commands(user: User) -> str | None:
    """Return why a person may not let this server run a program of their choice, or None.

    In local mode everybody who opens the address is the same user. Who has an account on the
    machine cannot be told: the directory of an organisation need not list its people. So only the
    token says who started the server.
    """
    if settings.SCHEDWEB_MODE != "local":
        is_administrator = user.is_active and user.is_staff
        return None if is_administrator else "runs a program, which administrators alone may choose"
    if settings.SCHEDWEB_LOCAL_TOKEN:
        return None
    return (
        "runs a program, which anybody with an account on this machine could choose: start with "
        f"{config.LOCAL_TOKEN.name}=1, so that you alone can"
    )

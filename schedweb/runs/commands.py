"""Programs that algorithms start: who may choose them, and which a person has confirmed."""

from collections.abc import Collection, Iterable

from django.conf import settings

from schedweb.accounts.models import User
from schedweb.base import config
from schedweb.base.errors import UnconfirmedError


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


def refuse_unconfirmed(commands: Iterable[str], confirmed: Collection[str]) -> None:
    """Raise `UnconfirmedError` for commands that are not among those that a person has confirmed.

    Who may run commands still has to read each: studies, archives and links come from others.
    """
    if missing := [command for command in dict.fromkeys(commands) if command not in confirmed]:
        raise UnconfirmedError(missing)

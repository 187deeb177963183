"""Who has an account on this machine."""

import pwd
import sys
from collections.abc import Iterable
from pathlib import PurePath

_FIRST_PERSON = 500 if sys.platform == "darwin" else 1000
_NOBODY = 65_534
_NO_SHELLS = ("", "false", "nologin", "sync")


def are_several(entries: Iterable[pwd.struct_passwd] | None = None) -> bool:
    """Tell whether more than one person may log in here."""
    accounts = pwd.getpwall() if entries is None else entries
    return len({entry.pw_uid for entry in accounts if _is_person(entry)}) > 1


def _is_person(entry: pwd.struct_passwd) -> bool:
    is_own = entry.pw_uid >= _FIRST_PERSON and entry.pw_uid != _NOBODY
    return is_own and PurePath(entry.pw_shell).name not in _NO_SHELLS

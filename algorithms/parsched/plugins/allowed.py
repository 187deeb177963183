"""Which plugins a process may load: by name, all of them, or none."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from parsched.base.errors import ParameterError
from parsched.base.origins import VARIABLE

MODE = "SCHEDWEB_MODE"
"""Variable that says `team` on a server for several people."""
ALL, NONE = "*", "none"
RULE = "`*`, `none`, or names of packages separated by commas"
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")


def normalised(name: str) -> str:
    """Return the name of a distribution as package indexes compare it.

    Examples
    --------
    >>> normalised("SchedWeb_Example")
    'schedweb-example'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


@dataclass(frozen=True)
class Allowed:
    """The plugins that may be loaded; `everything` is all that are installed."""

    names: frozenset[str] = frozenset()
    everything: bool = False

    def __contains__(self, name: object) -> bool:
        return self.everything or name in self.names

    @classmethod
    def parse(cls, text: str) -> Self:
        """Build from `*`, `none`, or names of distributions separated by commas.

        Raises
        ------
        ValueError
            For a name that no distribution can have.

        Examples
        --------
        >>> "schedweb-example" in Allowed.parse("SchedWeb_Example, other")
        True
        """
        names = [part.strip() for part in text.split(",") if part.strip()]
        if names == [ALL]:
            return cls(everything=True)
        if names == [NONE]:
            return cls()
        if wrong := [name for name in names if not _NAME.fullmatch(name)]:
            raise ValueError(f"{wrong[0]!r} is not the name of a package")
        return cls(frozenset(map(normalised, names)))

    @classmethod
    def checked(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """Return those that the environment allows, as `here` does.

        Raises
        ------
        ParameterError
            For a text that is wrong.
        """
        try:
            cls.parse(environ.get(VARIABLE, ""))
        except ValueError as error:
            raise ParameterError({VARIABLE: f"{VARIABLE} must be {RULE}; {error}"}) from error
        return cls.here(environ)

    @classmethod
    def here(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """Return those that the environment allows: all, but none on a server for a team until its
        administrator names them. A text that is wrong allows none."""
        text = environ.get(VARIABLE, "").strip()
        if not text:
            text = NONE if environ.get(MODE, "").strip().lower() == "team" else ALL
        try:
            return cls.parse(text)
        except ValueError:
            return cls()

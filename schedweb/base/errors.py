"""Requests that cannot be carried out; the text is one sentence for people."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from parsched.base.errors import FormatError, ParameterError


class RefusedError(Exception):
    """Something stands in the way: a comparison still uses the workload, a run has ended."""


class NotInstalledError(RefusedError):
    """Something stored needs what is not installed any more, such as the algorithm of a plugin."""


class UnconfirmedError(Exception):
    """Commands that would run, and that are not confirmed at this moment.

    `texts` has fields of the form that cannot be sent again as they were, such as files.
    """

    def __init__(self, commands: Sequence[str]) -> None:
        self.commands = tuple(commands)
        self.texts: dict[str, str] = {}
        super().__init__(
            f"{self.commands[0]!r} is a command: a person has to read and confirm it on a page, "
            "no program may"
        )


class DamagedError(Exception):
    """A stored file is missing, or is not what was stored; `digest` is the name of its blob."""

    def __init__(self, digest: str, *, is_missing: bool) -> None:
        self.digest = digest
        self.is_missing = is_missing
        super().__init__(f"the stored file {digest} is {self.state}")

    @property
    def state(self) -> str:
        """What is wrong with the file, in a word."""
        return "missing" if self.is_missing else "damaged"


class TableError(FormatError):
    """A table that cannot be read unless the user says what its columns mean."""


class InvalidError(RefusedError):
    """Values that break a rule; `errors` maps each field to its sentence.

    A field of a list item is written as a path, such as `sites.0.processors`.
    """

    def __init__(self, errors: Mapping[str, str]) -> None:
        self.errors = dict(errors)
        super().__init__("; ".join(self.errors.values()))


@contextmanager
def noting(errors: dict[str, str], prefix: str = "") -> Iterator[None]:
    """Add what is wrong in the block to `errors`, under names with a prefix, and go on after it.

    Examples
    --------
    >>> errors = {"seed": "seed must be a number"}
    >>> with noting(errors, "rules."):
    ...     raise InvalidError({"jobs": "jobs must be numbers"})
    >>> list(errors)
    ['seed', 'rules.jobs']
    """
    try:
        yield
    except (InvalidError, ParameterError) as error:
        errors.update({f"{prefix}{name}": text for name, text in error.errors.items()})


def refuse(errors: Mapping[str, str]) -> None:
    """Raise `InvalidError` where anything is wrong."""
    if errors:
        raise InvalidError(errors)

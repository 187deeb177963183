"""Names of runs and of other things, as options list them."""

from collections.abc import Collection

from parsched.base.errors import ParameterError
from parsched.report.records import Records
from parsched.run.record import Record


def named(records: Records) -> dict[str, Record]:
    """Return the runs with a result by their keys, and by labels that are no keys."""
    labelled = {name: record for record in reversed(records.done) for name in record.names}
    return labelled | {record.key: record for record in records.done}


def split(text: str, known: Collection[str], option: str, what: str) -> list[str]:
    """Return the names in a text with commas between; names may have commas of their own: the
    longest one that fits is taken.

    Raises
    ------
    ParameterError
        For a name that is not known, under `option`, which must be `what`.
    """
    found, rest = [], f"{text},"
    while rest:
        name = max((name for name in known if rest.startswith(f"{name},")), key=len, default=None)
        if name is None:
            raise ParameterError({option: f"{option} must be {what}, got {rest.rstrip(',')}"})
        found.append(name)
        rest = rest[len(name) + 1 :].lstrip()
    return found

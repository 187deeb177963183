"""What is said of results that an older version computed: see `parsched.run.outdated`."""

from collections.abc import Mapping, Sequence

from parsched.run.record import Record

NAMED = 3
"""Changes that a sentence names; the others are only counted."""


def mark_of(done: Sequence[Record], old_bounds: Mapping[str, str]) -> str:
    """Return a sentence about results if an older version computed some of them, or all lower
    bounds that are left out; blank where everything is as it is computed now.

    Parameters
    ----------
    done
        The results.
    old_bounds
        What lower bounds are left out, and why, by criterion and key.
    """
    return " ".join(filter(None, (_of_results(done), _of_bounds(old_bounds))))


def _of_results(done: Sequence[Record]) -> str:
    old = [record for record in done if record.outdated]
    if not old:
        return ""
    reasons = _named([text for record in old for text in record.outdated])
    nothing = "nothing is proved of"
    if len(done) == 1:
        first = "This result is of an older version of the program"
        return f"{first}: {reasons}. It is compared with no other, and {nothing} it."
    count = f"{len(old):,} of {len(done):,} results" if len(old) < len(done) else "All results"
    are = "is" if len(old) == 1 else "are"
    them = "It is" if len(old) == 1 else "They are"
    first = f"{count} {are} of an older version of the program"
    return f"{first}: {reasons}. {them} compared with no other, and {nothing} {_it(old)}."


def _it(old: Sequence[Record]) -> str:
    return "it" if len(old) == 1 else "them"


def _of_bounds(old_bounds: Mapping[str, str]) -> str:
    if not old_bounds:
        return ""
    reasons = _named(list(old_bounds.values()))
    return f"Lower bounds of an older version are left out until computed again: {reasons}."


def _named(texts: Sequence[str]) -> str:
    """Join the first of some texts without those that are there twice."""
    each = list(dict.fromkeys(texts))
    more = f"; {len(each) - NAMED:,} more" if len(each) > NAMED else ""
    return "; ".join(each[:NAMED]) + more

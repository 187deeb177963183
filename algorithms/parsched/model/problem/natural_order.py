"""The natural order of names: env2 before env10."""

import re

_NUMBER = re.compile(r"([0-9]+)")


def natural(name: str) -> tuple[list[str | tuple[int, str]], str]:
    """Return what to sort a name by: numbers in it count as numbers, capitals as small letters.

    Names that differ never have the same key, so that the order does not depend on what was first.
    """
    # The pattern splits so that texts and numbers alternate: only alike parts are ever compared.
    parts: list[str | tuple[int, str]] = []
    for part in _NUMBER.split(name.casefold()):
        if _NUMBER.fullmatch(part):
            # Python refuses to make an integer of thousands of digits; these compare like one.
            digits = part.lstrip("0")
            parts.append((len(digits), digits))
        else:
            parts.append(part)
    return parts, name

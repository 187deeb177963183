"""Names of jobs: made printable and short enough, and kept different from each other."""

from collections.abc import Sequence
from hashlib import blake2b

from parsched.base.naming import visible

LONGEST_NAME = 100
"""Characters of an id or a name."""

RULE = "should be one line of up to {} characters, without control or invisible characters"
"""Names that are kept as they are."""
APART = "cut, with ? for such characters, and numbered where several became the same"
"""What happens to all other names."""


def fit(text: str, longest: int) -> str:
    """Return the key of a text (see `key_of`) that is shortened and made visible to be a name."""
    return key_of(text, visible(text[:longest]))


def key_of(text: str, name: str) -> str:
    """Return a key that is unique for `text` among all texts shortened to `name`: `name` itself if
    nothing was changed, else with a digest."""
    if text == name:
        return text
    return f"{name}\0{blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"


def apart(keys: Sequence[str], longest: int) -> tuple[str, ...]:
    """Return a distinct name of at most `longest` characters for each key (see `key_of`): shortened
    names are numbered where another key has the same name."""
    used = {key for key in keys if "\0" not in key}
    last: dict[tuple[str, int], int] = {}
    names = []
    for key in keys:
        name, cut, _ = key.partition("\0")
        unique = _numbered(name, longest, used, last) if cut and name in used else name
        used.add(unique)
        names.append(unique)
    return tuple(names)


def _numbered(name: str, longest: int, used: set[str], last: dict[tuple[str, int], int]) -> str:
    """Return the name with the first unused number appended, from 2.

    `last` holds the last number tried for each prefix and number of digits, so that long names with
    the same prefix try each number once.
    """
    digits = 0
    while True:
        digits += 1
        beginning = name[: longest - digits - 1]
        most = 10**digits - 1
        for number in range(max(last.get((beginning, digits), 1), most // 10) + 1, most + 1):
            if (free := f"{beginning}#{number}") not in used:
                last[beginning, digits] = number
                return free
        last[beginning, digits] = most

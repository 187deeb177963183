"""Names of jobs that are changed to fit, and told apart where that makes several the same."""

from collections.abc import Sequence
from hashlib import blake2b
from unicodedata import category

RULE = "should be one line of up to {} characters, without control or invisible characters"
"""Which names fit."""
APART = "cut, with ? for such characters, and numbered where several became the same"
"""What is done with others."""
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Categories of Unicode: controls, formats, halves of pairs, ends of lines and of paragraphs."""


def visible(text: str) -> str:
    """Return the text with ? for each character that is not seen but changes what is: some hide
    that names differ, some turn the direction of the line around them."""
    if text.isprintable():
        return text
    return "".join("?" if category(c) in _UNSEEN else c for c in text)


def key_of(text: str, name: str) -> str:
    """Return what tells a text from all others that become the same `name`: short, and the text
    itself where it is the name."""
    if text == name:
        return text
    return f"{name}\0{blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"


def apart(keys: Sequence[str], longest: int) -> tuple[str, ...]:
    """Return the names of different keys (`key_of`), each once and of so many characters at most:
    those that were cut are numbered where others have the name."""
    taken = {key for key in keys if "\0" not in key}
    last: dict[tuple[str, int], int] = {}
    found = []
    for key in keys:
        name, cut, _ = key.partition("\0")
        free = _numbered(name, longest, taken, last) if cut and name in taken else name
        taken.add(free)
        found.append(free)
    return tuple(found)


def _numbered(name: str, longest: int, taken: set[str], last: dict[tuple[str, int], int]) -> str:
    """Return a name with the first number that is free behind it, from 2.

    Long names that begin alike share their numbers: `last` holds the last one tried behind each
    beginning and number of digits, so that none is tried twice.
    """
    digits = 0
    while True:
        digits += 1
        beginning = name[: longest - digits - 1]
        most = 10**digits - 1
        for number in range(max(last.get((beginning, digits), 1), most // 10) + 1, most + 1):
            if (free := f"{beginning}#{number}") not in taken:
                last[beginning, digits] = number
                return free
        last[beginning, digits] = most

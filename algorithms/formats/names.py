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
    last: dict[str, int] = {}
    found = []
    for key in keys:
        name, cut, _ = key.partition("\0")
        free, number = name, last.get(name, 1)
        while cut and free in taken:
            number += 1
            free = f"{name[: longest - len(str(number)) - 1]}#{number}"
        last[name] = number
        taken.add(free)
        found.append(free)
    return tuple(found)

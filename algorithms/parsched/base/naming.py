"""What people call their things, and which characters a name may have.

A name is shown as it is kept, so it has no invisible character: control characters, characters that
reverse the direction of text, and characters that hide that two names differ. Some of these spell
letters and stay: a joiner (U+200C, U+200D) beside anything but ASCII, as in Persian, in Indic
scripts and in composed emoji; the letters of a flag behind it; and the signs that Arabic, Syriac
and Kaithi numbers stand on.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from unicodedata import category, name

JOINERS = "\u200c\u200d"
"""What joins letters, or keeps them from being joined."""
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of the text around it until something else ends it."""
_BESIDE = frozenset("\u061c\u200e\u200f")
"""Marks of direction: they move what stands beside them, and spell nothing."""
_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Unicode categories: control, format, surrogate, line and paragraph separators."""
_SIGNS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd")
"""Signs on which numbers stand; Unicode counts them as format characters, though all are seen."""
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]+\U000e007f")
"""A black flag and the letters of a region, as England's."""


def one_line(text: str) -> str:
    """Return the text with every run of spaces and line breaks as one space."""
    return " ".join(text.split())


def unseen(text: str) -> Iterator[int]:
    """Yield the places of the invisible characters."""
    if text.isprintable():
        return
    flags = {i for flag in _FLAG.finditer(text) for i in range(*flag.span())}
    for i, (character, after) in enumerate(pairwise([*text, ""])):
        if category(character) not in _INVISIBLE or character in _SIGNS or i in flags:
            continue
        beside = text[max(i - 1, 0) : i] + after
        if character not in JOINERS or all(c.isascii() or c in JOINERS for c in beside):
            yield i


def is_seen(text: str) -> bool:
    """Tell whether a text has no invisible character."""
    return next(unseen(text), None) is None


def visible(text: str, instead: str = "?") -> str:
    """Return the text with ? for invisible characters."""
    places = set(unseen(text))
    return "".join(instead if i in places else c for i, c in enumerate(text)) if places else text


def quoted(text: str, longest: int = 60) -> str:
    """Return a text in quotes for a message: cut, and readable also where it was written to hide
    something."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return f"'{visible(short)}'"


def shortened(file: str, longest: int) -> str:
    """Return the name of a file in at most `longest` characters: its beginning and its endings.

    >>> shortened("a long trace of 2019.swf.gz", 20)
    'a long trace….swf.gz'
    """
    if len(file) <= longest:
        return file
    ending = _ENDINGS.search(file)
    kept = ending[0] if ending else ""
    return file[: longest - 1 - len(kept)].rstrip(f"{JOINERS} ") + "…" + kept


_ENDINGS = re.compile(r"(\.[A-Za-z0-9]{1,8}){1,2}\Z")


def problem(field: str, text: str, longest: int, least: int = 1) -> str | None:
    """Return the sentence that says why a text is no name, or None."""
    if wrong := wrong_length(field, text, longest, least):
        return wrong
    if least and not text.strip(f"{JOINERS} "):
        return f"{field} must have a character that can be seen"
    fault = hidden(text)
    return f"{field} must have no {fault}" if fault else None


def wrong_length(field: str, text: str, longest: int, least: int = 1) -> str | None:
    """Return the sentence that says why a text is too short or too long, or None.

    >>> wrong_length("name", "", 1_000)
    'name must have 1 to 1,000 characters, got 0'
    """
    if least <= len(text) <= longest:
        return None
    rule = f"{least} to {longest:,}" if least else f"at most {longest:,}"
    return f"{field} must have {rule} characters, got {len(text):,}"


def problem_of_prose(field: str, text: str) -> str | None:
    """Return the sentence that says why a text of any lines cannot be kept, or None: it may have
    invisible characters, but nothing that turns the text around it, and no NUL."""
    for place, character in enumerate(text):
        if character in TURNING or character == "\0" or category(character) == "Cs":
            return f"{field} must have no {_described(text, place)}"
    return None


def hidden(text: str) -> str:
    """Say which character of a name is invisible, what it does, and where it is; blank for none.

    >>> hidden("a\\u202eb")
    'RIGHT-TO-LEFT OVERRIDE (U+202E), which turns the text around it; it is character 2'
    """
    place = next(unseen(text), None)
    return "" if place is None else _described(text, place)


def _described(text: str, place: int) -> str:
    character = text[place]
    code = f"U+{ord(character):04X}"
    called = _CONTROLS.get(character) or name(character, "")
    if category(character) == "Cs":
        called, why = "half of a character", "which no text can hold"
    elif character in TURNING | _BESIDE:
        why = "which turns the text around it"
    elif character.splitlines() == [""]:
        called, why = called or "line break", "which ends the line"
    else:
        called, why = called or "control character", "which is invisible"
    line = text.count("\n", 0, place)
    where = f"character {place - text.rfind(chr(10), 0, place)}"
    where += f" of line {line + 1}" * (line > 0)
    return f"{called} ({code}), {why}; it is {where}"


_CONTROLS = {
    "\0": "NULL",
    "\t": "TAB",
    "\n": "LINE FEED",
    "\r": "CARRIAGE RETURN",
    "\x1b": "ESCAPE",
}
"""What Unicode has no names for."""

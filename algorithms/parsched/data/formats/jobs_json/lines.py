"""Objects of a JSON list as lines, each of them one object, which is what Arrow reads."""

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel

MORE, ENDED, UNFIT = 0, 1, 2
"""What comes next: another object, the end of the list, or what is no list of objects."""

_QUOTE, _BACKSLASH, _COMMA, _NEW_LINE = 34, 92, 44, 10
_OPEN_LIST, _CLOSE_LIST, _OPEN_OBJECT, _CLOSE_OBJECT = 91, 93, 123, 125
_SPACE, _TAB, _RETURN = 32, 9, 13


@kernel
def lines_of(
    text: NDArray[np.uint8], at: int, is_first: bool, out: NDArray[np.uint8], enough: int
) -> tuple[int, int, int, int]:
    """Copy objects, one a line, until there are `enough` bytes of them. O(bytes).

    Parameters
    ----------
    text
        JSON text.
    at
        Where to go on: behind the bracket that opens the list, or behind the comma after an object.
    is_first
        Whether no object was read before, so that the list may end at once.
    out
        Takes the lines; uint8, longer than `enough`.

    Returns
    -------
    at, written, objects, state
        Where to go on, the bytes and objects in `out`, and `MORE`, `ENDED` (`at` is the bracket
        that closes the list) or `UNFIT`: no object where one must be, a control character, or
        an object that `out` does not hold. Whether objects are JSON is not looked at.
    """
    written, objects = 0, 0
    while True:
        # Invariant: `out` holds whole objects, and an object or the end of the list comes next.
        at = _behind_blanks(text, at)
        if at == len(text):
            return at, written, objects, UNFIT
        if text[at] == _CLOSE_LIST and is_first and not objects:
            return at, written, objects, ENDED
        if text[at] != _OPEN_OBJECT:
            return at, written, objects, UNFIT
        at, written = _copied(text, at, out, written)
        if at < 0:
            return at, written, objects, UNFIT
        objects += 1
        at = _behind_blanks(text, at)
        if at == len(text) or text[at] not in (_COMMA, _CLOSE_LIST):
            return at, written, objects, UNFIT
        if text[at] == _CLOSE_LIST:
            return at, written, objects, ENDED
        at += 1
        if written >= enough:
            return at, written, objects, MORE


@kernel
def _behind_blanks(text: NDArray[np.uint8], at: int) -> int:
    while at < len(text) and text[at] in (_SPACE, _TAB, _NEW_LINE, _RETURN):
        at += 1
    return at


@kernel
def _copied(
    text: NDArray[np.uint8], at: int, out: NDArray[np.uint8], written: int
) -> tuple[int, int]:
    """Copy the object that begins at a place and end its line; return the place behind it, -1 where
    it has no end, and what is written."""
    depth, within, escaped = 0, False, False
    while at < len(text) and written + 1 < len(out):
        byte = text[at]
        if within:
            if byte < _SPACE:
                return -1, written
            within = escaped or byte != _QUOTE
            escaped = byte == _BACKSLASH and not escaped
        elif byte < _SPACE and byte not in (_TAB, _NEW_LINE, _RETURN):
            return -1, written
        elif byte == _QUOTE:
            within = True
        elif byte in (_OPEN_LIST, _OPEN_OBJECT):
            depth += 1
        elif byte in (_CLOSE_LIST, _CLOSE_OBJECT):
            depth -= 1
        out[written] = byte if byte >= _SPACE else _SPACE
        at += 1
        written += 1
        if depth == 0:
            out[written] = _NEW_LINE
            return at, written + 1
    return -1, written

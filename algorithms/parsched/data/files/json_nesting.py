"""Nesting depth of JSON text."""

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel

_QUOTE, _BACKSLASH, _OPEN_LIST, _CLOSE_LIST, _OPEN_OBJECT, _CLOSE_OBJECT = 34, 92, 91, 93, 123, 125


@kernel
def first_too_deep(text: NDArray[np.uint8], max_depth: int) -> int:
    """Return where nesting first exceeds `max_depth` lists and objects, or -1. O(n).

    Brackets within strings do not count; the result for invalid JSON is arbitrary.
    """
    depth, i = 0, 0
    within = False
    while i < len(text):
        # Bytes of other characters are 128 or more in UTF-8, so none looks like a bracket.
        byte = text[i]
        if within:
            if byte == _BACKSLASH:
                i += 1
            elif byte == _QUOTE:
                within = False
        elif byte == _QUOTE:
            within = True
        elif byte in (_OPEN_LIST, _OPEN_OBJECT):
            depth += 1
            if depth > max_depth:
                return i
        elif byte in (_CLOSE_LIST, _CLOSE_OBJECT):
            depth -= 1
        i += 1
    return -1

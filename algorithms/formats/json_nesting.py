"""How deep lists and objects of JSON text are within each other."""

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel

_QUOTE, _BACKSLASH, _OPEN_LIST, _CLOSE_LIST, _OPEN_OBJECT, _CLOSE_OBJECT = 34, 92, 91, 93, 123, 125


@kernel
def first_too_deep(text: NDArray[np.uint8], most: int) -> int:
    """Return where text first goes more than `most` lists and objects deep, or -1. O(n).

    Brackets within strings do not count; text that is no JSON gives some answer.
    """
    depth, i = 0, 0
    within = False
    while i < len(text):
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
            if depth > most:
                return i
        elif byte in (_CLOSE_LIST, _CLOSE_OBJECT):
            depth -= 1
        i += 1
    return -1

"""JSON too large to be held in memory: the items of one list, one after the other."""

import io
from collections.abc import Iterator
from typing import Any

import ijson

from parsched.data.files.findings import shown
from parsched.data.files.json_text import MOST_BYTES
from parsched.data.files.reading import DoesNotFit
from parsched.data.files.source import BLOCK, FileLimits
from parsched.data.files.unpacking import BlockFile

_MARK = b"\xef\xbb\xbf"


def begun(content: Iterator[bytes]) -> tuple[list[bytes], bool]:
    """Return the first blocks of a file, up to the size of JSON that is held in memory, and whether
    there are more."""
    held: list[bytes] = []
    size = 0
    for block in content:
        held.append(block)
        size += len(block)
        if size > MOST_BYTES:
            return held, True
    return held, False


def items(content: Iterator[bytes], limits: FileLimits, key: str) -> Iterator[Any]:
    """Yield the values of the list under a key (`hits.hits` is one within another, "" the file).

    Raises
    ------
    DoesNotFit
        When the file is no JSON, has no such list, or values too deep within each other.
    """
    file = io.BufferedReader(BlockFile(_without_mark(content)), BLOCK)
    has_any = False
    try:
        for value in ijson.items(file, f"{key}.item".lstrip("."), use_float=True):
            has_any = True
            if _is_deep(value, limits.max_depth):
                rule = f"must not be more than {limits.max_depth:,} deep within each other"
                raise DoesNotFit(f"lists and objects {rule}, the limit")
            yield value
    except ijson.JSONError as error:
        raise DoesNotFit(f"this is not JSON, {shown(str(error).splitlines()[0])}") from error
    if not has_any:
        raise DoesNotFit(f"{key or 'the file'} must be a list of jobs")


def _without_mark(content: Iterator[bytes]) -> Iterator[bytes]:
    yield next(content, b"").removeprefix(_MARK)
    yield from content


def _is_deep(value: Any, most: int) -> bool:
    """Tell whether lists and objects stand deeper within each other than the list and the object
    around them allow."""
    layer = [value]
    for _ in range(most - 1):
        inner = (v.values() if isinstance(v, dict) else v for v in layer)
        layer = [v for values in inner for v in values if isinstance(v, list | dict)]
        if not layer:
            return False
    return True

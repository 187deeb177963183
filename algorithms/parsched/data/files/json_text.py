"""JSON files as values, within limits."""

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

from parsched.base.errors import FormatError
from parsched.data.files.json_nesting import first_too_deep
from parsched.data.files.reading import DoesNotFit
from parsched.data.files.source import FileLimits

MakeObject: TypeAlias = Callable[[list[tuple[str, Any]]], dict[str, Any]]
"""Makes an object of its keys and values."""

MOST_BYTES = 256 << 20
"""A JSON file is held in memory several times over: the limit is lower than for other formats."""


def parsed(content: Iterator[bytes], limits: FileLimits) -> Any:
    """Return the value of a file; raises what `collected` and `value_of` raise."""
    return value_of(collected(content, limits))


def collected(content: Iterator[bytes], limits: FileLimits) -> bytearray:
    """Return the text of a file whose lists and objects are not too deep within each other.

    Raises
    ------
    FormatError
        When the file is too large. `DoesNotFit` when it is too deep.
    """
    data, limit = bytearray(), min(MOST_BYTES, limits.max_bytes)
    for block in content:
        data += block
        if len(data) > limit:
            raise FormatError(f"the file holds more than {limit >> 20} MiB, the limit for JSON")
    deep = first_too_deep(np.frombuffer(data, np.uint8), limits.max_depth)
    if deep >= 0:
        rule = f"must not be more than {limits.max_depth:,} deep within each other, the limit"
        line = data.count(b"\n", 0, deep) + 1
        raise DoesNotFit(f"line {line}: lists and objects {rule}")
    return data


def value_of(data: bytearray, make_object: MakeObject | None = None) -> Any:
    """Return the value of a text that was `collected`; `make_object` makes each object of its
    pairs.

    Raises
    ------
    DoesNotFit
        When it is not JSON; names the place.
    """
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=make_object, parse_constant=no_number
        )
    except UnicodeDecodeError as error:
        raise DoesNotFit(f"byte {error.start + 1} is not UTF-8") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DoesNotFit(f"{where}: this is not JSON, {error.msg.lower()}") from error
    except DoesNotFit:
        raise
    except ValueError as error:  # Python reads no whole number of over 4,300 digits
        raise DoesNotFit("a number has too many digits to be read") from error


def no_number(text: str) -> Any:
    """Refuse `NaN` and `Infinity`, which Python reads and JSON has not."""
    raise DoesNotFit(f"{text} is not a number in JSON")

"""JSON bodies that are safe to look at, keep and send back."""

import json
from collections.abc import Mapping
from typing import Any, BinaryIO, cast

from rest_framework import parsers
from rest_framework.exceptions import ParseError

MAX_DEPTH = 12
"""Levels of lists and objects; our own requests have four."""


class JSONParser(parsers.JSONParser):
    """DRF's; refuses NaN, deep nesting and text that is no Unicode (half of a surrogate pair)."""

    def parse(
        self,
        stream: BinaryIO,  # type: ignore[override]
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            data = cast("Any", super().parse(stream, media_type, parser_context))
            json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
        except ParseError as error:
            raise ParseError(_cause(error.__context__)) from None
        except (RecursionError, ValueError):  # a UnicodeError is a ValueError
            raise ParseError("The JSON holds something that cannot be kept.") from None
        if not _is_shallow(data):
            raise ParseError(f"The JSON is nested more than {MAX_DEPTH} levels deep.")
        return data


def _cause(error: BaseException | None) -> str:
    """Say where and why a body could not be read, and what to do."""
    match error:
        case json.JSONDecodeError():
            why = error.msg.removesuffix(" at").removesuffix(" starting")
            return (
                f"The body is not valid JSON: line {error.lineno}, column {error.colno}: "
                f"{why[:1].lower()}{why[1:]}. Correct it there and send it again."
            )
        case UnicodeDecodeError():
            return f"The body is not {error.encoding.upper()} text. Send JSON encoded as UTF-8."
    return (
        "The body is not valid JSON: it holds NaN, an infinite number or one of thousands of "
        "digits. Send finite numbers."
    )


def _is_shallow(data: Any) -> bool:
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        nested = [item for item in level if isinstance(item, dict | list)]
        level = [x for item in nested for x in (item.values() if isinstance(item, dict) else item)]
        if not level:
            return True
    return False

"""Telling texts with an object on each line. Loads no pyarrow."""

import json

from parsched.data.files.encoding import text_of


def is_json_lines(head: bytes) -> bool:
    """Tell whether a text has an object on each line."""
    first, newline, rest = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
    if not newline or not first.startswith(b"{") or not rest.lstrip().startswith(b"{"):
        return False
    try:
        return isinstance(json.loads(text_of(first)), dict)
    except (ValueError, RecursionError):
        return False

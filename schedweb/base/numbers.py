"""Whole numbers that people type: one rule and one sentence for pages, API and services."""

from parsched.base.digits import whole


def number_problem(name: str, text: str, low: int, high: int) -> str:
    """Return why a text is no whole number within limits, or a blank.

    Examples
    --------
    >>> number_problem("seed", "12", 0, 99)
    ''
    >>> number_problem("seed", "-1", 0, 99)
    "seed must be a whole number from 0 to 99, got '-1'"
    """
    if whole(text.strip().removeprefix("-")) is not None and low <= int(text) <= high:
        return ""
    return f"{name} must be a whole number from {low:,} to {high:,}, got {text!r:.60}"

"""Whole numbers that people type."""

from parsched.base.digits import whole
from parsched.declare.parameters import MAX_SEED
from parsched.studies.part import MAX_REPETITIONS


def problem(name: str, text: str, low: int, high: int) -> str:
    """Return why a text is no whole number within limits, or a blank.

    Examples
    --------
    >>> problem("seed", "12", 0, 99)
    ''
    >>> problem("seed", "-1", 0, 99)
    "seed must be a whole number from 0 to 99, got '-1'"
    """
    if whole(text.strip().removeprefix("-")) is not None and low <= int(text) <= high:
        return ""
    return f"{name} must be a whole number from {low:,} to {high:,}, got {text!r:.60}"


def wrong_numbers(repetitions: str, seed: str) -> dict[str, str]:
    """Return what is wrong with the repetitions and the seed of a study, by name."""
    found = {
        "repetitions": problem("repetitions", repetitions, 1, MAX_REPETITIONS),
        "seed": problem("seed", seed, 0, MAX_SEED),
    }
    return {name: text for name, text in found.items() if text}

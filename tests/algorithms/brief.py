"""Parameters with which long searches end soon."""

from typing import Any

BRIEF: dict[str, dict[str, Any]] = {"exact": {"seconds": 0.1}, "local-search": {"effort": 1}}
"""By algorithm; those that are not here are quick with their defaults."""


def brief(key: str) -> dict[str, Any]:
    """Return them for an algorithm."""
    return BRIEF.get(key, {})


def brief_settings(key: str) -> str:
    """Return them as the settings of an algorithm that another one runs."""
    return " ".join(f"{name}={value}" for name, value in brief(key).items())

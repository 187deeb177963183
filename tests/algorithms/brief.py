"""Parameters with which long searches end soon."""

from typing import Any

from algorithms.catalogue import algorithm


def brief(key: str) -> dict[str, Any]:
    """Return them for an algorithm; most are quick with their defaults."""
    return algorithm(key).params().brief().changed()


def brief_settings(key: str) -> str:
    """Return them as the settings of an algorithm that another one runs."""
    return " ".join(f"{name}={value}" for name, value in brief(key).items())

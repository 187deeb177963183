"""Parameters with which long searches end soon."""

from typing import Any

from parsched.policies.catalogue import algorithm


def brief(key: str) -> dict[str, Any]:
    """Return them for an algorithm; most are quick with their defaults."""
    return algorithm(key).params().brief().changed()

"""What tests of runs have in common."""

from typing import Any

import pytest

from parsched.measure.bounds import registry


@pytest.fixture
def computations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bounds that are computed during a test; none is known before."""
    monkeypatch.setattr(registry, "_kept", type(registry._kept)())  # noqa: SLF001
    compute, found = registry._compute, list[str]()  # noqa: SLF001

    def noted(declared: registry.Bound, *more: Any) -> float | None:
        value = compute(declared, *more)
        if value is not None:
            found.append(f"{declared.criterion}.{declared.key}")
        return value

    monkeypatch.setattr(registry, "_compute", noted)
    return found

"""What the tests of the library share."""

from collections import OrderedDict

import pytest

from tests.everywhere import may_compile, odd_traces, shared

__all__ = ["may_compile", "odd_traces", "shared"]


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bound of any instance be known from other tests."""
    monkeypatch.setattr("parsched.measure.bounds.registry._kept", OrderedDict())

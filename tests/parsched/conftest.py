"""What the tests of the library share."""

from collections import OrderedDict

import pytest

from parsched.measure.bounds import registry


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bound of any instance be known from other tests."""
    monkeypatch.setattr(registry, "_kept", OrderedDict())

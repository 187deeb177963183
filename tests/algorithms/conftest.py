"""What the tests of the library share."""

from collections import OrderedDict

import pytest
from hypothesis import settings

from algorithms.bounds import registry

# Kernels compile on first use, so no example of a property test has a deadline.
settings.register_profile("algorithms", deadline=None)
settings.load_profile("algorithms")


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bound of any instance be known from other tests."""
    monkeypatch.setattr(registry, "_kept", OrderedDict())

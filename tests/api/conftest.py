"""Who calls: Alice owns, Bob is a stranger, the visitor has not logged in."""

import pytest
from django.core.cache import cache

from tests import factories
from tests.api.caller import Caller


@pytest.fixture(autouse=True)
def _fresh_throttles() -> None:
    """People of other tests have the same ids, and would share their counts."""
    cache.clear()


@pytest.fixture
def alice(db: None) -> Caller:
    return Caller(factories.person("alice"))


@pytest.fixture
def bob(db: None) -> Caller:
    return Caller(factories.person("bob"))


@pytest.fixture
def visitor(db: None) -> Caller:
    return Caller(None)

"""Who looks at pages, and a comparison that is done."""

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison
from tests import factories


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("alice")


@pytest.fixture
def hers(alice: User) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def his(db: None) -> Client:
    """Bob's browser: nothing of Alice's is his business."""
    client = Client()
    client.force_login(factories.person("bob"))
    return client


@pytest.fixture
def done(alice: User) -> Comparison:
    """FCFS and EASY on three jobs, computed."""
    return computed(factories.comparison(alice))


def computed(comparison: Comparison) -> Comparison:
    """Compute all runs here and now."""
    for pk in comparison.runs.values_list("pk", flat=True):
        execute(pk)
    return Comparison.objects.get(pk=comparison.pk)

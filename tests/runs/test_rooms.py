"""Who reads how a run is computed, from its claim to the stored result, meets few rooms."""

import pytest

from schedweb.runs.execution import execute
from tests import factories
from tests.rooms import entered


@pytest.mark.django_db
def test_a_run_enters_at_most_fourteen_rooms() -> None:
    alice = factories.person("alice")
    execute(factories.queued_run(alice).pk)  # Kernels are loaded.
    run = factories.queued_run(alice)
    rooms = entered(lambda: execute(run.pk))
    assert {"parsched.run", "schedweb.store", "schedweb.workers"} <= rooms
    assert len(rooms) <= 14, sorted(rooms)

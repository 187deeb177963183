"""Programs of people's own, in comparisons: who may run them, and what becomes of them."""

import pytest

from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.runs import selectors, services
from schedweb.runs.execution import execute
from schedweb.runs.models import Run
from schedweb.workers.models import ErrorKind, State
from tests import factories
from tests.factories import EXAMPLE, PROGRAM_REFUSED

COMMAND = "{python} -c 'exit(\"no\")'"


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("alice")


@pytest.fixture
def admin(db: None) -> User:
    return factories.admin("alice")


def computed(run: Run) -> Run:
    """Compute a run here and now."""
    execute(run.pk)
    run.refresh_from_db()
    return run


def test_a_stranger_to_the_server_cannot_compare_programs(alice: User) -> None:
    with pytest.raises(InvalidError) as caught:
        factories.comparison(alice, ["fcfs", "external"])
    assert caught.value.errors == {"entries.1.algorithm": PROGRAM_REFUSED}
    assert not Run.objects.exists()


def test_nor_add_one_to_a_comparison(alice: User) -> None:
    with pytest.raises(InvalidError) as caught:
        services.add_runs(factories.comparison(alice), [RequestEntry("external")])
    assert caught.value.errors == {"entries.0.algorithm": PROGRAM_REFUSED}


def test_nor_start_one_again_after_losing_the_right(admin: User) -> None:
    run = factories.comparison(admin, ["external"], confirmed=EXAMPLE).runs.get()
    services.stop_run(run)
    admin.is_staff = False
    admin.save()
    with pytest.raises(RefusedError) as caught:
        services.retry_run(Run.objects.get())
    assert str(caught.value) == f"{PROGRAM_REFUSED}."


def test_one_that_waits_is_not_started_after_its_owner_lost_the_right(admin: User) -> None:
    fcfs, external = factories.comparison(
        admin, ["fcfs", "external"], confirmed=EXAMPLE
    ).runs.order_by("position")
    User.objects.update(is_staff=False)
    assert computed(fcfs).state == State.DONE
    assert computed(external).state == State.FAILED
    assert (external.error_kind, external.error) == (ErrorKind.REFUSED, f"{PROGRAM_REFUSED}.")


@pytest.mark.parametrize("is_staff", [False, True])
def test_offers_say_so_before_anybody_chooses(alice: User, is_staff: bool) -> None:
    alice.is_staff = is_staff
    offered = {o.algorithm.key: o.refusal for o in selectors.offers(alice, None)}
    assert (offered["external"] is None) is is_staff
    assert offered["fcfs"] is None


def test_the_example_gives_the_schedule_of_fcfs(admin: User) -> None:
    place = factories.comparison(admin, ["fcfs", "external"], confirmed=EXAMPLE)
    fcfs, external = (computed(run) for run in place.runs.order_by("position"))
    assert external.state == State.DONE
    assert external.result.metrics == fcfs.result.metrics


def test_a_program_that_fails_is_quoted_on_its_run(admin: User) -> None:
    place = factories.comparison(admin, ["easy"])
    [run] = services.add_runs(
        place, [RequestEntry("external", {"command": COMMAND})], confirmed=[COMMAND]
    )
    assert computed(run).state == State.FAILED
    assert run.error_kind == ErrorKind.SOLVER
    text = "The scheduler failed: the program ended with exit code 1 before all jobs had run"
    assert run.error == f"{text}; it said: no."

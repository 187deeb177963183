"""Programs of people's own, in studies."""

import pytest

from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.studies.handing import hand_out
from schedweb.studies.services import continue_study, pause_study, repeat_more, retry_failed
from tests import factories
from tests.factories import EXAMPLE, PROGRAM_REFUSED
from tests.studies.declared import part, stored, work


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("alice")


@pytest.fixture
def admin(db: None) -> User:
    return factories.admin("alice")


def test_studies_with_programs_are_refused_as_comparisons_are(alice: User) -> None:
    with pytest.raises(InvalidError) as caught:
        stored(part("one", methods=("fcfs", "external")), owner=alice)
    assert caught.value.errors == {"parts[0].methods": PROGRAM_REFUSED}


def test_a_study_does_not_go_on_after_its_owner_lost_the_right(admin: User) -> None:
    study = stored(part("one", methods=("fcfs", "external")), owner=admin, confirmed=EXAMPLE)
    pause_study(study)
    admin.is_staff = False
    admin.save()
    study.refresh_from_db()
    study.owner = admin
    for go_on in (continue_study, retry_failed, lambda one: repeat_more(one, 50)):
        with pytest.raises(RefusedError) as caught:
            go_on(study)
        assert str(caught.value) == f"{PROGRAM_REFUSED}."


def test_batches_that_wait_are_not_started_after_their_owner_lost_the_right(admin: User) -> None:
    study = stored(part("one", methods=("fcfs", "external")), owner=admin, confirmed=EXAMPLE)
    other = stored(owner=admin)
    User.objects.update(is_staff=False)
    study = work(study)
    assert not study.batches.exists()
    assert study.is_paused, "its owner is told why on continuing it"
    assert work(other).finished


def test_a_study_with_programs_that_may_not_run_is_paused_as_others_go_on(admin: User) -> None:
    study = stored(part("one", methods=("fcfs", "external")), owner=admin, confirmed=EXAMPLE)
    study.batches.all().delete()
    User.objects.update(is_staff=False)
    hand_out()
    study.refresh_from_db()
    assert study.is_paused
    assert not study.batches.exists()

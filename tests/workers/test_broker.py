"""Messages: what is stored stays stored, whatever keeps its message from being sent."""

import pytest
from django.db import OperationalError, transaction

from schedweb.runs.models import Run
from schedweb.studies import services
from schedweb.studies.models import Study
from schedweb.workers import broker
from schedweb.workers.models import State
from tests import factories
from tests.studies import declared as made

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.smoke]


def away(*_: object) -> None:
    raise OperationalError("the database is away")


def test_a_run_is_stored_though_the_database_goes_away_as_its_message_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = factories.queued_run(factories.person("alice"))
    monkeypatch.setattr(broker, "_send", away)
    with transaction.atomic():
        Run.objects.filter(pk=run.pk).update(label="Stored")
        broker.enqueue(Run, run.pk)
    run.refresh_from_db()
    assert (run.label, run.state) == ("Stored", State.QUEUED)


def test_repetitions_are_added_though_nothing_can_be_handed_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = made.stored()
    monkeypatch.setattr(services, "hand_out", away)
    services.repeat_more(study, 6)
    assert Study.objects.get().declared.parts[0].repetitions == 6

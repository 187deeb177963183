"""The study that a newcomer finds."""

import pytest
from django.core.management import call_command
from pytest_django import Settings

from schedweb.accounts.local import local_user
from schedweb.base.errors import RefusedError
from schedweb.runs.models import Comparison, Welcome
from schedweb.studies import samples
from schedweb.studies.models import Study
from tests import factories
from tests.studies import declared as made

pytestmark = pytest.mark.django_db


def test_a_newcomer_finds_a_figure_of_a_paper_with_verdicts(settings: Settings) -> None:
    settings.SCHEDWEB_MODE = "local"
    call_command("seed_samples", verbosity=0)
    study = Study.objects.get(owner=local_user())
    assert (study.is_sample, study.preset, study.runs) == (True, "demt", 330)
    assert {plot.figure for plot in study.declared.plots} == {"fig3"}
    study = made.work(study)
    assert study.finished is not None
    content = made.summed_up(study).content
    verdicts = [claim["verdict"] for claim in content["claims"]]
    assert verdicts
    assert "not judged" not in verdicts
    assert len(content["figures"]) == len(study.declared.plots)


def test_it_is_given_once_and_what_was_deleted_stays_away() -> None:
    alice = factories.person("alice")
    assert samples.welcome(alice)
    Study.objects.all().delete()
    assert not samples.welcome(alice)
    assert not Study.objects.exists()


def test_all_samples_are_given_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise RefusedError("no")

    monkeypatch.setattr(samples, "create_study", refuse)
    with pytest.raises(RefusedError):
        samples.welcome(factories.person("alice"))
    assert not Welcome.objects.exists()
    assert not Comparison.objects.exists()

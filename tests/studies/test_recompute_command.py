"""`schedweb recompute`: everything that older versions computed, of everybody."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from schedweb.__main__ import COMMANDS
from schedweb.runs.execution import renew
from schedweb.runs.models import Renewal
from schedweb.studies.models import Batch
from schedweb.workers.models import State
from tests import factories
from tests.runs.older import compared
from tests.studies import declared as made
from tests.versions import ANYWHERE, first_versions, raised

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures(first_versions.__name__)]


def recomputed(*options: str) -> tuple[str, str]:
    """Return what the command writes."""
    out, err = StringIO(), StringIO()
    call_command("recompute", *options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_the_installed_program_has_it() -> None:
    assert "recompute" in {command.name for command in COMMANDS}


def test_there_may_be_nothing_to_do() -> None:
    compared(factories.person("alice"))
    assert recomputed()[0] == "Everything is as this version computes it.\n"


def test_runs_of_everybody_are_queued_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("alice", "bob"):
        compared(factories.person(name))
    raised(monkeypatch, "algorithms", "easy")
    out, _ = recomputed("--dry-run")
    assert out.splitlines()[-1] == "2 items would be computed again."
    assert not Renewal.objects.exists()
    out, _ = recomputed("--owner", "bob")
    assert out.splitlines() == [
        "comparison Three jobs on Machine of bob: 1 run",
        "1 item is computed again.",
    ]
    recomputed()
    assert Renewal.objects.count() == 2
    for pk in Renewal.objects.values_list("pk", flat=True):
        renew(pk)
    assert recomputed()[0] == "Everything is as this version computes it.\n"


def test_what_cannot_be_computed_again_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    place = compared(factories.person("alice"))
    place.runs.filter(algorithm="easy").update(params={"gone": 1})
    raised(monkeypatch, "algorithms", "easy")
    out, err = recomputed()
    assert "cannot be run again" in err
    assert out == "Everything is as this version computes it.\n"


def test_studies_are_queued_too(monkeypatch: pytest.MonkeyPatch) -> None:
    study = made.work(made.stored())
    raised(monkeypatch, "metrics", study.declared.parts[0].numbers[0], ANYWHERE)
    out, _ = recomputed("--dry-run")
    assert "study " in out
    assert not Batch.objects.filter(state=State.QUEUED).exists()
    recomputed()
    assert Batch.objects.filter(state=State.QUEUED).exists()


def test_an_unknown_user_is_an_error() -> None:
    with pytest.raises(CommandError, match="no account is called 'carol'"):
        recomputed("--owner", "carol")

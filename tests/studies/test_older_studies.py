"""Studies whose numbers an older version computed."""

from functools import partial
from typing import Any

import pytest
from django.test import Client

from parsched.model.concerns import has_decimals
from parsched.model.versions import Change
from parsched.studies import part as parts
from parsched.studies.computing import instance_of
from schedweb.studies import selectors
from schedweb.studies.models import Batch, Study, Summary
from schedweb.studies.progress import Completion
from schedweb.studies.reading import OLDER, cells_of
from schedweb.studies.services import retry_failed
from tests.studies import declared as made
from tests.versions import ANYWHERE, EXACT, first_versions, raised

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures(first_versions.__name__)]


@pytest.fixture
def study() -> Study:
    return made.work(made.stored())


def bumped(monkeypatch: pytest.MonkeyPatch, study: Study, change: Change = ANYWHERE) -> None:
    """Raise the version of a metric that every study has."""
    raised(monkeypatch, "metrics", study.declared.parts[0].numbers[0], change)


def fresh(study: Study) -> Study:
    return Study.objects.get(pk=study.pk)


def page(study: Study, tab: str = "") -> str:
    client = Client()
    client.force_login(study.owner)
    answer = client.get(f"/studies/{study.pk}/{tab}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_numbers_of_an_older_version_stay_marked_until_all_are_there(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.summed_up(study)
    before = cells_of(study)
    assert OLDER not in page(study)
    bumped(monkeypatch, study)
    assert selectors.is_older(fresh(study))
    older = cells_of(fresh(study))
    assert older.mark == OLDER
    assert older.done == before.done, "nothing is lost"
    html = page(study)
    assert OLDER in html
    assert "Compute again" in html
    retry_failed(fresh(study))
    assert cells_of(fresh(study)).done == before.done
    after = made.work(fresh(study))
    assert not selectors.is_older(after)
    assert (cells_of(after).mark, cells_of(after).done) == ("", before.done)
    assert Completion.of(after).outdated == 0
    assert len({batch.origin for batch in Batch.objects.filter(study=study)}) == 1
    made.summed_up(after)
    assert OLDER not in page(after)


def test_versions_are_never_mixed(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    bumped(monkeypatch, study)
    current = selectors.origins_of(fresh(study).declared)
    first = Batch.objects.filter(study=study).first()
    assert first is not None
    Batch.objects.filter(pk=first.pk).update(origin=current[0])
    shown = selectors.generation_of(fresh(study))
    mine = Batch.objects.filter(selectors.of_origins(shown.origins), study=study)
    assert len({batch.origin for batch in mine}) == 1


def test_what_concerns_no_instance_changes_nothing(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = selectors.origins_of(study.declared)
    whole = all(not _has_decimals(study, place) for place in range(len(study.declared.parts)))
    bumped(monkeypatch, study, EXACT)
    after = selectors.origins_of(fresh(study).declared)
    assert (after == before) is whole


def _has_decimals(study: Study, place: int) -> bool:
    """Tell by the instances themselves."""
    part = study.declared.parts[place]
    units = (parts.Unit(part.key, value, 0) for value in range(len(part.instances.values)))
    return any(map(has_decimals, map(partial(instance_of, study.declared), units)))


def test_verdicts_of_an_older_version_are_none(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.summed_up(study)
    Summary.objects.filter(study=study).update(
        content={**Summary.objects.get(study=study).content, "claims": [{"verdict": "confirmed"}]}
    )
    assert selectors.claims_of([study])
    bumped(monkeypatch, study)
    assert not selectors.claims_of([fresh(study)])
    assert not selectors.answers_of([fresh(study)])
    content: dict[str, Any] = Summary.objects.get(study=study).content
    assert selectors.told(fresh(study), content)["claims"] == []

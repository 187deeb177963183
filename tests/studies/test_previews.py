"""Pictures of declared studies: computed once, drawn again at once, and missing ones do no harm."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from parsched import studies
from parsched.studies import STUDIES, StudyPlot, Traced
from schedweb.studies import previews
from schedweb.web.contexts.study_list import OfferedStudy
from tests import factories
from tests.studies import declared as made

PLOT = StudyPlot(figure="one", key="one", title="Makespan", parts=("small",), measure="makespan")
TINY = made.declared(plots=(PLOT,))
FILES = ("tiny.json", "tiny.svg", "tiny-dark.svg")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of pictures; `TINY` is the only declared study."""
    monkeypatch.setattr("schedweb.studies.management.commands.draw_studies.STUDIES", {"tiny": TINY})
    monkeypatch.setattr(previews, "FOLDER", tmp_path)
    return tmp_path


def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which studies are computed."""
    found: list[str] = []
    usual = previews.compute

    def noting(study: studies.Study, *rest: Any) -> Any:
        found.append(study.key)
        return usual(study, *rest)

    monkeypatch.setattr(previews, "compute", noting)
    return found


def test_a_picture_is_computed_once_and_drawn_as_often_as_one_likes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = computed(monkeypatch)
    call_command("draw_studies", repetitions=2)
    files = {name: (folder / name).read_bytes() for name in FILES}
    for name in FILES[1:]:
        (folder / name).unlink()
    call_command("draw_studies")
    assert {name: (folder / name).read_bytes() for name in FILES} == files
    assert found == ["tiny"]
    call_command("draw_studies", "tiny", repetitions=2)
    assert found == ["tiny", "tiny"], "who names one has it computed"


@pytest.mark.parametrize(
    "changed",
    [
        replace(TINY, seed=4),
        replace(TINY, plots=(replace(PLOT, measure="makespan/area"),)),
        made.declared(made.part(methods=("ltf",)), plots=(PLOT,)),
    ],
)
def test_a_study_that_has_changed_is_computed_again(folder: Path, changed: studies.Study) -> None:
    previews.keep(TINY, previews.compute(TINY, 1, folder / "results", lambda _: None))
    assert previews.is_current(TINY)
    assert previews.is_current(TINY.changed(repetitions=9)), "more repetitions change no numbers"
    assert not previews.is_current(changed)


def test_results_that_are_there_are_taken_over(folder: Path, tmp_path: Path) -> None:
    told: list[str] = []
    for _ in range(2):
        previews.compute(TINY, 2, tmp_path / "results", told.append)
    assert len(told) == 6, "each instance once"


def test_studies_whose_traces_are_missing_are_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    window = Traced(merges={"x": "grid1"})
    traced = made.part(instances=window, methods=("easy",), repetitions=1)
    declared = {"tiny": made.declared(traced, plots=(replace(PLOT, along=""),))}
    monkeypatch.setattr("schedweb.studies.management.commands.draw_studies.STUDIES", declared)
    call_command("draw_studies", traces=folder)
    assert "traces are missing" in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_a_study_that_there_is_not_is_named() -> None:
    with pytest.raises(CommandError, match="no study is called 'none'; there are: demt"):
        call_command("draw_studies", "none")


@pytest.mark.django_db
def test_cards_have_a_picture_or_none(client: Client, folder: Path) -> None:
    client.force_login(factories.person("alice"))
    page = client.get("/studies/").content.decode()
    assert "<img" not in page, "no study has a picture in this folder"
    for key in STUDIES:
        start = client.get(f"/studies/new/{key}/").content.decode()
        assert "preset-picture" not in start
        assert ('class="panel"' in start) != ("It cannot be started here" in start)


def test_a_card_says_what_its_picture_shows(folder: Path) -> None:
    assert (OfferedStudy(TINY).picture, OfferedStudy(TINY).caption) == ("", "")
    call_command("draw_studies", repetitions=3)
    assert OfferedStudy(TINY).picture == "img/studies/tiny.svg"
    assert OfferedStudy(TINY).caption.startswith("Makespan. Mean of 3 instances a point")

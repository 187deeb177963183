"""Pages of studies: presets, progress, changes, numbers, links, and what is asked for wrongly."""

import pytest
from django.test import Client
from django.urls import reverse

from algorithms.studies import STUDIES, Plot
from schedweb.studies.models import Batch, Study
from schedweb.workers.models import State
from tests.studies import declared as made

pytestmark = pytest.mark.django_db


def finished() -> Study:
    plot = Plot(figure="one", key="one", title="Makespan", parts=("small",), measure="makespan")
    study = made.work(made.stored(claims=(made.BETTER,), plots=(plot,)))
    made.summed_up(study)
    return Study.objects.get(pk=study.pk)


def page_of(client: Client, study: Study) -> str:
    response = client.get(reverse("study", args=(study.pk,)))
    assert response.status_code == 200
    return response.content.decode()


def test_studies_of_papers_are_offered_with_what_they_claim(hers: Client) -> None:
    page = hers.get("/studies/").content.decode()
    for study in STUDIES.values():
        assert study.title in page
        assert f"/studies/new/{study.key}/" in page
    assert STUDIES["demt"].claims[0].text in page
    assert "No study yet" in page


def test_a_study_of_a_paper_starts_with_a_click(hers: Client) -> None:
    start = "/studies/new/demt/"
    assert "What the paper claims" in hers.get(start).content.decode()
    sent = {"repetitions": "1", "seed": "7", "only": "fig3"}
    response = hers.post(start, sent)
    study = Study.objects.get()
    assert response["Location"] == f"/studies/{study.pk}/"
    assert (study.preset, study.declared.seed, study.instances) == ("demt", 7, 6)
    assert Batch.objects.filter(study=study, state=State.QUEUED).exists()
    page = page_of(hers, study)
    assert "waits for a worker" in page
    assert "not judged" in page
    assert "data-poll" in page


@pytest.mark.parametrize(
    ("name", "value"),
    [("repetitions", "0"), ("repetitions", "many"), ("seed", "-1"), ("only", "fig99")],
)
def test_what_cannot_be_is_said_at_its_field(hers: Client, name: str, value: str) -> None:
    sent = {"repetitions": "1", "seed": "7", "only": "", name: value}
    response = hers.post("/studies/new/demt/", sent)
    assert response.status_code == 422
    assert name in response.content.decode()
    assert not Study.objects.exists()


def test_the_page_of_a_finished_study_has_verdicts_and_figures(hers: Client) -> None:
    study = finished()
    page = page_of(hers, study)
    assert "LTF is better than LPTF." in page
    assert "data-poll" not in page
    assert "12 of 12 instances" in page
    assert f"/studies/{study.pk}/figures/one/" in page
    drawn = hers.get(f"/studies/{study.pk}/figures/one/").json()
    assert "root_id" in drawn
    assert hers.get(f"/studies/{study.pk}/figures/none/").status_code == 404

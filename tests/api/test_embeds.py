"""Embeds over the API: made of what an address shows, listed, revoked; any page may show them."""

import pytest
from django.test import Client

from parsched.studies import StudyPlot
from schedweb.runs.models import Comparison
from schedweb.sharing.models import ShareLink
from schedweb.studies.models import Study
from tests.api.caller import Caller
from tests.studies import declared
from tests.web.test_reports import compared

PLOT = StudyPlot(figure="one", key="one", title="Makespan", parts=("small",), measure="makespan")


@pytest.fixture
def made(alice: Caller) -> Comparison:
    assert alice.user is not None
    return compared(alice.user, "jobs that arrive")


@pytest.fixture
def study(alice: Caller) -> Study:
    assert alice.user is not None
    stored = declared.work(declared.stored(owner=alice.user, plots=(PLOT,)))
    declared.summed_up(stored)
    return Study.objects.get(pk=stored.pk)


def places(made: Comparison, study: Study) -> list[tuple[str, str]]:
    """Addresses of embeds, each with one of a figure or table that it takes."""
    run = made.runs.all()[0].pk
    of_made, of_study, of_run = (
        f"/{kind}/{key}"
        for kind, key in (("comparisons", made.pk), ("studies", study.pk), ("runs", run))
    )
    return [
        (of_made, f"{of_made}/plots/wait/?draw={run}"),
        (of_made, f"{of_made}/reports/results.csv?of=results"),
        (of_study, f"{of_study}/figures/one/"),
        (of_run, f"{of_run}/reports/gantt/figures/schedules/?colour=wait"),
    ]


def test_an_embed_is_made_listed_and_revoked(
    alice: Caller, bob: Caller, made: Comparison, study: Study
) -> None:
    for place, at in places(made, study):
        answer = alice.post(f"{place}/embeds", {"at": at, "label": "For the course"})
        assert answer.status == 201, answer.content
        new = answer.json
        assert new["url"] == f"http://testserver/embed/{new['token']}/"
        assert f'<iframe src="{new["url"]}"' in new["html"]
        assert new["embeds"], "the title of what it shows"
        shown = Client().get(new["url"])
        assert shown.status_code == 200
        assert "frame-ancestors *" in shown["Content-Security-Policy"]
        listed = alice.get(f"{place}/embeds").json["results"]
        assert new["id"] in {link["id"] for link in listed}
        assert new["token"] not in str(listed)
        assert bob.delete(f"/links/{new['id']}").status == 404
        assert alice.delete(f"/links/{new['id']}").status == 204
        assert Client().get(new["url"]).status_code == 410


def test_links_that_open_all_are_no_embeds(alice: Caller, made: Comparison) -> None:
    place = f"/comparisons/{made.pk}"
    alice.post(f"{place}/links", {"label": "all"})
    at = f"{place}/reports/results.csv?of=results"
    embed = alice.post(f"{place}/embeds", {"at": at}).json["id"]
    assert [link["id"] for link in alice.get(f"{place}/embeds").json["results"]] == [embed]
    assert len(alice.get(f"{place}/links").json["results"]) == 2


@pytest.mark.parametrize(
    "at",
    [
        None,
        "",
        7,
        "https://example.org/",
        "http://[",
        "{here}/",
        "{here}/plots/none/",
        "{here}/reports/results.csv?of=none",
        "{here}/reports/gantt/figures/schedules/?colour=none",
        "{here}/reports/gantt/figures/schedules/?colour=question&pick=partition:3",
        "{here}/reports/gantt/figures/schedules/?end=soon",
        "https://evil.example{here}/plots/wait/",
        "/comparisons/AAAAAAAAAAA/plots/wait/",
        "{run}/reports/gantt/figures/schedules/",
    ],
)
def test_what_is_no_figure_of_it_is_refused(
    alice: Caller, made: Comparison, at: str | int | None
) -> None:
    here, run = f"/comparisons/{made.pk}", f"/runs/{made.runs.all()[0].pk}"
    sent = at.format(here=here, run=run) if isinstance(at, str) else at
    answer = alice.post(f"{here}/embeds", {"at": sent})
    assert answer.status == 400
    assert set(answer.fields) == {"at"}
    assert not ShareLink.objects.exists()


def test_strangers_neither_make_nor_see_embeds(
    bob: Caller, visitor: Caller, made: Comparison, study: Study
) -> None:
    for place, at in places(made, study):
        assert bob.post(f"{place}/embeds", {"at": at}).status == 404
        assert bob.get(f"{place}/embeds").status == 404
        assert visitor.post(f"{place}/embeds", {"at": at}).status == 401
    assert not ShareLink.objects.exists()


def test_a_label_and_an_expiry_follow_the_rules_of_links(alice: Caller, made: Comparison) -> None:
    place = f"/comparisons/{made.pk}"
    at = f"{place}/reports/results.csv?of=results"
    wrong = {"at": at, "label": "x" * 101, "expires": "tomorrow"}
    assert set(alice.post(f"{place}/embeds", wrong).fields) == {"label", "expires"}
    early = {"at": at, "expires": "2001-01-01T00:00:00Z"}
    assert set(alice.post(f"{place}/embeds", early).fields) == {"expires"}

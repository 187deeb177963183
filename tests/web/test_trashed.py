"""What a reader has deleted says so where it was, and comes back from there."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.store import filing
from schedweb.store.filing import Filed
from schedweb.studies.models import Study
from schedweb.web.lists import KINDS
from tests import factories


def thing_of(owner: User, key: str) -> Filed:
    """Store one thing of a kind."""
    if key == "comparisons":
        return factories.comparison(owner)
    if key == "studies":
        return Study.objects.create(owner=owner, title="A", definition={}, instances=1, runs=1)
    return factories.workload(owner) if key == "workloads" else factories.cluster(owner, 4)


@pytest.mark.parametrize("key", KINDS)
def test_the_page_of_a_deleted_thing_offers_its_owner_to_take_it_back(
    hers: Client, his: Client, alice: User, key: str
) -> None:
    thing = thing_of(alice, key)
    at, back = f"/{key}/{thing.pk}/", f"/lists/{key}/change/"
    restore = {"action": "restore", "pick": thing.pk, "open": "1"}
    type(thing).everything.update(trashed=datetime(2026, 1, 30, 12, tzinfo=UTC))
    answer = hers.get(at)
    html = answer.content.decode()
    assert answer.status_code == 404
    assert "in the trash since" in html
    assert "30 Jan 2026, 12:00 UTC" in html
    assert "1 Mar 2026, 12:00 UTC" in html, "30 days later"
    assert "Nothing is here" in his.get(at).content.decode()
    assert "Nothing is here" in hers.get(f"/{key}/none/").content.decode()
    his.post(back, restore)
    assert hers.get(at).status_code == 404
    assert hers.post(back, restore)["Location"] == at
    assert hers.get(at).status_code == 200


def test_what_is_not_there_is_not_taken_back(hers: Client) -> None:
    answer = hers.post("/lists/studies/change/", {"action": "restore", "pick": "a/b", "open": "1"})
    assert answer["Location"] == "/studies/"


def test_what_belongs_to_a_deleted_comparison_leads_to_it(hers: Client, done: Comparison) -> None:
    run = done.runs.all()[0]
    filing.throw_away(done)
    for at in (f"/runs/{run.pk}/", f"/comparisons/{done.pk}/schedules/"):
        answer = hers.get(at)
        assert answer.status_code == 404
        assert f'name="pick" value="{done.pk}"' in answer.content.decode()
    assert hers.post(f"/comparisons/{done.pk}/cancel/").status_code == 404
    assert "Nothing is here" in hers.get("/runs/none/").content.decode()

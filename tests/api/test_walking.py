"""Following `next` reads each thing once, whatever comes and goes meanwhile."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from schedweb.api.models import ApiToken
from schedweb.api.tokens import issue_token
from schedweb.clusters.models import Cluster
from schedweb.runs.models import Run
from schedweb.sharing.services import share
from tests import factories
from tests.api.caller import Caller

pytestmark = pytest.mark.smoke


def walked(
    caller: Caller, path: str, between: Callable[[int], None] = lambda _: None, way: str = "next"
) -> list[dict[str, Any]]:
    """Return all rows from a page on, with something that happens between pages."""
    rows: list[dict[str, Any]] = []
    for number in range(1000):
        answer = caller.client.get(path)
        assert answer.status_code == 200, answer.content
        page = answer.json()
        rows = [*rows, *page["results"]] if way == "next" else [*page["results"], *rows]
        if page[way] is None:
            return rows
        path = page[way]
        between(number)
    raise AssertionError("it goes on for ever")


def machines(*names: str) -> list[Cluster]:
    owner = factories.person("alice")
    made = [factories.cluster(owner, name=name) for name in names]
    now = timezone.now()
    for i, machine in enumerate(made):  # three at an instant each
        Cluster.objects.filter(pk=machine.pk).update(created=now - timedelta(seconds=i // 3))
    return made


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
@pytest.mark.parametrize("order", ["name", "-name", "created", "-created"])
def test_pages_of_any_size_hold_everything_once(alice: Caller, order: str, size: int) -> None:
    made = machines(*"aabbbcccc")
    path = f"/api/v1/clusters?page_size={size}&ordering={order}"
    rows = [row["id"] for row in walked(alice, path)]
    assert sorted(rows) == sorted(machine.pk for machine in made)
    name = order.removeprefix("-")
    down = order.startswith("-")
    values = [row[name] for row in walked(alice, path)]
    assert values == sorted(values, reverse=down)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("order", ["name", "-name", "created", "-created"])
def test_what_stays_is_read_once_while_others_come_and_go(
    alice: Caller, order: str, seed: int
) -> None:
    random, owner = Random(seed), factories.person("alice")
    staying = {machine.pk for machine in machines(*"abcabcabcabc")}
    going = [machine.pk for machine in machines(*"aabbccaabbcc")]
    random.shuffle(going)

    def between(_: int) -> None:
        for _ in range(random.randrange(3)):
            factories.cluster(owner, name=random.choice("abc"))
        for _ in range(min(len(going), random.randrange(4))):
            Cluster.objects.filter(pk=going.pop()).delete()

    path = f"/api/v1/clusters?page_size=3&ordering={order}"
    rows = [row["id"] for row in walked(alice, path, between)]
    assert len(rows) == len(set(rows)), "something twice"
    assert staying <= set(rows), "something never"


def test_the_row_that_a_cursor_names_may_be_deleted(alice: Caller) -> None:
    made = machines(*"abcdef")
    first = alice.get("/clusters?page_size=2").json
    for machine in made[:2]:
        machine.delete()
    rest = [row["name"] for row in walked(alice, first["next"])]
    assert rest == ["c", "d", "e", "f"]


@pytest.mark.parametrize("size", [1, 2, 4])
def test_previous_leads_back_to_the_beginning(alice: Caller, size: int) -> None:
    machines(*"aabbbcc")
    path = f"/api/v1/clusters?page_size={size}"
    forwards = walked(alice, path)
    page = alice.client.get(path).json()
    while page["next"]:
        page = alice.client.get(page["next"]).json()
    last = page["results"]
    back = walked(alice, page["previous"], way="previous")
    assert [row["id"] for row in [*back, *last]] == [row["id"] for row in forwards]


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("order", ["started", "-started", "finished", "-finished", "queued"])
def test_rows_without_a_value_are_walked_too(alice: Caller, order: str, size: int) -> None:
    factories.comparison(
        factories.person("alice"), ("fcfs", "easy", "conservative", "fcfs", "easy")
    )
    runs, now = list(Run.objects.order_by("pk")), timezone.now()
    for run in runs[:3]:
        Run.objects.filter(pk=run.pk).update(started=now, finished=now)
    path = f"/api/v1/runs?page_size={size}&ordering={order}"
    forwards = [row["id"] for row in walked(alice, path)]
    assert sorted(forwards) == sorted(run.pk for run in runs)
    if order != "queued":
        have = {run.pk for run in runs[:3]}
        at_end = forwards[:3] if order.startswith("-") else forwards[-3:]
        assert set(at_end) == have, "those without a value are below all"


def test_filters_stay_while_a_list_is_walked(alice: Caller) -> None:
    machines("Other 1", "Mine 1", "Other 2", "Mine 2", "Other 3")
    rows = walked(alice, "/api/v1/clusters?q=other&page_size=1")
    assert [row["name"] for row in rows] == ["Other 1", "Other 2", "Other 3"]


def test_links_and_tokens_are_walked(alice: Caller) -> None:
    owner = factories.person("alice")
    compared = factories.comparison(owner)
    for i in range(5):
        share(owner, compared, label=f"link {i % 2}")
        issue_token(owner, label="same", expires_in_days=None)
    ApiToken.objects.update(created=timezone.now())
    path = f"/api/v1/comparisons/{compared.pk}/links?page_size=2&ordering=label"
    assert len({row["id"] for row in walked(alice, path)}) == 5
    rows = [row["id"] for row in walked(alice, "/api/v1/tokens?page_size=2&ordering=label")]
    assert len(rows) == len(set(rows)) == 5


@pytest.mark.parametrize("cursor", ["x", "", "%00", "a" * 2000, "eyJhIjoxfQ", "WyJuYW1lIl0:1x:abc"])
def test_what_is_no_cursor_is_refused(alice: Caller, cursor: str) -> None:
    refused = alice.get(f"/clusters?cursor={cursor}")
    assert refused.status == 400
    assert set(refused.fields) == {"cursor"}


def test_a_cursor_is_of_one_order(alice: Caller) -> None:
    machines(*"abc")
    following = alice.get("/clusters?page_size=1&ordering=name").json["next"]
    refused = alice.client.get(following.replace("ordering=name", "ordering=-created"))
    assert refused.status_code == 400
    assert "in the order name" in refused.json()["error"]["message"]


def test_numbers_of_pages_still_jump(alice: Caller) -> None:
    machines(*"abcde")
    page = alice.get("/clusters?page=2&page_size=2").json
    assert [row["name"] for row in page["results"]] == ["c", "d"]
    assert [row["name"] for row in walked(alice, page["next"])] == ["e"]
    assert [row["name"] for row in walked(alice, page["previous"])] == ["a", "b", "c", "d", "e"]


def test_catalogues_have_pages_by_number(alice: Caller) -> None:
    page = alice.get("/metrics?page_size=2").json
    assert page["next"].endswith("page=2&page_size=2")
    assert page["count"] == len(walked(alice, "/api/v1/metrics?page_size=7"))

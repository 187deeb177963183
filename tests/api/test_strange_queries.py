"""No query of any address of the API is an error of ours."""

import json
import re
from collections.abc import Collection, Iterable, Iterator
from itertools import cycle, islice
from typing import Any

import pytest
from django.test import Client
from rest_framework.throttling import UserRateThrottle

from schedweb.runs.execution import execute
from tests import factories
from tests.amount import amount
from tests.api.caller import Caller
from tests.strange import ODD_QUERIES, STRANGE
from tests.studies import declared


def described() -> dict[str, dict[str, str]]:
    """Declarations of the parameters of each address that answers GET, by the OpenAPI document."""
    paths = Client().get("/api/schema/").json()["paths"]
    return {
        path: {
            each["name"]: json.dumps(each, sort_keys=True)
            for each in on["get"].get("parameters", ())
            if each["in"] == "query"
        }
        for path, on in paths.items()
        if "get" in on
    }


@pytest.fixture
def words(alice: Caller) -> dict[str, str]:
    """What stands for the slots of addresses, by what is before them."""
    assert alice.user is not None
    made = factories.comparison(alice.user)
    for run in made.runs.all():
        execute(run.pk)
    study = declared.stored(owner=alice.user)
    declared.summed_up(declared.work(study))
    assert made.cluster is not None
    return {
        "algorithms": "easy",
        "generators": "lublin",
        "presets": "demt",
        "reports": "results",
        "clusters": made.cluster.pk,
        "workloads": made.workload.pk,
        "comparisons": made.pk,
        "runs": made.runs.all()[0].pk,
        "studies": study.pk,
        "uploads": factories.upload(alice.user).pk,
    }


def filled(path: str, words: dict[str, str]) -> str:
    """Return an address with its slots filled; what is not there has a key that nothing has."""
    return re.sub(r"([\w-]+)/\{\w+\}", lambda m: f"{m[1]}/{words.get(m[1], 'nothing')}", path)


def queries(names: Collection[str], new: Iterable[str], values: Iterator[str]) -> Iterator[str]:
    """Yield each new parameter with strange values, then all of them, each twice: the next few of
    the values in turn, in `make fuzz` all of them."""
    few = amount(len(STRANGE), least=5)
    yield from (f"{name}={value}" for name in new for value in islice(values, few))
    if names:
        for value in islice(values, few):
            yield "&".join(2 * [f"{name}={value}" for name in names])
    yield from islice(ODD_QUERIES, amount(len(ODD_QUERIES), least=2))


def test_no_query_is_an_error_of_ours(
    alice: Caller, words: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UserRateThrottle, "allow_request", lambda *_: True)
    alice.client.raise_request_exception = False
    known, failed = described(), []
    assert sum(map(len, known.values())) > 100
    tried: set[str] = set()
    values = cycle(STRANGE.values())
    for path, names in known.items():
        address = filled(path, words)
        new = [name for name, declaration in names.items() if declaration not in tried]
        tried.update(names.values())
        for query in queries(names, new, values):
            answer: Any = alice.client.get(f"{address}?{query}")
            if answer.status_code not in (200, 400, 404):
                failed.append((address, query[:99], answer.status_code, repr(answer.exc_info)))
            elif answer.status_code != 200:
                assert answer.json()["error"]["message"]
    assert not failed

"""Share links over the API: made once, seen by their owner, closed for ever."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from schedweb.sharing.services import GoneError, resolve
from tests import factories
from tests.api.caller import Caller


@pytest.mark.parametrize("kind", ["comparisons", "runs"])
def test_a_link_is_made_listed_and_revoked(alice: Caller, bob: Caller, kind: str) -> None:
    compared = factories.comparison(factories.person("alice"))
    target = compared if kind == "comparisons" else compared.runs.all()[0]
    path = f"/{kind}/{target.pk}/links"
    made = alice.post(path, {"label": "For Bob"})
    assert made.status == 201
    token = made.json["token"]
    assert made.json["url"] == f"http://testserver/s/{token}/"
    assert resolve(token) == target
    (listed,) = alice.get(path).json["results"]
    assert (listed["label"], listed["open"]) == ("For Bob", True)
    assert token not in str(listed)
    link = f"/links/{made.json['id']}"
    assert bob.get(link).status == bob.delete(link).status == 404
    assert alice.delete(link).status == 204
    assert alice.get(link).json["open"] is False
    with pytest.raises(GoneError):
        resolve(token)


def test_a_link_may_expire_but_not_before_it_begins(alice: Caller) -> None:
    path = f"/comparisons/{factories.comparison(factories.person('alice')).pk}/links"
    soon = (timezone.now() + timedelta(days=1)).isoformat()
    assert alice.post(path, {"expires": soon}).json["expires"]
    wrongs: tuple[Any, ...] = (
        "2001-01-01T00:00:00Z",
        "tomorrow",
        7,
        [],
        "9999-12-31T23:59:59-23:59",
    )
    for wrong in wrongs:
        answer = alice.post(path, {"expires": wrong})
        assert answer.status == 400
        assert set(answer.fields) == {"expires"}

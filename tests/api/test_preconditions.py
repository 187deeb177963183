"""Tags of what is read, which say whether a change is to what its client knows."""

from collections.abc import Callable
from typing import Any

import pytest

from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison
from schedweb.sharing.services import share
from schedweb.studies.models import Study
from tests import factories
from tests.api.caller import Answer, Caller


def _comparison(alice: Caller) -> str:
    return f"/comparisons/{factories.comparison(factories.person('alice')).pk}"


def _run(alice: Caller) -> str:
    comparison = factories.comparison(factories.person("alice"))
    return f"/runs/{comparison.runs.first().pk}"  # type: ignore[union-attr]


def _cluster(alice: Caller) -> str:
    return f"/clusters/{factories.cluster(factories.person('alice')).pk}"


def _workload(alice: Caller) -> str:
    return f"/workloads/{factories.workload(factories.person('alice')).pk}"


def _study(alice: Caller) -> str:
    made = alice.post("/studies", {"preset": "demt", "repetitions": 1, "only": "fig3"})
    return f"/studies/{made.json['id']}"


THINGS: dict[str, tuple[Callable[[Caller], str], dict[str, Any]]] = {
    "comparison": (_comparison, {"title": "Other"}),
    "note of a comparison": (_comparison, {"note": "Why"}),
    "run": (_run, {"note": "Why"}),
    "cluster": (_cluster, {"name": "Other"}),
    "processors": (_cluster, {"sites": [{"processors": 99}]}),
    "deployments": (_cluster, {"deployment": {"seconds": 9}}),
    "workload": (_workload, {"name": "Other"}),
    "study": (_study, {"title": "Other"}),
    "note of a study": (_study, {"note": "Why"}),
}


def tagged(answer: Answer) -> str:
    return str(answer.response.headers["ETag"])


@pytest.mark.parametrize("kind", THINGS)
def test_another_users_change_is_not_overwritten(alice: Caller, kind: str) -> None:
    make, change = THINGS[kind]
    path = make(alice)
    old = tagged(alice.get(path))
    changed = alice.call("PATCH", path, change, headers={"If-Match": old})
    assert changed.status == 200
    new = tagged(changed)
    assert new != old
    assert tagged(alice.get(path)) == new
    for method, body in (("PATCH", change), ("DELETE", None)):
        refused = alice.call(method, path, body, headers={"If-Match": old})
        assert refused.status == 412
        assert refused.error["code"] == "changed_meanwhile"
        assert set(refused.json) == {"error"}
        assert set(refused.error) == {"code", "message", "fields"}
        assert "read it again" in refused.error["message"]
    assert tagged(alice.get(path)) == new, "nothing was changed"
    assert alice.call("DELETE", path, headers={"If-Match": new}).status == 204


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ("*", 200),
        ('"other", {tag}', 200),
        ("W/{tag}", 200),
        ('"other"', 412),
        ('W/"other"', 412),
        ("no quotes", 412),
        ("", 412),
        ('"', 412),
        ('""', 412),
        ('"-"', 412),
    ],
)
def test_forms_of_the_header(alice: Caller, header: str, status: int) -> None:
    path = _cluster(alice)
    header = header.replace("{tag}", tagged(alice.get(path)))
    answer = alice.call("PATCH", path, {"name": "Other"}, headers={"If-Match": header})
    assert answer.status == status


def test_put_takes_a_tag_too(alice: Caller) -> None:
    path = _cluster(alice)
    old, body = tagged(alice.get(path)), {"name": "New", "sites": [{"processors": 7}]}
    assert alice.call("PUT", path, body, headers={"If-Match": old}).status == 200
    assert alice.call("PUT", path, body, headers={"If-Match": old}).status == 412


def test_mistakes_come_before_tags(alice: Caller, bob: Caller) -> None:
    path = _cluster(alice)
    wrong = {"headers": {"If-Match": '"other"'}}
    assert bob.call("PATCH", path, {"name": "x"}, **wrong).status == 404
    assert alice.call("PATCH", f"{path}?beauty=1", {"name": "x"}, **wrong).status == 400
    assert Caller(None).call("PATCH", path, {"name": "x"}, **wrong).status == 401


def test_a_comparison_may_be_renamed_while_its_runs_go_on(alice: Caller) -> None:
    path = _comparison(alice)
    old = tagged(alice.get(path))
    for run in Comparison.objects.get().runs.all():
        execute(run.pk)
    new = tagged(alice.get(path))
    assert new != old, "the answer is another one"
    answer = alice.call("PATCH", path, {"title": "Other"}, headers={"If-Match": old})
    assert answer.status == 200


def test_a_run_more_is_a_change(alice: Caller) -> None:
    path = _comparison(alice)
    old = tagged(alice.get(path))
    more = {"algorithms": [{"algorithm": "conservative"}]}
    assert alice.post(f"{path}/runs", more).status == 201
    assert alice.call("DELETE", path, headers={"If-Match": old}).status == 412
    again = alice.call("POST", f"{path}/runs", more, headers={"If-Match": old})
    assert again.status == 412


def test_repetitions_are_a_change(alice: Caller) -> None:
    path = _study(alice)
    old = tagged(alice.get(path))
    body = {"repetitions": 2}
    assert alice.call("POST", f"{path}/repetitions", body, headers={"If-Match": old}).status == 200
    assert alice.call("DELETE", path, headers={"If-Match": old}).status == 412
    assert Study.objects.count() == 1


def test_a_link_that_was_used_is_as_it_was(alice: Caller) -> None:
    _comparison(alice)
    comparison = Comparison.objects.get()
    new = share(comparison.owner, comparison)
    path = f"/links/{new.link.pk}"
    old = tagged(alice.get(path))
    assert Caller(None).client.get(f"/s/{new.token}/").status_code == 200
    assert alice.call("DELETE", path, headers={"If-Match": old}).status == 204
    assert alice.call("DELETE", path, headers={"If-Match": old}).status == 412, "it is revoked"


READINGS = ("", "/clusters", "/algorithms", "/algorithms/easy", "/metrics", "/comparisons")


@pytest.mark.parametrize("path", READINGS)
def test_what_is_as_before_is_not_sent_again(alice: Caller, path: str) -> None:
    path = path or "/"
    first = alice.get(path)
    for known in (tagged(first), f"W/{tagged(first)}", f'"x", {tagged(first)}', "*"):
        again = alice.get(path, headers={"If-None-Match": known})
        assert (again.status, again.content) == (304, b"")
        assert tagged(again) == tagged(first)
    assert alice.get(path, headers={"If-None-Match": '"x"'}).content == first.content


def test_what_changed_is_sent_again(alice: Caller) -> None:
    path = _comparison(alice)
    old = tagged(alice.get(path))
    assert alice.get(path, headers={"If-None-Match": old}).status == 304
    execute(Comparison.objects.get().runs.all()[0].pk)
    assert alice.get(path, headers={"If-None-Match": old}).status == 200


def test_packed_answers_have_tags_that_are_taken(alice: Caller) -> None:
    path = _comparison(alice)
    packed = alice.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.response.headers["Content-Encoding"] == "gzip"
    known = {"If-None-Match": tagged(packed), "Accept-Encoding": "gzip"}
    assert alice.get(path, headers=known).status == 304
    change = {"If-Match": tagged(packed), "Accept-Encoding": "gzip"}
    assert alice.call("PATCH", path, {"title": "A"}, headers=change).status == 200
    assert alice.call("PATCH", path, {"title": "B"}, headers=change).status == 412


def test_the_schema_tells_of_tags(alice: Caller) -> None:
    paths = alice.client.get("/api/schema/").json()["paths"]
    changed = [p for p in paths.values() if "get" in p and p.keys() & {"put", "patch", "delete"}]
    assert len(changed) >= 7
    for path in changed:
        assert "ETag" in path["get"]["responses"]["200"]["headers"]
        for method in path.keys() & {"put", "patch", "delete"}:
            assert "412" in path[method]["responses"]
            assert "If-Match" in {p["name"] for p in path[method]["parameters"]}

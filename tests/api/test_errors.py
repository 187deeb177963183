"""Every address answers every mistake in one shape."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import URLPattern

from schedweb.api.throttles import UploadThrottle
from schedweb.api.urls import v1
from schedweb.clusters import services
from tests.api.caller import Caller

METHODS = ("get", "post", "put", "patch", "delete", "options", "trace")
DEEP = b"[" * 100_000
HOSTILE = {
    "no JSON": b"{",
    "deep": DEEP,
    "nested": json.dumps({"name": [[[[[[[[[[[[[[[[7]]]]]]]]]]]]]]]]}).encode(),
    "NaN": b'{"name": NaN}',
    "infinite": b'{"sites": [{"processors": 1e999}]}',
    "huge": b'{"sites": [{"processors": ' + b"9" * 4000 + b"}]}",
    "too huge": b'{"sites": [{"processors": ' + b"9" * 5000 + b"}]}",
    "half of a pair": b'{"name": "\\ud800", "\\udfff": 1}',
    "no UTF-8": b'{"name": "\xff"}',
    "NUL": b'{"name": "a\\u0000b", "label": "\\u0000", "title": "\\u0000"}',
    "null": b"null",
    "a number": b"7",
    "a list": b"[]",
    "many": json.dumps({"sites": [0] * 100_000, "algorithms": [0] * 10}).encode()[:250_000],
    "many names": json.dumps({str(i): i for i in range(20_000)}).encode(),
    "wrong": b'{"name": 7, "sites": 7, "label": [], "algorithms": "x", "params": [], "jobs": {}}',
}


def addresses() -> Iterator[tuple[str, dict[str, str]]]:
    """Each pattern with keys of things that do not exist, and what it answers."""
    for pattern in v1:
        assert isinstance(pattern, URLPattern)
        path = str(pattern.pattern)
        path = re.sub(r"<key:pk>", "nothing_123", re.sub(r"<slug:key>", "nothing", path))
        yield "/" + path, pattern.callback.actions  # type: ignore[attr-defined]


ALL = list(addresses())
REFUSED = [(m, path) for path, actions in ALL for m in METHODS if m not in actions]
TAKEN = [(m, path) for path, actions in ALL for m in actions if m not in ("head", "options")]
WRITES = [(method, path) for method, path in TAKEN if method != "get"]


@pytest.mark.parametrize(("method", "path"), TAKEN)
def test_nobody_gets_401(nobody: Caller, method: str, path: str) -> None:
    answer = nobody.call(method.upper(), path, {})
    assert answer.status == 401
    assert answer.error["code"] == "not_authenticated"


@pytest.mark.parametrize(("method", "path"), REFUSED)
def test_a_method_that_is_not_taken_gets_405(alice: Caller, method: str, path: str) -> None:
    answer = alice.call(method.upper(), f"{path}?page=1", {})
    assert answer.status == 405
    assert answer.error["code"] == "method_not_allowed"


@pytest.mark.parametrize(("method", "path"), [(m, p) for m, p in TAKEN if "nothing" in p])
def test_what_is_not_there_gets_404(alice: Caller, method: str, path: str) -> None:
    answer = alice.call(method.upper(), path)
    assert answer.status == 404
    assert answer.error["code"] == "not_found"


@pytest.mark.parametrize(("method", "path"), TAKEN)
def test_an_unknown_question_gets_400(alice: Caller, method: str, path: str) -> None:
    answer = alice.call(method.upper(), f"{path}?beauty=1")
    assert answer.status == 400
    assert set(answer.fields) == {"beauty"}


@pytest.mark.parametrize(("method", "path"), [w for w in WRITES if "nothing" not in w[1]])
def test_a_body_of_another_kind_gets_415(alice: Caller, method: str, path: str) -> None:
    answer = alice.call(method.upper(), path, b"<name/>", content_type="text/xml")
    assert answer.status == 415
    assert answer.error["code"] == "unsupported_media_type"


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_too_much_gets_413(alice: Caller, method: str, path: str) -> None:
    answer = alice.call(method.upper(), path, b" " * 300_000)
    assert answer.status == 413
    assert answer.error["code"] == "too_large"


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize(("method", "path"), [w for w in WRITES if "nothing" not in w[1]])
def test_hostile_bodies_get_400(alice: Caller, method: str, path: str, body: bytes) -> None:
    kinds = ["application/json", "multipart/form-data; boundary=x", "application/json; charset=x"]
    for kind in kinds:
        answer = alice.call(method.upper(), path, body, content_type=kind)
        assert answer.status in (400, 413, 415)
        assert answer.error["message"]


@pytest.mark.parametrize(
    "path", ["/nothing", "/clusters/", "/clusters/x", "/clusters/%00%00%00%00%00%00%00%00%00%00%00"]
)
@pytest.mark.parametrize("method", METHODS)
def test_addresses_that_do_not_exist_get_404(alice: Caller, method: str, path: str) -> None:
    answer = alice.call(method.upper(), path)
    assert answer.status == 404
    assert answer.error["code"] == "not_found"


def test_too_many_requests_get_429(alice: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UploadThrottle, "THROTTLE_RATES", {"upload": "1/min"})
    assert alice.upload().status == 201
    answer = alice.upload()
    assert (answer.status, answer.error["code"]) == (429, "throttled")
    assert 0 < int(answer.response["Retry-After"]) <= 60
    assert alice.get("/workloads").status == 200
    cache.clear()


def test_a_mistake_of_ours_gets_500_without_a_word_of_it(
    alice: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(services, "create_cluster", fail)
    answer = alice.post("/clusters", {"name": "M", "sites": [{"processors": 4}]})
    assert (answer.status, answer.error["code"]) == (500, "server_error")
    assert b"secret" not in answer.content
    assert "secret detail" in caplog.text


def test_what_is_cut_is_said(alice: Caller) -> None:
    answer = alice.post("/clusters", {f"name {i}": i for i in range(30)})
    assert answer.fields["request"] == ["10 more unknown names"]
    assert answer.error["message"].endswith("more)")

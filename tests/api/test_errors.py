"""Every address answers every mistake in one shape."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import URLPattern

from schedweb.api.errors import body
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
        path = re.sub(r"<key:pk>", "nothing_123", re.sub(r"<(?:slug|str):\w+>", "nothing", path))
        yield "/" + path, pattern.callback.actions  # type: ignore[attr-defined]


ALL = list(addresses())
REFUSED = [(m, path) for path, actions in ALL for m in METHODS if m not in actions]
TAKEN = [(m, path) for path, actions in ALL for m in actions if m not in ("head", "options")]
WRITES = [(method, path) for method, path in TAKEN if method != "get"]


@pytest.mark.parametrize(("method", "path"), TAKEN)
def test_a_visitor_gets_401(visitor: Caller, method: str, path: str) -> None:
    answer = visitor.call(method.upper(), path, {})
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
    answer = alice.call(method.upper(), path, b" " * 4_000_000)
    assert answer.status == 413
    assert answer.error["code"] == "too_large"


@pytest.mark.parametrize("sent", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize(("method", "path"), [w for w in WRITES if "nothing" not in w[1]])
def test_hostile_bodies_get_400(alice: Caller, method: str, path: str, sent: bytes) -> None:
    kinds = ["application/json", "multipart/form-data; boundary=x", "application/json; charset=x"]
    for kind in kinds:
        answer = alice.call(method.upper(), path, sent, content_type=kind)
        assert answer.status in (400, 413, 415)
        assert answer.error["message"]


@pytest.mark.parametrize(
    "path", ["/nothing", "/clusters/x", "/clusters/%00%00%00%00%00%00%00%00%00%00%00"]
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


def test_the_sentence_names_the_first_field(alice: Caller) -> None:
    answer = alice.post("/comparisons", {})
    first, *others = answer.fields
    assert answer.error["message"].startswith(first)
    assert answer.error["message"].endswith(f"(and {len(others)} more)")
    fields = {"algorithms": ["This field is required."], "name": ["x"], "workload": ["y"]}
    message = body("invalid", "", fields)["error"]["message"]
    assert message == "algorithms: this field is required (and 2 more)"


def test_a_sentence_that_names_its_field_is_left_as_it_is() -> None:
    fields = {"label": ["label must have at most 9 characters"]}
    assert body("invalid", "", fields)["error"]["message"] == fields["label"][0]


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (b'{"a": ', "The body is not valid JSON: line 1, column 7: expecting value. "),
        (b'{"name": "x', "The body is not valid JSON: line 1, column 10: unterminated string. "),
        (HOSTILE["NaN"], "The body is not valid JSON: it holds NaN, "),
        (HOSTILE["no UTF-8"], "The body is not UTF-8 text. Send JSON encoded as UTF-8."),
        (b"[7]", "The body must be a JSON object, got a list"),
        (b"7", "The body must be a JSON object, got a number"),
        (b"null", "The body must be a JSON object, got null"),
        (b'{"name": "M", "sites": [7]}', "sites.0: must be a JSON object, got a number"),
    ],
)
def test_a_body_that_cannot_be_used_is_told_why(alice: Caller, sent: bytes, message: str) -> None:
    answer = alice.call("POST", "/clusters", sent)
    assert answer.status == 400
    assert answer.error["message"].startswith(message)


def test_a_method_that_is_not_taken_is_told_which_are(alice: Caller) -> None:
    answer = alice.delete("/algorithms")
    assert answer.error["message"] == "DELETE is not possible here; allowed are GET, HEAD"
    assert answer.response["Allow"] == "GET, HEAD"


def test_the_root_without_its_slash_leads_to_the_documentation(alice: Caller) -> None:
    answer = alice.get("")
    assert (answer.status, answer.response["Location"]) == (302, "/api/docs/")

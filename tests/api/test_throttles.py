"""Every address of the API makes wait who asks too often, and those that work also who uploads."""

import re

import pytest
from django.urls import URLPattern
from rest_framework.throttling import UserRateThrottle

from schedweb.api.urls import v1
from tests.api.caller import Caller

CALLS = 94
"""Methods of all addresses: with one more, or one less, say here whether it is limited, too."""
UPLOADS = (
    *("/uploads", "/workloads", "/workloads/generate", "/workloads/merge"),
    *("/workloads/-----------/without-users", "/comparisons/-----------/schedules"),
)
"""Where POST gives a worker a file to read or jobs to make."""


def address(pattern: URLPattern) -> str:
    """Return an address that the pattern takes, of something that there is not."""
    route = str(pattern.pattern)
    filled = re.sub(r"<key:\w+>", "-" * 11, re.sub(r"<(?:slug|str):\w+>", "none", route))
    assert "<" not in filled
    return f"/{filled}"


ALL = [
    (method.upper(), address(pattern))
    for pattern in v1
    for method in pattern.callback.actions  # type: ignore[attr-defined]
]


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """How often may be asked and uploaded."""
    rates = {"user": "99/min", "upload": "99/min"}
    monkeypatch.setattr(UserRateThrottle, "THROTTLE_RATES", rates)
    return rates


def test_no_address_is_forgotten() -> None:
    assert len(ALL) == len(set(ALL)) == CALLS
    assert {("POST", path) for path in UPLOADS} <= set(ALL)


@pytest.mark.parametrize(("method", "path"), ALL)
def test_who_asks_too_often_waits(
    alice: Caller, bob: Caller, rates: dict[str, str], method: str, path: str
) -> None:
    rates["user"] = "1/min"
    assert alice.call(method, path).status not in (405, 429)
    answer = alice.call(method, path)
    assert (answer.status, answer.error["code"]) == (429, "throttled")
    assert 0 < int(answer.response["Retry-After"]) <= 60
    assert bob.call(method, path).status != 429, "each person counts alone"


@pytest.mark.parametrize(("method", "path"), ALL)
def test_who_gives_workers_too_much_waits(
    alice: Caller, rates: dict[str, str], method: str, path: str
) -> None:
    rates["upload"] = "1/min"
    assert alice.call(method, path).status not in (405, 429)
    is_upload = method == "POST" and path in UPLOADS
    assert (alice.call(method, path).status == 429) == is_upload


@pytest.mark.parametrize("path", UPLOADS)
def test_all_that_gives_workers_work_counts_together(
    alice: Caller, rates: dict[str, str], path: str
) -> None:
    rates["upload"] = "1/min"
    assert alice.post("/uploads").status == 400
    assert alice.post(path).status == 429

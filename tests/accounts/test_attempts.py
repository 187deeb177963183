"""Who tries too often waits; who owns the account does not."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from schedweb.accounts.addresses import client_address
from schedweb.accounts.attempts import Caller
from schedweb.accounts.models import Attempt, User

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]

PASSWORD = "correct horse battery"
LOGIN = "/accounts/login/"


@pytest.fixture(autouse=True)
def alice() -> User:
    return User.objects.create_user("alice", password=PASSWORD, is_staff=True, is_superuser=True)


def attempt(
    password: str = "wrong", *, name: str = "alice", address: str = "192.0.2.1", path: str = LOGIN
) -> HttpResponse:
    """Try to log in, in a browser without a session."""
    form = {"username": name, "password": password}
    return Client(REMOTE_ADDR=address).post(path, form)  # type: ignore[return-value]


def later(**time: float) -> None:
    """Let time pass: what was counted was that much earlier."""
    for row in Attempt.objects.all():
        Attempt.objects.filter(pk=row.pk).update(at=row.at - timedelta(**time))


@pytest.mark.parametrize("path", [LOGIN, "/admin/login/"])
def test_the_sixth_wrong_password_has_to_wait(path: str) -> None:
    assert {attempt(path=path).status_code for _ in range(5)} == {200}
    answer = attempt(PASSWORD, path=path)
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 15
    assert "Too many attempts" in answer.text
    assert "seconds</strong>" in answer.text
    assert "no-store" in answer["Cache-Control"]
    later(seconds=15)
    assert attempt(PASSWORD, path=path).status_code == 302


def test_waits_grow_to_a_quarter_of_an_hour() -> None:
    waits = []
    for _ in range(12):
        attempt()
        waits.append(Caller(Attempt.Kind.LOGIN, "192.0.2.1", "alice").wait())
        Attempt.objects.update(at=timezone.now() - timedelta(seconds=waits[-1]))
    assert waits[:8] == [0, 0, 0, 0, 15, 30, 60, 120]
    assert max(waits) <= 900
    later(minutes=15)
    assert attempt(PASSWORD).status_code == 302


def test_a_wait_is_not_made_longer_by_asking_again() -> None:
    for _ in range(9):
        attempt()
    assert Attempt.objects.count() == 5


def test_a_stranger_does_not_lock_out_the_owner() -> None:
    for _ in range(6):
        attempt(address="192.0.2.66")
    assert attempt(PASSWORD, address="192.0.2.66").status_code == 429
    assert attempt(PASSWORD, address="192.0.2.1").status_code == 302


def test_many_strangers_slow_down_new_addresses_only() -> None:
    assert attempt(PASSWORD, address="192.0.2.1").status_code == 302
    for i in range(50):
        attempt(address=f"198.51.100.{i}")
    answer = attempt(PASSWORD, address="203.0.113.1")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) <= 60
    assert attempt(PASSWORD, address="192.0.2.1").status_code == 302


def test_an_address_that_tries_many_names_waits_for_all_of_them() -> None:
    for i in range(20):
        assert attempt(name=f"unknown{i}").status_code == 200
    assert attempt(PASSWORD).status_code == 429
    assert attempt(PASSWORD, address="192.0.2.2").status_code == 302


def test_addresses_of_one_network_of_ipv6_are_one() -> None:
    for i in range(5):
        attempt(address=f"2001:db8::{i}")
    assert attempt(address="2001:db8::ffff").status_code == 429
    assert attempt(address="2001:db8:0:1::1").status_code == 200


def test_a_name_counts_as_log_in_reads_it() -> None:
    """Names that differ in case are different accounts: who owns one may not clear another's."""
    for name in ("alice", "\uff41lice") * 2 + ("alice",):
        attempt(name=name)
    assert attempt().status_code == 429
    assert attempt(name="ALICE").status_code == 200


def test_logging_in_resets_the_count() -> None:
    for _ in range(4):
        attempt()
    assert attempt(PASSWORD).status_code == 302
    assert [attempt().status_code for _ in range(5)] == [200] * 5


def test_a_user_who_is_logged_in_cannot_reset_the_attempts_of_others() -> None:
    User.objects.create_user("bob", password=PASSWORD)
    client = Client(REMOTE_ADDR="192.0.2.1")
    assert client.post(LOGIN, {"username": "bob", "password": PASSWORD}).status_code == 302
    for _ in range(4):
        attempt()
    assert client.post(LOGIN, {"username": "alice", "password": "x"}).status_code == 302
    assert attempt().status_code == 429


def test_names_are_not_kept_readable_and_old_rows_go() -> None:
    attempt(name="a password by mistake")
    assert "mistake" not in str(Attempt.objects.values_list())
    later(days=2)
    attempt()
    assert Attempt.objects.count() == 1


def test_an_address_makes_ten_accounts_an_hour() -> None:
    def sign_up(i: int, address: str = "192.0.2.1") -> int:
        form = {"username": f"new{i}", "password1": PASSWORD, "password2": PASSWORD}
        return Client(REMOTE_ADDR=address).post("/accounts/signup/", form).status_code

    assert {sign_up(i) for i in range(10)} == {302}
    assert sign_up(10) == 429
    assert sign_up(11, "192.0.2.2") == 302
    later(hours=1)
    assert sign_up(12) == 302


def test_wrong_tokens_of_the_api_have_to_wait() -> None:
    client = Client(REMOTE_ADDR="192.0.2.1", headers={"Authorization": "Bearer schedweb_x"})
    assert {client.get("/api/v1/runs").status_code for _ in range(60)} == {401}
    answer = client.get("/api/v1/runs")
    assert answer.status_code == 429
    assert answer.json()["error"]["code"] == "throttled"
    assert int(answer["Retry-After"]) <= 5
    assert attempt(PASSWORD).status_code == 302


@pytest.mark.parametrize(
    ("https", "forwarded", "address"),
    [
        (False, "203.0.113.9", "192.0.2.1"),
        (True, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (True, "::ffff:203.0.113.9", "203.0.113.9"),
        (True, "unknown", ""),
        (True, None, "192.0.2.1"),
    ],
)
def test_a_proxy_is_believed_its_own_entry_only(
    settings: Settings, https: bool, forwarded: str | None, address: str
) -> None:
    settings.SCHEDWEB_HTTPS = https
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory(REMOTE_ADDR="192.0.2.1").get("/", headers=headers)
    assert client_address(request) == address

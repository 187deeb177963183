"""API tokens: hashed, shown once, good until they expire or are revoked."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from schedweb.api.models import ApiToken
from schedweb.api.tokens import MAX_TOKENS, issue_token
from tests import factories
from tests.api.caller import ROOT, Caller


def made(**options: Any) -> tuple[ApiToken, str]:
    """A token of Alice's."""
    return issue_token(factories.person("alice"), label="laptop", **options)


def with_token(secret: str, path: str = "/", method: str = "GET", data: Any = None) -> Any:
    """Call without a session, and with every check of the browser's side on."""
    caller = Caller(None, enforce_csrf_checks=True)
    return caller.call(method, path, data, headers={"Authorization": f"Bearer {secret}"})


def test_a_token_acts_for_its_owner_without_session_or_csrf_token(db: None) -> None:
    token, secret = made()
    assert with_token(secret).json["user"] == "alice"
    cluster = {"name": "M", "sites": [{"processors": 4}]}
    assert with_token(secret, "/clusters", "POST", cluster).status == 201
    token.refresh_from_db()
    assert token.last_used is not None


def test_the_secret_is_stored_nowhere(db: None) -> None:
    token, secret = made()
    stored = str(ApiToken.objects.values().get())
    assert secret not in stored
    assert secret.startswith(token.hint)
    assert len(secret) >= 50


def test_a_wrong_expired_or_revoked_token_is_refused(db: None) -> None:
    token, secret = made(expires_in_days=1)
    answers = [with_token("schedweb_guess"), with_token(""), with_token("\ud800")]
    ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    answers.append(with_token(secret))
    ApiToken.objects.update(expires=None)
    assert with_token(secret).status == 200
    token.delete()
    answers.append(with_token(secret))
    for answer in answers:
        assert answer.status == 401
        assert answer.error["code"] == "bad_token"
        assert answer.response["WWW-Authenticate"].startswith("Bearer")


def test_a_closed_account_closes_its_tokens(db: None) -> None:
    token, secret = made()
    token.owner.is_active = False
    token.owner.save()
    assert with_token(secret).status == 401


def test_other_schemes_are_left_to_a_proxy_in_front(alice: Caller) -> None:
    assert alice.get("/", headers={"Authorization": "Basic Zm9vOmJhcg=="}).status == 200


def test_tokens_are_managed_by_session(alice: Caller, bob: Caller) -> None:
    answer = alice.post("/tokens", {"label": "CI", "expires_in_days": 30})
    assert answer.status == 201
    secret = answer.json["token"]
    assert with_token(secret).json["user"] == "alice"
    (listed,) = alice.get("/tokens").json["results"]
    assert (listed["label"], listed["hint"]) == ("CI", secret[:12])
    assert secret not in str(listed)
    path = f"/tokens/{listed['id']}"
    assert bob.get("/tokens").json["count"] == 0
    assert bob.delete(path).status == 404
    assert alice.delete(path).status == 204
    assert with_token(secret).status == 401


def test_a_token_makes_no_tokens(db: None) -> None:
    _, secret = made()
    answer = with_token(secret, "/tokens", "POST", {"label": "more"})
    assert (answer.status, answer.error["code"]) == (403, "session_required")
    assert ApiToken.objects.count() == 1


def test_impossible_values_are_named(alice: Caller) -> None:
    answer = alice.post("/tokens", {"label": "", "expires_in_days": 10**30})
    assert set(answer.fields) == {"label", "expires_in_days"}


def test_there_is_a_limit(alice: Caller) -> None:
    for _ in range(MAX_TOKENS):
        made()
    assert alice.post("/tokens", {"label": "one more"}).status == 409


@pytest.mark.parametrize("path", ["/", "/clusters", "/workloads", "/tokens"])
def test_public_addresses_need_no_token(db: None, path: str) -> None:
    response = Client().get(ROOT + path)
    assert response.status_code == 401
    assert response["WWW-Authenticate"].startswith("Bearer")

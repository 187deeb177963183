"""Who gets in: everybody on this machine in local mode, people with an account in a team."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from schedweb.accounts.local import local_user
from schedweb.accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]

PASSWORD = "correct horse battery"
NEW = {"username": "alice", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice", password=PASSWORD)


def test_a_stranger_is_sent_to_the_log_in(client: Client) -> None:
    response = client.get("/algorithms/")
    assert (response.status_code, response["Location"]) == (
        302,
        "/accounts/login/?next=/algorithms/",
    )


def test_a_fragment_asked_for_by_htmx_sends_the_whole_page_to_the_log_in(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/algorithms/?q=1"}
    response = client.get("/algorithms/", headers=headers)
    assert response.status_code == 200
    assert response["HX-Redirect"] == "/accounts/login/?next=/algorithms/%3Fq%3D1"
    assert "Location" not in response


def test_logging_in_leads_back_to_the_page_that_was_asked_for(client: Client, alice: User) -> None:
    form = {"username": "alice", "password": PASSWORD}
    response = client.post("/accounts/login/?next=/algorithms/", form)
    assert response["Location"] == "/algorithms/"
    response = Client().post("/accounts/login/?next=https://elsewhere.example/", form)
    assert response["Location"] == "/"


def test_signing_up_creates_an_account_and_logs_in(client: Client) -> None:
    assert client.post("/accounts/signup/", NEW)["Location"] == "/"
    assert client.session["_auth_user_id"] == str(User.objects.get(username="alice").pk)


def test_a_weak_password_or_a_name_in_another_case_is_refused(client: Client, alice: User) -> None:
    weak = client.post("/accounts/signup/", {**NEW, "password1": "12345", "password2": "12345"})
    taken = client.post("/accounts/signup/", {**NEW, "username": "ALICE"})
    assert (weak.status_code, taken.status_code) == (200, 200)
    assert User.objects.count() == 1


def test_a_closed_sign_up_creates_nothing(client: Client, settings: Settings) -> None:
    settings.SCHEDWEB_SIGNUP = "closed"
    assert client.post("/accounts/signup/", NEW).status_code == 403
    assert User.objects.count() == 0
    assert "/accounts/signup/" not in client.get("/accounts/login/").text


def test_the_password_can_be_changed(client: Client, alice: User) -> None:
    client.force_login(alice)
    new = "staple battery horse"
    form = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert client.post("/accounts/password/", form).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(new)


def test_in_local_mode_everybody_on_this_machine_is_the_one_user(settings: Settings) -> None:
    settings.SCHEDWEB_MODE = "local"
    assert Client().get("/algorithms/").status_code == 200
    assert Client().get("/accounts/signup/")["Location"] == "/"
    assert Client(REMOTE_ADDR="192.0.2.7").get("/algorithms/").status_code == 403


def test_no_password_opens_the_local_users_account() -> None:
    user = local_user()
    assert not user.has_usable_password()
    assert local_user() == user


def test_a_team_knows_no_local_user(client: Client) -> None:
    client.get("/accounts/login/")
    assert User.objects.count() == 0

"""What the server tells browsers to refuse."""

import io
import re

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db


def test_every_page_forbids_scripts_and_frames_of_others(client: Client) -> None:
    response = client.get("/accounts/login/")
    policy = dict(part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["style-src"] == "'self' 'unsafe-inline'"
    assert policy["img-src"] == "'self' data: blob:"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


def test_a_page_has_no_inline_script_and_no_inline_handler(client: Client) -> None:
    page = client.get("/accounts/login/").text
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>", page)
    assert not re.search(r"\son\w+=", page)


def test_cookies_are_not_for_scripts_and_forms_need_their_token() -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get("/accounts/login/")
    assert page.cookies["csrftoken"]["httponly"]
    form = {"username": "alice", "password": "x"}
    assert client.post("/accounts/login/", form).status_code == 403
    assert client.post("/accounts/login/", form | {"csrfmiddlewaretoken": "x"}).status_code == 403


def test_a_large_form_is_refused_before_anything_reads_it(
    client: Client, settings: Settings
) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    form = {"username": "alice", "file": io.BytesIO(b"x" * 2_000)}
    settings.FILE_UPLOAD_HANDLERS = ["nowhere.to.be.Found"]  # reading would raise
    assert client.post("/accounts/login/", form).status_code == 413
    settings.FILE_UPLOAD_HANDLERS = []
    assert client.post("/accounts/login/", {}, CONTENT_LENGTH="many").status_code == 413
    assert client.post("/accounts/login/", {"username": "alice"}).status_code == 200


def test_a_name_that_is_not_the_servers_is_refused(client: Client) -> None:
    assert client.get("/accounts/login/", headers={"host": "evil.example"}).status_code == 400


def test_anybody_may_ask_whether_the_server_is_well(client: Client) -> None:
    assert client.get("/health/live").content == b"ok\n"

"""The documentation site as the application serves it."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.SCHEDWEB_DOCS = tmp_path / "site"
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path / "site"


def test_before_it_is_built_one_sentence_says_so(hers: Client, folder: Path) -> None:
    answer = hers.get("/docs/")
    assert answer.status_code == 404
    assert "<code>make docs</code> builds it." in answer.content.decode()


def test_pages_and_files_are_served_below_their_own_policy(hers: Client, folder: Path) -> None:
    (folder / "start").mkdir(parents=True)
    (folder / "index.html").write_text("<p>Hello</p>")
    (folder / "start" / "index.html").write_text("<script>let x = 1</script><p>Start</p>")
    (folder / "x.css").write_text("p {}")
    assert b"Hello" in hers.get("/docs/").content
    assert hers.get("/docs/start").headers["Location"] == "/docs/start/"
    page = hers.get("/docs/start/")
    digest = b64encode(sha256(b"let x = 1").digest()).decode()
    policy = page.headers["Content-Security-Policy"]
    assert f"script-src 'self' 'sha256-{digest}'" in policy
    assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
    for path in ("nothing/", "../secret.txt", "%2e%2e/secret.txt", "a%00b"):
        assert hers.get(f"/docs/{path}").status_code == 404
    style = hers.get("/docs/x.css")
    assert style.headers["Content-Type"] == "text/css"
    style.close()

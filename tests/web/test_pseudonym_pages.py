"""Names become pseudonyms at the door, and neither they nor the file or the key are kept."""

import io
import json
from itertools import chain
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import pytest
from django.apps import apps
from django.core import serializers
from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.tidying import tidy
from schedweb.store import blobs, installation
from schedweb.store.arrays import unpack
from schedweb.workers.models import State, Task
from schedweb.workers.services import submit, wait
from schedweb.workloads.models import Upload, Workload
from schedweb.workloads.services import forget_expired_uploads, take_over, workload_of
from tests.web.test_column_pages import columns_address, told

NAMES = ("walter", "astrid", "hydrology", "lattice.sh")
LOG = b"""JobID|User|Account|JobName|Submit|Start|End|AllocCPUS|State
1|walter|hydrology|lattice.sh|2026-03-29T01:00:00|2026-03-29T01:30:00|2026-03-29T01:40:00|4|COMPLETED
2|astrid|hydrology|lattice.sh|2026-03-29T03:00:00|2026-03-29T03:00:00|2026-03-29T03:10:00|2|COMPLETED
3|walter|hydrology|lattice.sh|2026-03-29T03:30:00|2026-03-29T03:30:00|2026-03-29T03:50:00|x|COMPLETED
"""


@pytest.fixture(autouse=True)
def commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for the end of a transaction happens at once: tests never end theirs."""
    monkeypatch.setattr("django.db.transaction.on_commit", lambda call, *a, **k: call())


@pytest.fixture(autouse=True)
def joined(db: None, own_store: Path) -> None:
    """A store that only this test has."""
    installation.join()


def send(hers: Client, content: bytes = LOG, **fields: str) -> str:
    file = io.BytesIO(content)
    file.name = "march.txt"
    sent = {"file": file, "pseudonyms": "yes", **fields}
    return hers.post("/workloads/new/", sent, follow=True).content.decode()


def use(hers: Client) -> Workload:
    upload = Upload.objects.get()
    hers.post(f"/uploads/{upload.pk}/keep/", {"name": "March"}, follow=True)
    return Workload.objects.get(name="March")


def everything() -> str:
    """All rows of the database, and what is in all files of the store."""
    rows = chain.from_iterable(model._base_manager.all() for model in apps.get_models())
    return "\n".join([serializers.serialize("json", rows), *map(content_of, blobs.names())])


def content_of(name: str) -> str:
    """What a file of the store holds, as text."""
    content = blobs.read(name) or b""
    return repr((content, _arrays(content)))


def _arrays(content: bytes) -> list[Any]:
    try:
        return [array.tolist() for array in unpack(content).values()]
    except (BadZipFile, ValueError, EOFError):  # no arrays
        return []


def test_no_name_is_left_anywhere_once_the_upload_is_used(hers: Client) -> None:
    send(hers)
    assert "walter" in everything(), "until then the user may say what its columns mean"
    kept = use(hers)
    assert not [name for name in NAMES if name in everything()]
    for key in ("swf", "json", "csv", "gwf"):
        file = hers.get(f"/workloads/{kept.pk}/jobs.{key}").content.decode()
        assert "user" in file or key == "swf"
        assert not [name for name in NAMES if name in file]
    page = hers.get(f"/workloads/{kept.pk}/").content.decode()
    assert "pseudonyms of users, accounts and job names; the file and the key are not kept" in page
    assert not [name for name in NAMES if name in page]


def test_the_preview_tells_it_and_the_key_is_deleted_with_the_file(hers: Client) -> None:
    html = send(hers, key="my own key")
    assert "Users, accounts and job names are pseudonyms." in html
    assert "replaced by pseudonyms made with a key" in html
    assert "walter" not in html
    assert "my own key" in json.dumps(Task.objects.get().arguments)
    use(hers)
    assert "my own key" not in everything()


def test_a_discarded_or_forgotten_upload_leaves_nothing(hers: Client) -> None:
    send(hers)
    hers.post(f"/uploads/{Upload.objects.get().pk}/discard/")
    assert not [name for name in NAMES if name in everything()]
    send(hers)
    Upload.objects.update(expires="2000-01-01T00:00Z")
    assert forget_expired_uploads() == 1
    assert not [name for name in NAMES if name in everything()]


ODD = b"ref;len;how wide;when;who\na;2;8;01.03.2025 00:00:00;walter\n"
"""No column says how many processors: it is refused until the user does."""


def test_a_refused_table_waits_a_day_for_its_explanation(hers: Client) -> None:
    send(hers, ODD)
    assert "walter" in hers.get(columns_address()).content.decode()
    tidy()
    assert "walter" in everything()
    Task.objects.update(expires="2000-01-01T00:00Z")
    tidy()
    assert "walter" not in everything()


def test_a_refused_table_is_discarded_at_a_click(hers: Client, his: Client) -> None:
    page, key = send(hers, ODD, key="my own key"), "my own key"
    address = f"{columns_address()}discard/"
    for html in (page, hers.get(columns_address()).content.decode()):
        assert f'action="{address}"' in html
        assert "Discard the file and its key" in html
    hashed = Task.objects.get(kind="upload").fingerprint
    assert hashed in everything()
    assert his.post(address).status_code == 404
    html = hers.post(address, follow=True).content.decode()
    assert "march.txt and the key are deleted." in html
    assert not [text for text in ("walter", key, hashed) if text in everything()]
    assert hers.post(address).status_code == 404


def test_a_file_that_is_kept_with_its_names_has_no_key_to_discard(hers: Client) -> None:
    file = io.BytesIO(ODD)
    file.name = "odd.csv"
    html = hers.post("/workloads/new/", {"file": file}, follow=True).content.decode()
    assert "Discard" not in html
    assert hers.post(f"{columns_address()}discard/").status_code == 404


@pytest.mark.parametrize("use", [{"name": ""}, {"name": "March", "drop_wider_than": 1}])
def test_what_the_api_was_refused_is_deleted_by_the_next_tidying(
    alice: User, use: dict[str, Any]
) -> None:
    arguments = {"file": "march.txt", "pasted": False, "strict": True, "use": use}
    arguments |= {"pseudonyms": "my own key"}
    task = wait(submit(alice, "upload", arguments, input=blobs.put(LOG)), 0)
    assert task.state == State.FAILED
    tidy()
    assert not [text for text in (*NAMES, "my own key") if text in everything()]


def test_what_a_worker_died_over_is_deleted_by_the_next_tidying(
    hers: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(hers)
    hers.get(columns_address())
    monkeypatch.setattr("django.db.transaction.on_commit", lambda call, *a, **k: None)
    upload = Upload.objects.get()
    take_over(upload, workload_of(upload, name="March"))
    assert "walter" in everything()
    tidy()
    assert not [name for name in NAMES if name in everything()]


def test_reading_again_as_the_user_says_gives_the_same_pseudonyms(hers: Client) -> None:
    found = []
    send(hers, ODD)
    for zone in ("UTC", "Europe/Berlin"):
        hers.post(columns_address(), told(zone=zone), follow=True)
        user = Upload.objects.latest("created").load().user
        assert user is not None
        found.append(user.names)
    assert found[0] == found[1]
    assert found[0][0].startswith("user-")


def test_a_key_of_ones_own_gives_the_same_names_in_every_upload(hers: Client) -> None:
    found = []
    for key in ("one", "one", "two", "", ""):
        send(hers, key=key)
        user = Upload.objects.latest("created").load().user
        assert user is not None
        found.append(user.names)
    assert found[0] == found[1]
    assert len({*found}) == 4, "other keys, and those that are drawn, give others"


def test_the_rows_that_were_looked_at_are_deleted_too(hers: Client) -> None:
    send(hers)
    html = hers.get(columns_address()).content.decode()
    assert "walter" in html, "who uploads a file sees its values"
    use(hers)
    assert not [name for name in NAMES if name in everything()]


def test_a_file_that_a_user_keeps_with_its_names_stays(hers: Client) -> None:
    file = io.BytesIO(LOG)
    file.name = "march.txt"
    hers.post("/workloads/new/", {"file": file}, follow=True)
    Upload.objects.all().delete()
    plain = Task.objects.get()
    send(hers)
    use(hers)
    assert blobs.exists(plain.input)


def test_a_key_that_is_too_long_is_refused(hers: Client) -> None:
    html = send(hers, key="k" * 201)
    assert "Key must have at most 200 characters, got 201" in html
    assert not Task.objects.exists()


def test_a_refused_text_is_no_more_shown_once_it_is_deleted(hers: Client) -> None:
    hers.post("/workloads/new/", {"text": ODD.decode(), "pseudonyms": "yes"}, follow=True)
    refused, address = Task.objects.get(), columns_address()
    hers.post(address, told(), follow=True)
    use(hers)
    page = hers.get(f"/workloads/new/?task={refused.pk}")
    assert page.status_code == 422
    assert "Nothing was stored." in page.content.decode()
    assert "walter" not in page.content.decode()


def test_the_file_is_asked_for_again_where_it_is_not_kept(hers: Client) -> None:
    send(hers)
    use(hers)
    reading = Task.objects.get(kind="upload")
    assert hers.get(f"/workloads/new/columns/{reading.pk}/").status_code == 404

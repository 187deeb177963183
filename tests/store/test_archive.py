"""An archive has everything, comes back whole on any database, and is refused where it is not."""

import json
import os
import shutil
import stat
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from schedweb.base import secret_key
from schedweb.runs.execution import execute
from schedweb.runs.models import Run
from schedweb.store import installation
from schedweb.store.archive import KEY, MANIFEST, ROWS
from tests import factories
from tests.everywhere import ROOT
from tests.installations import empty_installation, run
from tests.runs.older import SECONDS, TENTHS, compared, without_versions
from tests.store.damaging import DAMAGE, damage

ARCHIVE = ROOT / "tests" / "data" / "installation.zip"
"""Written by the first version that had archives: a comparison with two runs, a link, an upload."""
LINK = "/s/l7TzNVVuUQKr86NCKgV9nj_bIFiw5C5f/"
OWN = (f"{ROWS}store.installation.jsonl", MANIFEST)
"""Members that differ after a restore: it is another installation."""


@pytest.fixture
def empty(tmp_path: Path) -> dict[str, str]:
    """An empty folder with SQLite."""
    return empty_installation(tmp_path / "empty")


@pytest.fixture
def elsewhere(empty: dict[str, str], db: None) -> Iterator[dict[str, str]]:
    """An empty folder with a database of the kind that the tests run on."""
    if connection.vendor == "sqlite":
        yield empty
        return
    name = f"restored_{uuid.uuid4().hex}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    yield {**empty, "DATABASE_URL": f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"}
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.night  # by day `upgrades` restores one of a released version
def test_an_archive_of_an_earlier_version_is_restored(elsewhere: dict[str, str]) -> None:
    run(elsewhere, "manage.py", "restore", str(ARCHIVE))
    found = json.loads(run(elsewhere, "-m", "tests.store.restored", LINK))
    assert found.pop("asked") > 30
    assert found == {
        "pages": {},
        "password": True,
        "labels": ["for a colleague"],
        "next": True,
    }


@pytest.mark.smoke
@pytest.mark.django_db(transaction=True)
def test_what_is_written_comes_back_on_another_database(
    own_store: Path, tmp_path: Path, empty: dict[str, str]
) -> None:
    """In the pass on PostgreSQL this is the way from there to SQLite."""
    place = factories.comparison(factories.person("alice"))
    for pk in place.runs.values_list("pk", flat=True):
        execute(pk)
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    call_command("backup", str(first))
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    run(empty, "manage.py", "restore", str(first))
    run(empty, "manage.py", "backup", str(second))
    with ZipFile(first) as before, ZipFile(second) as after:
        names = set(before.namelist())
        assert names == set(after.namelist())
        assert {n for n in names if before.read(n) != after.read(n)} <= {*OWN, KEY}
        assert {run.schedule for run in Run.objects.all()} <= {n.rpartition("/")[2] for n in names}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TENTHS, id="tenths"),
        pytest.param(SECONDS, id="seconds", marks=pytest.mark.night),
    ],
)
def test_what_is_restored_is_judged_by_the_versions_of_today(
    own_store: Path, tmp_path: Path, empty: dict[str, str], content: bytes
) -> None:
    """Also what was stored before versions were."""
    without_versions(compared(factories.person("alice"), content))
    call_command("backup", str(tmp_path / "old.zip"))
    run(empty, "manage.py", "restore", str(tmp_path / "old.zip"))
    found = json.loads(run(empty, "-m", "tests.store.older"))
    before, later = ([len(texts) for texts in found[at]] for at in ("as it was", "later"))
    # Times in decimals were counted otherwise; FCFS compares none, but what it does is measured.
    assert [count > 0 for count in before] == [content is TENTHS] * 2
    assert later[0] == before[0]
    assert (later[1] > 0) == (content is TENTHS)


def test_a_restore_takes_nothing_that_is_not_empty(own_store: Path, db: None) -> None:
    with pytest.raises(CommandError, match="has tables"):
        call_command("restore", str(ARCHIVE))
    assert installation.of_store() is None


@pytest.mark.parametrize("place", ["blobs/", ROWS, "secret_key"])
def test_an_archive_with_a_changed_member_is_refused(tmp_path: Path, place: str) -> None:
    changed = tmp_path / "changed.zip"
    with ZipFile(ARCHIVE) as whole, ZipFile(changed, "w") as archive:
        victim = next(name for name in whole.namelist() if name.startswith(place))
        for name in whole.namelist():
            archive.writestr(name, whole.read(name) + (b"x" if name == victim else b""))
    with pytest.raises(CommandError, match=f"{victim} in .* is not what was written"):
        call_command("restore", str(changed), check=True)


def test_what_is_no_archive_is_refused_in_words_of_ours(tmp_path: Path) -> None:
    missing, other = tmp_path / "missing.zip", tmp_path / "other.zip"
    with ZipFile(other, "w") as file:
        file.writestr("name", "content")
    text = tmp_path / "text.zip"
    text.write_text("no zip")
    sentences = {
        missing: f"There is no file {missing}.",
        tmp_path: f"{tmp_path} cannot be read: Is a directory.",
        other: f"{other} is not an archive of SchedWeb: it is none that backup wrote, or it is "
        "damaged.",
        text: f"{text} is not an archive of SchedWeb: it is none that backup wrote, or it is "
        "damaged.",
    }
    for path, sentence in sentences.items():
        with pytest.raises(CommandError) as caught:
            call_command("restore", str(path), "--check")
        assert str(caught.value) == sentence


@pytest.mark.parametrize("how", ["cut", "a bit flipped", "empty", "deleted"])
def test_a_damaged_archive_is_refused(tmp_path: Path, how: str) -> None:
    copy = tmp_path / "ab" / "copy.zip"
    copy.parent.mkdir()
    shutil.copy(ARCHIVE, copy)
    DAMAGE[how](copy)
    with pytest.raises(CommandError):
        call_command("restore", str(copy), check=True)


def test_a_whole_archive_passes(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("restore", str(ARCHIVE), check=True)
    assert "is whole" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_read_is_said_and_the_rest_is_written(
    own_store: Path, tmp_path: Path
) -> None:
    workload = factories.workload(factories.person("alice"))
    damage("cut", workload.digest)
    file = tmp_path / "backup.zip"
    with pytest.raises(CommandError, match="1 stored file missing or damaged"):
        call_command("backup", str(file))
    with ZipFile(file) as archive:
        assert json.loads(archive.read(MANIFEST))["missing"] == [workload.digest]


def test_a_backup_into_no_folder_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup", str(tmp_path / "nowhere" / "backup.zip"))


def test_a_backup_of_a_folder_without_a_database_is_a_sentence(
    empty: dict[str, str], tmp_path: Path
) -> None:
    command = [sys.executable, "manage.py", "backup", str(tmp_path / "backup.zip")]
    ended = subprocess.run(
        command, cwd=ROOT, env=empty, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "cannot be read (no such table" in ended.stderr
    assert "is this the data folder" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_key_before_a_restore_is_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    before = secret_key.kept_in(path)
    secret_key.replace(path, "k" * 50)
    assert secret_key.kept_in(path) == "k" * 50
    assert (tmp_path / "secret_key.before-restore").read_text() == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

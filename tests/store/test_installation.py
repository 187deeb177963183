"""A database works on its own files only; joining it with others is done on purpose."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from schedweb.store import blobs, installation
from schedweb.store.models import Installation
from tests import factories
from tests.everywhere import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_store")]


def test_an_empty_store_and_an_empty_database_become_one_installation() -> None:
    installation.ensure()
    assert installation.of_store() == installation.of_database() is not None
    installation.ensure()


def test_an_installation_from_before_there_were_names_is_adopted() -> None:
    factories.workload(factories.person("alice"))
    installation.ensure()
    assert installation.of_store() == installation.of_database()


def test_an_empty_database_does_not_adopt_files() -> None:
    blobs.put(b"of another")
    with pytest.raises(installation.ForeignStoreError, match="names none of them"):
        installation.ensure()
    assert installation.of_store() is None


def test_an_empty_folder_is_not_taken_for_files_that_are_not_mounted(own_store: Path) -> None:
    workload = factories.workload(factories.person("alice"))
    installation.ensure()
    (own_store / installation.MARKER).unlink()
    for name in list(blobs.names()):
        blobs.storage().delete(name)
    assert not blobs.exists(workload.digest)
    with pytest.raises(installation.ForeignStoreError):
        installation.ensure()


def test_another_database_is_refused_until_the_files_are_adopted() -> None:
    installation.ensure()
    Installation.objects.update(name="b" * 32)
    with pytest.raises(installation.ForeignStoreError, match="belong to installation"):
        installation.ensure()
    with pytest.raises(SystemExit, match="adopt_store"):
        call_command("adopt_store", check=True)
    call_command("adopt_store")
    installation.ensure()
    assert installation.of_store() != "b" * 32


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a program needs to find an empty database and the files of another installation."""
    folder = tmp_path_factory.mktemp("foreign")
    for name in ("blobs/ab", "broker"):
        (folder / name).mkdir(parents=True)
    (folder / "blobs" / installation.MARKER).write_text("a" * 32)
    changed = {"SCHEDWEB_DATA": str(folder), "DATABASE_URL": "", "REDIS_URL": "", "PORT": "0"}
    environment = {**os.environ, **changed, "DJANGO_SETTINGS_MODULE": "schedweb.server.settings"}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
    return environment


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(
            ("celery", "--quiet", "-A", "schedweb.server", "worker"), marks=pytest.mark.night
        ),
        pytest.param(("gunicorn", "-c", "python:schedweb.launch.web"), marks=pytest.mark.night),
        ("schedweb.launch", "local"),  # which starts the others
    ],
    ids=lambda program: program[0],
)
def test_no_program_starts_on_the_files_of_another_database(
    program: tuple[str, ...], foreign: dict[str, str]
) -> None:
    command = [sys.executable, "-m", *program]
    ended = subprocess.run(
        command, cwd=ROOT, env=foreign, capture_output=True, text=True, timeout=120
    )
    assert ended.returncode != 0
    assert f"belong to installation {'a' * 32}" in ended.stderr
    assert "Traceback" not in ended.stderr

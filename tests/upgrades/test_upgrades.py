"""What a released version has stored is taken over: archives, databases, workloads."""

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from parsched.data.formats import read, write
from parsched.model.problem.workload import Workload
from tests.everywhere import ROOT
from tests.installations import empty_installation, run

UPDATE = """
import django
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
call_command("adopt_store")
call_command("check_store")
"""
"""What an update calls, in one process."""
VERSIONS = sorted(path.parent for path in (ROOT / "tests" / "data").glob("*/expected.json"))


@pytest.fixture(params=VERSIONS, ids=lambda folder: folder.name)
def kept(request: pytest.FixtureRequest) -> Path:
    """Folder of a version."""
    return Path(request.param)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Settings of an empty installation with SQLite."""
    return empty_installation(tmp_path / "data")


def assert_all_is_there(environment: dict[str, str], kept: Path) -> None:
    expected: dict[str, Any] = json.loads((kept / "expected.json").read_text(encoding="utf-8"))
    found = json.loads(run(environment, "-m", "tests.upgrades.opening", expected["token"]))
    assert found["link"] == 200
    assert found["password"]
    pairs = zip(found["comparisons"], expected["comparisons"], strict=True)
    for there, before in pairs:
        assert there["metrics"] == before["metrics"]
        assert set(there["pages"]) >= set(before["pages"])


def test_there_is_a_version_to_upgrade_from() -> None:
    assert VERSIONS


def test_an_archive_is_restored_and_a_database_migrated(
    kept: Path, environment: dict[str, str]
) -> None:
    """The database in its folder, as an update finds it: with the stored files and the key, which
    the archive has brought."""
    folder = Path(environment["SCHEDWEB_DATA"])
    run(environment, "manage.py", "restore", str(kept / "archive.zip"))
    assert_all_is_there(environment, kept)
    [database] = folder.glob("*.sqlite3")
    shutil.copy(kept / "database.sqlite3", database)
    run(environment, "-c", UPDATE)
    assert_all_is_there(environment, kept)


def test_a_workload_is_read(kept: Path) -> None:
    jobs = read(kept / "workload.json").workload
    present = read(ROOT / "tests" / "data" / "every-kind-of-job.json").workload
    assert as_text(jobs) == as_text(present)


def as_text(jobs: Workload) -> str:
    """Return jobs as the present version writes them."""
    written = io.BytesIO()
    write(jobs, written, format="json")
    return written.getvalue().decode()

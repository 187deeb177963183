"""`python -m tests.upgrades.keeping`: keep an installation of this version for upgrade tests."""

import atexit
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django

DATA = TemporaryDirectory()
atexit.register(DATA.cleanup)
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "schedweb.server.settings",
    "SCHEDWEB_MODE": "team",
    "SCHEDWEB_DATA": DATA.name,
    "SCHEDWEB_ALLOWED_HOSTS": "localhost",
    "DATABASE_URL": "",
    "REDIS_URL": "",
}
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from parsched.base.version import __version__  # noqa: E402
from parsched.data.formats import read, write  # noqa: E402
from schedweb.runs.execution import execute  # noqa: E402
from schedweb.sharing.services import share  # noqa: E402
from schedweb.store import installation  # noqa: E402
from tests import factories  # noqa: E402
from tests.upgrades.expected import PASSWORD, found  # noqa: E402

FILES = Path(__file__).resolve().parent.parent / "data"
FOLDER = FILES / __version__


def main() -> None:
    """Fill the installation, and keep its parts."""
    call_command("migrate", verbosity=0)
    expected = filled()
    FOLDER.mkdir(parents=True, exist_ok=True)
    call_command("backup", str(FOLDER / "archive.zip"))
    keep_database(FOLDER / "database.sqlite3")
    write(read(FILES / "every-kind-of-job.json").workload, FOLDER / "workload.json")
    text = json.dumps(expected, indent=1, sort_keys=True)
    (FOLDER / "expected.json").write_text(f"{text}\n", encoding="utf-8")
    sys.stdout.write(f"{FOLDER} is written\n")


def filled() -> dict[str, Any]:
    """Store what people store, compute the runs, and return what is to be found again."""
    installation.ensure()
    alice = factories.person("alice")
    alice.set_password(PASSWORD)
    alice.save()
    made = [
        factories.comparison(alice, ["fcfs", "easy", "conservative"]),
        factories.comparison(alice, ["demt", "lptf"], factories.MOLDABLE),
        factories.comparison(alice, ["gls"], factories.ENVIRONMENTS, deployment={"seconds": 2.0}),
    ]
    for comparison in made:
        for run in comparison.runs.all():
            execute(run.pk)
    return found(alice, share(alice, made[0], label="for a colleague").token)


def keep_database(file: Path) -> None:
    """Copy the database as SQLite copies: whole, though a connection is open."""
    file.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(settings.DATABASES["default"]["NAME"])) as source,
        closing(sqlite3.connect(file)) as target,
    ):
        source.backup(target)


if __name__ == "__main__":
    main()

"""People who have just signed up, as the server's database has them."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from schedweb.base.models import new_id

GIVEN = ("clusters_cluster", "workloads_workload")
"""Tables of what a newcomer is given beside comparisons and a study."""


def welcome(data: Path, name: str, other: str) -> None:
    """Give a person what another one was given: machines and workloads.

    The server does that with the first page, and computes sample comparisons, which nearly all
    journeys would delete at once.
    """
    with closing(sqlite3.connect(data / "db.sqlite3", timeout=60)) as database, database:
        person, given = (_id(database, each) for each in (name, other))
        row = (person, datetime.now(UTC).replace(tzinfo=None).isoformat(" "))
        database.execute("INSERT INTO runs_welcome (user_id, given) VALUES (?, ?)", row)
        for table in GIVEN:
            _copy(database, table, given, person)


def forget_attempts(data: Path) -> None:
    """Tests sign up from one address, which would soon have to wait."""
    with closing(sqlite3.connect(data / "db.sqlite3", timeout=60)) as database, database:
        database.execute("DELETE FROM accounts_attempt")


def _id(database: sqlite3.Connection, name: str) -> int:
    [(found,)] = database.execute("SELECT id FROM accounts_user WHERE username = ?", (name,))
    return int(found)


def _copy(database: sqlite3.Connection, table: str, owner: int, new_owner: int) -> None:
    rows = database.execute(f"SELECT * FROM {table} WHERE owner_id = ?", (owner,))
    names = [column[0] for column in rows.description]
    for row in rows.fetchall():
        values: dict[str, Any] = dict(zip(names, row, strict=True))
        values |= {"id": new_id(), "owner_id": new_owner}
        marks = ", ".join("?" * len(values))
        database.execute(
            f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", (*values.values(),)
        )

"""What happened to each piece of work: the database itself writes it down, so nothing is missed."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.db import connection

from schedweb.workers.models import State, works

TABLE = "faults_journal"
_SCHEMA = f"""
CREATE TABLE {TABLE} (
    id bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(), pk text NOT NULL,
    state text NOT NULL, attempts int NOT NULL, worker text NOT NULL
);
CREATE FUNCTION {TABLE}_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO {TABLE} (pk, state, attempts, worker)
    VALUES (NEW.id, NEW.state, NEW.attempts, NEW.worker);
    RETURN NEW;
END $$;
"""
_TRIGGER = """
CREATE TRIGGER {table}_{journal} AFTER UPDATE ON {table} FOR EACH ROW
WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.attempts IS DISTINCT FROM NEW.attempts)
EXECUTE FUNCTION {journal}_write();
"""


@dataclass(frozen=True)
class Step:
    """A new state or attempt of some work."""

    at: datetime
    pk: str
    state: State
    attempts: int
    worker: str


@dataclass(frozen=True)
class Repeat:
    """A computation that was begun again: by whom the one before was, and when both began."""

    pk: str
    worker: str
    before: datetime
    at: datetime


def open_journal() -> None:
    """Let the database write from now on."""
    with connection.cursor() as cursor:
        cursor.execute(_SCHEMA)
        for model in works():
            cursor.execute(_TRIGGER.format(table=model._meta.db_table, journal=TABLE))


def steps() -> list[Step]:
    """Return everything that happened, in order."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT at, pk, state, attempts, worker FROM {TABLE} ORDER BY id")
        return [Step(at, pk, State(s), n, worker) for at, pk, s, n, worker in cursor.fetchall()]


def repeats(history: list[Step]) -> Iterator[Repeat]:
    """Yield each computation beyond the first of an order: who orders again begins at 0."""
    claims = defaultdict(list)
    for step in history:
        if step.state == State.RUNNING:
            claims[step.pk].append(step)
    for pk, made in claims.items():
        for first, second in pairwise(made):
            if second.attempts > 1:
                yield Repeat(pk, first.worker, first.at, second.at)


def twice(history: list[Step]) -> list[str]:
    """Return what was stored again although it had not been ordered again."""
    stored, found = set(), []
    for step in history:
        if step.state == State.DONE:
            if step.pk in stored:
                found.append(step.pk)
            stored.add(step.pk)
        elif step.state == State.QUEUED and step.attempts == 0:
            stored.discard(step.pk)
    return found

"""A later version of something that is declared, for as long as a test takes."""

from dataclasses import replace
from typing import Any

import pytest

from parsched.measure.bounds import BOUNDS
from parsched.model.concerns import DECIMALS
from parsched.model.versions import Change
from parsched.run.computed_by import TABLES, declared_as

EXACT = Change("times are exact", DECIMALS)
"""A change of the kind that concerns some instances only."""
ANYWHERE = Change("ties are broken otherwise")


def raised(
    patch: pytest.MonkeyPatch, group: str, key: str, change: Change | None = EXACT, by: int = 1
) -> int:
    """Raise the version of what is declared under a group and key, with or without saying what
    changed; return the new version."""
    declared: Any = declared_as((group, key))
    assert declared is not None, (group, key)
    version = declared.version + by
    changes = {**declared.changes} | ({} if change is None else {version: change})
    criterion, _, own = key.rpartition("/")
    table: Any = BOUNDS[criterion] if group == "bounds" else TABLES[group]
    patch.setitem(table, own, replace(declared, version=version, changes=changes))
    return int(version)


@pytest.fixture
def first_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be as it was before any change was stated, so that tests raise what they are
    about, and nothing else."""
    tables: list[Any] = [*TABLES.values(), *BOUNDS.values()]
    for table in tables:
        for key, declared in list(table.items()):
            if declared.changes:
                first = replace(declared, version=min(declared.changes) - 1, changes={})
                monkeypatch.setitem(table, key, first)

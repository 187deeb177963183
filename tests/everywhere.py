"""What tests of the library and of the application share: folders, fixtures, random examples.

Nothing here loads Django or a browser, as tests of the library do without.
"""

import os
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import settings as properties

from parsched.base.compiled import COMPILED_ONLY
from tests.amount import PROPERTIES, amount

if "NUMBA_BOUNDSCHECK" not in os.environ:  # that code is never kept
    os.environ.setdefault(COMPILED_ONLY, "1")  # whatever the program calls is compiled at set-up
ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
REQUIRED = os.environ.get("SCHEDWEB_REQUIRE", "").split()
"""What must not be missing: shared, browser, firefox, faults, pybatsim, other."""

# An example may load machine code, and machines are busy: none has a deadline.
properties.register_profile("same", deadline=None, derandomize=True, max_examples=amount(100))
properties.register_profile("random", deadline=None, print_blob=True)
properties.load_profile(PROPERTIES)


def missing(what: str, reason: str) -> NoReturn:
    """Skip the test, or fail it where the machine promised to have what it needs."""
    if what in REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def may_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test call kernels that Python never calls by itself, or with arrays of other kinds."""
    monkeypatch.delenv(COMPILED_ONLY, raising=False)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of published cases and real traces, which lies beside a developer's clone."""
    if not SHARED.is_dir():
        missing("shared", "there is no folder ../shared beside this clone")
    return SHARED


@pytest.fixture(scope="session")
def odd_traces(shared: Path) -> list[Path]:
    """Real traces that break rules of their formats."""
    found = sorted((shared / "traces" / "odd").glob("*.gz"))
    assert len(found) == 9
    return found

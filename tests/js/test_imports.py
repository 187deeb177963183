"""Modules import what they use of others: a name that is missing fails only when it is needed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

MODULES = Path(__file__).resolve().parents[2] / "static" / "js"
EVERY = sorted(MODULES.rglob("*.js"))
EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
IMPORTED = re.compile(r"import \{([^}]*)\}")
SILENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", re.MULTILINE | re.DOTALL)
SHARED = ("ask", "connection", "drafts", "faults", "store", "words", "theme", "plots")
"""Modules that many import."""


def offered() -> Iterator[str]:
    """Yield the names that shared modules export and that mean nothing else elsewhere."""
    for name in SHARED:
        yield from EXPORTED.findall((MODULES / f"{name}.js").read_text())


def declared(text: str) -> set[str]:
    """Return the names that a module imports or declares by itself."""
    imported = ",".join(IMPORTED.findall(text)).split(",")
    own = re.findall(r"\b(?:function|class|const|let)\s+(\w+)", text)
    values = re.findall(r"[{(,]\s*(\w+)\s*(?=[,})])", text)
    methods = re.findall(r"^  (?:async )?(\w+)\(.*\{$", text, re.MULTILINE)
    return {name.split(" as ")[-1].strip() for name in imported} | {*own, *values, *methods}


@pytest.mark.parametrize("path", EVERY, ids=lambda path: str(path.relative_to(MODULES)))
def test_what_a_module_calls_of_others_is_imported(path: Path) -> None:
    text = path.read_text()
    code = SILENT.sub("", text)
    called = {name for name in offered() if re.search(rf"(?<![\w.#]){name}\(", code)}
    assert called - declared(text) == set()

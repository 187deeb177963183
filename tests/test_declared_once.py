"""What is said of an algorithm stands in its declaration, and nowhere else."""

import ast
from collections.abc import Iterator
from pathlib import Path

from parsched.policies.catalogue import ALGORITHMS
from tests.everywhere import ROOT

DECLARE = (
    "algorithms/parsched/policies/catalogue.py",  # the order of families
    "algorithms/parsched/run/ready_made.py",  # comparisons
    "algorithms/parsched/report/examples/",  # what shows an algorithm at work
    "algorithms/parsched/policies/grid/simulate.py",  # the schedulers that sites of a grid have
    "schedweb/runs/samples.py",  # comparisons
)
"""Files that declare something else of several algorithms."""
FEW = 2
"""How many keys may stand side by side: where there are more, each is a declaration."""


def product() -> Iterator[Path]:
    for folder in ("algorithms", "schedweb"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT)


def keys_in(node: ast.AST) -> list[str]:
    """Return the keys of algorithms among the texts of a list, tuple, set or dictionary."""
    match node:
        case ast.List() | ast.Tuple() | ast.Set():
            texts = node.elts
        case ast.Dict():
            texts = [key for key in node.keys if key]
        case _:
            return []
    return [
        text.value for text in texts if isinstance(text, ast.Constant) and text.value in ALGORITHMS
    ]


def test_no_list_of_algorithms_stands_beside_their_declarations() -> None:
    looked_at = list(product())
    assert len(looked_at) > 500
    listed = {
        f"{path}:{node.lineno}": keys
        for path in looked_at
        if not str(path).startswith(DECLARE)
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.expr) and len(keys := keys_in(node)) > FEW
    }
    assert listed == {}


def test_the_exceptions_are_some() -> None:
    assert all((ROOT / path).exists() for path in DECLARE)

"""`make bench [only=…]`: run every `bench_*.py` beside this file, print one table of their rows.

A measurement is a module with a function `rows() -> Iterable[Row]`.
"""

import sys
from importlib import import_module
from pathlib import Path

from tests.bench.row import Row

HEADER = Row("measurement", "value", "target", "against plain Python")


def modules(words: list[str]) -> list[str]:
    """Names of the modules that contain one of the words; all of them without words."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    return [name for name in found if not words or any(word in name for word in words)]


def line(row: Row) -> str:
    mark = "  MISSED" if row.missed else ""
    return f"{row.name:<58}{row.value:>18}{row.target:>18}{row.ratio:>22}{mark}\n"


def main(words: list[str]) -> int:
    """Return how many targets are missed."""
    missed = 0
    sys.stdout.write(line(HEADER))
    for name in modules(words):
        for row in import_module(f"tests.bench.{name}").rows():
            missed += row.missed
            sys.stdout.write(line(row))
            sys.stdout.flush()
    return missed


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))

"""`make bench [only=…]`: run every `bench_*.py` beside this file, print one table of their rows.

A measurement is a module with a function `rows() -> Iterable[Row]`. Each row has a target; those
that are missed are named at the end, and the exit code is 1.
"""

import sys
from importlib import import_module
from pathlib import Path

from tests.bench.row import Row


def modules(words: list[str]) -> list[str]:
    """Names of the modules that contain one of the words; all of them without words."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    return [name for name in found if not words or any(word in name for word in words)]


def line(name: str, value: str, target: str, ratio: str, mark: str = "") -> str:
    return f"{name:<64}{value:>18}{target:>26}{ratio:>21}{mark}\n"


def line_of(row: Row) -> str:
    ratio = "" if row.ratio is None else f"{row.ratio:,.3g} ×"
    return line(row.name, row.text, row.target, ratio, "  MISSED" if row.missed else "")


def main(words: list[str]) -> int:
    """Return 1 where a target is missed, else 0."""
    measured = []
    sys.stdout.write(line("measurement (processor time)", "value", "target", "plain Python takes"))
    for name in modules(words):
        for row in import_module(f"tests.bench.{name}").rows():
            measured.append(row)
            sys.stdout.write(line_of(row))
            sys.stdout.flush()
    missed = [row for row in measured if row.missed]
    sys.stdout.write(f"{len(missed)} of {len(measured)} targets missed\n")
    for row in missed:
        sys.stdout.write(f"  {row.name}: {row.text}, not {row.target}\n")
    return 1 if missed or not measured else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`make matrix`: every mistake × every test of the files that have to notice it.

A test that alone notices a mistake must stay. One that notices only what others notice, too, proves
something twice, and one that notices nothing may prove what no declared mistake is about: both are
listed by what they cost, to be looked at.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from queue import SimpleQueue

from tests.mutate.declared import MUTATIONS
from tests.mutate.mutation import Mutation
from tests.mutate.workshop import Workshop, workshop

SECONDS = 600.0
"""Within which all tests of the files of a mistake must end."""
LISTED = 40
"""Tests that are listed of each kind, the dearest first."""


@dataclass(frozen=True)
class Row:
    """What the tests of its files did with one mistake.

    Parameters
    ----------
    title
        The mistake, as `make mutate` prints it.
    failed
        Ids of the tests that failed, which noticed it.
    cpu
        Processor time of every test that ran, in seconds, by id.
    """

    title: str
    failed: list[str]
    cpu: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Summary:
    """The tests of a matrix by what they notice, each the dearest first.

    Parameters
    ----------
    alone
        Tests that each notice a mistake that no other notices.
    together
        Tests that notice only mistakes that another notices, too.
    never
        Tests that ran and noticed no mistake.
    cpu
        Processor time of each, in seconds, the largest of its runs.
    """

    alone: list[str]
    together: list[str]
    never: list[str]
    cpu: dict[str, float]


def summary(rows: Iterable[Row]) -> Summary:
    """Return the tests by what they notice.

    >>> a, b = Row("m", ["x"], {"x": 1.0, "z": 2.0}), Row("n", ["x", "y"], {"x": 1.0, "y": 1.0})
    >>> found = summary([a, b])
    >>> found.alone, found.together, found.never
    (['x'], ['y'], ['z'])
    """
    cpu: dict[str, float] = {}
    noticed = Counter[str]()
    alone = set()
    for row in rows:
        for test, seconds in row.cpu.items():
            cpu[test] = max(seconds, cpu.get(test, 0.0))
        noticed.update(row.failed)
        if len(row.failed) == 1:
            alone.update(row.failed)
    dearest = sorted(cpu, key=lambda test: -cpu[test])
    return Summary(
        [test for test in dearest if test in alone],
        [test for test in dearest if noticed[test] and test not in alone],
        [test for test in dearest if not noticed[test]],
        cpu,
    )


def measured(chosen: Sequence[Mutation], shops: Sequence[Workshop], file: Path) -> list[Row]:
    """Make each mistake that is not in the file yet, and add its row to it; return all rows."""
    rows = read(file)
    left = [mutation for mutation in chosen if mutation.title not in {row.title for row in rows}]
    free: SimpleQueue[Workshop] = SimpleQueue()
    for shop in shops:
        free.put(shop)

    def tried(mutation: Mutation) -> Row:
        shop = free.get()
        try:
            costs = shop.costs(mutation, SECONDS)
        finally:
            free.put(shop)
        failed = [test for test, cost in costs.items() if cost.failed]
        return Row(mutation.title, failed, {test: round(c.cpu, 3) for test, c in costs.items()})

    with ThreadPoolExecutor(len(shops)) as pool, file.open("a", encoding="utf-8") as kept:
        for row in pool.map(tried, left):
            kept.write(json.dumps(asdict(row)) + "\n")
            kept.flush()
            rows.append(row)
    return rows


def read(file: Path) -> list[Row]:
    """Return the rows of a file; none where there is no such file."""
    if not file.exists():
        return []
    return [Row(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Measure what is missing in the file, and print tests by what they notice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="rows, one in a line; those that it has stay")
    parser.add_argument("--only", default="", help="text in the titles of the mistakes to make")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    chosen = [mutation for mutation in MUTATIONS if options.only in mutation.title]
    with ExitStack() as stack:
        shops = [stack.enter_context(workshop()) for _ in range(options.processes)]
        rows = measured(chosen, shops, options.file)
    tests = summary(rows)
    for name in ("alone", "together", "never"):
        listed: list[str] = getattr(tests, name)
        seconds = sum(tests.cpu[test] for test in listed)
        sys.stdout.write(f"{name}: {len(listed):,} tests, {seconds:,.0f} CPU s\n")
        for test in listed[:LISTED]:
            sys.stdout.write(f"  {tests.cpu[test]:7.2f}  {test}\n")


if __name__ == "__main__":
    main()

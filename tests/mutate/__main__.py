"""`make mutate [only=…]`: make one mistake after the other, and name those that no test notices."""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from queue import SimpleQueue

from tests.mutate.declared import MUTATIONS
from tests.mutate.mutation import Mutation
from tests.mutate.workshop import Outcome, Workshop, workshop

SECONDS = 300.0
"""Within which the tests of a mistake must end."""
ALL_SECONDS = 1_800.0
"""Within which all tests must end where there is no mistake."""
LEAST = 95
"""Per cent of the mistakes that must be noticed."""


def main() -> int:
    """Return 1 where too many mistakes survive, 2 where tests fail without any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="text in the titles of the mistakes to make")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    chosen = [mutation for mutation in MUTATIONS if options.only in mutation.title]
    if not chosen:
        parser.error(f"no mistake has {options.only!r} in its title")
    began = time.monotonic()
    with ExitStack() as stack:
        shops = [stack.enter_context(workshop()) for _ in range(options.processes)]
        tests = sorted({path for mutation in chosen for path in mutation.paths})
        if wrong := shops[0].works(tests, ALL_SECONDS):
            sys.stdout.write(f"Without any mistake, tests fail:\n{wrong}\n")
            return 2
        survivors = _survivors(chosen, shops)
    killed = len(chosen) - len(survivors)
    rate = 100 * killed / len(chosen)
    minutes = (time.monotonic() - began) / 60
    _say(f"{killed} of {len(chosen)} mistakes were noticed ({rate:.1f} %) in {minutes:.1f} min")
    for mutation in survivors:
        _say(f"  survived: {mutation.title}\n    tests: {mutation.tests}")
    return 1 if rate < LEAST else 0


def _survivors(chosen: list[Mutation], shops: list[Workshop]) -> list[Mutation]:
    """Make mistakes in all workshops at a time; return those that no test noticed."""
    free: SimpleQueue[Workshop] = SimpleQueue()
    for shop in shops:
        free.put(shop)

    def tried(mutation: Mutation) -> Outcome:
        shop = free.get()
        try:
            return shop.outcome(mutation, SECONDS)
        finally:
            free.put(shop)

    survivors = []
    with ThreadPoolExecutor(len(shops)) as pool:
        for number, (mutation, outcome) in enumerate(
            zip(chosen, pool.map(tried, chosen), strict=True), start=1
        ):
            _say(f"{number:3d}/{len(chosen)} {outcome}: {mutation.title}")
            if outcome is Outcome.SURVIVED:
                survivors.append(mutation)
    return survivors


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

"""How many random cases tests draw: a twelfth in `make test`, all of them in `make fuzz`."""

import os

PROPERTIES = os.environ.get("SCHEDWEB_PROPERTIES", "same")
"""Examples of property tests: the same each time, or random ones, as in `make fuzz`."""
LEAST = 10


def amount(cases: int, least: int = LEAST) -> int:
    """Return the number of random cases to draw, of the number that `make fuzz` draws: at least so
    many, which may be fewer where each starts a program."""
    return cases if PROPERTIES == "random" else max(cases // 12, min(cases, least))

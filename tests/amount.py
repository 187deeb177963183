"""How many random cases tests draw: a sixth in `make test`, all of them in `make fuzz`."""

import os

PROPERTIES = os.environ.get("SCHEDWEB_PROPERTIES", "same")
"""Examples of property tests: the same each time, or random ones, as in `make fuzz`."""
LEAST = 20


def amount(cases: int, least: int = LEAST) -> int:
    """Return the number of random cases to draw, of the number that `make fuzz` draws: at least so
    many, which may be fewer where each starts a program."""
    return cases if PROPERTIES == "random" else max(cases // 6, min(cases, least))

"""Quality on both criteria: four models, 25 to 400 jobs, 200 processors, ten repetitions.

Makespans over the certificate of the dual approximation, Σ w·C over the price bound, and DEMT's Σ
w·C over the linear program as printed. It takes about three minutes.
"""

from collections.abc import Iterator
from statistics import fmean

from tests.bench.row import Row
from tests.parsched.bicriteria import ALGORITHMS, DEMT, GAP, MODELS, Ratios, compare

JOBS = (25, 50, 100, 200, 400)
REPETITIONS = range(1, 11)
WORST = {
    "demt": (2.2, 1.8),
    "price": (1.7, 1.1),
    "gang": (90.0, 45.0),
    "sequential": (18.0, 11.0),
    "list-graham": (1.7, 4.0),
    "lptf": (2.0, 4.1),
    "saf": (1.9, 3.7),
    "smith": (1.9, 3.7),
}
"""Largest ratios of makespan and Σ w·C over all models and sizes."""

Cells = dict[tuple[str, int], dict[str, Ratios]]


def rows() -> Iterator[Row]:
    """Measure, then check."""
    cells: Cells = {}
    for model in MODELS:
        for jobs in JOBS:
            cells[model, jobs] = compare(model, jobs, REPETITIONS, tuple(ALGORITHMS))
    for key, (makespan, minsum) in WORST.items():
        of = [found[key] for found in cells.values()]
        worst = max(ratios.makespan for ratios in of)
        yield Row(f"{key}: worst makespan / bound", worst, "", least=1, most=makespan)
        worst = max(ratios.price for ratios in of)
        yield Row(f"{key}: worst Σ w·C / price bound", worst, "", least=1, most=minsum)
    for model in MODELS:
        yield from demt(model, cells)
    yield guided(cells)
    yield better(cells)


def demt(model: str, cells: Cells) -> Iterator[Row]:
    """Compare the means of DEMT with what they should be."""
    low, high = DEMT[model]
    means = [cells[model, jobs]["demt"].printed for jobs in JOBS]
    for name, mean in (("least", min(means)), ("most", max(means))):
        yield Row(f"DEMT, {model}: Σ w·C over the printed LP, {name}", mean, "", high, low)


def guided(cells: Cells) -> Row:
    """Say how far price-guided lists are from the price bound."""
    means = [found["price"].price for found in cells.values()]
    name = f"price: mean Σ w·C over the price bound ({min(means):.3f}–{max(means):.3f})"
    return Row(name, fmean(means), "", most=GAP)


def better(cells: Cells) -> Row:
    """Count the cells in which price-guided lists beat DEMT on both criteria."""
    wins = sum(
        found["price"].makespan < found["demt"].makespan
        and found["price"].price < found["demt"].price
        for found in cells.values()
    )
    name = "price better than DEMT on both criteria"
    return Row(name, wins, "cells", least=len(cells))

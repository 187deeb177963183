"""Quality on both criteria: four models, 25 to 400 jobs, 200 processors, ten repetitions.

Each row: makespan over the certificate of the dual approximation, Σ w·C over the linear program as
printed, and over the price bound. It takes about three minutes.
"""

from collections.abc import Iterator
from statistics import fmean

from tests.algorithms.bicriteria import ALGORITHMS, DEMT, GAP, MODELS, Ratios, compare
from tests.bench.row import Row

JOBS = (25, 50, 100, 200, 400)
REPETITIONS = range(1, 11)

Cells = dict[tuple[str, int], dict[str, Ratios]]


def rows() -> Iterator[Row]:
    """Measure, then check."""
    cells: Cells = {}
    yield Row("makespan / bound, Σ w·C / printed LP, Σ w·C / price", "C    Σ/LP  Σ/price")
    for model in MODELS:
        for jobs in JOBS:
            found = compare(model, jobs, REPETITIONS, tuple(ALGORITHMS))
            cells[model, jobs] = found
            for key, r in found.items():
                value = f"{r.makespan:.2f} {r.printed:.3f} {r.price:.3f}"
                yield Row(f"{model}, {jobs} jobs: {key}", value)
    for model in MODELS:
        yield demt(model, cells)
    yield guided(cells)
    yield better(cells)


def demt(model: str, cells: Cells) -> Row:
    """Compare the means of DEMT with what they should be."""
    low, high = DEMT[model]
    means = [cells[model, jobs]["demt"].printed for jobs in JOBS]
    good = sum(low <= mean <= high for mean in means)
    value = f"{min(means):.2f}–{max(means):.2f}"
    name = f"DEMT, {model}: Σ w·C over the printed LP, {good} of {len(JOBS)} cells good"
    return Row(name, value, f"{low}–{high}", missed=good < len(JOBS))


def guided(cells: Cells) -> Row:
    """Say how far price-guided lists are from the price bound."""
    means = [found["price"].price for found in cells.values()]
    name = f"price: mean Σ w·C over the price bound ({min(means):.3f}–{max(means):.3f})"
    return Row(name, f"{fmean(means):.3f}", f"≤ {GAP}", missed=fmean(means) > GAP)


def better(cells: Cells) -> Row:
    """Count the cells in which price-guided lists beat DEMT on both criteria."""
    wins = sum(
        found["price"].makespan < found["demt"].makespan
        and found["price"].price < found["demt"].price
        for found in cells.values()
    )
    name = "price better than DEMT on both criteria"
    return Row(name, f"{wins} cells", f"{len(cells)} cells", missed=wins < len(cells))

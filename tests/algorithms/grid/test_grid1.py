"""On Grid1, merged from the traces of the archive, the strategies rank nearly as published."""

from pathlib import Path

import pytest

from algorithms.degradation import Degradations
from algorithms.grid.paper import MAIN_METRICS, PAPER_METRICS, PAPER_STRATEGIES
from algorithms.grid.published import Beside, published_for
from algorithms.grid.tables import BETTER
from algorithms.merging import PRESETS, merge, read_traces
from algorithms.platform import Platform
from algorithms.solve import solve


@pytest.fixture(scope="module")
def beside(shared: Path) -> Beside:
    """Nine strategies, every site admissible, predictions from what the sites are like."""
    spec = PRESETS["grid1"]
    jobs = merge(spec, read_traces(spec, shared / "traces")).workload
    sizes = [source.site.processors for source in spec.sources]
    rows: dict[str, list[float | None]] = {symbol: [] for symbol in MAIN_METRICS}
    for strategy in PAPER_STRATEGIES:
        found = solve(jobs, Platform.of(*sizes), "grid", {"strategy": strategy})
        for symbol, row in rows.items():
            row.append(found.metrics[PAPER_METRICS[symbol]])
    better = {symbol: BETTER[symbol] for symbol in MAIN_METRICS}
    published = published_for(sizes)
    assert published is not None
    behind = Degradations.of(PAPER_STRATEGIES, better, {"Grid1": rows})
    return Beside.of(published, behind.mean().tolist())


def ranked(beside: Beside) -> list[str]:
    """The strategies, the best first."""
    order = sorted(range(len(PAPER_STRATEGIES)), key=lambda i: beside.mean[i])
    return [PAPER_STRATEGIES[i] for i in order]


def test_the_order_is_that_of_the_paper_but_for_the_neighbours_of_mst_and_mct(
    beside: Beside,
) -> None:
    """The paper: MPL, LBal_S, MST, MLp, MWT, MLB, MCT, MWWT_S, Random."""
    assert ranked(beside) == [
        *("mst", "lbal-s", "mpl", "mlp", "mlb", "mwt", "mwwt-s", "mct", "random")
    ]


def test_random_is_worst_by_orders_of_magnitude(beside: Beside) -> None:
    mean = dict(zip(PAPER_STRATEGIES, beside.mean, strict=True))
    assert mean["random"] > 100_000
    assert mean["random"] > 40 * mean["mct"]
    assert 2_000 < mean["mct"] < 3_000
    assert max(mean[key] for key in ("lbal-s", "mpl", "mlp", "mlb", "mwt")) < 400


def test_the_rank_correlation_is_high(beside: Beside) -> None:
    assert beside.without == pytest.approx(1 - 6 * 6 / (8 * 63))
    assert beside.correlation == pytest.approx(0.9)

"""On Grid1, merged from the traces of the archive, the strategies rank nearly as published."""

from pathlib import Path

import pytest

from parsched.data.merging import PRESETS, MergeSpec, merge, read_traces
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.report.ranking.degradation import Degradations
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS, PAPER_STRATEGIES
from parsched.report.ranking.paper_tables import BETTER
from parsched.report.ranking.published import BesidePaper, published_for
from parsched.run.solve import solve

ORDER = ["mst", "lbal-s", "mpl", "mlp", "mwt", "mlb", "mwwt-s", "mct", "random"]
"""Ours; with CTC at 338, MLB is just before MWT.

The paper's: MPL, LBal_S, MST, MLp, MWT, MLB, MCT, MWWT_S, Random.
"""


def beside_the_paper(spec: MergeSpec, jobs: Workload) -> BesidePaper:
    """Nine strategies, every site admissible, predictions from what the sites are like."""
    sizes = [source.site.processors for source in spec.sources]
    rows: dict[str, list[float | None]] = {symbol: [] for symbol in MAIN_METRICS}
    for strategy in PAPER_STRATEGIES:
        found = solve(Instance(jobs, Platform.of(*sizes)), "grid", {"strategy": strategy})
        for symbol, row in rows.items():
            row.append(found.metrics[PAPER_METRICS[symbol]])
    better = {symbol: BETTER[symbol] for symbol in MAIN_METRICS}
    published = published_for(sizes)
    assert published is not None
    behind = Degradations.of(PAPER_STRATEGIES, better, {"Grid1": rows})
    return BesidePaper.of(published, behind.mean().tolist())


@pytest.fixture(scope="module")
def both(shared: Path) -> dict[str, BesidePaper]:
    """Of SDSC-DS partition 2, with CTC at 430 and at 338."""
    specs = {"430": PRESETS["grid1"], "338": PRESETS["grid1-338"]}
    traces = read_traces(specs["430"], shared / "traces")
    return {
        key: beside_the_paper(spec, merge(spec, traces).workload) for key, spec in specs.items()
    }


def means(beside: BesidePaper) -> dict[str, float]:
    """Mean degradations, per cent, the best strategy first."""
    found = zip(PAPER_STRATEGIES, beside.mean, strict=True)
    return dict(sorted(found, key=lambda pair: pair[1]))


@pytest.mark.parametrize(
    ("key", "first", "squares"), [("430", ["mwt", "mlb"], 4), ("338", ["mlb", "mwt"], 6)]
)
def test_the_order_is_the_papers_but_for_mst_and_neighbours(
    both: dict[str, BesidePaper], key: str, first: list[str], squares: int
) -> None:
    """Random is worst and MCT next; LBal_S and MPL are on top after MST."""
    assert list(means(both[key])) == [*ORDER[:4], *first, *ORDER[6:]]
    assert both[key].without == pytest.approx(1 - 6 * squares / (8 * 63))
    assert both[key].correlation == pytest.approx(1 - 6 * (squares + 6) / (9 * 80))


@pytest.mark.parametrize("key", ["430", "338"])
def test_random_is_worst_by_orders_of_magnitude_and_mct_next(
    both: dict[str, BesidePaper], key: str
) -> None:
    mean = means(both[key])
    assert mean["random"] > 100_000
    assert mean["random"] > 40 * mean["mct"]
    assert mean["random"] > 60 * max(mean[other] for other in ORDER[:-2])
    assert max(mean["lbal-s"], mean["mpl"]) < mean["random"] / 200
    assert 2_000 < mean["mct"] < 3_000

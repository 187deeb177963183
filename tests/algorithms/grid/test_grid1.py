"""On Grid1, merged from the traces of the archive, the strategies rank nearly as published."""

from pathlib import Path

import pytest

from algorithms.degradation import Degradations
from algorithms.grid.paper import MAIN_METRICS, PAPER_METRICS, PAPER_STRATEGIES
from algorithms.grid.published import CTC_OF_THE_TRACE, Beside, published_for
from algorithms.grid.tables import BETTER
from algorithms.merging import PRESETS, MergeSpec, merge, read_traces
from algorithms.platform import Platform
from algorithms.solve import solve
from algorithms.workload import Workload

ORDER = ["mst", "lbal-s", "mpl", "mlp", "mlb", "mwt", "mwwt-s", "mct", "random"]
"""Ours. The paper's: MPL, LBal_S, MST, MLp, MWT, MLB, MCT, MWWT_S, Random."""


def beside_the_paper(spec: MergeSpec, jobs: Workload) -> Beside:
    """Nine strategies, every site admissible, predictions from what the sites are like."""
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


def narrower() -> MergeSpec:
    """CTC as its trace has it, and of SDSC-DS the jobs of the batch partition alone."""
    given = PRESETS["grid1"].as_json()
    by_site = {source["site"]: source for source in given["sources"]}
    by_site["CTC"]["processors"] = CTC_OF_THE_TRACE
    by_site["SDSC-DS"]["filters"]["partitions"] = "2"
    return MergeSpec.from_json(given)


@pytest.fixture(scope="module")
def both(shared: Path) -> dict[str, Beside]:
    """As preset, with CTC at 430, and narrower, with CTC at 338."""
    specs = {"430": PRESETS["grid1"], "338": narrower()}
    traces = read_traces(specs["430"], shared / "traces")
    return {
        key: beside_the_paper(spec, merge(spec, traces).workload) for key, spec in specs.items()
    }


def means(beside: Beside) -> dict[str, float]:
    """Mean degradations, per cent, the best strategy first."""
    found = zip(PAPER_STRATEGIES, beside.mean, strict=True)
    return dict(sorted(found, key=lambda pair: pair[1]))


@pytest.mark.parametrize("key", ["430", "338"])
def test_the_order_is_that_of_the_paper_but_for_mst_and_neighbours(
    both: dict[str, Beside], key: str
) -> None:
    """Random is worst and MCT next; LBal_S and MPL are on top after MST."""
    assert list(means(both[key])) == ORDER
    assert both[key].without == pytest.approx(1 - 6 * 6 / (8 * 63))
    assert both[key].correlation == pytest.approx(0.9)


@pytest.mark.parametrize("key", ["430", "338"])
def test_random_is_worst_by_orders_of_magnitude(both: dict[str, Beside], key: str) -> None:
    mean = means(both[key])
    assert mean["random"] > 100_000
    assert mean["random"] > 60 * max(mean[other] for other in ORDER[:-2])
    assert max(mean["lbal-s"], mean["mpl"]) < mean["random"] / 200


def test_mct_is_next_and_far_away(both: dict[str, Beside]) -> None:
    """Where the jobs of other partitions of SDSC-DS are left out it is farther from the others."""
    preset, narrow = means(both["430"]), means(both["338"])
    assert preset["random"] > 40 * preset["mct"]
    assert 2_000 < preset["mct"] < 3_000
    assert narrow["random"] > 9 * narrow["mct"]
    assert 13_000 < narrow["mct"] < 14_000

"""What the paper measured is told as it is printed, and compared with new measurements."""

import json
from pathlib import Path
from typing import Any

import pytest

from parsched.report.ranking.paper import PAPER_STRATEGIES
from parsched.report.ranking.published import PUBLISHED, BesidePaper, published_for


@pytest.fixture(scope="module")
def tables(shared: Path) -> Any:
    path = shared / "cases" / "paper_tables.json"
    return json.loads(path.read_text(encoding="utf-8"))


def test_it_is_what_the_paper_prints(tables: Any) -> None:
    symbols = {"rho": "ρ", "SDb": "SD_b", "tw": "t_w"}
    for grid in PUBLISHED.values():
        printed = tables["table1"][grid.name]
        assert grid.degradation == {symbols[key]: tuple(row) for key, row in printed.items()}
        assert list(grid.ranks) == tables["table2_rank"][grid.name]
        assert grid.mean == pytest.approx(tables["table2_mean"][grid.name], abs=0.051)


@pytest.mark.parametrize(
    ("sizes", "key"),
    [
        ((1368, 100, 128, 240, 430, 1024, 1152), "grid1"),
        ((100, 128, 240, 338, 1024, 1152, 1368), "grid1"),
        ((64, 64, 64, 64, 100, 144, 240, 338, 1024), "grid2"),
        ((4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32), "grid3"),
    ],
)
def test_a_grid_is_known_by_the_sizes_of_its_sites(sizes: tuple[int, ...], key: str) -> None:
    found = published_for(sizes)
    assert found is not None
    assert found.key == key


def test_other_grids_are_not_in_the_paper() -> None:
    assert published_for((4, 4, 4, 8, 8, 8, 16, 16, 32, 32)) is None
    assert published_for((430,)) is None


def test_ranks_stand_beside_the_papers() -> None:
    grid = PUBLISHED["grid1"]
    same = BesidePaper.of(grid, grid.mean)
    assert same.ranks == grid.ranks
    assert same.correlation == same.without == pytest.approx(1.0)
    first = list(grid.mean)
    first[PAPER_STRATEGIES.index("mst")] = -1.0
    other = BesidePaper.of(grid, first)
    assert other.ranks[PAPER_STRATEGIES.index("mst")] == 1
    assert other.without == pytest.approx(1.0)
    assert other.correlation == pytest.approx(1 - 6 * (2**2 + 1 + 1) / (9 * 80))
    with pytest.raises(ValueError, match="there must be 9 means, got 2"):
        BesidePaper.of(grid, [1.0, 2.0])

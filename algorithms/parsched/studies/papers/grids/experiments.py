"""The experiments of Quezada-Pina et al. (2012) on traces: instances, methods and figures."""

from typing import Any

from parsched.policies.grid.strategies import STRATEGIES
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS, PAPER_STRATEGIES
from parsched.studies.instances import Traced
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

TITLES = {key: STRATEGIES[key].title for key in PAPER_STRATEGIES}
"""What the paper calls each strategy, in the order of its tables."""
METRICS = tuple(PAPER_METRICS.values())
"""All ten metrics."""
RHO, BOUNDED, WAIT = (PAPER_METRICS[symbol] for symbol in MAIN_METRICS)
"""Those that the paper ranks by."""
MAIN = {"rho": RHO, "bounded-slowdown": BOUNDED, "wait": WAIT}
WORDS = {
    "rho": "Competitive factor",
    "bounded-slowdown": "Mean bounded slowdown",
    "wait": "Mean wait",
}
EVERY, HALF = 1.0, 0.5
"""Shares of admissible sites: all of them, and the one that the paper takes."""
FACTORS = tuple(tenth / 10 for tenth in range(1, 11))
ALL, SHARES = "all-sites", "shares"
VIRTUAL = "MST, virtual"
SITES = (4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32)
"""Grid3 as printed."""
WEEKS = 30


def label(strategy: str, share: float = EVERY) -> str:
    """Return what a strategy, by its key, is called with a share of admissible sites."""
    title = TITLES[strategy]
    return title if share == EVERY else f"{title}, a = {share:g}"


def labels(share: float = EVERY, but: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the same of all strategies but some."""
    return tuple(label(key, share) for key in TITLES if key not in but)


def method(strategy: str, share: float = EVERY, options: str = "") -> Method:
    """Return the method of that label; `options` are further ones, each with a comma before it."""
    entry = f"grid:strategy={strategy},admissible={share:g}{options}"
    return Method(entry, label(strategy, share))


def grid_1() -> tuple[Part, ...]:
    """Return Grid1, where every site is admissible and with all shares."""
    traces = Traced(merges={"Grid1": "grid1"})
    return (
        Part(
            key=ALL,
            title="all sites",
            instances=traces,
            methods=(
                *(method(key) for key in TITLES),
                Method("grid:strategy=mst,information=virtual", VIRTUAL),
            ),
            measures=METRICS,
            repetitions=1,
        ),
        Part(
            key=SHARES,
            title="shares",
            instances=traces,
            methods=tuple(method(key, share) for key in TITLES for share in FACTORS),
            measures=tuple(MAIN.values()),
            repetitions=1,
        ),
    )


def _source(site: str, file: str) -> dict[str, Any]:
    """Return a trace with its jobs of up to 32 processors."""
    return {"site": site, "file": f"{file}.swf.gz", "processors": max(SITES)}


GRID_3: dict[str, Any] = {
    "name": "Grid3, the public traces",
    "clock": "local",
    "window": {"align": "monday", "after_days": 30, "days": 7},
    "filters": {"estimate": "covers"},
    "sources": [
        _source("DAS2-fs1", "DAS2-fs1-2003-1"),
        _source("KTH", "KTH-SP2-1996-2.1-cln"),
        _source("HPC2N", "HPC2N-2002-2.2-cln"),
        _source("CTC", "CTC-SP2-1996-3.1-cln"),
        _source("LANL", "LANL-CM5-1994-4.1-cln"),
    ],
}
MORE_THAN = ",admissible_rule=more-than"
"""On Grid3, exactly the share is not enough."""


def grid_3() -> tuple[Part, ...]:
    """Return the shape of Grid3, with all shares."""
    return (
        Part(
            key=SHARES,
            title="all shares",
            instances=Traced(merges={"Grid3": GRID_3}, windows=WEEKS, processors=SITES),
            methods=tuple(method(key, share, MORE_THAN) for key in TITLES for share in FACTORS),
            measures=METRICS,
            repetitions=WEEKS,
        ),
    )


def plots(grid: str, spread: Any = "interval") -> tuple[StudyPlot, ...]:
    """Return each of the main metrics over the share."""
    return tuple(
        StudyPlot(
            figure="shares",
            key=f"shares-{key}",
            title=f"{WORDS[key]} on {grid} over the share of admissible sites",
            parts=(SHARES,),
            measure=measure,
            along="admissible",
            spread=spread,
        )
        for key, measure in MAIN.items()
    )

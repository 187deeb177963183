"""The experiments of Quezada-Pina et al. (2012): traces, methods and figures."""

from typing import Any

from algorithms.grid.strategies import STRATEGIES
from algorithms.report.ranking.paper import PAPER_METRICS
from algorithms.studies.instances import Traced
from algorithms.studies.part import Method, Part
from algorithms.studies.plots import Plot

MEASURES = tuple(f"{metric}/best" for metric in PAPER_METRICS.values())
"""Degradations by all ten metrics."""
RHO, BOUNDED, WAIT = (f"{PAPER_METRICS[symbol]}/best" for symbol in ("ρ", "SD_b", "t_w"))
MAIN = {"rho": RHO, "bounded-slowdown": BOUNDED, "wait": WAIT}
"""Those that the paper ranks by."""
ALL, SHARES = "all-sites", "shares"
LABELS = {key: strategy.title for key, strategy in STRATEGIES.items()}
SITES = (4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32)
"""Grid3 as printed."""
WEEKS = 30


def label(strategy: str, share: float, rule: str = "") -> str:
    """Return what a method of a sweep over shares is called."""
    return f"grid:strategy={strategy},admissible={share:g}" + (
        f",admissible_rule={rule}" if rule else ""
    )


def grid_1() -> tuple[Part, ...]:
    """Return Grid1, where every site is admissible and with all shares."""
    traces = Traced(merges={"Grid1": "grid1"})
    nine = tuple(Method(f"grid:strategy={key}", title) for key, title in LABELS.items())
    return (
        Part(
            key=ALL,
            title="all sites",
            instances=traces,
            methods=nine,
            measures=MEASURES,
            repetitions=1,
        ),
        Part(
            key=SHARES,
            title="shares",
            instances=traces,
            methods=("grid:paper",),
            measures=tuple(MAIN.values()),
            repetitions=1,
        ),
    )


def _source(site: str, file: str) -> dict[str, Any]:
    """Return a trace, of whose jobs those of up to 32 processors are taken."""
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


def grid_3() -> tuple[Part, ...]:
    """Return the shape of Grid3: a = 0.5 and 1, and all shares."""
    traces = Traced(merges={"Grid3": GRID_3}, windows=WEEKS, processors=SITES)
    rule = ",admissible_rule=more-than"
    pairs = tuple(
        Method(f"grid:strategy={key},admissible={share:g}{rule}", f"{title}{'_a' * (share < 1)}")
        for key, title in LABELS.items()
        for share in (0.5, 1.0)
    )
    return (
        Part(
            key="pairs",
            title="a = 0.5 and 1",
            instances=traces,
            methods=pairs,
            measures=MEASURES,
            repetitions=WEEKS,
        ),
        Part(
            key=SHARES,
            title="all shares",
            instances=traces,
            methods=(f"grid:paper{rule}",),
            measures=tuple(MAIN.values()),
            repetitions=WEEKS,
        ),
    )


def grid_1_plots() -> tuple[Plot, ...]:
    """Return degradations on Grid1 over the share."""
    return tuple(
        Plot(
            figure="shares",
            key=f"shares-{key}",
            title="Degradation on Grid1 over the share of admissible sites",
            parts=(SHARES,),
            measure=measure,
            along="admissible",
            spread="none",
        )
        for key, measure in MAIN.items()
    )


def grid_3_plots() -> tuple[Plot, ...]:
    """Return degradations on the shape of Grid3 over the share."""
    figures = dict(zip(MAIN, ("fig5", "fig6", "fig7"), strict=True))
    return tuple(
        Plot(
            figure=figures[key],
            key=f"{figures[key]}-{key}",
            title="Degradation on the shape of Grid3 over the share of admissible sites",
            parts=(SHARES,),
            measure=measure,
            along="admissible",
        )
        for key, measure in MAIN.items()
    )

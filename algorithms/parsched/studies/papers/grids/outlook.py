"""What Quezada-Pina et al. (2012) leave for later: a factor a that follows the past workload."""

from typing import Any

from parsched.data.merging import PRESETS
from parsched.studies.claims import Claim
from parsched.studies.instances import Traced
from parsched.studies.judges import Better
from parsched.studies.papers.grids.experiments import (
    BOUNDED,
    FACTORS,
    GRID_3,
    MORE_THAN,
    SITES,
    TITLES,
    WAIT,
    WEEKS,
    WORDS,
    label,
    method,
)
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

STRATEGIES = ("mlp", "mpl", "lbal-s", "random")
"""Those that know nothing but widths: the rule needs no more."""
WINDOWS = {60: "60 s", 3_600: "1 h", 86_400: "1 day"}
"""Windows of the past, by seconds."""
GRIDS = {"grid1": "Grid1", "grid3": "Grid3"}
MEASURES = {"wait": WAIT, "bounded-slowdown": BOUNDED}
ADAPTIVE = min(WINDOWS)
"""The window that did best before this study was declared."""
DAYS, WINDOWS_OF_1 = 14, 13
"""Half a year of Grid1 in windows, so that they can be compared in pairs."""


def adaptive(strategy: str, seconds: int = ADAPTIVE) -> str:
    """Return what a strategy is called with a factor that follows a window."""
    return f"{TITLES[strategy]}, window {WINDOWS[seconds]}"


def fixed(strategy: str) -> tuple[str, ...]:
    """Return what it is called with each fixed factor."""
    return tuple(label(strategy, share) for share in FACTORS)


def _methods(rule: str) -> tuple[Method, ...]:
    return (
        *(method(key, share, f",adapt_window=0{rule}") for key in STRATEGIES for share in FACTORS),
        *(
            Method(f"grid:strategy={key},adapt_window={seconds}{rule}", adaptive(key, seconds))
            for key in STRATEGIES
            for seconds in WINDOWS
        ),
    )


def _grid_1() -> Traced:
    spec: dict[str, Any] = PRESETS["grid1"].as_json()
    for source in spec["sources"]:
        source["window"]["days"] = float(DAYS)
    return Traced(merges={GRIDS["grid1"]: spec}, windows=WINDOWS_OF_1)


def parts() -> tuple[Part, ...]:
    """Return both grids, in windows."""
    third = Traced(merges={GRIDS["grid3"]: GRID_3}, windows=WEEKS, processors=SITES)
    return tuple(
        Part(
            key=key,
            title=title,
            instances=traces,
            methods=_methods(rule),
            measures=tuple(MEASURES.values()),
            repetitions=traces.windows,
        )
        for (key, title), traces, rule in zip(
            GRIDS.items(), (_grid_1(), third), ("", MORE_THAN), strict=True
        )
    )


def plots() -> tuple[StudyPlot, ...]:
    """Return each strategy over the fixed factor, with its adaptive forms at their cap."""
    return tuple(
        StudyPlot(
            figure=f"{key}-{name}",
            key=f"{key}-{name}-{strategy}",
            title=f"{WORDS[name]} on {title}, {TITLES[strategy]}",
            parts=(key,),
            measure=measure,
            along="admissible",
            methods=(
                *fixed(strategy),
                *(adaptive(strategy, seconds) for seconds in WINDOWS),
            ),
            notes=(
                "With a window of 0 the factor a is fixed. Single points are runs that adapt it to "
                f"the jobs of a window ({', '.join(WINDOWS.values())}); a is the largest factor.",
            ),
        )
        for key, title in GRIDS.items()
        for name, measure in MEASURES.items()
        for strategy in STRATEGIES
    )


def _beats_all(grid: str, strategy: str) -> tuple[Better, ...]:
    return tuple(
        Better(measure=measure, parts=(grid,), method=adaptive(strategy), than=fixed(strategy))
        for measure in MEASURES.values()
    )


_REASONS = {
    "mlp": "It is better on average, on Grid1 by 8 % of the wait; but windows differ so much that "
    "this is not certain of all factors.",
    "random": "Small factors are beaten, and large ones are not: the more sites Random may choose "
    "from, the shorter the waits.",
}
_OTHERWISE = (
    "Small factors are beaten; from large ones it does not differ, as strategies that know widths "
    "balance the sites by themselves."
)


_OUTLOOK = {"where": "§8", "published": "not measured"}
CLAIMS = (
    *(
        Claim(
            key=f"{grid}-{strategy}",
            text=f"On {title}, {TITLES[strategy]} with a factor that follows a window of "
            f"{WINDOWS[ADAPTIVE]} is better than with every fixed one, by wait and bounded "
            "slowdown.",
            **_OUTLOOK,
            judges=_beats_all(grid, strategy),
            reason=_REASONS.get(strategy, _OTHERWISE),
        )
        for grid, title in GRIDS.items()
        for strategy in STRATEGIES
    ),
    Claim(
        key="longer",
        text="A window of a minute is better than one of an hour or a day, by wait, with each "
        "strategy on both grids.",
        **_OUTLOOK,
        judges=tuple(
            Better(
                measure=WAIT,
                parts=(grid,),
                method=adaptive(strategy),
                than=tuple(adaptive(strategy, seconds) for seconds in (3_600, 86_400)),
            )
            for grid in GRIDS
            for strategy in STRATEGIES
        ),
    ),
)

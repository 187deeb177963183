"""The public names of the library: their docstrings are the reference."""

import importlib
from collections.abc import Mapping

import algorithms
import algorithms.gym
from algorithms import plugins, studies

RESULTS = {
    "algorithms.result": ("Result",),
    "algorithms.schedules.schedule": ("Schedule",),
    "algorithms.report.records": ("Records",),
    "algorithms.report.registry": ("Report",),
    "algorithms.report.table": ("Table",),
    "algorithms.report.figure": ("Figure",),
    "algorithms.report.gantt.figure": ("GanttFigure",),
}
"""What the functions of `algorithms` return, by module."""

PAGES: Mapping[str, tuple[str, str, Mapping[str, tuple[str, ...]]]] = {
    "library": (
        "The library",
        "`import algorithms as sched`: the few names that most people need.",
        {"algorithms": tuple(algorithms.__all__)},
    ),
    "results": ("Results", "What the functions of the library return.", RESULTS),
    "studies-library": (
        "Studies in Python",
        "`from algorithms.studies import …`",
        {"algorithms.studies": tuple(studies.__all__)},
    ),
    "plugins": (
        "What plugins import",
        "`from algorithms.plugins import …`; these names stay.",
        {"algorithms.plugins": tuple(plugins.__all__)},
    ),
    "gym": (
        "Environments to learn in",
        "`import algorithms.gym`, which needs gymnasium.",
        {"algorithms.gym": tuple(algorithms.gym.__all__)},
    ),
}
"""Title, sentence and names by module of each page of `reference/`, by its name."""


def public() -> dict[str, object]:
    """Return every public name with what it names."""
    return {
        f"{module}.{name}": getattr(importlib.import_module(module), name)
        for _, _, modules in PAGES.values()
        for module, names in modules.items()
        for name in names
    }


def pages() -> dict[str, str]:
    """Return the pages by path."""
    return {
        f"reference/{key}.md": "\n\n".join(
            [
                f"# {title}",
                sentence,
                *(f"::: {module}.{name}" for module, names in of.items() for name in names),
            ]
        )
        + "\n"
        for key, (title, sentence, of) in PAGES.items()
    }

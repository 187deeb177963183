"""The public names of the library: their docstrings are the reference."""

import importlib
from collections.abc import Mapping

import parsched
import parsched.gym
from parsched import plugins, studies

RESULTS = {
    "parsched.run.result": ("Result",),
    "parsched.model.schedules.schedule": ("Schedule",),
    "parsched.report.records": ("Records",),
    "parsched.report.registry": ("Report",),
    "parsched.report.table": ("Table",),
    "parsched.report.figure": ("Figure", "GanttFigure"),
}
"""What the functions of `parsched` return, by module."""

PAGES: Mapping[str, tuple[str, str, Mapping[str, tuple[str, ...]]]] = {
    "library": (
        "The library",
        "`import parsched as sched`: the few names that most people need.",
        {"parsched": tuple(parsched.__all__)},
    ),
    "results": ("Results", "What the functions of the library return.", RESULTS),
    "studies-library": (
        "Studies in Python",
        "`from parsched.studies import …`",
        {"parsched.studies": tuple(studies.__all__)},
    ),
    "plugins": (
        "What plugins import",
        "`from parsched.plugins import …`; these names stay.",
        {"parsched.plugins": tuple(plugins.__all__)},
    ),
    "gym": (
        "Environments to learn in",
        "`import parsched.gym`, which needs gymnasium.",
        {"parsched.gym": tuple(parsched.gym.__all__)},
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

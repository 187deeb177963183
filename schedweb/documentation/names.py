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

MADE_IN = {
    "BASELINES": "parsched.gym.policies",
    "BEGINS_LATE": "parsched.model.concerns",
    "DECIMALS": "parsched.model.concerns",
    "DECIMAL_WEIGHTS": "parsched.model.concerns",
    "REPORTS": "parsched.studies.report",
    "STUDIES": "parsched.studies.registry",
}
"""The modules in which the meaning of a value that is imported elsewhere stands below it."""
SHARED = ("to_frame", "from_frame", "plot")
"""Inherited methods that are told of each class: others are of bases that no guide names."""


def public() -> dict[str, object]:
    """Return every public name with what it names."""
    return {
        f"{module}.{name}": getattr(importlib.import_module(module), name)
        for _, _, modules in PAGES.values()
        for module, names in modules.items()
        for name in names
    }


def pages() -> dict[str, str]:
    """Return the pages by path; a name of something that stands elsewhere leads there."""
    made, values, places = {}, public(), dict[int, str]()
    for key, (title, sentence, of) in PAGES.items():
        parts = [f"# {title}", sentence]
        for name in (f"{module}.{name}" for module, names in of.items() for name in names):
            value = values[name]
            parts.append(_entry(name, value, places.setdefault(id(value), name)))
        made[f"reference/{key}.md"] = "\n\n".join(parts) + "\n"
    return made


def _entry(name: str, value: object, place: str) -> str:
    """Return what Sphinx makes the entry of a name of, or the link to the place that it has."""
    if place != name:
        return f"`{name.rpartition('.')[2]}` is {{py:obj}}`{place}`."
    if isinstance(value, type):
        shared = [one for one in SHARED if hasattr(value, one) and one not in vars(value)]
        lines = [f"autoclass:: {name}", "", *(f"   .. automethod:: {one}" for one in shared)]
    elif callable(value):
        lines = [f"autofunction:: {name}"]
    else:
        module, _, own = name.rpartition(".")
        lines = [f"autodata:: {MADE_IN.get(own, module)}.{own}"]
    return "```{eval-rst}\n.. " + "\n".join(lines) + "\n```"

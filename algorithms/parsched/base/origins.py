"""Which installed packages, called plugins, add to what is declared here.

`parsched.plugins.loading` loads them and writes down what came of each; everybody else reads it.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

PREFIX = "schedweb."
"""What the names of our groups of entry points begin with."""
VARIABLE = "SCHEDWEB_PLUGINS"
"""Variable that names the plugins that may be loaded."""

State = Literal["loaded", "broken", "not allowed", "not installed"]


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """A plugin: a distribution with entry points of ours, by its normalised name.

    `declares` has the keys of what it added by group, such as `algorithms`; a bound stands there as
    `makespan/area`. `reason` says in a sentence why it is left out; blank where it is loaded.
    """

    name: str
    version: str = ""
    summary: str = ""
    entry_points: tuple[str, ...] = ()
    state: State = "loaded"
    reason: str = ""
    declares: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Name and version for people.

        Examples
        --------
        >>> Plugin(name="schedweb-example", version="0.1.0").title
        'schedweb-example 0.1.0'
        """
        return f"{self.name} {self.version}".strip()

    @property
    def modules(self) -> list[str]:
        """Modules that its entry points name."""
        return [point.rpartition(" = ")[2].partition(":")[0] for point in self.entry_points]

    @property
    def sentence(self) -> str:
        """What happened to it, for terminals and logs."""
        if self.state == "loaded":
            count = sum(map(len, self.declares.values()))
            return f"Plugin {self.title} adds {count} declaration{'s' if count != 1 else ''}."
        return f"Plugin {self.title} is left out: {self.reason}."

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "name": self.name,
            "version": self.version,
            "summary": self.summary,
            "state": self.state,
            "reason": self.reason,
            "entry_points": list(self.entry_points),
            "declares": {group: list(keys) for group, keys in self.declares.items()},
        }


PLUGINS: dict[str, Plugin] = {}
"""All plugins that are installed, and those that are allowed and are not, by name."""


KERNEL_MODULES: set[str] = set()
"""Modules of plugins that declare kernels, which are to be compiled."""


def may_have_plugins(path: Sequence[str] | None = None) -> bool:
    """Tell whether plugins are to be looked for: some are named, or some distribution mentions our
    groups of entry points. Reading these files costs a tenth of loading `importlib.metadata`.

    Parameters
    ----------
    path
        Folders to look for distributions in; by default those that Python imports from.
    """
    folders = [Path(place) for place in (sys.path if path is None else path)]
    return (
        bool(os.environ.get(VARIABLE, "").strip())
        or any(place.is_file() for place in folders)  # an archive, which only importlib opens
        or any(PREFIX.encode() in file.read_bytes() for file in _entry_points(folders))
    )


def _entry_points(folders: Iterable[Path]) -> Iterable[Path]:
    for folder in folders:
        yield from folder.glob("*.dist-info/entry_points.txt")
        yield from folder.glob("*.egg-info/entry_points.txt")


def plugin_of(group: str, key: str) -> Plugin | None:
    """Return the plugin that declares something, or None for what comes with the program."""
    return next((one for one in PLUGINS.values() if key in one.declares.get(group, ())), None)


def versions_of(used: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return name and version of the plugins that declare some of the pairs of group and key."""
    if not loaded():
        return {}
    found = (plugin_of(group, key) for group, key in used)
    return {one.name: one.version for one in found if one}


def loaded() -> list[Plugin]:
    """Return the plugins whose declarations are there."""
    return [one for one in PLUGINS.values() if one.state == "loaded"]


def left_out() -> list[Plugin]:
    """Return the plugins that have to be mended or installed: broken ones, and those that are
    allowed by name and are not installed."""
    return [one for one in PLUGINS.values() if one.state in ("broken", "not installed")]

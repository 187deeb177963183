"""What a plugin may add: one group of entry points for each kind of declaration."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from parsched.base.origins import Plugin, loaded
from parsched.data.generators import GENERATORS
from parsched.data.logs import SOURCES
from parsched.declare.references import REFERENCES
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.plugins import faults
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.online.presets import PRESETS
from parsched.report import REPORTS


@dataclass(frozen=True, kw_only=True)
class PluginGroup:
    """A kind of declaration: `tables` are where those are kept, by what stands before their keys.
    `fault` says what is wrong with one, blank if nothing."""

    name: str
    noun: str
    tables: Mapping[str, dict[str, Any]]
    fault: Callable[[Any], str] = lambda declared: ""

    def items(self) -> Iterator[tuple[str, Any]]:
        """Yield all declarations by key, such as `makespan/area`."""
        for criterion, table in self.tables.items():
            for key, declared in table.items():
                yield f"{criterion}/{key}" if criterion else key, declared

    def drop(self, keys: Iterable[str]) -> None:
        """Take declarations away, by their keys."""
        for key in keys:
            criterion, _, own = key.rpartition("/")
            del self.tables[criterion][own]


GROUPS = {
    group.name: group
    for group in (
        PluginGroup(
            name="algorithms", noun="algorithm", tables={"": ALGORITHMS}, fault=faults.of_algorithm
        ),
        PluginGroup(name="orders", noun="order", tables={"": ORDERS}, fault=faults.of_order),
        PluginGroup(
            name="predictors", noun="predictor", tables={"": PREDICTORS}, fault=faults.of_predictor
        ),
        PluginGroup(name="metrics", noun="metric", tables={"": METRICS}, fault=faults.of_metric),
        PluginGroup(name="bounds", noun="bound", tables=BOUNDS, fault=faults.of_bound),
        PluginGroup(
            name="generators", noun="generator", tables={"": GENERATORS}, fault=faults.of_generator
        ),
        PluginGroup(name="sources", noun="source", tables={"": SOURCES}, fault=faults.of_source),
        PluginGroup(name="reports", noun="report", tables={"": REPORTS}, fault=faults.of_report),
    )
}
"""By name, in the order in which the entry points of a plugin are loaded."""

BESIDE = (
    PluginGroup(name="presets", noun="preset", tables={"": PRESETS}),
    PluginGroup(name="references", noun="reference", tables={"": REFERENCES}),
)
"""What a plugin adds without entry points of its own."""


@contextmanager
def only(plugin: Plugin | None = None) -> Iterator[None]:
    """Let there be meanwhile what the program declares, and what one plugin does."""
    others = [one for one in loaded() if one is not plugin]
    before = Snapshot()
    for one in others:
        for name, keys in one.declares.items():
            GROUPS[name].drop(keys)
    try:
        yield
    finally:
        before.restore()


class Snapshot:
    """All declarations as they were, to go back to."""

    def __init__(self) -> None:
        self._tables = [
            (group, table, dict(table))
            for group in (*GROUPS.values(), *BESIDE)
            for table in group.tables.values()
        ]

    def restore(self) -> None:
        """Take back whatever has changed since."""
        for _, table, former in self._tables:
            table.clear()
            table.update(former)

    def replaced(self) -> str:
        """Say which declaration is no longer what it was; blank if none."""
        for group, table, former in self._tables:
            for key, declared in former.items():
                if table.get(key) is not declared:
                    return f"it replaces the {group.noun} {key!r}"
        return ""

    def added(self) -> dict[str, dict[str, Any]]:
        """Return what came since by group and key."""
        known = {id(declared) for *_, former in self._tables for declared in former.values()}
        return {
            group.name: new
            for group in GROUPS.values()
            if (new := {key: each for key, each in group.items() if id(each) not in known})
        }

"""Loading plugins: each by itself, and each wholly or not at all.

A plugin is an installed distribution with entry points in groups such as `schedweb.algorithms`;
each names a module that declares something when it is imported.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import Distribution, EntryPoint, distributions
from typing import Any

from parsched.base.origins import PLUGINS, PREFIX, VARIABLE, Plugin, State
from parsched.plugins.allowed import Allowed, normalised
from parsched.plugins.groups import GROUPS, Snapshot

log = logging.getLogger("parsched.plugins")
LIBRARY, FORMER = "parsched", "algorithms"
"""What the library is imported as, and was before it had a name of its own."""


class PluginError(Exception):
    """Why a plugin cannot be loaded, as the end of a sentence."""


def load(path: Sequence[str] | None = None, allowed: Allowed | None = None) -> None:
    """Load the plugins that are installed and allowed, by name; nothing that they do wrong gets
    out. `PLUGINS` says what came of each.

    Parameters
    ----------
    path
        Folders to look for distributions in; by default those that Python imports from.
    allowed
        Which may be loaded; by default those that the environment allows.
    """
    allowed = Allowed.here() if allowed is None else allowed
    PLUGINS.clear()
    found = {normalised(one.name): one for one in _installed(path)}
    for name in sorted({*found, *allowed.names}):
        if name in found:
            PLUGINS[name] = _loaded(name, found[name], is_allowed=name in allowed)
        else:
            reason = f"{VARIABLE} allows it, and it is not installed"
            PLUGINS[name] = Plugin(name=name, state="not installed", reason=reason)


def _installed(path: Sequence[str] | None) -> Iterator[Distribution]:
    """Yield the distributions that have entry points of ours; of two of a name the first."""
    found = list(distributions() if path is None else distributions(path=list(path)))
    ours = [place for place, one in enumerate(found) if _ours(one)]
    # For its name, a distribution parses all that it says of itself: done up to the last plugin.
    seen = set()
    for place, one in enumerate(found[: max(ours, default=-1) + 1]):
        name = one.name
        if name not in seen and place in ours:
            yield one
        seen.add(name)


def _ours(distribution: Distribution) -> list[EntryPoint]:
    """Return the entry points of our groups, in the order in which they are loaded."""
    names = list(GROUPS)

    def place(point: EntryPoint) -> tuple[int, str]:
        name = point.group.removeprefix(PREFIX)
        return (names.index(name) if name in names else len(names)), point.name

    ours = (point for point in distribution.entry_points if point.group.startswith(PREFIX))
    return sorted(ours, key=place)


def _loaded(name: str, distribution: Distribution, *, is_allowed: bool) -> Plugin:
    """Load a plugin if it is allowed, and say what came of it."""
    points, before = _ours(distribution), Snapshot()
    summary = str(distribution.metadata.json.get("summary", ""))

    def plugin(state: State, reason: str = "", **more: Any) -> Plugin:
        return Plugin(
            name=name,
            version=distribution.version,
            summary=summary,
            entry_points=tuple(f"{one.group}: {one.name} = {one.value}" for one in points),
            state=state,
            reason=reason,
            **more,
        )

    if not is_allowed:
        return plugin("not allowed", f"it is installed, and {VARIABLE} does not name it")
    try:
        return plugin("loaded", declares=_declared(points, before))
    except PluginError as error:
        before.restore()
        log.debug("plugin %s is left out", name, exc_info=error)
        return plugin("broken", str(error))


def _declared(points: Iterable[EntryPoint], before: Snapshot) -> dict[str, tuple[str, ...]]:
    """Import what entry points name; return the keys of what that declares by group.

    Raises
    ------
    PluginError
        When something is raised meanwhile, or wrongly declared.
    """
    wanted = []
    for point in points:
        group = GROUPS.get(point.group.removeprefix(PREFIX))
        if group is None:
            known = ", ".join(PREFIX + name for name in GROUPS)
            raise PluginError(f"there is no group {point.group} of entry points, only {known}")
        _import(point)
        wanted.append(group)
    if replaced := before.replaced():
        raise PluginError(replaced)
    added = before.added()
    for group in wanted:
        if group.name not in added:
            raise PluginError(f"its entry point in {PREFIX}{group.name} declares no {group.noun}")
    for name, declarations in added.items():
        for key, declared in declarations.items():
            if fault := _fault(name, declared):
                raise PluginError(f"its {GROUPS[name].noun} {key!r} {fault}")
    return {name: tuple(declarations) for name, declarations in added.items()}


def _fault(group: str, declared: Any) -> str:
    """Say what is wrong with a declaration, if anything is; whatever looking at it raises is."""
    try:
        return GROUPS[group].fault(declared)
    except Exception as error:  # noqa: BLE001 (whatever it is, the plugin is at fault)
        return f"cannot be looked at: {type(error).__name__}: {error}"


def _import(point: EntryPoint) -> None:
    """Load one entry point.

    Raises
    ------
    PluginError
        For whatever is raised meanwhile: also what would end the process.
    """
    try:
        point.load()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == FORMER:
            now = f"{FORMER} is called {LIBRARY} now: import that"
            raise PluginError(f"{point.value} cannot be imported, {now}") from error
        raise PluginError(f"{point.value} cannot be imported, {_told(error)}") from error
    except (Exception, SystemExit) as error:  # a plugin may raise whatever it likes
        raise PluginError(f"{point.value} cannot be imported, {_told(error)}") from error


def _told(error: BaseException) -> str:
    said = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {said}" if said else type(error).__name__

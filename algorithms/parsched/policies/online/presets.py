"""How policies of the queue get names: each is `queue` with some values of its parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.model.versions import Changes
from parsched.policies.online.driver import ONLINE
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.queue import CHANGES, VERSION, scheduled
from parsched.policies.registry import Display, Solver, register


@dataclass(frozen=True)
class Preset:
    """A named policy: what it fixes of `QueueParams`; its own parameters are the others."""

    key: str
    fixed: Mapping[str, Any]

    def policy(self, params: Params) -> QueueParams:
        """Return the parameters of `queue` that do the same.

        Examples
        --------
        >>> PRESETS["easy-sjbf"].policy(Params()).changed()
        {'backfill_order': 'sjf'}
        """
        return QueueParams(**self.fixed, **params.as_dict())


PRESETS: dict[str, Preset] = {}
Page = Callable[[], None]
NAMES = ("__module__", "__name__", "__qualname__", "__doc__")


def preset(
    key: str,
    *,
    title: str,
    cites: tuple[str, ...],
    display: Display,
    params: type[Params] = Params,
    baseline: int | None = None,
    version: int = VERSION,
    changes: Changes = CHANGES,
    **fixed: Any,
) -> Callable[[Page], Solver[Any]]:
    """Register a preset as an algorithm of its own; the docstring of the function is its page. One
    that a change of the engine does not touch has a version of its own.

    Examples
    --------
    >>> PRESETS["easy-sjbf"].fixed["backfill_order"]  # what `@preset` declared
    'sjf'
    """
    named = Preset(key, fixed)

    def solver(instance: Instance, params: Params, stop: Stop) -> Schedule:
        return scheduled(instance, named.policy(params), stop)

    def add(page: Page) -> Solver[Any]:
        # Workers are sent algorithms by name: the solver must be found where its page stands.
        for name in NAMES:
            setattr(solver, name, getattr(page, name))
        named.policy(params())
        register(
            key,
            title=title,
            version=version,
            changes=changes,
            params=params,
            supports=ONLINE,
            cites=cites,
            baseline=baseline,
            display=display,
        )(solver)
        PRESETS[key] = named
        return solver

    return add

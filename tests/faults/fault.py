"""Faults, each declared once: what happens, to what, and what makes it good again."""

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.faults.ground import Ground
from tests.faults.person import Person
from tests.faults.site import Site


@dataclass
class Scene:
    """What one fault has at hand; `victims` are the computing processes that it ends."""

    ground: Ground
    site: Site
    person: Person
    random: random.Random
    ended: threading.Event
    victims: set[int] = field(default_factory=set)

    def last(self, seconds: float) -> None:
        """Let the fault last for so long."""
        self.ended.wait(seconds)


Act: TypeAlias = Callable[[Scene], None]
"""Does the harm, lets it last, and heals."""


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong.

    `target` is what it is done to: of two faults with the same one, the second waits. `kills` is
    true where computing processes end, or are silent for so long that they count as dead, so that
    their work must be computed again. `needs_root` says that only root can do it.
    """

    name: str
    target: str
    act: Act
    kills: bool = False
    needs_root: bool = False


FAULTS: dict[str, Fault] = {}


def fault(
    name: str, target: str, *, kills: bool = False, needs_root: bool = False
) -> Callable[[Act], Act]:
    """Declare a fault by the function that does it."""

    def declared(act: Act) -> Act:
        if name in FAULTS:
            raise ValueError(f"two faults are called {name!r}")
        FAULTS[name] = Fault(name, target, act, kills, needs_root)
        return act

    return declared

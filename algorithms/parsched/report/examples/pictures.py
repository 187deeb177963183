"""What an example shows: jobs, a machine, and schedules of these."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.installed import Deployed
from parsched.run.result import Result


@dataclass(frozen=True)
class Lines:
    """Times that structure a schedule, seconds, by name, and what they are."""

    meaning: str
    times: Mapping[str, float]


@dataclass(frozen=True)
class Picture:
    """A schedule of the example, under parameters that differ from the defaults in `settings`.

    `title` says whose it is where that is not clear.
    """

    settings: Mapping[str, Any]
    result: Result
    lines: Lines | None = None
    title: str = ""

    @property
    def conditions(self) -> list[str]:
        """What differs from the defaults, in words: settings, rules and deployments."""
        conditions = [f"{name} = {value}" for name, value in self.settings.items()]
        return [*conditions, *self.result.instance.conditions]

    @cached_property
    def deployed(self) -> Deployed:
        """What was deployed, and when."""
        result = self.result
        return Deployed.of(result.workload, result.platform, result.schedule)


@dataclass(frozen=True)
class WorkedExample:
    """Jobs, a machine, and what algorithms make of them; `title` and `text` say what to see."""

    workload: Workload
    platform: Platform
    pictures: Sequence[Picture]
    title: str = ""
    text: str = ""

"""Instances of a study whose jobs stand in it: examples, and what breaks a proof."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from parsched.base.errors import FormatError, ParameterError
from parsched.data.formats.jobs_json.read import workload_of
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.studies.once import repeated
from parsched.studies.seeds import derived_seed
from parsched.studies.strict import STRICT

Value: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Listed:
    """Workloads whose jobs stand here: a value for each.

    Repetitions take the same jobs again, with other seeds of methods that draw.

    Parameters
    ----------
    listed
        The jobs of each workload by its name, as workload files in JSON have them, such as
        `{"id": "1", "procs": 2, "time": 5, "environment": "Debian"}`.
    processors
        The machine; a grid by the processors of each site.
    rules, deployment
        The same for all instances.

    Raises
    ------
    ParameterError
        For sizes, rules and times that are not allowed; for jobs, see `check`.

    Examples
    --------
    >>> jobs = ({"id": "1", "procs": 2, "time": 5}, {"id": "2", "procs": 1, "time": 3})
    >>> Listed(listed={"two jobs": jobs}, processors=(4,)).make({"workload": "two jobs"}, 1, 0)
    <Instance 2 jobs on <Platform 4 processors>>
    """

    __pydantic_config__: ClassVar[Any] = STRICT
    listed: Mapping[str, tuple[Mapping[str, Any], ...]]
    processors: tuple[int, ...]
    rules: Mapping[str, str] = field(default_factory=dict)
    deployment: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.listed:
            raise ParameterError({"listed": "listed must have at least one workload"})
        if twice := repeated(self.listed.values()):
            names = " and ".join(name for name, jobs in self.listed.items() if jobs == twice[0])
            rule = "each workload must be given once"
            raise ParameterError({"listed": f"{rule}, {names} have the same jobs"})
        self._platform, self._rules  # noqa: B018 (both are checked)

    def check(self) -> None:
        """Look at the jobs, which declarations that are loaded with the program leave for later.

        Raises
        ------
        ParameterError
            For jobs that are not allowed.
        """
        try:
            self._workloads  # noqa: B018 (they are checked)
        except FormatError as error:
            raise ParameterError({"listed": f"listed: {error}"}) from error

    def platform(self, value: Value) -> Platform:
        """Return the machine, the same for all values."""
        return self._platform

    @cached_property
    def _platform(self) -> Platform:
        deployment = DeployTime.from_mapping(self.deployment)
        return Platform.of(*self.processors, deployment=deployment)

    @cached_property
    def _rules(self) -> Rules:
        return Rules.from_mapping(self.rules)

    @cached_property
    def _workloads(self) -> dict[str, Workload]:
        return {name: _read(name, jobs) for name, jobs in self.listed.items()}

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """A value for each workload."""
        return tuple({"workload": name} for name in self.listed)

    @property
    def origin(self) -> list[Any]:
        """What determines the instances, but for their values: plain JSON values."""
        jobs = {name: [dict(job) for job in jobs] for name, jobs in self.listed.items()}
        return [jobs, [*self.processors], dict(self.deployment)]

    def seed(self, study: int, value: Value, repetition: int) -> int:
        """Return the seed of algorithms that draw; the instance itself has none."""
        return derived_seed(study, value["workload"], repetition)

    def make(self, value: Value, seed: int, repetition: int) -> Instance:
        """Return the instance of a workload."""
        return Instance(self._workloads[value["workload"]], self._platform, self._rules)


def _read(name: str, jobs: tuple[Mapping[str, Any], ...]) -> Workload:
    text = json.dumps([*map(dict, jobs)], default=str)  # a date, as TOML has, is then a text
    return workload_of(json.loads(text), name)

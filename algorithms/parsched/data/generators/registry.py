"""One declaration per generator, and the one way to run it."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.declare.parameters import Params
from parsched.declare.references import REFERENCES, Reference
from parsched.model.problem.machine import StatedMachine
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.workload import Workload
from parsched.model.versions import NO_CHANGES, Changes, refuse_versions

MAX_JOBS = 10_000_000
"""Most jobs that are generated at once."""

P = TypeVar("P", bound=Params)
Make = Callable[[str, int, int, P], Workload]
"""Takes name, number of jobs, processors of the machine and parameters."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A size and parameters that were published; parameters not named are at their defaults.

    Examples
    --------
    >>> Setting(title="as published", jobs=100, processors=200).jobs
    100
    """

    title: str
    jobs: int
    processors: int
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Generator:
    """A declared generator of synthetic workloads.

    Of its published settings, the first is what forms begin with. `version` rises when the same
    parameters make other jobs, and `changes` say for which instances.
    """

    key: str
    title: str
    params: type[Params]
    cites: tuple[str, ...]
    moldable: bool
    settings: tuple[Setting, ...]
    make: Make[Any]
    version: int = 1
    changes: Changes = field(default_factory=lambda: NO_CHANGES, hash=False)

    @property
    def kind(self) -> str:
        """What its jobs are, in words."""
        if any(spec.name == "profile" for spec in self.params.specs()) and not self.moldable:
            return "rigid or moldable"
        return "moldable" if self.moldable else "rigid"

    @property
    def summary(self) -> str:
        """First line of the docstring: what it generates."""
        return self.description.split("\n", 1)[0]

    @property
    def description(self) -> str:
        """The whole docstring: the model, its constants and its limits."""
        return inspect.getdoc(self.make) or ""

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that describe the model."""
        return tuple(REFERENCES[key] for key in self.cites)


GENERATORS: dict[str, Generator] = {}


def generator(
    key: str,
    *,
    title: str,
    params: type[P],
    cites: tuple[str, ...] = (),
    moldable: bool = False,
    settings: tuple[Setting, ...] = (),
    version: int = 1,
    changes: Changes = NO_CHANGES,
) -> Callable[[Make[P]], Make[P]]:
    """Declare a generator under a stable key; its parameters must hold a seed.

    `moldable` says that its jobs may run on more or fewer processors. A setting with parameters
    that are not allowed is an error.

    Examples
    --------
    >>> from parsched.data.generators import GENERATORS
    >>> GENERATORS["uniform"].title  # what `@generator` declared
    'Uniform'
    """

    def add(make: Make[P]) -> Make[P]:
        if key in GENERATORS:
            raise ValueError(f"two generators are registered as {key!r}")
        if params.seed_name() is None:
            raise ValueError(f"generator {key!r} has no seed")
        missing = [cite for cite in cites if cite not in REFERENCES]
        if missing:
            raise ValueError(f"generator {key!r} cites unknown references: {missing}")
        refuse_versions(f"generator {key!r}", version, changes)
        for setting in settings:
            params.from_mapping(setting.params)
        GENERATORS[key] = Generator(
            key=key,
            title=title,
            params=params,
            cites=cites,
            moldable=moldable,
            settings=settings,
            make=make,
            version=version,
            changes=changes,
        )
        return make

    return add


def find_generator(key: str) -> Generator:
    """Return the generator with a key; raises `UnknownKeyError` that names the known ones."""
    if key not in GENERATORS:
        keys = ", ".join(sorted(GENERATORS))
        raise UnknownKeyError(f"no generator is called {key!r}; there are: {keys}")
    return GENERATORS[key]


def generate(
    key: str, *, jobs: int, processors: int, params: Params | Mapping[str, Any] | None = None
) -> Workload:
    """Generate jobs that fit a machine of `processors`; equal arguments give equal jobs.

    The workload is named after model, size and seed, e.g. "Lublin–Feitelson, 1,000 jobs, seed 1".

    Parameters
    ----------
    params
        An instance of the generator's parameter class, or a mapping for it; defaults where nothing
        is given.

    Raises
    ------
    UnknownKeyError
        When no generator is called so.
    ParameterError
        For `jobs`, `processors` and parameters that are not allowed, by name.

    Returns
    -------
    Workload
        The jobs, which know the size of the machine.

    Examples
    --------
    >>> import parsched as sched
    >>> sched.generate("uniform", jobs=20, processors=8, params={"seed": 2})
    <Workload Uniform, 20 jobs, seed 2: 20 jobs up to 2 wide>
    """
    declared = find_generator(key)
    _check_size(jobs, processors)
    if not isinstance(params, declared.params):
        if isinstance(params, Params):
            raise TypeError(f"{key} takes {declared.params.__name__}, got {type(params).__name__}")
        params = declared.params.from_mapping(params or {})
    seed = params.as_dict()[params.seed_name() or ""]
    name = f"{declared.title}, {jobs:,} job{'s' if jobs != 1 else ''}, seed {seed}"
    made = declared.make(name, jobs, processors, params)
    return replace(made, machine=StatedMachine(processors=processors))


def _check_size(jobs: int, processors: int) -> None:
    errors = {}
    if not 0 <= jobs <= MAX_JOBS:
        errors["jobs"] = f"jobs must be an integer from 0 to {MAX_JOBS:,}, got {jobs}"
    if not 1 <= processors <= MAX_PROCESSORS:
        rule = f"an integer from 1 to {MAX_PROCESSORS:,}"
        errors["processors"] = f"processors must be {rule}, got {processors}"
    if errors:
        raise ParameterError(errors)

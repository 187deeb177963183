"""Instances of a study: made by a generator, windows of traces, or workloads that are kept."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import ConfigDict, Discriminator, Tag

from parsched.base.errors import FormatError, ParameterError, UnknownKeyError
from parsched.data.generators.registry import Generator, find_generator, generate
from parsched.data.merging import PRESETS, MergeSpec, SiteTrace, merge, read_traces
from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import DeployTime, Platform
from parsched.studies.kept import Kept
from parsched.studies.listed import Listed
from parsched.studies.machines import ONE, check_systems, holding, of_jobs, systems_axis
from parsched.studies.mix import mixed, wrong_mix
from parsched.studies.once import repeated
from parsched.studies.seeds import derived_seed
from parsched.studies.strict import STRICT

Value: TypeAlias = Mapping[str, Any]
"""What instances of one kind have in common, by name: numbers and words."""
MOST_VALUES = 10_000
"""Values that a part of a study may have."""


@dataclass(frozen=True, kw_only=True)
class Generated:
    """Instances that a generator makes: a value for each machine, size and choice of parameters.

    Parameters
    ----------
    generator
        Key of a declared generator.
    jobs
        Numbers of jobs.
    processors
        Machines by their processors; a grid by the processors of each site, such as `(4, 8, 8)`.
    params
        Parameters of the generator that are the same for all.
    vary
        Parameters that take several values each.
    rules, deployment
        The same for all instances.
    systems
        How many environments a processor holds at once: the same jobs for each of these numbers.

    Raises
    ------
    UnknownKeyError, ParameterError
        For a generator that there is not, and for sizes and parameters that it does not allow.

    Examples
    --------
    >>> instances = Generated(generator="weak", jobs=(25, 50), processors=(200,))
    >>> [dict(value) for value in instances.values]
    [{'processors': 200, 'jobs': 25}, {'processors': 200, 'jobs': 50}]
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    generator: str
    jobs: tuple[int, ...]
    processors: tuple[int | tuple[int, ...], ...]
    params: Mapping[str, Any] = field(default_factory=dict)
    vary: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    deployment: Mapping[str, float] = field(default_factory=dict)
    systems: tuple[int, ...] = ONE

    def __post_init__(self) -> None:
        seed = self.declared.params.seed_name()
        given = (*self.params, *self.vary)
        errors = {n: f"{n} is given twice" for n in self.params if n in self.vary}
        if seed in given:
            errors[str(seed)] = f"{seed} follows from the seed of the study, and must not be given"
        errors |= check_systems(self.systems)
        for name, axis in self._axes.items():
            if twice := repeated(axis):
                errors[name] = f"each of {name} must be given once, {twice[0]!r} is given twice"
        if small := [jobs for jobs in self.jobs if jobs < 1]:
            errors["jobs"] = f"jobs must be at least 1, got {small[0]:,}"
        count = len(self.jobs) * len(self.processors) * len(self.systems)
        for values in self.vary.values():
            count *= len(values)
        if not 1 <= count <= MOST_VALUES:
            errors["jobs"] = f"instances must have 1 to {MOST_VALUES:,} values, got {count:,}"
        if errors:
            raise ParameterError(errors)
        self._platforms, self._rules  # noqa: B018 (both are checked)
        for value in self.values:
            self._params(value, seed=0)

    @property
    def _axes(self) -> dict[str, tuple[Any, ...]]:
        """What varies, by name."""
        machines = tuple(_machine((of,) if isinstance(of, int) else of) for of in self.processors)
        return {"jobs": self.jobs, "processors": machines, **self.vary}

    @property
    def declared(self) -> Generator:
        """The generator."""
        return find_generator(self.generator)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Every combination of machine, parameters and size; the size changes fastest."""
        machines = {"processors": tuple(self._platforms), **systems_axis(self.systems)}
        axes = {**machines, **self.vary, "jobs": self.jobs}
        return tuple(dict(zip(axes, values, strict=True)) for values in product(*axes.values()))

    @property
    def origin(self) -> list[Any]:
        """What determines the instances, but for their values: plain JSON values."""
        return [self.generator, dict(self.params), dict(self.deployment)]

    def seed(self, study: int, value: Value, repetition: int) -> int:
        """Return the seed of one instance."""
        return derived_seed(study, self.generator, dict(self.params), of_jobs(value), repetition)

    def make(self, value: Value, seed: int, repetition: int) -> Instance:
        """Make one instance; raises ParameterError where the generator does."""
        platform = self.platform(value)
        jobs = generate(
            self.generator,
            jobs=value["jobs"],
            processors=platform.largest,
            params=self._params(value, seed),
        )
        return Instance(jobs, platform, self._rules)

    def platform(self, value: Value) -> Platform:
        """Return the machine of a value."""
        return holding(self._platforms[value["processors"]], value)

    @cached_property
    def _platforms(self) -> dict[int | str, Platform]:
        """Machines by what tables call them."""
        deployment = DeployTime.from_mapping(self.deployment)
        sizes = [(of,) if isinstance(of, int) else of for of in self.processors]
        return {_machine(of): Platform.of(*of, deployment=deployment) for of in sizes}

    @cached_property
    def _rules(self) -> Rules:
        return Rules.from_mapping(self.rules)

    def _params(self, value: Value, seed: int) -> Params:
        kind = self.declared.params
        varied = {name: value[name] for name in self.vary}
        return kind.from_mapping({**self.params, **varied, kind.seed_name() or "": seed})


def _machine(sizes: tuple[int, ...]) -> int | str:
    """Return what a machine is called in tables: its processors, or for a grid the processors of
    each site."""
    return sizes[0] if len(sizes) == 1 else "+".join(map(str, sizes))


@dataclass(frozen=True, kw_only=True)
class Traced:
    """Windows of traces: a value for each way to merge them, a repetition for each window.

    Each window begins where the one before ends, on the clock of each trace.

    Parameters
    ----------
    merges
        How traces become a workload and a grid, by name: a specification as
        `parsched.data.merging.MergeSpec` writes it, or the key of one of its presets.
    windows
        How many are taken, as long each as the specification says.
    processors
        Sites of the machine; the specification's sites if empty.
    mix
        Shares of the jobs by their processors, which jobs are left out at random to reach; jobs of
        other widths make up the rest. All jobs are taken if empty.
    folder
        Where the traces are, and specifications look for their files.

    Examples
    --------
    >>> from parsched.studies import find_study
    >>> type(find_study("grid1").parts[0].instances).__name__
    'Traced'
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    merges: Mapping[str, Any]
    windows: int = 1
    folder: str = "."
    processors: tuple[int, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    mix: Mapping[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.merges or self.windows < 1:
            raise ParameterError({"merges": "traces need at least one way to merge, and a window"})
        if error := wrong_mix(self.mix):
            raise ParameterError({"mix": error})
        self._specs, self._rules, self._platform  # noqa: B018 (all are checked)

    @cached_property
    def _platform(self) -> Platform | None:
        return Platform.of(*self.processors) if self.processors else None

    @cached_property
    def _specs(self) -> dict[str, MergeSpec]:
        return {name: _spec(merge) for name, merge in self.merges.items()}

    @cached_property
    def _rules(self) -> Rules:
        return Rules.from_mapping(self.rules)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """A value for each way to merge."""
        return tuple({"traces": name} for name in self.merges)

    @property
    def files(self) -> tuple[Path, ...]:
        """Files of traces, each once."""
        return tuple(Path(self.folder) / name for name in self._names)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple({s.site.file: None for spec in self._specs.values() for s in spec.sources})

    @property
    def missing(self) -> tuple[str, ...]:
        """Files of traces that the folder lacks, each once."""
        return tuple(name for name in self._names if not (Path(self.folder) / name).is_file())

    @property
    def origin(self) -> list[Any]:
        """What determines the instances, but for their values: plain JSON values."""
        mix = [{str(width): share for width, share in self.mix.items()}] if self.mix else []
        return [dict(self.merges), [*self.processors], *mix]

    def seed(self, study: int, value: Value, repetition: int) -> int:
        """Return the seed of algorithms that draw; the instance itself has none."""
        return derived_seed(study, value["traces"], repetition)

    def make(self, value: Value, seed: int, repetition: int) -> Instance:
        """Merge one window of the traces.

        Raises
        ------
        FormatError, ParameterError
            For traces that are not there, or hold no such window.
        """
        if self.missing:
            where = f"in {self.folder}; --traces names the folder that has them"
            raise FormatError(f"traces are missing: {', '.join(self.missing)}, looked for {where}")
        spec = self._specs[value["traces"]]
        traces = _traces(spec, self.folder)
        merged = merge(_later(spec, repetition), traces)
        sizes = tuple(source.site.processors for source in spec.sources)
        platform = self._platform or Platform.of(*sizes)
        jobs = mixed(merged.workload, self.mix, seed) if self.mix else merged.workload
        return Instance(jobs, platform, self._rules)


@lru_cache(maxsize=2)
def _traces(spec: MergeSpec, folder: str) -> list[SiteTrace]:
    """Read traces; windows of the same follow each other."""
    return read_traces(spec, Path(folder))


def _spec(merge: Any) -> MergeSpec:
    """Return a specification, or the preset of a key."""
    if not isinstance(merge, str):
        return MergeSpec.from_json(merge)
    if merge not in PRESETS:
        keys = ", ".join(PRESETS)
        raise UnknownKeyError(f"no traces are merged as {merge!r}; there are: {keys}")
    return PRESETS[merge]


def _later(spec: MergeSpec, windows: int) -> MergeSpec:
    """Return the specification of a later window."""
    return replace(spec, sources=tuple(_moved(spec, windows)))


def _moved(spec: MergeSpec, windows: int) -> Iterator[Any]:
    for source in spec.sources:
        after = source.window.after_days + windows * source.window.days
        yield replace(source, window=replace(source.window, after_days=after))


def _kind(value: Any) -> str:
    """Tell which kind of instances a file declares."""
    for name, kind, field_name in _KINDS:
        if field_name in value if isinstance(value, Mapping) else isinstance(value, kind):
            return name
    return "generated"


_KINDS = (
    ("traced", Traced, "merges"),
    ("kept", Kept, "workloads"),
    ("listed", Listed, "listed"),
)
"""Kinds of instances beside generated ones: name, class, and the field that tells."""


Instances: TypeAlias = Annotated[
    Annotated[Generated, Tag("generated")]
    | Annotated[Traced, Tag("traced")]
    | Annotated[Kept, Tag("kept")]
    | Annotated[Listed, Tag("listed")],
    Discriminator(_kind),
]

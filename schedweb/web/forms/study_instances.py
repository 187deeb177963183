"""The instances of a study in a form: a generator with sizes and values, or stored workloads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from django.http import QueryDict

from parsched import Instance, generate
from parsched.base.errors import AlgorithmsError, ParameterError
from parsched.data.generators import GENERATORS, Generator
from parsched.data.generators.registry import MAX_JOBS
from parsched.declare.sweeps import several
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.studies import Generated, Kept
from parsched.studies.kept import MOST_WINDOWS
from parsched.studies.part import MAX_REPETITIONS
from schedweb.base.errors import DamagedError, InvalidError, noting
from schedweb.base.numbers import number_problem
from schedweb.studies.definitions import address_of
from schedweb.web.forms.generate import USUAL
from schedweb.web.forms.params import ParamsForm, params_form
from schedweb.web.forms.titled import titles_of
from schedweb.workloads.models import Workload

PREFIX = "g-"
GENERATOR, WORKLOADS = "generator", "workloads"
FIRST_JOBS = 100
"""Jobs of the instance that says which methods can be chosen."""
MOST_WORKLOADS = 50
USUAL_REPETITIONS = "20"
FIELDS = {
    "jobs": "Jobs",
    "processors": "Processors",
    "workloads": "Workloads",
    "repetitions": "Repetitions",
    "window-jobs": "Jobs of a window",
}
"""Fields of the form that are no parameters, with their titles."""
LIMITS = {"jobs": (1, MAX_JOBS), "processors": (1, MAX_PROCESSORS), "window-jobs": (0, MAX_JOBS)}
"""Least and largest number in each field."""


@dataclass(frozen=True)
class InstancesForm:
    """Where instances come from, as typed; `errors` has a sentence for each field."""

    kind: str
    generator: Generator
    jobs: str
    processors: str
    params: ParamsForm
    workloads: Sequence[Workload]
    chosen: Sequence[str]
    repetitions: str
    window_jobs: str
    errors: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, data: QueryDict, workloads: Sequence[Workload]) -> Self:
        """Read submitted data, or take what is usual."""
        generator = GENERATORS.get(data.get("generator", ""), GENERATORS["uniform"])
        usual = generator.settings[0] if generator.settings else USUAL
        kind = data.get("kind", GENERATOR)
        return cls(
            kind=kind if kind in (GENERATOR, WORKLOADS) else GENERATOR,
            generator=generator,
            jobs=data.get("jobs", "25, 50, 100"),
            processors=data.get("processors", str(usual.processors)),
            params=_params(generator, data),
            workloads=workloads,
            chosen=data.getlist("workload"),
            repetitions=data.get("repetitions", USUAL_REPETITIONS),
            window_jobs=data.get("window-jobs", ""),
        )

    @property
    def generators(self) -> Sequence[Generator]:
        """All generators."""
        return list(GENERATORS.values())

    def instances(self) -> Generated | Kept:
        """Return what was typed; raises `InvalidError` by field."""
        made = self._generated if self.kind == GENERATOR else self._kept
        try:
            return made()
        except ParameterError as error:
            raise InvalidError(self._named(error.errors)) from error
        except AlgorithmsError as error:
            raise InvalidError({"processors": str(error)}) from error

    def first(self) -> Instance | None:
        """Return a small instance, by which methods are offered; None where nothing can be made."""
        try:
            return self.made()
        except InvalidError:
            return None

    def made(self) -> Instance:
        """Return a small instance; raises `InvalidError` by field where nothing can be made."""
        instances = replace(self, window_jobs="0").instances()
        try:
            return self._made(instances)
        except ParameterError as error:
            raise InvalidError(self._named(error.errors)) from error
        except (AlgorithmsError, DamagedError) as error:
            raise InvalidError({"instances": f"no instance can be made: {error}"}) from error

    def _made(self, instances: Generated | Kept) -> Instance:
        value = instances.values[0]
        platform = instances.platform(value)
        if isinstance(instances, Kept):
            mine = {workload.pk: workload for workload in self.workloads}
            jobs = next(mine[key] for key in self.chosen if key in mine).load()
            return Instance(jobs, platform)
        varied = {name: value[name] for name in instances.vary}
        jobs = generate(
            self.generator.key,
            jobs=min(value["jobs"], FIRST_JOBS),
            processors=platform.largest,
            params={**instances.params, **varied},
        )
        return Instance(jobs, platform)

    @property
    def titles(self) -> dict[str, tuple[str, str]]:
        """Names of fields, for programs and on the page, by the keys of their errors."""
        repetitions = "Repetitions" if self.kind == GENERATOR else "Windows of each workload"
        fields = {**FIELDS, "repetitions": repetitions}
        return {n: (n, title) for n, title in fields.items()} | titles_of(self.params, "params.")

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field."""
        prefix = "params."
        own = {n.removeprefix(prefix): t for n, t in errors.items() if n.startswith(prefix)}
        return replace(self, errors=errors, params=self.params.with_errors(own))

    def _generated(self) -> Generated:
        errors: dict[str, str] = {}
        jobs: tuple[int, ...] = ()
        processors: tuple[int | tuple[int, ...], ...] = ()
        with noting(errors):
            jobs = tuple(_number("jobs", text) for text in _words("jobs", self.jobs))
        with noting(errors):
            processors = tuple(_machine(text) for text in _words("processors", self.processors))
        params, vary = self._values(errors)
        if errors:
            raise ParameterError(errors)
        return Generated(
            generator=self.generator.key,
            jobs=jobs,
            processors=processors,
            params=params,
            vary=vary,
        )

    def _values(self, errors: dict[str, str]) -> tuple[dict[str, Any], dict[str, tuple[Any, ...]]]:
        """Return parameters with one value that is not the default, and those with several; what is
        wrong is added to `errors`."""
        fixed: dict[str, Any] = {}
        vary: dict[str, tuple[Any, ...]] = {}
        for typed in self.params.fields:
            if not typed.takes_several and not typed.is_changed:
                continue
            values: tuple[Any, ...] = ()
            with noting(errors):
                values = several(typed.spec, typed.typed if typed.takes_several else [typed.value])
            if len(values) > 1:
                vary[typed.spec.name] = values
            elif values and values[0] != typed.spec.default:
                fixed[typed.spec.name] = values[0]
        return fixed, vary

    def _kept(self) -> Kept:
        mine = {workload.pk: workload for workload in self.workloads}
        chosen = [mine[key] for key in self.chosen if key in mine]
        if not 1 <= len(chosen) <= MOST_WORKLOADS:
            rule = f"choose 1 to {MOST_WORKLOADS} workloads, got {len(chosen):,}"
            raise ParameterError({"workloads": rule})
        names = [workload.name for workload in chosen]
        sizes = {tuple(_sizes(workload)) for workload in chosen}
        if self.processors.strip():
            [machine, *more] = [_machine(t) for t in _words("processors", self.processors)]
            if more:
                rule = "processors of stored workloads must be one machine, such as 64 or 4+8+8"
                raise ParameterError({"processors": f"{rule}, got {self.processors!r:.60}"})
        else:
            machine = max(sizes, key=sum)
        windows, jobs = self._windows(min(chosen, key=lambda workload: workload.jobs))
        return Kept(
            workloads={
                name if names.count(name) == 1 else f"{name} ({workload.pk})": address_of(workload)
                for name, workload in zip(names, chosen, strict=True)
            },
            processors=machine if isinstance(machine, tuple) else (machine,),
            windows=windows,
            jobs=jobs,
        )

    def _windows(self, smallest: Workload) -> tuple[int, int]:
        """Return windows and their jobs: as many windows as the smallest workload has, so that
        there may be more repetitions later."""
        if self.window_jobs.strip():
            jobs = _number("window-jobs", self.window_jobs)
        else:
            is_number = not number_problem("repetitions", self.repetitions, 1, MAX_REPETITIONS)
            repetitions = int(self.repetitions) if is_number else 1
            jobs = smallest.jobs // repetitions if repetitions > 1 else 0
            if repetitions > smallest.jobs:
                rule = f"repetitions must be at most {smallest.jobs:,}, the size of {smallest.name}"
                raise ParameterError({"repetitions": f"{rule}, got {repetitions:,}"})
        if jobs > smallest.jobs:
            rule = (
                f"jobs of a window must be at most {smallest.jobs:,}, the size of {smallest.name}"
            )
            raise ParameterError({"window-jobs": f"{rule}, got {jobs:,}"})
        windows = smallest.jobs // jobs if jobs else 1
        return min(windows, MOST_WINDOWS), jobs

    def _named(self, errors: Mapping[str, str]) -> dict[str, str]:
        """Return errors under the names of fields: what is no field of the form is a parameter."""
        return {n if n in FIELDS else f"params.{n}": text for n, text in errors.items()}


def _params(generator: Generator, data: QueryDict) -> ParamsForm:
    """Return the form of a generator's parameters, without its seed."""
    form = params_form(
        generator.params,
        PREFIX,
        data,
        takes_several="g-several" in data and f"{PREFIX}sent" in data,
    )
    if "g-several" in data and f"{PREFIX}sent" not in data:
        form = params_form(generator.params, PREFIX, data).switched()
    return replace(form, fields=[one for one in form.fields if not one.spec.is_seed])


def _sizes(workload: Workload) -> list[int]:
    return [site["processors"] for site in workload.sites] or [workload.processors]


def _words(name: str, text: str) -> list[str]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise ParameterError({name: f"{name} must be numbers such as 25, 50, got {text!r:.60}"})
    return words


def _number(name: str, text: str) -> int:
    if wrong := number_problem(name, text, *LIMITS[name]):
        raise ParameterError({name: wrong})
    return int(text)


def _machine(text: str) -> int | tuple[int, ...]:
    """Read "64", or a grid such as "4+8+8"."""
    sizes = tuple(_number("processors", size) for size in text.split("+"))
    return sizes if len(sizes) > 1 else sizes[0]

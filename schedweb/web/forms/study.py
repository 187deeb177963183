"""The form of a study of one's own: instances, methods, measures, repetitions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self, TypeAlias

from django.core.exceptions import ValidationError
from django.http import QueryDict

from parsched import Instance, Platform, studies
from parsched import Workload as Jobs
from parsched.base.errors import AlgorithmsError, ParameterError
from parsched.declare.sweeps import several
from parsched.measure.bounds import BOUNDS
from parsched.measure.bounds.registry import CRITERIA
from parsched.measure.metrics import METRICS
from parsched.model.problem.platform import DeployTime, Systems
from parsched.report.phrases import counted
from parsched.run.request import NOTHING, Request, check
from parsched.studies import Generated, Kept, Method, Part, StudyPlot
from parsched.studies.measures import NUMBERS, Measure, measures
from parsched.studies.study import MOST_CELLS
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError, noting, refuse
from schedweb.base.texts import column_of
from schedweb.runs.candidates import Candidates
from schedweb.runs.selectors import offers
from schedweb.studies.models import Study
from schedweb.web.contexts.values import varying
from schedweb.web.forms.clusters import PREFIX as DEPLOYMENT
from schedweb.web.forms.compare import ChoicesForm
from schedweb.web.forms.numbers import wrong_numbers
from schedweb.web.forms.own_labels import same_labels
from schedweb.web.forms.params import ParamsForm, params_form
from schedweb.web.forms.rules import rules_form
from schedweb.web.forms.study_instances import GENERATOR, InstancesForm
from schedweb.web.forms.study_of_comparison import ShownMethods
from schedweb.web.forms.titled import titled, titles_of
from schedweb.workloads.models import Workload

ONLINE = ("mean_wait", "mean_bounded_slowdown", "cpu_seconds")
OFFLINE = ("makespan", "makespan/simple", "cpu_seconds")
ENVIRONED = ("makespan", "deployments", "reboots")
"""Measures that are ticked at first."""
KEY = "own"
Instances: TypeAlias = Generated | Kept
_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class MeasureGroup:
    """Measures of one kind, each with its key and whether it is ticked."""

    title: str
    measures: Sequence[tuple[Measure, bool]]

    @property
    def chosen(self) -> int:
        """How many are ticked."""
        return sum(is_chosen for _, is_chosen in self.measures)


@dataclass(frozen=True)
class StudyForm:
    """What was typed; `errors` has a sentence for each field that has no place of its own, and
    `notes` say what a comparison has that the form has not."""

    title: str
    repetitions: str
    seed: str
    instances: InstancesForm
    choices: ChoicesForm
    measures: Sequence[str]
    rules: ParamsForm
    deployment: ParamsForm
    systems: ParamsForm
    text: str = ""
    notes: Sequence[str] = ()
    errors: Mapping[str, str] = field(default_factory=dict)
    refused: str = ""

    @classmethod
    def of(cls, user: User, data: QueryDict, workloads: Sequence[Workload], text: str = "") -> Self:
        """Read submitted data, or take what is usual."""
        instances = InstancesForm.of(data, workloads)
        first = instances.first()
        candidates = Candidates(user, offers(user, first), first, is_timed=False)
        choices = (
            ChoicesForm.posted(candidates, data)
            if "entry" in data
            else ChoicesForm.of_query(candidates, data)
        )
        return cls(
            title=data.get("title", ""),
            repetitions=instances.repetitions,
            seed=data.get("seed", "1"),
            instances=instances,
            choices=choices,
            measures=data.getlist("measure") if "entry" in data else _usual(first),
            rules=rules_form(data),
            deployment=params_form(DeployTime, DEPLOYMENT, data),
            systems=params_form(Systems, data=data, takes_several=True),
            text=data.get("text", text),
        )

    def of_comparison(self, shown: ShownMethods) -> Self:
        """Return the form with the methods and the measures of a comparison, and no others."""
        choices = self.choices.running(shown.methods, alone=True)
        refused = [
            f"{one.label or one.algorithm.title} is not carried over: {one.refusal}."
            for one in choices.choices
            if one.chosen and one.refusal
        ]
        notes = (*shown.notes, *refused)
        return replace(self, choices=choices, measures=shown.measures, notes=notes)

    @property
    def jobs(self) -> Jobs | None:
        """Jobs of the instance by which methods are offered."""
        return self.choices.candidates.jobs

    @property
    def platform(self) -> Platform | None:
        """Its machine, with the deployments and the fewest systems that were typed."""
        instance = self.choices.candidates.instance
        if instance is None:
            return None
        try:
            held = self._conditioned()
        except InvalidError:
            return instance.platform
        return held.platform(held.values[0])

    @cached_property
    def instance_count(self) -> int | None:
        """Instances of all values and repetitions; None where something of them is wrong."""
        try:
            refuse(wrong_numbers(self.repetitions, "0"))
            return len(self._conditioned().values) * int(self.repetitions)
        except InvalidError:
            return None

    @property
    def runs(self) -> int | None:
        """All runs that start: each chosen method on each instance; None where these are wrong."""
        count = self.instance_count
        return None if count is None else count * self.choices.runs

    @property
    def most_runs(self) -> int:
        """Maximum number of runs."""
        return MOST_CELLS

    @property
    def has_conditions(self) -> bool:
        """True where rules, deployments or systems are not as by default, or wrong."""
        systems = any(one.is_changed or one.error for one in self.systems.fields)
        return self.rules.is_open or self.deployment.is_open or systems

    @property
    def groups(self) -> list[MeasureGroup]:
        """All measures that can be ticked."""
        ratios = [f"{CRITERIA[criterion]}/{key}" for criterion, of in BOUNDS.items() for key in of]
        best = [f"{key}/best" for key, metric in METRICS.items() if metric.better != "neither"]
        return [
            MeasureGroup(title, [(Measure.parse(key), key in self.measures) for key in keys])
            for title, keys in (
                ("Metrics", list(METRICS)),
                ("Ratios to bounds", ratios),
                ("Degradation against the best", best),
                ("Of the computation", list(NUMBERS)),
            )
        ]

    def declared(self) -> studies.Study:
        """Return the study that was typed; raises `InvalidError` by field."""
        errors = self._wrong()
        instances: Instances | None = None
        with noting(errors):
            instances = self.instances.instances()
        with noting(errors):
            conditions = self._conditions()
        requests: list[Request] = []
        with noting(errors):
            requests = self._requests()
        if errors or instances is None:
            raise InvalidError(errors)
        try:
            part = Part(
                key="all",
                title=self._source,
                instances=replace(instances, **conditions),
                methods=tuple(Method(*_entry(request)) for request in requests),
                measures=tuple(self.measures),
                repetitions=int(self.repetitions),
            )
            title = self.title.strip() or f"{self._source}, {counted(len(requests), 'method')}"
            return studies.Study(
                key=KEY, title=title, parts=(part,), seed=int(self.seed), plots=plots_of(part)
            )
        except ParameterError as error:
            raise InvalidError(error.errors) from error
        except AlgorithmsError as error:
            raise InvalidError({"measures": str(error)}) from error

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field, which it names as the page does."""
        errors = titled(errors, self._titles)
        return replace(
            self,
            errors=errors,
            instances=self.instances.with_errors(errors),
            choices=self.choices.with_errors(errors),
            rules=self.rules.with_errors(_within("rules.", errors)),
            deployment=self.deployment.with_errors(_within("deployment.", errors)),
            systems=self.systems.with_errors(errors),
        )

    @property
    def _titles(self) -> dict[str, tuple[str, str]]:
        """Names of all fields, for programs and on the page, by the keys of their errors."""
        titles = {"seed": ("seed", "Seed"), "title": ("title", "Title")}
        titles |= self.instances.titles | titles_of(self.systems, "")
        titles |= titles_of(self.rules, "rules.") | titles_of(self.deployment, "deployment.")
        for i, row in enumerate(self.choices.chosen):
            titles[f"entries.{i}.label"] = "label", "Label"
            titles |= titles_of(row.params, f"entries.{i}.params.", f"entries.{i}.vary.")
        return titles

    def _wrong(self) -> dict[str, str]:
        """Return what is wrong with the title, the numbers and the measures."""
        errors = wrong_numbers(self.repetitions, self.seed)
        try:
            column_of(Study, "title").checked(self.title, optional=True)
        except ValidationError as error:
            errors["title"] = error.messages[0]
        if not self.measures:
            errors["measures"] = "choose at least one measure"
        try:
            measures(self.measures)
        except AlgorithmsError as error:
            errors["measures"] = str(error)
        return errors

    def _conditioned(self) -> Instances:
        """Return instances under the conditions that were typed; raises `InvalidError`."""
        instances, conditions = self.instances.instances(), self._conditions()
        try:
            return replace(instances, **conditions)
        except ParameterError as error:
            raise InvalidError(error.errors) from error

    def _conditions(self) -> dict[str, Any]:
        """Return the rules, the deployments and the systems of a processor that were typed."""
        errors: dict[str, str] = {}
        values: dict[str, Any] = {}
        for name, form in (("rules", self.rules), ("deployment", self.deployment)):
            try:
                form.declared.from_mapping(form.values)
                changed = [one for one in form.fields if one.is_changed]
                values[name] = {one.spec.name: one.spec.parse(one.value) for one in changed}
            except ParameterError as error:
                errors |= {f"{name}.{field}": text for field, text in error.errors.items()}
        try:
            [values["systems"]] = [several(one.spec, one.typed) for one in self.systems.fields]
        except ParameterError as error:
            errors |= error.errors
        refuse(errors)
        return values

    def _requests(self) -> list[Request]:
        """Return the methods; where there is no instance to ask about them, say why there is none.
        Raises `InvalidError`, `ParameterError`."""
        refused = [one for one in self.choices.choices if one.chosen and one.refusal]
        if refused:
            words = (f"{one.algorithm.title}: {one.refusal}" for one in refused)
            text = f"{'; '.join(words)}. Untick what cannot run, or choose other instances"
            raise InvalidError({"entries": text})
        if not self.choices.entries:
            raise InvalidError({"entries": NOTHING})
        instance = self.choices.candidates.instance or self.instances.made()
        found = check(self.choices.entries, instance)
        refuse(same_labels(self.choices.chosen, instance))
        return found

    @property
    def _source(self) -> str:
        """Where instances come from, in words."""
        form = self.instances
        return form.generator.title if form.kind == GENERATOR else "Stored workloads"


def _usual(first: Instance | None) -> tuple[str, ...]:
    """Return the measures that suit instances such as the first."""
    if first is None:
        return OFFLINE
    if first.jobs.environment is not None:
        return ENVIRONED
    return ONLINE if first.jobs.has_releases else OFFLINE


def _within(prefix: str, errors: Mapping[str, str]) -> dict[str, str]:
    return {n.removeprefix(prefix): text for n, text in errors.items() if n.startswith(prefix)}


def _entry(request: Request) -> tuple[str, str]:
    """Return the text of a method, which states only what differs from the defaults: what is not
    stated of its seed, the study determines."""
    changed = request.params.changed()
    values = ",".join(f"{n}={v}" for n, v in request.params.flat().items() if n in changed)
    key = request.algorithm.key
    return (f"{key}:{values}" if values else key), request.label


def plots_of(part: Part) -> tuple[StudyPlot, ...]:
    """Return a figure of each measure over the first number that varies; where none does, with a
    bar for each method and value."""
    numbers = [
        name
        for name in varying(part)
        if all(isinstance(v[name], int | float) for v in part.instances.values)
    ]
    along = "jobs" if "jobs" in numbers else next(iter(numbers), "")
    return tuple(
        StudyPlot(
            figure=slug,
            key=slug,
            title=measure.title[:1].upper() + measure.title[1:],
            parts=(part.key,),
            measure=measure.key,
            along=along,
            logarithmic=measure.key == "cpu_seconds",
        )
        for measure in part.typed_measures
        if (slug := _SLUG.sub("-", measure.key.lower()).strip("-"))
    )

"""One instance of a study as an ordinary comparison: the same jobs, machine, methods and seeds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction

from parsched.model.problem.instance import Instance
from parsched.run.request import RequestEntry
from parsched.studies import Generated, Part
from parsched.studies.computing import instance_of, request_of
from parsched.studies.measured import worded
from parsched.studies.part import Unit
from schedweb.base.errors import RefusedError
from schedweb.base.texts import MAX_TITLE
from schedweb.clusters.services import machine_for
from schedweb.runs.models import Comparison
from schedweb.runs.services import create_comparison
from schedweb.studies.models import Study
from schedweb.workers.models import Task
from schedweb.workers.services import submit
from schedweb.workloads.models import MAX_NAME as MAX_WORKLOAD_NAME
from schedweb.workloads.models import Workload
from schedweb.workloads.services import new_workload


def task_of_cell(study: Study, part: int, value: int, repetition: int) -> Task:
    """Return the task that computes the schedules of one instance as a comparison."""
    arguments = {"study": study.pk, "part": part, "value": value, "repetition": repetition}
    return submit(study.owner, "study-cell", arguments)


def prepared(study: Study, arguments: Mapping[str, Any]) -> Callable[[], Comparison]:
    """Make an instance, and return what stores it with its comparison.

    Raises as `instance_of` does, and `RefusedError` where no method takes the instance.
    """
    declared = study.declared
    part = declared.parts[arguments["part"]]
    unit = Unit(part.key, arguments["value"], arguments["repetition"])
    instance = instance_of(declared, unit)
    requests = [request_of(declared, unit, i) for i in range(len(part.requests))]
    entries = [
        RequestEntry(r.algorithm.key, r.params.flat(), r.label)
        for r in requests
        if r.algorithm.refusal(instance, r.params) is None and not r.params.commands
    ]
    if not entries:
        raise RefusedError("No method of this study takes the instance without running a command.")
    programs = [request.label for request in requests if request.params.commands]
    source = _source(declared.seed, part, unit, study.title)
    name = _name(part, unit)
    workload = new_workload(
        study.owner,
        instance.workload,
        f"{name}, {study.title}"[:MAX_WORKLOAD_NAME],
        instance.platform.largest,
        source,
        {},
    )

    @transaction.atomic
    def store() -> Comparison:
        return create_comparison(
            study.owner,
            _stored(workload),
            machine_for(study.owner, instance.platform),
            entries,
            title=f"{study.title}: {name}"[:MAX_TITLE],
            note=_note(programs),
            rules=_rules(instance),
        )

    return store


def _note(programs: Sequence[str]) -> str:
    """Say what the comparison is of, and which methods it lacks."""
    note = "One instance of a study, with the seeds that it has there."
    if not programs:
        return note
    return f"{note} Without {', '.join(programs)}: add what runs a command here, to confirm it."


def _name(part: Part, unit: Unit) -> str:
    """Say which instance."""
    values = part.instances.values[unit.value]
    words = ", ".join(worded(name, value) for name, value in values.items())
    return f"{part.title}, {words}, repetition {unit.repetition + 1}"


def _source(seed: int, part: Part, unit: Unit, title: str) -> dict[str, Any]:
    """Return the source of the jobs: if it is a generator, with the seed of the instance."""
    instances = part.instances
    value = instances.values[unit.value]
    if not isinstance(instances, Generated):
        return {"kind": "study", "sentence": f"{_name(part, unit)} of the study {title}"}
    declared = instances.declared.params
    varied = {name: value[name] for name in instances.vary}
    seeded = {str(declared.seed_name()): instances.seed(seed, value, unit.repetition)}
    params = declared.from_mapping({**instances.params, **varied, **seeded})
    return {
        "kind": "generator",
        "generator": instances.generator,
        "jobs": value["jobs"],
        "processors": instances.platform(value).largest,
        "params": params.as_dict(),
    }


def _stored(workload: Workload) -> Workload:
    """Return the person's workload of the same jobs and source, or store this one."""
    same = Workload.objects.filter(owner=workload.owner, digest=workload.digest)
    for stored in same:
        if stored.source == workload.source:
            return stored
    workload.save()
    return workload


def _rules(instance: Instance) -> dict[str, Any]:
    return instance.rules.as_dict()

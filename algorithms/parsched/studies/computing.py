"""Computing one unit of a study: all methods of a part on one instance."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from parsched.base.errors import AlgorithmsError, Cancelled, NoScheduleError
from parsched.base.processor_time import cpu_seconds
from parsched.declare.parameters import Params
from parsched.measure.bounds import bounds_of
from parsched.measure.bounds.registry import Bounds
from parsched.measure.metrics import METRICS
from parsched.model.problem.instance import Instance
from parsched.model.problem.unmodelled import without_bounds
from parsched.model.stop import Stop
from parsched.run.request import Request
from parsched.run.solve import solve
from parsched.studies.measured import UnitRow, possible
from parsched.studies.measures import read, without_schedule
from parsched.studies.part import Part, Unit
from parsched.studies.seeds import derived_seed
from parsched.studies.study import Study


def no_tick() -> None:
    """Do nothing: the default callback, by which no computation is cancelled."""


def instance_of(study: Study, unit: Unit) -> Instance:
    """Make the instance of a unit: a study determines each of them."""
    instances = study.part(unit.part).instances
    value = instances.values[unit.value]
    seed = instances.seed(study.seed, value, unit.repetition)
    return instances.make(value, seed, unit.repetition)


def request_of(study: Study, unit: Unit, method: int) -> Request:
    """Return what runs on the instance of a unit: a method with a seed of its own, unless its entry
    names one."""
    part = study.part(unit.part)
    request = part.requests[method]
    return replace(request, params=_seeded(study, part, unit, request))


def _seeded(study: Study, part: Part, unit: Unit, request: Request) -> Params:
    name = request.params.seed_name(request.params.flat())
    if name is None or name in request.stated:
        return request.params
    value = part.instances.values[unit.value]
    seed = derived_seed(part.instances.seed(study.seed, value, unit.repetition), request.text)
    return type(request.params).from_mapping({**request.params.flat(), name: seed})


def compute(
    study: Study,
    unit: Unit,
    tick: Callable[[], None] = no_tick,
    *,
    allow_commands: bool = False,
) -> UnitRow:
    """Run all methods on the instance of a unit.

    A method that has no schedule there leaves a sentence, and the others go on; if it ran, its
    computing time is known, and the longest makespan that it tried stands for its own. Of jobs that
    ask for what is not kept no bound is a number, and a sentence says why.

    Parameters
    ----------
    tick
        Called now and then; raises `Cancelled` when the result is not wanted any more.
    allow_commands
        Whether methods may run the commands that the study names; else they leave a sentence.

    Raises
    ------
    FormatError, ParameterError, WorkloadError
        When there is no such instance: traces are missing, for example.
    """
    part, began = study.part(unit.part), cpu_seconds()
    instance = instance_of(study, unit)

    def stop() -> Stop:
        return Stop(listener=lambda _: tick(), allow_commands=allow_commands)

    numbers = np.full((len(part.requests), len(part.numbers)), np.nan)
    problems = {}
    for method in range(len(part.requests)):
        tick()
        try:
            values = _numbers(part, instance, request_of(study, unit, method), stop())
        except Cancelled:
            raise
        except NoScheduleError as error:
            problems[method] = str(error)
            values = without_schedule(error, _bounds(part, instance), part.numbers)
        except AlgorithmsError as error:
            problems[method] = str(error)
            values = [None] * len(part.numbers)
        numbers[method] = [np.nan if value is None else value for value in values]
    if part.bounds and (why := without_bounds(instance.workload.unmodelled)):
        problems = dict.fromkeys(range(len(part.requests)), why) | problems
    return possible(part, UnitRow(numbers, problems, cpu_seconds() - began))


def _bounds(part: Part, instance: Instance) -> Bounds:
    """Return the bounds that a part divides by, as `read` takes them from results."""
    return {} if instance.workload.unmodelled else bounds_of(instance, part.bounds)


def _numbers(part: Part, instance: Instance, request: Request, stop: Stop) -> list[float | None]:
    result = solve(
        instance,
        request.algorithm.key,
        request.params,
        stop=stop,
        bounds=part.bounds,
        metrics=[name for name in part.numbers if name in METRICS],
    )
    return read(result, part.numbers)

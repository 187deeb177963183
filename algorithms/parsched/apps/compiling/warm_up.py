"""What the program does, on small inputs, so that a listener records all kernels called.

A kernel is compiled for the types of its arguments, which differ between writable and read-only
arrays. So this takes every path to a kernel, not only every kernel.
"""

import io
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from parsched.base.errors import AlgorithmsError, NoScheduleError
from parsched.base.extras import MissingPackageError
from parsched.base.origins import Plugin
from parsched.data.formats import FORMATS, read, read_schedule, write, write_schedule
from parsched.data.formats.jobs_json.plain import plain_jobs
from parsched.data.generators import GENERATORS, generate
from parsched.data.merging import PRESETS, MergeSpec
from parsched.declare.parameters import Params
from parsched.measure.allotment.knapsack import Knapsack
from parsched.measure.bounds import bounds_of
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.speedup import downey
from parsched.model.problem.workload import Workload
from parsched.model.schedules.checker import overlapping
from parsched.model.schedules.processor_sets import assign
from parsched.model.schedules.schedule import Schedule
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.groups.gls_plus import as_one_group
from parsched.report.gantt import raster
from parsched.run.solve import solve

JOBS, PROCESSORS = 4, 4

SCHEDULED = ("cirne", "environments", "high", "lublin", "paper-uniform")
"""Generators whose jobs are scheduled: moldable, with environments, moldable with useless widths,
with releases and estimates, rigid and there from the start."""

ONLY_ONCE = "exact"
"""Its solver is a program, which takes a second; it calls all that `TOO_LONG` calls."""

WITH_NAME = b"1 0 0 1 1 -1 -1 1 1 -1 1 ann -1 -1 -1 -1 -1 -1\n"
"""A line of SWF with a name, which the parser of numbers does not take."""

TOO_LONG = "local-search"
"""It places a million jobs at least."""


def practise() -> None:
    """Do everything once."""
    for key, generator in GENERATORS.items():
        for params in _variants(generator.params):
            jobs = generate(key, jobs=JOBS, processors=PROCESSORS, params=params)
        _carry(jobs)
        if key in SCHEDULED:
            for instance in _instances(jobs):
                _schedule(instance)
    _search(jobs)
    _pack()
    _draw()
    MergeSpec.from_text(json.dumps(next(iter(PRESETS.values())).as_json()))


def practise_plugin(plugin: Plugin) -> None:
    """Do once what a plugin declares: run its algorithms and generators, and its bounds and metrics
    with them."""
    for key in plugin.declares.get("generators", ()):
        for params in _variants(GENERATORS[key].params):
            generate(key, jobs=JOBS, processors=PROCESSORS, params=params)
    for key in SCHEDULED:
        jobs = generate(key, jobs=JOBS, processors=PROCESSORS)
        for instance in _instances(jobs):
            bounds_of(instance)
            _solve(instance, ("lptf", "easy", *plugin.declares.get("algorithms", ())))


def _variants(params: type[Params]) -> Iterator[Params]:
    """Parameters at their defaults, and each choice among them."""
    yield params().brief()
    for spec in params.specs():
        for value in spec.choices:
            if value not in (spec.default, ONLY_ONCE, TOO_LONG):
                yield params.from_mapping({**params.beside(spec.name), spec.name: value}).brief()


def _instances(jobs: Workload) -> Iterator[Instance]:
    """Jobs on a machine, with deployments where they have environments, and where one waits for
    another; and on a grid."""
    machine = Platform.of(PROCESSORS)
    yield Instance(jobs, machine)
    if jobs.environment is not None:
        slow = replace(machine, deployment=DeployTime(10.0, 1.0))
        yield Instance(jobs, slow)
        after = Dependencies.of(len(jobs), job=[1], before=[0], delay=[1.0])
        yield Instance(replace(jobs, after=after), slow)
    yield Instance(jobs, Platform.of(PROCESSORS // 2, PROCESSORS))


def _schedule(instance: Instance) -> None:
    """Run all algorithms that take an instance, and carry a schedule."""
    bounds_of(instance)
    keys = (key for key in ALGORITHMS if key not in (ONLY_ONCE, TOO_LONG))
    schedules = _solve(instance, (key for key in keys if not ALGORITHMS[key].runs_commands))
    for schedule in schedules[:1]:
        _hand_over(instance, schedule)


def _solve(instance: Instance, keys: Iterable[str]) -> list[Schedule]:
    """Run the algorithms, of the given ones, that take an instance, in all their variants."""
    schedules = []
    for key in keys:
        declared = ALGORITHMS[key]
        for params in _variants(declared.params):
            if not declared.refusal(instance, params):
                with suppress(NoScheduleError, MissingPackageError):
                    schedules.append(solve(instance, key, params).schedule)
    return schedules


def _hand_over(instance: Instance, schedule: Schedule) -> None:
    """Write a schedule, read and check it; choose processors for starts without any."""
    jobs, platform = instance.jobs, instance.platform
    file = io.BytesIO()
    write_schedule(file, jobs, platform, schedule)
    read_schedule(io.BytesIO(file.getvalue()), jobs, platform).check()
    if not platform.is_grid:
        width, start = np.ones(len(jobs), np.int64), np.arange(float(len(jobs)))
        codes = np.zeros(len(jobs), np.int64)
        for environment in (None, codes):
            chosen = assign(start, np.ones(len(jobs)), width, PROCESSORS, environment)
        lo, hi = chosen.lo.astype(np.int64), chosen.hi.astype(np.int64)
        order = np.argsort(start)
        offsets = chosen.offsets.copy()
        overlapping(order, start, start + 1, 0 * order, offsets, lo, hi, PROCESSORS)
        jobs.take(np.arange(len(jobs)) % 2 == 0)


def _carry(jobs: Workload) -> None:
    """Write jobs as a file of each format that can hold them, read it, and sum them up."""
    for key in FORMATS:
        file = io.BytesIO()
        try:
            write(jobs, file, format=key)
        except AlgorithmsError:
            continue
        read(io.BytesIO(file.getvalue()), format=key, name="practice")
        if key == "json":
            plain_jobs(bytearray(file.getvalue()), dict)
    read(io.BytesIO(WITH_NAME), format="swf", name="practice")
    jobs.profiles.useful_widths(waste=2.0)


def _search(jobs: Workload) -> None:
    """Run what is only run once."""
    params = ALGORITHMS[ONLY_ONCE].params().brief()
    with suppress(MissingPackageError):
        solve(Instance(jobs, Platform.of(PROCESSORS)), ONLY_ONCE, params)


def _pack() -> None:
    """Fill a knapsack that is too large for a table, make one group where there are too many jobs
    for others, and compute times by Downey's law."""
    weight = np.array([10_000_019, 20_000_003, 30_000_001])
    Knapsack(weight, np.array([1.0, 2.1, 3.3]), 40_000_000).solve(1_000)
    as_one_group(np.array([2, 1]), np.array([1.0, 1.0]), 2.0)
    one = np.ones(1)
    downey(np.arange(1, 3), one, one, one)


def _draw() -> None:
    """Draw a rectangle as posters do."""
    one = np.ones(1)
    edges, busy = np.zeros((4, 6, 4), np.float32), np.zeros(4)
    raster.add_rectangles(0 * one, one, 0 * one, one, np.ones((1, 3)), 1.0, edges, busy)
    picture = np.zeros((4, 4, 4), np.uint8)
    raster.resolve(edges, picture)
    raster.draw_strip(picture, busy, 0.0, 1.0, np.ones(3))

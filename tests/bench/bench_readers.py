"""Readers of JSON, of tables of jobs, and of schedules, against what plain Python takes for less:
splitting the file into its values, without a check and without a report."""

import csv
import io
import json
from collections.abc import Callable, Iterator

import numpy as np

from parsched.data.formats import read, read_schedule, write, write_schedule
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.bench.cpu import seconds
from tests.bench.row import Row

JOBS, PROCESSORS = 100_000, 128
SLOWEST = {"json": 0.025, "csv": 0.06, "times": 0.85, "to times": 0.35, "schedule": 0.06}
"""Least million jobs per second; of `times`, million times of moldable jobs,
and to write them."""


def rows() -> Iterator[Row]:
    """Measure."""
    jobs = generate("lublin", jobs=JOBS, processors=PROCESSORS)
    yield reading("JSON of rigid jobs", jobs, "json", json.loads, JOBS, SLOWEST["json"])
    yield reading("CSV of rigid jobs", jobs, "csv", table, JOBS, SLOWEST["csv"])
    moldable = generate("mixed", jobs=2_000, processors=1_000)
    times = len(moldable.profiles.times)
    yield reading("JSON of times", moldable, "json", json.loads, times, SLOWEST["times"])
    yield writing("times to JSON", moldable, times)
    yield of_schedules(jobs)


def table(text: str) -> object:
    """Read a table as plain Python does."""
    return [list(row) for row in csv.reader(io.StringIO(text))]


def reading(
    name: str,
    workload: Workload,
    key: str,
    plain: Callable[[str], object],
    count: int,
    least: float,
) -> Row:
    """Measure from a file to a workload with its report."""
    stream = io.BytesIO()
    write(workload, stream, format=key)
    content = stream.getvalue()
    took = seconds(lambda: read(io.BytesIO(content), name=f"jobs.{key}"))
    ratio = seconds(lambda: plain(content.decode())) / took
    title = f"{name}, {count:,}, {len(content) / 1e6:.1f} MB"
    return Row(title, count / took / 1e6, "M/s", least=least, ratio=ratio)


def writing(name: str, workload: Workload, count: int) -> Row:
    """Measure writing as JSON."""
    took = seconds(lambda: write(workload, io.BytesIO(), format="json"))
    return Row(f"{name}, {count:,}", count / took / 1e6, "M/s", least=SLOWEST["to times"])


def of_schedules(jobs: Workload) -> Row:
    """Measure a schedule with its processors."""
    platform = Platform.of(PROCESSORS)
    result = solve(Instance(jobs, platform), "easy")
    stream = io.BytesIO()
    write_schedule(stream, result.workload, platform, result.schedule)
    content = stream.getvalue()

    def read_it() -> None:
        found = read_schedule(io.BytesIO(content), jobs, platform)
        assert np.array_equal(found.schedule.start, result.schedule.start)

    took = seconds(read_it)
    ratio = seconds(lambda: table(content.decode())) / took
    title = f"schedule, {JOBS:,} jobs, {len(content) / 1e6:.1f} MB"
    return Row(title, JOBS / took / 1e6, "M/s", least=SLOWEST["schedule"], ratio=ratio)

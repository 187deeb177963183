"""Measure SWF and GWF: rows per second, ratio to the plain parser, schedules, memory."""

import gzip
import io
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from parsched.data.formats import Reading, read, read_schedule, write, write_schedule
from parsched.data.formats.swf import line_parser
from parsched.model.problem.instance import Instance
from parsched.model.problem.labels import Labels
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.bench.cpu import once, seconds
from tests.bench.row import Row
from tests.twins import uncompiled

TRACE = Path(__file__).resolve().parents[3] / "shared" / "traces" / "SDSC-BLUE-2000-4.2-cln.swf.gz"
MILLION = 1_000_000
PLAIN_ROWS = 2_000
SLOWEST = {"swf": 3.0, "csv": 5.0, "json": 6.0}
"""CPU seconds that reading a million jobs may take."""


def rows() -> Iterable[Row]:
    """Every measurement."""
    if TRACE.is_file():
        yield from parsing("SDSC-BLUE", gzip.decompress(TRACE.read_bytes()))
        yield from schedules()
    million = file_of(MILLION, "swf")
    yield from parsing("1M generated jobs", million)
    yield grids(million)
    for ending, most in SLOWEST.items():
        yield from whole(ending, most)


def best(action: Callable[[], object]) -> float:
    """Return the seconds of the fastest of some rounds, after one that compiles."""
    action()
    return seconds(action)


def file_of(jobs: int, ending: str) -> bytes:
    """A file of rigid jobs, with recorded starts and names."""
    rng = np.random.default_rng(1)
    workload = Workload(
        name="generated",
        ids=np.arange(1, jobs + 1),
        release=np.cumsum(rng.integers(0, 60, jobs)).astype(np.float64),
        profiles=Profiles.rigid(rng.integers(1, 129, jobs), rng.integers(1, 90_000, jobs)),
        estimate=rng.integers(90_000, 180_000, jobs).astype(np.float64),
        user=Labels(rng.integers(0, 997, jobs, np.int32), tuple(f"u{k}" for k in range(997))),
        queue=Labels(rng.integers(0, 5, jobs, np.int32), tuple(f"q{k}" for k in range(5))),
    )
    workload = replace(workload, recorded=workload.release + rng.integers(0, 20_000, jobs))
    stream = io.BytesIO()
    write(workload, stream, format=ending)
    return stream.getvalue()


def parsing(name: str, content: bytes) -> Iterator[Row]:
    """The parser alone against its plain twin, and reading as a whole."""
    lines = content.count(b"\n")
    compiled = best(lambda: parse(content)) / lines
    head = content[: content.index(b"\n", len(content) // lines * PLAIN_ROWS) + 1]
    with uncompiled(line_parser):
        plain = once(lambda: parse(head)) / head.count(b"\n")
    speed = 1 / compiled / 1e6
    yield Row(f"SWF parser, {name}", speed, "M rows/s", least=2, ratio=plain / compiled)
    whole = lines / best(lambda: read(io.BytesIO(content)))
    yield Row(f"SWF to workload with report, {name}", whole / 1e6, "M rows/s", least=0.35)


def parse(content: bytes) -> int:
    """Run the parser over a whole file at once."""
    text = np.frombuffer(content, np.uint8)
    capacity = len(text) // line_parser.SHORTEST_LINE + 1
    values, lines = np.empty((line_parser.COLUMNS, capacity)), np.empty(capacity, np.int64)
    counts = np.zeros(line_parser.FAULTS, np.int64)
    where = np.zeros((line_parser.FAULTS, line_parser.SHOWN, 4), np.int64)
    rows, _ = line_parser.parse_lines(text, 0, True, values, lines, counts, where)
    return int(rows)


def grids(content: bytes) -> Row:
    """Reading as a whole what was written as GWF."""
    stream = io.BytesIO()
    write(read(io.BytesIO(content)).workload, stream, format="gwf")
    whole = MILLION / best(lambda: read(io.BytesIO(stream.getvalue())))
    return Row(
        "GWF to workload with report, 1M generated jobs", whole / 1e6, "M rows/s", least=0.25
    )


def schedules() -> Iterator[Row]:
    """Writing and reading the schedule of a large log."""
    reading: Reading = read(TRACE)
    result = solve(Instance(reading.workload, Platform.of(reading.processors)), "fcfs")
    stream = io.BytesIO()

    def write_it() -> None:
        stream.seek(0)
        write_schedule(stream, result.workload, result.platform, result.schedule)

    def read_it() -> None:
        stream.seek(0)
        read_schedule(stream, reading.workload, result.platform)

    jobs = f"{len(reading.workload):,} jobs"
    yield Row(f"schedule to CSV, {jobs}", best(write_it), "s", most=1)
    yield Row(f"schedule from CSV, {jobs}", best(read_it), "s", most=5)


def whole(ending: str, most: float) -> Iterator[Row]:
    """CPU time and peak memory of a process that reads a file of a million jobs."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"million.{ending}"
        path.write_bytes(file_of(MILLION, ending))
        command = [sys.executable, "-m", "tests.bench.bench_formats", str(path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    took, peak = map(float, done.stdout.split())
    yield Row(f"1M jobs from .{ending}", took, "s", most=most)
    yield Row(f"peak memory, 1M jobs from .{ending}", peak, "MB", most=600)


if __name__ == "__main__":
    took = once(lambda: read(sys.argv[1]))
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    sys.stdout.write(f"{took} {int(status['VmHWM'].split()[0]) / 1024:.0f}\n")

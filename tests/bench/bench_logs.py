"""Measure logs: rows of sacct per second, and the memory that ten million of them take."""

import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from parsched.data.formats import FileLimits, ReadOptions, read
from tests.bench.cpu import once
from tests.bench.row import Row

MILLION = 1_000_000
HEAD = (
    "JobID|JobIDRaw|User|Account|Partition|QOS|Submit|Start|End|Elapsed|Timelimit|NNodes|NCPUS|"
    "ReqCPUS|State\n"
)
BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
LARGE = ReadOptions(limits=FileLimits(max_bytes=1 << 32, max_jobs=20 * MILLION))


def rows() -> Iterable[Row]:
    """Every measurement."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sacct.txt"
        write_log(path, MILLION)
        yield Row("sacct of 1M rows to workload with report", once(lambda: read(path)), "s", most=8)
        write_log(path, 10 * MILLION)
        command = [sys.executable, "-m", "tests.bench.bench_logs", str(path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    yield Row("peak memory, 10M rows of sacct", float(done.stdout), "MB", most=1_500)


def write_log(path: Path, jobs: int) -> None:
    """Write the log of so many jobs, in pieces: they come in order, and run for up to a day."""
    rng = np.random.default_rng(1)
    came = 0
    with path.open("w") as file:
        file.write(HEAD)
        for first in range(0, jobs, MILLION // 10):
            count = min(MILLION // 10, jobs - first)
            submit = came + np.cumsum(rng.integers(0, 6, count))
            came = int(submit[-1])
            wait, run = rng.integers(0, 20_000, count), rng.integers(0, 86_400, count)
            width = rng.choice([1, 2, 4, 16, 64, 128], count)
            columns = (submit, submit + wait, submit + wait + run)
            dates = [np.datetime_as_string(_dates(column)) for column in columns]
            for i in range(count):
                at = "|".join(str(date[i]) for date in dates)
                job, clock = first + i + 1, timedelta(seconds=int(run[i]))
                file.write(
                    f"{job}|{job}|u{job % 997}|a{job % 97}|batch|normal|{at}|{clock}|1-00:00:00|1|"
                    f"{width[i]}|{width[i]}|COMPLETED\n"
                )


def _dates(seconds: np.ndarray) -> np.ndarray:
    return np.datetime64(BEGIN.replace(tzinfo=None), "s") + seconds.astype("timedelta64[s]")


if __name__ == "__main__":
    read(sys.argv[1], options=LARGE)
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    sys.stdout.write(f"{int(status['VmHWM'].split()[0]) * 1024 / 1e6:.0f}\n")

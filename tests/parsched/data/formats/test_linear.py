"""Every reader takes time in proportion to its input, however the input is made."""

import gzip
import io
import json
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import takewhile

import pytest

from parsched.base.errors import AlgorithmsError
from parsched.data.files.vocabulary import meant
from parsched.data.formats import FileLimits, ReadOptions, read, read_schedule
from parsched.data.merging import MergeSpec
from parsched.model.problem.platform import Platform
from tests.parsched.data.formats.json_files import document, job
from tests.parsched.data.formats.lines import line, swf
from tests.parsched.factories import rigid

MANY = 10**9
OPEN = FileLimits(max_columns=MANY, max_names=MANY, max_members=MANY)
"""Readers must be linear beyond their limits, too: an administrator may raise these."""
TABLE = b"procs,time\n"
GRID = b"WorkflowID,JobID,SubmitTime,RunTime,NProcs"
SCHEDULE = "job_id,starting_time,execution_time,allocated_resources"
TIMES = 3
"""How often the pair of inputs is read where it seems to take too long: the machine may be busy."""

MEASURED = 0.004
"""Seconds that the smaller input takes at least: sixteen times as much is more than the clock's."""
LARGER = 8
"""Times its declared size that the smaller input has at most: some are refused at once."""


def cut_names(n: int) -> bytes:
    """Names that become the same when they are cut; many begin alike."""
    stems = ("u" * 98 + chr(0x4E00 + i // 100) + chr(0x4E00 + i % 100) for i in range(n))
    return b"procs,time,user\n" + "".join(f"1,1,{s}{end}\n" for s in stems for end in "ab").encode()


def grid_names(n: int) -> bytes:
    rows = ("\t".join([str(i), "1", "1", "1", "1", *[f"u{i}"] * 24]) for i in range(n))
    return b"# JobID\n" + "\n".join(rows).encode()


def keys(n: int) -> bytes:
    """A job with many keys; the last one is there twice."""
    pairs = ",".join(f'"k{i}":1' for i in range(n))
    return b'{"format":"schedweb-workload","version":1,"jobs":[{%s,"k%d":1}]}' % (
        pairs.encode(),
        n - 1,
    )


WORKLOADS: dict[str, tuple[int, Callable[[int], bytes]]] = {
    "csv: many columns": (4_000, lambda n: b"procs,time" + b",a" * n + b"\n1,1\n"),
    "csv: a wide row": (50_000, lambda n: TABLE + b"1,1" + b",1" * n + b"\n"),
    "csv: many bad rows": (4_000, lambda n: TABLE + b"1,1\n" + b"x\n" * n),
    "csv: many names": (5_000, lambda n: TABLE[:-1] + b",user\n" + b"".join(
        b"1,1,u%d\n" % i for i in range(n))),
    "csv: names that are cut": (1_000, cut_names),
    "csv: the same id": (3_000, lambda n: b"id," + TABLE + b"1,1,1\n" * n),
    "csv: a long cell": (10_000, lambda n: TABLE + b"1" * n + b"x,1\n"),
    "csv: a long number": (20_000, lambda n: TABLE + b"1." + b"1" * n + b",1\n"),
    "csv: blank lines": (20_000, lambda n: TABLE + b"\n" * n + b"1,1\n"),
    "csv: quoted lines": (20_000, lambda n: TABLE + b'1,"' + b"\n" * n + b'1"\n'),
    "gzip: empty members": (8_000, lambda n: gzip.compress(b"") * n + gzip.compress(TABLE)),
    "gzip: members of a byte": (5_000, lambda n: gzip.compress(b";") * n),
    "gzip: zeros": (200_000, lambda n: gzip.compress(TABLE + b"1,1\n") + bytes(n)),
    "gzip: a bomb": (50_000, lambda n: gzip.compress(TABLE + b"1,1\n" + b"\n" * n)),
    "swf: comments": (10_000, lambda n: b";\n" * n + swf(line())),
    "swf: names": (2_400, lambda n: swf(*(f"; Queue: {i} n{i}" for i in range(n)), line())),
    "swf: short lines": (50_000, lambda n: swf(line()) + b"1\n" * n),
    "swf: numbers as names": (5_000, lambda n: swf(*(line(id=i, user=i) for i in range(n)))),
    "swf: the same id": (5_000, lambda n: swf(*[line()] * n)),
    "swf: a long number": (100_000, lambda n: swf(line(), line(run="1" * n))),
    "swf: a long line": (100_000, lambda n: swf(line() + " 1" * n)),
    "gwf: the same title": (4_000, lambda n: GRID + b",NProcs" * n + b"\n"),
    "gwf: titles": (10_000, lambda n: GRID + b",a" * n + b"\n" + b"1,1,1,1,1\n"),
    "gwf: names": (2_000, grid_names),
    "gwf: comments": (50_000, lambda n: b"# JobID\n" * n + b"\t".join([b"1"] * 29) + b"\n"),
    "json: keys": (1_000, keys),
    "json: unknown keys": (1_000, lambda n: document(job(**{f"k{i}": 1 for i in range(n)}))),
    "json: depth": (20_000, lambda n: b"[" * n + b"]" * n),
    "json: the same id": (2_000, lambda n: document(*[job()] * n)),
    "json: names": (1_000, lambda n: document(*(job(id=i, user=f"u{i}") for i in range(n)))),
    "json: bad jobs": (1_500, lambda n: document(*[{"id": -1}] * n)),
    "json: no jobs": (20_000, lambda n: document(*[1] * n)),
    "json: a long number": (100_000, lambda n: document(job(time=7)).replace(
        b"7", b"7." + b"1" * n)),
    "json: times": (3_000, lambda n: document({"id": 1, "times": {
        str(i): 1 for i in range(1, n)}})),
    "no format": (50_000, lambda n: b"a b c\n" * n),
    "words": (50_000, lambda n: b"x" * n),
}  # fmt: skip
"""Workload files by what there is much of, and of how much the smaller one is made."""

SCHEDULES: dict[str, tuple[int, Callable[[int], str]]] = {
    "a bad set at the end": (1_000, lambda n: f"{SCHEDULE}\n" + rows(n) + f"{n},0,1,x\n"),
    "an unknown job": (2_000, lambda n: f"{SCHEDULE}\n" + rows(n) + "y,0,1,0\n"),
    "many columns": (4_000, lambda n: SCHEDULE + ",a" * n + "\n"),
    "many processors": (5_000, lambda n: f"{SCHEDULE}\n0,0,1," + " ".join(
        str(2 * i) for i in range(n)) + "\n"),
}  # fmt: skip
JOBS = rigid(*[(0, 1, 1)] * 10_000)

SITES: dict[str, tuple[int, Callable[[int], object]]] = {
    "filters of all": (25, lambda n: {"sources": [{}] * n, "filters": {
        f"k{i}": 1 for i in range(40 * n)}}),
    "keys": (3_000, lambda n: {"sources": [], **{f"k{i}": 1 for i in range(n)}}),
    "the same site": (40, lambda n: {"sources": [{"site": "a", "file": "f"}] * n}),
    "a long name": (20_000, lambda n: {"sources": [{"site": "a" * n, "file": "f" * n}]}),
}  # fmt: skip


def rows(n: int) -> str:
    return "".join(f"{i},{i},1,0\n" for i in range(1, n))


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time that reading takes, or refusing."""
    meant.cache_clear()  # it holds all names of the smaller input, and not of the larger
    begin = time.process_time()
    with suppress(AlgorithmsError):
        work()
    return time.process_time() - begin


def check_linear(work: Callable[[int], Callable[[], object]], size: int) -> None:
    """Double an input twice: four times the time and something for the clock, never sixteen."""
    seconds(work(10))  # what is compiled or made once
    largest = LARGER * size
    while size < largest and seconds(work(size)) < MEASURED:
        size *= 2
    small, large = work(size), work(4 * size)
    pairs = ((seconds(small), seconds(large)) for _ in range(TIMES))
    slow = [*takewhile(lambda pair: pair[1] >= 9 * pair[0] + 0.02, pairs)]
    assert len(slow) < TIMES, f"{size} and {4 * size}: {slow}"


@pytest.mark.parametrize("shape", WORKLOADS)
def test_a_workload_takes_time_in_proportion(shape: str) -> None:
    size, make = WORKLOADS[shape]
    options = ReadOptions(limits=OPEN)

    def work(n: int) -> Callable[[], object]:
        content = make(n)
        return lambda: read(io.BytesIO(content), name="jobs", options=options)

    check_linear(work, size)


@pytest.mark.parametrize("shape", SCHEDULES)
def test_a_schedule_takes_time_in_proportion(shape: str) -> None:
    size, make = SCHEDULES[shape]
    platform = Platform.of(10**6)

    def work(n: int) -> Callable[[], object]:
        content = make(n).encode()
        return lambda: read_schedule(io.BytesIO(content), JOBS, platform, limits=OPEN)

    check_linear(work, size)


@pytest.mark.parametrize("shape", SITES)
def test_a_specification_takes_time_in_proportion(shape: str) -> None:
    size, make = SITES[shape]

    def work(n: int) -> Callable[[], object]:
        content = json.dumps(make(n))
        return lambda: MergeSpec.from_text(content)

    check_linear(work, size)

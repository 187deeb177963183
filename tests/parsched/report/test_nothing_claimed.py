"""Of jobs that lost something as they were read, nothing is called optimal: by brute force."""

import io
import json
import re
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from parsched.apps.cli.texts import results_text
from parsched.data.formats import Reading, read
from parsched.measure.bounds import BOUNDS
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.report.answer import answer_of
from parsched.report.records import Records
from parsched.report.standings import standings_of
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.data.formats.lines import line, swf
from tests.parsched.factories import rigid, waiting

CLAIM = re.compile("optimal|optimum|no schedule|certified|lower bound", re.IGNORECASE)
WIDEST = 4
QUICK = frozenset(("area", "longest", "simple", "release_length"))
"""Bounds that take no time, and would prove most of these schedules optimal."""
COLUMNS = ("memory", "gpus", "licences", "constraint", "exclusive", "reservation", "scratch")


def drawn(chance: Random) -> list[dict[str, Any]]:
    """Some tiny jobs; at least one asks for something that no reader keeps."""
    late = chance.choice([0, 0, 3])
    jobs = [
        {
            "id": i + 1,
            "release": chance.randint(0, late),
            "procs": chance.randint(1, WIDEST),
            "time": chance.randint(1, 5),
        }
        for i in range(chance.randint(2, 5))
    ]
    return sorted(jobs, key=lambda job: job["release"])


def in_swf(jobs: list[dict[str, Any]], chance: Random) -> bytes:
    """SWF whose last job waits for one that is not there, waits in words, or asks for memory."""
    more: dict[str, object] = chance.choice(
        [{"preceding": 99}, {"preceding": "1&99"}, {"preceding": "after:1"}, {"partition": "b"}]
    )
    rows = [
        line(id=j["id"], submit=j["release"], run=j["time"], requested=j["procs"], partition="a")
        for j in jobs
    ]
    job = jobs[-1]
    given = {"id": job["id"], "submit": job["release"], "run": job["time"]}
    return swf(*rows[:-1], line(**given, requested=job["procs"], **({"partition": "a"} | more)))


def in_csv(jobs: list[dict[str, Any]], chance: Random) -> bytes:
    """A table with a column that is not read, or a dependency that cannot be."""
    column, cell = chance.choice([*((name, "2") for name in COLUMNS), ("after", "99")])
    rows = [",".join(map(str, job.values())) for job in jobs]
    told = [f"{row}," for row in rows[:-1]] + [f"{rows[-1]},{cell}"]
    return "\n".join([f"id,release,procs,time,{column}", *told, ""]).encode()


def in_json(jobs: list[dict[str, Any]], chance: Random) -> bytes:
    """JSON with a key that is not read."""
    key, value = chance.choice([*((name, 2) for name in COLUMNS), ("after", ["99"])])
    last = {**jobs[-1], key: value}
    document = {"format": "schedweb-workload", "version": 1, "jobs": [*jobs[:-1], last]}
    return json.dumps(document).encode()


WRITERS = {"x.swf": in_swf, "x.csv": in_csv, "x.json": in_json}


def texts(reading: Reading, instance: Instance, algorithm: str) -> list[str]:
    """Return what program, pages and API say of a run."""
    result = solve(instance, algorithm)
    standings = standings_of(Records.of([("run", result)]))
    answer = answer_of(standings)
    said = [chip.text for chip in answer.chips]
    told = results_text(reading, instance, [("run", result)])
    known = json.dumps({key: result.as_json()[key] for key in ("certificates", "ratios")})
    return [told, answer.sentence, *said, known]


@pytest.mark.parametrize("name", WRITERS)
def test_nothing_is_claimed_of_jobs_that_lost_something(name: str) -> None:
    """A third of 10,000 in each format; each 100th is told in all words."""
    chance = Random(f"lost {name}")
    for case in range(amount(3_334)):
        content = WRITERS[name](drawn(chance), chance)
        reading = read(io.BytesIO(content), name=name)
        jobs = reading.workload
        assert jobs.unmodelled, content
        instance = Instance(jobs, Platform.of(WIDEST))
        algorithm = chance.choice(["fcfs", "easy"] if jobs.has_releases else ["ltf", "easy"])
        result = solve(instance, algorithm, bounds=QUICK)
        assert all(one.gap is None for one in result.certificates.values()), content
        assert result.ratios == {}, content
        if case % 100 == 0:
            for text in texts(reading, instance, algorithm):
                text = text.replace("how far from optimal they are", "")
                assert not CLAIM.search(text), (content, text)


def shortest(jobs: Workload, processors: int, second: int) -> float:
    """Return the least makespan of rigid jobs with dependencies: each order of the jobs, each as
    early as it may be, an optimal schedule among them. Times are whole parts of a `second`."""
    after = jobs.after
    assert after is not None
    delays = np.rint(after.delay * second).astype(int).tolist()
    pairs = list(zip(after.job.tolist(), after.before.tolist(), delays, strict=True))
    width, time = jobs.width.tolist(), np.rint(jobs.runtime * second).astype(int).tolist()
    release = np.rint(jobs.release * second).astype(int).tolist()
    best = np.inf
    for order in permutations(range(len(jobs))):
        start: dict[int, int] = {}
        for i in order:
            if any(before not in start for job, before, _ in pairs if job == i):
                break
            least = [start[b] + time[b] + delay for job, b, delay in pairs if job == i]
            at = max([release[i], *least])
            while not _fits(at, i, start, width, time, processors):
                at += 1
            start[i] = at
        else:
            best = min(best, max(start[i] + time[i] for i in start) / second)
    return best


def _fits(
    at: int, i: int, start: dict[int, int], width: list[int], time: list[int], most: int
) -> bool:
    events = [at, *(begin for begin in start.values() if at < begin < at + time[i])]
    return all(
        width[i] + sum(width[j] for j, begin in start.items() if begin <= t < begin + time[j])
        <= most
        for t in events
    )


EXAMPLE = waiting(rigid((0, 1, 2), (0, 2, 1), (1, 1, 2), (2, 2, 1)), (1, 0, 0.5), (2, 0, 0.5))
"""Times are whole seconds but for the delays: the best ends at 4.5 s."""


def test_delays_belong_to_the_unit_of_time() -> None:
    result = solve(Instance(EXAMPLE, Platform.of(3)), "fcfs")
    assert result.unit == 0.5
    assert result.metrics["makespan"] == 5.0
    assert shortest(EXAMPLE, 3, 2) == 4.5
    assert result.certificates["makespan"].gap != 0


@pytest.mark.parametrize("second", [1, 2, 4, 10])
def test_nothing_that_moves_an_end_is_left_out_of_what_is_rounded(second: int) -> None:
    """Releases, run times or delays alone have parts of a second: no bound is above the optimum,
    and what is called the best is."""
    chance = Random(f"unit {second}")
    for _ in range(amount(600)):
        parts = chance.choice(["release", "time", "delay", "all"])

        def drawn(name: str, most: int, parts: str = parts) -> float:
            if parts in (name, "all"):
                return chance.randint(0, most * second) / second
            return float(chance.randint(0, most))

        rows = [
            (drawn("release", 3), chance.randint(1, 3), drawn("time", 3) or 1.0)
            for _ in range(chance.randint(2, 4))
        ]
        rows.sort()
        pairs = [
            (job, chance.randrange(job), drawn("delay", 2))
            for job in range(1, len(rows))
            if chance.random() < 0.6
        ]
        jobs = waiting(rigid(*rows), *pairs)
        if jobs.after is None:
            continue
        result = solve(Instance(jobs, Platform.of(3)), "fcfs", bounds=frozenset(BOUNDS["makespan"]))
        best = shortest(jobs, 3, second) - float(jobs.release.min())
        for key, bound in result.bounds["makespan"].items():
            assert bound <= best + 1e-9, (key, rows, pairs)
        if result.certificates["makespan"].gap == 0:
            assert result.metrics["makespan"] == pytest.approx(best), (rows, pairs)

"""Random jobs with random schedules, and random questions about them."""

from dataclasses import replace
from random import Random

import numpy as np

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import LABELS, Labels, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.questions import FIELDS, AskedJobs, Field
from tests.parsched.factories import linked, rigid

NAMES = ("a", "b c", "7", 'q"uote', "grün", "x(1)", "a,b")
BERLIN = {"unix_start": 1_774_742_400.0, "zone": "Europe/Berlin"}
"""Time 0 is an hour before clocks go forward."""
DATES = ("2026-03-29", "2026-03-29T01:30", '"2026-03-29 03"', "2026-03", "2026-04-01")
SIGNS = (":", "=", "!=", "<", "<=", ">", ">=")


def jobs_of(seed: int, count: int = 30) -> AskedJobs:
    """Return jobs with all columns, a schedule that lacks some of them, and a baseline."""
    chance = Random(seed)
    workload = _workload(chance, count)
    site = np.array([chance.randrange(2) for _ in range(count)])
    return AskedJobs(
        Instance(workload, Platform.of(8, 8)),
        _schedule(chance, workload, site),
        _schedule(chance, workload, np.where(np.arange(count) % 5, site, 1 - site)),
    )


def _workload(chance: Random, count: int) -> Workload:
    times = sorted(chance.choice([0, 600, 3_600, 7_200.5, 90_000]) for _ in range(count))
    plain = rigid(
        *(
            (at, chance.randint(1, 8), chance.choice([0, 60, 1_800, 5_000.25]), chance.choice(late))
            for at in times
            for late in [[np.nan, 60, 3_600, 86_400]]
        )
    )
    labels = {
        name: Labels.of([chance.choice([None, *NAMES]) for _ in range(count)]) for name in LABELS
    }
    weight = np.array([chance.choice([0.0, 1.0, 2.5]) for _ in range(count)])
    some = replace(plain, **labels, **BERLIN, weight=weight)  # type: ignore[arg-type]
    return linked(chance, some) if chance.random() < 0.5 else some


def _schedule(chance: Random, workload: Workload, site: np.ndarray) -> Schedule:
    count = len(workload)
    delay = np.array([chance.choice([0, 1, 1_800, 3_600, 100_000]) for _ in range(count)])
    start = np.where(
        [chance.random() < 0.1 for _ in range(count)], np.nan, workload.release + delay
    )
    made = Schedule.of(
        workload, start, site=site, backfilled=np.array([chance.random() < 0.3 for _ in start])
    )
    return replace(made, broken=np.array([chance.random() < 0.2 for _ in start]))


def question(chance: Random, deep: int = 3) -> str:
    """Return a question that jobs of `jobs_of` have an answer to."""
    shape = chance.random() if deep else 0.0
    if shape < 0.4:
        return _test(chance)
    if shape < 0.55:
        return f"{chance.choice(['not ', '-'])}{_inner(chance, deep)}"
    joint = chance.choice([" ", "  and ", " or "])
    return joint.join(_inner(chance, deep) for _ in range(chance.randint(2, 3)))


def _inner(chance: Random, deep: int) -> str:
    return f"({question(chance, deep - 1)})"


def _test(chance: Random) -> str:
    field = FIELDS[chance.choice(list(FIELDS))]
    if field.kind == "flag":
        return field.key
    sign = chance.choice(SIGNS[:3] if field.kind == "name" else SIGNS)
    many = chance.randint(1, 3) if sign in SIGNS[:3] else 1
    values = [_value(chance, field, sign) for _ in range(many)]
    blank = chance.choice(["", " "])
    return f"{field.key}{blank}{sign}{blank}{','.join(values)}"


def _value(chance: Random, field: Field, sign: str) -> str:
    if field.kind == "name":
        name = chance.choice([*NAMES, "site 1", "*", "absent"])
        return '"' + name.replace('"', '\\"') + '"' if name not in "a7*" else name
    if sign in SIGNS[:3] and chance.random() < 0.4:
        low = chance.choice(["", "0", "2", "10"])
        return f"{low}..{chance.choice(['12', '40', '90000'])}"
    if field.kind == "time" and chance.random() < 0.5:
        return chance.choice(DATES)
    numbers = ["0", "1", "3", "2.5", "1e3"] if field.kind != "id" else ["3", "17", "1000"]
    if field.kind in ("time", "duration"):
        numbers += ["30m", "1h", "1h30m", "1d", "-30m", "60s", ".5h"]
    return chance.choice(numbers)

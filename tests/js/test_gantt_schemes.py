"""Printed charts colour jobs as the charts of pages do: the same classes, for every job."""

import json
from dataclasses import replace

import numpy as np
import pytest

from parsched.model.problem.instance import Instance
from parsched.model.problem.labels import Labels
from parsched.model.problem.platform import Platform
from parsched.report.gantt import schedule_pack, workload_pack
from parsched.report.gantt.schemes import Drawn, scheme_of
from parsched.report.gantt.tones import CATEGORIES, GREY, MOVED, SEQUENTIAL
from parsched.report.questions import parsed
from tests.bench import synthetic_schedules
from tests.js.engine import ask, gantt_modules, packed

COLOURS = {
    "sequential": SEQUENTIAL[False],
    "categories": CATEGORIES[False],
    "moved": MOVED[False],
    "grey": GREY[False],
}


@pytest.mark.parametrize(
    ("key", "pick"),
    [
        *((key, "") for key in ("runtime", "width", "wait", "slowdown", "moved", "backfilled")),
        *(("user", pick) for pick in ("", "u7,u3")),
        ("queue", ""),
        ("question", "wait>1h or user:u3"),
        ("question", "width>=1"),
    ],
)
def test_classes_equal_the_browsers(key: str, pick: str) -> None:
    jobs = synthetic_schedules.workload(800)
    users = Labels.of([f"u{i * i % 11}" for i in range(800)])
    queues = Labels.of(["day" if i % 3 else None for i in range(800)])
    jobs = replace(jobs, user=users, queue=queues)
    machine = Platform.of(synthetic_schedules.PROCESSORS)
    every = [one.with_processors(machine) for one in synthetic_schedules.schedules(jobs).values()]
    every[0] = replace(every[0], backfilled=np.arange(800) % 2 == 1)
    drawn = Drawn(Instance(jobs, machine), every, every[0])
    made = scheme_of(key, pick, drawn)
    with gantt_modules() as browser:
        browser.eval(f"globalThis.w = new Workload({packed(workload_pack(jobs))})")
        packs = ", ".join(packed(schedule_pack(jobs, machine, one)) for one in every)
        browser.eval(f"globalThis.all = [{packs}].map((pack) => new Schedule(pack, w))")
        chosen = json.dumps(pick.split(",")) if pick else f"largest(all[0], '{key}', 3)"
        browser.eval(
            f"globalThis.made = scheme('{key}', {{ workload: w, schedules: all, baseline: all[0], "
            f"colours: {json.dumps(COLOURS)}, chosen: {chosen}, asked: {asked(key, pick)} }})"
        )
        labels = ask(browser, "made.classes.map(({label}) => label)")
        notes = ask(browser, "made.classes.map(({note}) => note ?? '')")
        colours = ask(browser, "made.classes.map(({colour}) => colour)")
        kinds = ask(
            browser,
            "all.map((s) => { made.assign(s); "
            "return Array.from(s.firstRow, (row) => s.kind[row]); })",
        )
    assert [one.label for one in made.classes] == labels
    assert [one.note for one in made.classes] == notes
    assert [one.light for one in made.classes] == colours
    for schedule, expected in zip(every, kinds, strict=True):
        assert made.kinds(drawn.jobs(schedule)).tolist() == expected


def asked(key: str, question: str) -> str:
    """The question that jobs are coloured by, as an expression."""
    if key != "question":
        return "null"
    tree = json.dumps(parsed(question).as_json())
    about = "{ workload: w, schedule, baseline: all[0], calendar: null }"
    match = f"(schedule) => matching({tree}, {about})"
    return f"{{ text: {json.dumps(question)}, match: {match} }}"

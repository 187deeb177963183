"""Questions in the browser: masks over packs equal the library's."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from py_mini_racer import MiniRacer

from parsched.model.problem.calendar import Calendar
from parsched.model.problem.workload import Workload
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import schedule_pack, workload_pack
from parsched.report.jobs import Count
from parsched.report.questions import FIELDS, AskedJobs, QuestionError, grammar, matching, parsed
from parsched.report.questions.tree import conditions_in
from tests.js.engine import ask, gantt_modules, packed
from tests.parsched.report.questions.scenes import jobs_of, question

NOT_IN_PACKS = {"requested", "weight"}
SCENES = 6


def placed(schedule: Schedule) -> Schedule:
    """The same schedule with some processors; what they are is no matter here."""
    has = schedule.is_scheduled
    offsets = np.concatenate([[0], np.cumsum(has)])
    lo = np.zeros(int(has.sum()), np.int64)
    sets = ProcessorSets(offsets, lo, lo + schedule.width[has])
    broken = None if schedule.broken is None else schedule.broken | ~has
    return replace(schedule, processors=sets, broken=broken)


@pytest.fixture(scope="module")
def browser() -> Iterator[tuple[MiniRacer, list[AskedJobs]]]:
    """The engine with some scenes as `scenes`, and the same in Python."""
    with gantt_modules() as engine:
        engine.eval("const scenes = []")
        found = []
        for seed in range(SCENES):
            jobs = jobs_of(seed)
            found.append(replace(jobs, schedule=placed(jobs.placed), baseline=placed(jobs.before)))
            load(engine, found[-1])
        yield engine, found


def load(engine: MiniRacer, jobs: AskedJobs) -> None:
    """Add a scene."""
    work, machine = jobs.workload, jobs.instance.platform
    calendar = Calendar.of(work)
    assert calendar is not None
    packs = [schedule_pack(work, machine, one) for one in (jobs.placed, jobs.before)]
    engine.eval(f"""scenes.push((() => {{
      const workload = new Workload({packed(workload_pack(work))});
      const packs = [{",".join(map(packed, packs))}];
      const [schedule, baseline] = packs.map((p) => new Schedule(p, workload));
      const calendar = new Calendar({json.dumps(calendar.table(1e7))});
      return {{ workload, schedule, baseline, calendar }};
    }})())""")


def found_there(engine: MiniRacer, text: str, scene: int) -> list[bool]:
    tree = json.dumps(parsed(text).as_json())
    return [match == 1 for match in ask(engine, f"Array.from(matching({tree}, scenes[{scene}]))")]


def in_packs(text: str) -> bool:
    return not {one.field for one in conditions_in(parsed(text))} & NOT_IN_PACKS


@given(seed=st.integers(0, 10**6))
def test_masks_equal_the_librarys(browser: tuple[MiniRacer, list[AskedJobs]], seed: int) -> None:
    engine, scenes = browser
    chance = Random(seed)
    scene = chance.randrange(SCENES)
    for text in filter(in_packs, (question(chance) for _ in range(4))):
        expected = matching(parsed(text), scenes[scene]).tolist()
        assert found_there(engine, text, scene) == expected, text


@pytest.mark.parametrize("key", sorted(FIELDS))
def test_every_field_is_known_there(browser: tuple[MiniRacer, list[AskedJobs]], key: str) -> None:
    engine, scenes = browser
    text = FIELDS[key].example
    if key in NOT_IN_PACKS:
        with pytest.raises(
            Exception, match=f"At character 1: charts do not hold {key}; the report"
        ):
            found_there(engine, text, 0)
        return
    assert found_there(engine, text, 0) == matching(parsed(text), scenes[0]).tolist()


@pytest.mark.parametrize("text", ["user:7", "submit>2026-03-29"])
def test_what_jobs_do_not_have_is_said_in_the_same_words(
    browser: tuple[MiniRacer, list[AskedJobs]], text: str
) -> None:
    engine, scenes = browser
    bare = Workload(
        name="bare",
        ids=scenes[0].workload.ids,
        release=scenes[0].workload.release,
        profiles=scenes[0].workload.profiles,
        queue=scenes[0].workload.queue,
    )
    instance = replace(scenes[0].instance, workload=bare)
    with pytest.raises(QuestionError) as caught:
        matching(parsed(text), replace(scenes[0], instance=instance))
    engine.eval(f"""var bare = {{
      ...scenes[0], workload: new Workload({packed(workload_pack(bare))}), calendar: null
    }}""")
    tree = json.dumps(parsed(text).as_json())
    said = engine.eval(f"""(() => {{
      try {{ matching({tree}, bare); }} catch (error) {{ return error.message; }}
    }})()""")
    assert said == str(caught.value)


def test_identifiers_that_are_text_are_found(browser: tuple[MiniRacer, list[AskedJobs]]) -> None:
    engine, scenes = browser
    work = scenes[0].workload
    named = replace(work, ids=np.array([f"job {i}" for i in range(len(work))]))
    load(engine, replace(scenes[0], instance=replace(scenes[0].instance, workload=named)))
    assert np.flatnonzero(found_there(engine, 'id:"job 3","job 5",job', SCENES)).tolist() == [3, 5]


def test_counts_equal_the_reports(browser: tuple[MiniRacer, list[AskedJobs]]) -> None:
    engine, scenes = browser
    for scene in range(SCENES):
        tree = json.dumps(parsed("width>=4 or wait>1h").as_json())
        told = ask(
            engine,
            f"counts(matching({tree}, scenes[{scene}]), scenes[{scene}].schedule)",
        )
        chosen = matching(parsed("width>=4 or wait>1h"), scenes[scene])
        count = Count.of(scenes[scene], chosen)
        assert told["jobs"] == count.jobs
        assert told["meanWait"] == pytest.approx(count.mean_wait)
        assert told["longestWait"] == pytest.approx(count.longest_wait)
        assert told["work"] == pytest.approx(float(np.nansum(scenes[scene].work[chosen])))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("wa", ["wait>"]),
        ("proc", ["processors>"]),
        ("wait>1h rel", ["wait>1h release>", "wait>1h released>"]),
        ("wait>1h -back", ["wait>1h -backfilled"]),
        ("(us", ["(user:"]),
        ("queue:b", ['queue:"b c"']),
        ("user:a,g", ["user:a,grün"]),
        ("", []),
        ("weigh", []),
    ],
)
def test_fields_and_names_are_completed(
    browser: tuple[MiniRacer, list[AskedJobs]], typed: str, expected: list[str]
) -> None:
    engine, _ = browser
    call = (
        f"offers({json.dumps(typed)}, {json.dumps(grammar()['fields'])}, scenes[0].workload.labels)"
    )
    assert [one["value"] for one in ask(engine, call)] == expected


def test_a_box_takes_the_jobs_that_it_touches(browser: tuple[MiniRacer, list[AskedJobs]]) -> None:
    engine, scenes = browser
    schedule = scenes[0].placed
    begin, end, low, high = 500.0, 9_000.0, 2.0, 5.0
    expected = [
        bool(start < end and stop > begin and site == 0 and width > low)
        for start, stop, site, width in zip(
            schedule.start, schedule.end, schedule.site, schedule.width, strict=True
        )
    ]
    found = ask(
        engine, f"Array.from(touched(scenes[0].schedule, [{begin}, {end}], [{low}, {high}]))"
    )
    assert [one == 1 for one in found] == expected
    assert any(expected)


def test_moved_starts_are_coloured_by_their_quantiles(
    browser: tuple[MiniRacer, list[AskedJobs]],
) -> None:
    engine, scenes = browser
    pair = "[scenes[0].schedule, scenes[0].baseline], scenes[0].baseline"
    small, large = ask(engine, f"movedLimits({pair})")
    apart = np.abs(scenes[0].placed.start - scenes[0].before.start)
    apart = np.sort(apart[apart > 0])
    exact = [apart[int(share * (len(apart) - 1))] for share in (1 / 3, 2 / 3)]
    assert small < large
    assert abs(np.log(small / exact[0])) <= np.log(2)
    assert abs(np.log(large / max(exact[1], small))) <= np.log(3)
    same = ask(engine, "movedLimits([scenes[0].baseline], scenes[0].baseline)")
    assert same == [1, 2]

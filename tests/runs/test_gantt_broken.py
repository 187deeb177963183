"""Jobs that break a rule are red, and what the machine does not have is drawn above it."""

from io import BytesIO

import numpy as np
from PIL import Image

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import GanttLayout, header_of, in_dark, poster, read, schedule_pack
from parsched.report.gantt.tones import BEYOND, BROKEN, rgb
from parsched.run.given import judge
from tests.parsched.factories import rigid

JOBS = rigid((2, 2, 10), (3, 3, 10), (4, 1, 10), (5, 1, 5))
MACHINE = Platform.of(4)
PLACED = judge(
    Instance(JOBS, MACHINE), Schedule.of(JOBS, np.array([2.0, 4.0, -5.0, np.nan]))
).schedule
"""Job 2 finds one processor free, job 3 starts before time 0, and job 4 has no start."""


def test_the_pack_names_broken_rows_and_the_rows_above_the_machine() -> None:
    header, columns = read(schedule_pack(JOBS, MACHINE, PLACED))
    jobs, broken = (np.asarray(columns[name]).tolist() for name in ("job", "broken"))
    assert dict(zip(jobs, broken, strict=True)) == {2: 1, 0: 0, 1: 1}
    assert header["bands"] == [{"name": "cluster", "processors": 4, "base": 0.0, "rows": 7}]
    assert (header["begin"], header["end"]) == (-5, 14)
    layout = GanttLayout.read(header)
    assert layout == GanttLayout.of(MACHINE, [7])
    assert layout.beyond == [(4, 7)]
    assert layout.processors == 4


def test_a_feasible_schedule_is_packed_as_before() -> None:
    fits = Schedule.of(JOBS, np.array([2.0, 12.0, 4.0, 5.0]))
    pack = schedule_pack(JOBS, MACHINE, fits)
    assert "broken" not in read(pack)[1]
    assert GanttLayout.read(header_of(pack)) == GanttLayout.of(MACHINE)
    assert GanttLayout.of(MACHINE).beyond == []


def test_the_poster_is_red_where_rules_are_broken() -> None:
    png, top = poster(JOBS, MACHINE, PLACED, 190, 400), GanttLayout.of(MACHINE, [7]).top
    for dark, file in ((False, png), (True, in_dark(png))):
        picture = np.asarray(Image.open(BytesIO(file)).convert("RGB"))
        at = {
            (time, processor): tuple(picture[int(400 - 400 * processor / top), 10 * (time + 5)])
            for time, processor in ((9, 5.0), (0, 5.0), (7, 0.5))
        }
        assert at[9, 5] == rgb(BROKEN[dark])
        assert at[0, 5] == rgb(BEYOND[dark])
        assert at[7, 0.5] != rgb(BROKEN[dark])

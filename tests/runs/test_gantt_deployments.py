"""Deployments in packs and on posters, and the colours of environments there."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from parsched.model.problem.deployment import Groups
from parsched.model.problem.natural_order import natural
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import header_of, in_dark, poster, read, schedule_pack
from parsched.report.gantt.categories import categories
from parsched.report.gantt.tones import BACKGROUND, CATEGORIES, DEPLOYMENT, GREY, MARK, rgb
from tests.parsched.policies.groups.loads import environed
from tests.runs.test_gantt_packs import rigid

JOBS = environed((2, 10.0, "a"), (1, 10.0, "b"), (2, 10.0, "a"), (1, 5.0, None))
"""On three processors: job 3 finds its environment on processor 0 only."""
SETS = ["0-1", "1", "0 2", "1"]
MACHINE = Platform.of(3)
INSTANT_STARTS = [0.0, 10.0, 20.0, 20.0]
TIMED_STARTS = [10.0, 30.0, 50.0, 50.0]


Placed = tuple[Platform, Schedule]


def placed(starts: list[float], time: DeployTime) -> Placed:
    """Their schedule, with ten seconds of each deployment if there are any, and its machine."""
    machine = replace(MACHINE, deployment=time)
    schedule = Schedule.of(JOBS, np.array(starts))
    schedule = replace(schedule, processors=ProcessorSets.parse(SETS))
    schedule.check(JOBS, machine)
    return machine, schedule


def instant() -> Placed:
    return placed(INSTANT_STARTS, DeployTime())


def timed() -> Placed:
    return placed(TIMED_STARTS, DeployTime(10.0))


SHARED = environed((1, 10.0, "a"), (1, 10.0, "b"), (2, 10.0, "a"), (1, 5.0, None))
"""Jobs 1 and 3 are a group that begins with job 1."""


def grouped(time: DeployTime) -> Placed:
    """Their schedule of 60 seconds."""
    machine = replace(MACHINE, deployment=time)
    groups = Groups(np.array([0, -1, 0, -1]), np.array([3]), np.array([0]), 30.0)
    schedule = Schedule.of(SHARED, np.array([20.0, 50.0, 22.5, 0.0]))
    sets = ProcessorSets.parse(["0", "0", "1-2", "1"])
    schedule = replace(schedule, processors=sets, groups=groups)
    schedule.check(SHARED, machine)
    return machine, schedule


class TestPacks:
    """The browser is told which processors are deployed, for which rectangle, and how long."""

    def test_each_deployment_names_the_row_that_it_is_part_of(self) -> None:
        header, columns = read(schedule_pack(JOBS, *instant()))
        assert header["deployed"] == {"ticks": 1}
        assert list(columns["job"]) == [0, 1, 2, 2, 3]
        assert list(columns["deployed.row"]) == [0, 1, 3]
        assert list(columns["deployed.lo"]) == [0, 1, 2]
        assert list(columns["deployed.height"]) == [2, 1, 1]
        assert "deployed.duration" not in columns

    def test_times_of_deployments_have_a_clock_of_their_own(self) -> None:
        header, columns = read(schedule_pack(JOBS, *timed()))
        assert (header["ticks"], header["deployed"]["ticks"]) == (1, 1)
        assert list(columns["deployed.duration"]) == [10, 10, 10]
        finer = placed([9.5, 30.0, 50.0, 50.0], DeployTime(9.5))
        header, columns = read(schedule_pack(JOBS, *finer))
        assert header["deployed"]["ticks"] == 10
        assert list(columns["deployed.duration"]) == [95, 95, 95]

    def test_those_that_begin_first_come_first(self) -> None:
        """Four processors take longer than one, so what starts later is begun earlier."""
        jobs = environed((1, 1.0, "a"), (4, 1.0, "b"))
        schedule = replace(
            Schedule.of(jobs, np.array([90.0, 95.0])),
            processors=ProcessorSets.parse(["0", "1-4"]),
        )
        machine = Platform.of(5, deployment=DeployTime(10.0, 330.0))
        _, columns = read(schedule_pack(jobs, machine, schedule))
        assert list(columns["deployed.row"]) == [1, 0]
        assert list(columns["deployed.duration"]) == [20, 10]

    def test_one_for_a_group_is_a_block_before_its_first_job(self) -> None:
        header, columns = read(schedule_pack(SHARED, *grouped(DeployTime(9.5))))
        assert list(columns["job"]) == [3, 0, 2, 1]
        assert list(columns["deployed.row"]) == [1, 3]
        assert list(columns["deployed.lo"]) == [0, 0]
        assert list(columns["deployed.height"]) == [3, 1]
        assert header["deployed"]["ticks"] == 10
        assert list(columns["deployed.duration"]) == [95, 95]
        assert "deployed.gap" not in columns
        assert list(columns["deployed.group"]) == [1, 0, 1, 0]

    def test_one_that_takes_no_time_is_cut_where_jobs_begin_later(self) -> None:
        header, columns = read(schedule_pack(SHARED, *grouped(DeployTime())))
        assert list(columns["deployed.row"]) == [1, 2, 3]
        assert list(columns["deployed.lo"]) == [0, 1, 0]
        assert list(columns["deployed.height"]) == [1, 2, 1]
        assert header["deployed"]["ticks"] == 10
        assert list(columns["deployed.gap"]) == [0, 25, 0]
        assert list(columns["deployed.group"]) == [1, 0, 1, 0]

    def test_groups_of_one_job_are_not_told(self) -> None:
        groups = Groups(np.array([0, 1, 2, -1]), np.array([2, 1, 2]), np.array([0, 1, 0]), 9.0)
        for machine, schedule in (timed(), instant()):
            alone = replace(schedule, groups=groups)
            assert schedule_pack(JOBS, machine, alone) == schedule_pack(JOBS, machine, schedule)

    def test_a_schedule_without_processors_takes_its_environments_processors(self) -> None:
        machine, schedule = instant()
        bare = replace(schedule, processors=None)
        _, columns = read(schedule_pack(JOBS, machine, bare))
        assert list(columns["deployed.height"]) == [2, 1]

    def test_without_environments_nothing_is_added(self) -> None:
        jobs = replace(JOBS, environment=None)
        header, columns = read(schedule_pack(jobs, *instant()))
        assert "deployed" not in header
        assert not [name for name in columns if name.startswith("deployed")]

    def test_nothing_that_was_deployed_is_told_as_well(self) -> None:
        installed = replace(MACHINE, installed=(("a", 1), ("a", 2), ("a", 3)))
        jobs = environed((2, 10.0, "a"))
        schedule = Schedule.of(jobs, np.zeros(1)).with_processors(installed, jobs)
        header, columns = read(schedule_pack(jobs, installed, schedule))
        assert "deployed" in header
        assert len(columns["deployed.row"]) == 0

    @pytest.mark.parametrize(("release", "begin"), [(1000.0, 980.0), (1.0, 0.0)])
    def test_a_deployment_before_a_late_first_release_is_shown(
        self, release: float, begin: float
    ) -> None:
        jobs = environed((2, 50.0, "a"), (1, 50.0, None), release=(release, release))
        schedule = replace(
            Schedule.of(jobs, np.array([release + 50, release + 70])),
            processors=ProcessorSets.parse(["0-1", "2"]),
        )
        machine = replace(MACHINE, deployment=DeployTime(70.0))
        header = header_of(schedule_pack(jobs, machine, schedule))
        assert (header["begin"], header["end"]) == (begin, release + 120)
        assert header == read(schedule_pack(jobs, machine, schedule))[0]


class TestColours:
    """Eight environments have colours; where there are more, the seven with most work."""

    def test_few_are_coloured_in_the_order_of_their_names(self) -> None:
        found = categories(JOBS)
        assert found is not None
        assert (found.names, found.others, found.rest) == (("a", "b"), 0, "no environment")
        assert found.kind.tolist() == [1, 2, 1, 0]

    def test_of_many_those_with_most_work_have_one(self) -> None:
        names = [f"e{i}" for i in range(9)]
        jobs = environed(*((1, float(1 + i), name) for i, name in enumerate(names)))
        found = categories(jobs)
        assert found is not None
        assert found.names == tuple(names[2:])
        assert found.rest == "2 others"
        assert found.kind.tolist() == [0, 0, 1, 2, 3, 4, 5, 6, 7]
        with_none = categories(environed(*((1, 1.0, name) for name in [*names, None])))
        assert with_none is not None
        assert with_none.rest == "2 others, or none"

    @pytest.mark.parametrize("count", [3, 12])
    def test_colours_follow_the_natural_order_of_names(self, count: int) -> None:
        names = [f"env{i}" for i in range(count, 0, -1)]
        found = categories(environed(*((1, 1.0, name) for name in names)))
        assert found is not None
        assert found.names == tuple(f"env{i}" for i in range(1, min(count, 7) + 1))

    def test_names_that_no_job_has_are_no_environments(self) -> None:
        """As when the jobs that are too wide for a machine were left out."""
        names = [f"e{i}" for i in range(12)]
        jobs = environed(*((1 + i % 2, 1.0, name) for i, name in enumerate(names)))
        found = categories(jobs.take(jobs.width == 1))
        assert found is not None
        assert (found.names, found.others) == (tuple(sorted(names[::2], key=natural)), 0)
        assert found.kind.tolist() == [1, 2, 3, 4, 5, 6]
        assert categories(jobs.take(jobs.width > 2)) is None

    def test_without_environments_there_are_none(self) -> None:
        assert categories(rigid([1], [1])) is None
        assert categories(rigid([], [])) is None
        assert categories(replace(JOBS, environment=Labels(np.full(4, -1), ()))) is None


def picture(
    placed: Placed, *, dark: bool = False, jobs: Workload = JOBS, size: int = 600
) -> NDArray[np.uint8]:
    """The poster as an array, its lowest row first; its part with processors is 300 pixels high."""
    png = poster(jobs, *placed, size, 381)
    return np.asarray(Image.open(BytesIO(in_dark(png) if dark else png)).convert("RGB"))[::-1]


def at(drawn: NDArray[np.uint8], seconds: float, processor: float) -> tuple[int, ...]:
    """Colour at a time of a schedule of 30 or 60 seconds."""
    return tuple(drawn[int(processor * 100), int(seconds * 10)].tolist())


@pytest.mark.parametrize("dark", [False, True])
class TestPosters:
    """Posters have the colours of environments and show deployments."""

    def test_jobs_are_coloured_by_environment(self, dark: bool) -> None:
        drawn = picture(timed(), dark=dark)
        first, second = (rgb(colour) for colour in CATEGORIES[dark][:2])
        assert at(drawn, 15, 0.5) == first
        assert at(drawn, 35, 1.5) == second
        assert at(drawn, 52, 1.5) == rgb(GREY[dark])

    def test_the_time_of_a_deployment_is_a_hatched_block_before_its_job(self, dark: bool) -> None:
        drawn = picture(timed(), dark=dark)
        for seconds, processor in ((1, 0), (1, 1), (21, 1), (41, 2)):
            block = drawn[
                processor * 100 + 5 : processor * 100 + 90, seconds * 10 : seconds * 10 + 80
            ]
            plain = np.all(block == rgb(DEPLOYMENT[dark]), axis=2).mean()
            assert 0.7 < plain < 0.9
            lines = np.rint(
                np.array(rgb(DEPLOYMENT[dark])) * 0.3 + np.array(rgb(BACKGROUND[dark])) * 0.7
            )
            assert np.abs(block - lines).max(axis=2).min() <= 1
        assert at(drawn, 41, 0.5) == rgb(BACKGROUND[dark])

    def test_deployments_are_not_busy(self, dark: bool) -> None:
        strip = picture(timed(), dark=dark)[320:370]
        assert np.all(strip[:, 5:95] == rgb(BACKGROUND[dark]))
        assert not np.all(strip[:, 105:195] == rgb(BACKGROUND[dark]))

    def test_one_that_takes_no_time_is_a_line_at_the_left_of_its_job(self, dark: bool) -> None:
        drawn = picture(instant(), dark=dark)
        ground, mark = rgb(BACKGROUND[dark]), rgb(MARK[dark])
        for left, processor in ((0, 0), (0, 1), (200, 1), (400, 2)):
            middle = processor * 100 + 50
            line = [tuple(pixel) for pixel in drawn[middle, left : left + 4].tolist()]
            assert line[:3] == [mark, mark, ground]
            assert line[3] not in (mark, ground)
        assert tuple(drawn[50, 400].tolist()) == rgb(CATEGORIES[dark][0])

    def test_a_groups_deployment_is_drawn_when_the_group_begins(self, dark: bool) -> None:
        """Job 3, on the two upper processors, starts two and a half seconds later."""
        ground, mark = rgb(BACKGROUND[dark]), rgb(MARK[dark])
        drawn = picture(grouped(DeployTime(9.5)), dark=dark, jobs=SHARED)
        for processor in range(3):
            block = drawn[processor * 100 + 5 : processor * 100 + 90, 110:185]
            assert 0.7 < np.all(block == rgb(DEPLOYMENT[dark]), axis=2).mean() < 0.9
        assert np.all(drawn[105:290, 202:223] == ground)
        drawn = picture(grouped(DeployTime()), dark=dark, jobs=SHARED)
        for processor in range(3):
            line = drawn[processor * 100 + 50, 200:203].tolist()
            assert [*map(tuple, line)] == [mark, mark, ground]
        assert np.all(drawn[105:290, 203:223] == ground)

    def test_narrow_jobs_are_not_marked(self, dark: bool) -> None:
        drawn = picture(instant(), dark=dark, size=15)
        assert not np.all(drawn == rgb(MARK[dark]), axis=2).any()

    def test_a_deployment_far_thinner_than_a_pixel_shows_what_it_covers(self, dark: bool) -> None:
        """Each second one processor is deployed for a tenth, works for half and rests."""
        jobs = environed(*((3, 0.5, "ab"[i % 2]) for i in range(600)))
        start = np.linspace(0.1, 599.1, 600)
        machine = replace(MACHINE, deployment=DeployTime(0.1))
        drawn = picture((machine, Schedule.of(jobs, start)), dark=dark, jobs=jobs, size=20)
        first, second = (np.array(rgb(colour)) for colour in CATEGORIES[dark][:2])
        ground, block = np.array(rgb(BACKGROUND[dark])), np.array(rgb(DEPLOYMENT[dark]))
        expected = 0.25 * (first + second) + 0.1 * block + 0.4 * ground
        assert np.abs(drawn[20:280, 1:-1] - expected).max() <= 3

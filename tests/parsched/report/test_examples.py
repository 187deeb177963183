"""Every algorithm is shown on a few jobs."""

import numpy as np
import pytest

from parsched.model.problem.deployment import environments
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Workload
from parsched.policies.catalogue import ALGORITHMS, Algorithm
from parsched.policies.groups.gls_groups import by_environment
from parsched.policies.groups.parameters import least_target
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.report.examples import (
    BROKEN,
    FURTHER,
    OWN,
    PICTURES,
    WorkedExample,
    counterexamples,
    example,
    further,
    kinds,
)
from parsched.report.examples.environments import GROUPED
from parsched.report.examples.group_figures import least_together
from parsched.report.examples.jobs import deployed, too_long
from parsched.report.examples.policies import order_example, predictor_example
from parsched.report.examples.structure import LINES
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.parsched.policies.groups.test_gls import printed

MOST_JOBS = 8


@pytest.fixture(params=ALGORITHMS.values(), ids=list(ALGORITHMS))
def declared(request: pytest.FixtureRequest) -> Algorithm:
    found: Algorithm = request.param
    return found


def test_every_algorithm_schedules_its_example(declared: Algorithm) -> None:
    shown = example(declared)
    assert len(shown.workload) <= MOST_JOBS
    for picture in shown.pictures:
        assert picture.result.algorithm == declared.key
        picture.result.schedule.check(shown.workload, shown.platform)
        given = declared.params.from_mapping(picture.settings)
        assert picture.result.params == given.as_dict()


def test_the_last_picture_shows_the_defaults(declared: Algorithm) -> None:
    assert example(declared).pictures[-1].result.params == declared.params().as_dict()


def test_the_example_has_the_kind_of_jobs_that_the_algorithm_is_for(declared: Algorithm) -> None:
    shown = example(declared)
    assert shown.workload.is_rigid != declared.supports.moldable
    assert shown.workload.has_releases == declared.supports.release_times


def test_what_is_said_of_algorithms_is_said_of_those_that_exist() -> None:
    assert {*LINES, *PICTURES, *OWN, *FURTHER, *BROKEN} <= set(ALGORITHMS)


@pytest.mark.parametrize("key", ["slp-hybrid", "slp-pure"])
def test_linear_programs_prove_what_ltf_does_not_find(key: str) -> None:
    shown = example(ALGORITHMS[key])
    listed = solve(Instance(shown.workload, shown.platform), "ltf", {"placement": "serial"})
    result = shown.pictures[-1].result
    assert listed.metrics["makespan"] == 13
    assert result.metrics["makespan"] == 12
    assert result.certificates["makespan"].gap == 0


@pytest.mark.parametrize(
    ("key", "listed", "found", "proved"), [("local-search", 20, 17, None), ("exact", 12, 11, 11)]
)
def test_searches_find_what_lists_do_not(
    key: str, listed: float, found: float, proved: float | None
) -> None:
    """The bounds know that 17 s are the least of the one; of the other only exact search does."""
    shown = example(ALGORITHMS[key])
    for placement in ("graham", "serial"):
        ltf = solve(Instance(shown.workload, shown.platform), "ltf", {"placement": placement})
        assert ltf.metrics["makespan"] == listed
    result = shown.pictures[-1].result
    assert (result.metrics["makespan"], result.proved) == (found, proved)
    assert result.certificates["makespan"].gap == 0


def test_strategies_and_admissible_sets_differ_in_the_pictures_of_grids() -> None:
    pictures = example(ALGORITHMS["grid"]).pictures
    waits = [picture.result.metrics["mean_wait"] for picture in pictures]
    assert waits == [0.75, 1.25, 1.75]
    assert len({tuple(picture.result.schedule.site) for picture in pictures}) == len(pictures)
    assert all(len({*picture.result.schedule.site}) == 3 for picture in pictures)


@pytest.mark.parametrize("key", ["demt", "online-batch"])
def test_jobs_begin_in_their_batches(key: str) -> None:
    picture = example(ALGORITHMS[key]).pictures[0]
    assert picture.lines is not None
    begins = np.array(list(picture.lines.times.values()))
    second = picture.result.instance.ticks.second
    begins = np.floor(begins * second + 1e-9) / second  # a job starts at the tick before
    starts, ends = picture.result.schedule.start, picture.result.schedule.end
    assert len(begins) > 1
    for begin, after in zip(begins, [*begins[1:], np.inf], strict=True):
        inside = (starts >= begin) & (starts < after)
        assert inside.any()
        assert ends[inside].max() <= after + 1e-9
    assert starts.min() >= begins[0]


def test_the_three_shelves_end_where_the_lines_are() -> None:
    picture = example(ALGORITHMS["mrt"]).pictures[0]
    assert picture.lines is not None
    shelf, end = picture.lines.times.values()
    assert picture.result.schedule.end.max() <= end
    assert end == 1.5 * shelf


class TestEnvironments:
    """What the pages of the algorithms for environments show."""

    def test_all_of_them_are_told_apart_by_their_example(self) -> None:
        found = {}
        for key in GROUPED:
            metrics = example(ALGORITHMS[key]).pictures[-1].result.metrics
            found[key] = (metrics["makespan"], metrics["deployments"])
        assert len(set(found.values())) == len(GROUPED)
        assert found["gls-plus"] < found["gls"]
        assert min(found.values()) == found["env-order"]

    def test_groups_are_layered_and_canonical(self) -> None:
        for picture in example(ALGORITHMS["gls"]).pictures:
            assert kinds(picture.result) == ["canonical", "layered", "layered", "layered"]
            assert picture.lines is not None
            target, twice = picture.lines.times.values()
            assert twice == 2 * target
        assert kinds(example(ALGORITHMS["env-blind"]).pictures[0].result) == []

    @pytest.mark.parametrize("key", GROUPED)
    def test_a_figure_of_the_paper_has_four_deployments_or_three(self, key: str) -> None:
        """Of two that are compared, the one that is blind has four; a barrier cannot help it."""
        shown = further(ALGORITHMS[key])[0]
        other, own = [picture.result for picture in shown.pictures]
        assert own.algorithm == key
        blind, aware = (own, other) if key == "env-blind" else (other, own)
        assert (blind.metrics["makespan"], blind.metrics["deployments"]) == (6, 4)
        if key != "env-barrier":
            assert aware.metrics["deployments"] == 3
        if key in ("gls", "gls-plus", "env-order", "env-blind"):
            assert aware.metrics["makespan"] == 6

    @pytest.mark.parametrize(
        ("key", "title", "told"),
        [
            ("gls", "4 deployments, or 3", "The makespan is 6 s with 4 deployments and with 3."),
            (
                "env-barrier",
                "4 deployments, twice",
                "List blind to environments ends at 6 s with 4 deployments, Environment by "
                "environment at 11 s with 4.",
            ),
            (
                "env-sequential",
                "4 deployments, or 3",
                "List blind to environments ends at 6 s with 4 deployments, One job after the "
                "other at 12 s with 3.",
            ),
        ],
    )
    def test_a_figure_says_what_is_in_its_pictures(self, key: str, title: str, told: str) -> None:
        shown = further(ALGORITHMS[key])[0]
        assert (shown.title, shown.text.endswith(told)) == (title, True)

    def test_figures_4_to_6_show_both_kinds_of_groups_and_what_a_list_leaves_idle(self) -> None:
        _, layers, canon, apart = further(ALGORITHMS["gls"])
        assert sorted(kinds(layers.pictures[0].result)) == ["canonical", "layered"]
        assert "⌈100 / 12.375⌉ = 9 processors" in layers.text
        assert kinds(canon.pictures[0].result) == ["canonical"]
        assert self.of(canon, "group_widths") == [7]
        assert "⌈41 / 6⌉ = 7" in canon.text
        [result] = [picture.result for picture in apart.pictures]
        assert result.metrics["makespan"] == 43
        least = least_together(result, 40)
        assert least > result.platform.processors
        assert f"at least {least} processors, of 9" in apart.text

    def test_counterexamples_break_what_is_printed_and_not_what_is_repaired(self) -> None:
        lost, longer, twice = counterexamples(ALGORITHMS["gls"])
        assert [len(p.result.workload) for p in lost.pictures] == [1, 8]
        assert lost.pictures[0].result.workload.ids.tolist() == [7]
        assert self.of(longer, "makespan") == [83, 43]
        assert longer.pictures[0].result.metrics["makespan"] > 4 * 20
        assert self.of(twice, "group_widths") == [6, 3]
        assert self.of(twice, "d_lambda") == self.of(twice, "deployments") == [3, 3]
        assert counterexamples(ALGORITHMS["gls-plus"]) == ()

    @staticmethod
    def of(shown: WorkedExample, metric: str) -> list[float]:
        return [picture.result.metrics[metric] for picture in shown.pictures]

    def test_groups_as_printed_follow_the_printed_loop(self) -> None:
        lost, longer, _ = counterexamples(ALGORITHMS["gls"])
        [(members, width)] = self.loop(deployed(), least_target(deployed(), 6), closes=False)
        shown = lost.pictures[0].result
        assert shown.workload.ids.tolist() == [deployed().ids[i] for i in members]
        assert self.grouped(shown) == [((0,), width)]
        loop = self.loop(too_long(), 20.0, closes=True)
        assert self.grouped(longer.pictures[0].result) == sorted(loop)

    @staticmethod
    def grouped(result: Result) -> list[tuple[tuple[int, ...], int]]:
        groups = result.schedule.groups
        assert groups is not None
        return sorted(
            (tuple(np.flatnonzero(groups.job == number).tolist()), width)
            for number, width in enumerate(groups.width.tolist())
        )

    @staticmethod
    def loop(
        jobs: Workload, target: float, *, closes: bool
    ) -> tuple[tuple[tuple[int, ...], int], ...]:
        found = []
        assert (environments(jobs) >= 0).all()
        for part in by_environment(jobs):
            width, time = jobs.width[part].tolist(), jobs.runtime[part].tolist()
            for begin, end in printed(width, time, target, closes=closes):
                found.append((tuple(part[begin:end].tolist()), width[begin]))
        return tuple(found)


def test_examples_tell_policies_of_the_queue_apart() -> None:
    def starts(shown: WorkedExample) -> tuple[float, ...]:
        return tuple(shown.pictures[0].result.schedule.start.tolist())

    orders = {key: starts(order_example(key)) for key in ORDERS}
    # The functions of SC'17 take so early jobs in order of arrival.
    early = {orders.pop(key) for key in ("f1", "f2", "f3", "f4")}
    assert len(early) == 1
    assert len({*orders.values(), *early}) == len(orders) + 1
    assert len({starts(predictor_example(key)) for key in PREDICTORS}) == 3

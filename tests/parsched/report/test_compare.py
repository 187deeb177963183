"""Comparisons run several entries and say which is best at what."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsched.base.errors import ParameterError, UnknownKeyError, UnsupportedError
from parsched.measure.bounds.registry import prove
from parsched.measure.certificates import PROVED, Ratio
from parsched.measure.metrics import METRICS
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.time_unit import ROUNDING, same
from parsched.report.order import Values, best, front, relative, standings
from parsched.run.request import requests, run_all
from parsched.run.solve import solve
from tests.parsched.factories import offline, rigid

NAN = float("nan")


pytestmark = pytest.mark.usefixtures("nothing_known")


def test_what_is_proved_of_the_instance_counts_for_all_runs() -> None:
    """Two jobs one after the other take 5 s."""
    instance = Instance(offline((3, 2), (3, 3)), Platform.of(5))
    result = solve(instance, "ltf", bounds=())
    assert result.certificates["makespan"].text == "no certificate"
    prove(instance, 4.5)
    prove(instance, 4.0)
    assert result.ratios["makespan"] == Ratio("makespan", PROVED, 5 / 4.5)
    assert result.certificates["makespan"].gap == 0, "4.5 s are 5 whole seconds"
    assert result.proved is None, "by another run"


def test_a_text_is_a_key_with_parameters() -> None:
    [found] = requests(["grid:strategy=mct,admissible=0.5"])
    assert found.algorithm.key == "grid"
    assert found.params.changed() == {"strategy": "mct", "admissible": 0.5}


def test_the_text_keeps_what_was_stated() -> None:
    texts = ["ltf:placement=graham", "easy"]
    assert [one.text for one in requests(texts)] == texts, "also what is so by default"


def test_parameters_of_an_algorithm_within_stand_behind_a_dot() -> None:
    [found] = requests(["online-batch:algorithm=ltf,algorithm.placement=serial"])
    assert found.params.as_dict()["algorithm"]["params"] == {"placement": "serial"}
    assert found.text == "online-batch:algorithm=ltf,algorithm.placement=serial"


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("none", UnknownKeyError, "no algorithm is called 'none'"),
        ("easy:speed=1", ParameterError, "speed is not a parameter"),
        ("easy:estimates=no", ParameterError, "--estimates on the command line"),
        ("ltf:placement", ParameterError, "must be given as name=value, got 'placement'"),
        ("easy:=1", ParameterError, "must be given as name=value, got '=1'"),
        ("grid:seed=1,seed=1", ParameterError, "seed is given twice"),
    ],
)
def test_a_wrong_entry_is_one_sentence(text: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        requests([text])


def test_entries_run_on_the_same_jobs_in_their_order() -> None:
    wanted = requests(["easy", "fcfs"])
    jobs = rigid((0, 1, 5), (1, 2, 5), (2, 1, 3))
    found = list(run_all(Instance(jobs, Platform.of(2)), wanted))
    assert [one for one, _ in found] == wanted
    assert [result.schedule.start.tolist() for _, result in found] == [[0, 5, 2], [0, 5, 10]]


def test_an_entry_that_cannot_take_the_jobs_stops_all_before_the_first_runs() -> None:
    wanted = requests(["easy", "ltf"])
    with pytest.raises(UnsupportedError, match="off-line"):
        run_all(Instance(rigid((1, 1, 5)), Platform.of(2)), wanted)


def test_the_best_is_lowest_or_highest_as_the_metric_says() -> None:
    rows: list[Values] = [
        {"makespan": 5.0, "utilisation": 0.5, "backfilled": 1.0, "mean_wait": 3.0},
        {"makespan": 4.0, "utilisation": 0.6, "backfilled": 2.0, "mean_wait": 3.0},
        {"makespan": 4.0, "utilisation": NAN, "backfilled": 3.0, "mean_wait": None},
    ]
    assert best(rows) == {"makespan": {1, 2}, "utilisation": {1}}


def test_values_stand_by_their_distance_to_the_best_and_share_ranks() -> None:
    lower = standings(METRICS["mean_wait"].better, [3.0, None, 2.0, 2.0 + 1e-13, NAN])
    assert lower[1] is None
    assert lower[4] is None
    assert [s and (s.is_best, s.degradation, s.rank) for s in lower[:3]] == [
        (False, 0.5, 3),
        None,
        (True, 0.0, 1),
    ]
    assert lower[3] is not None
    assert lower[3] == lower[2], "what rounding makes is no distance"


def test_of_a_metric_that_is_better_high_nothing_is_worse_by_more_than_all() -> None:
    higher = standings(METRICS["utilisation"].better, [0.5, 0.25, 0.0])
    assert [s and (s.is_best, s.degradation, s.rank) for s in higher] == [
        (True, 0.0, 1),
        (False, 0.5, 2),
        (False, 1.0, 3),
    ]


def test_of_a_metric_that_is_better_high_missing_values_stand_nowhere() -> None:
    higher = standings(METRICS["utilisation"].better, [None, 0.25, NAN, 0.5, 0.25])
    assert [s and (s.is_best, s.degradation, s.rank) for s in higher] == [
        None,
        (False, 0.5, 2),
        None,
        (True, 0.0, 1),
        (False, 0.5, 2),
    ]
    assert standings(METRICS["throughput"].better, [None, NAN]) == [None, None]


def test_nothing_stands_where_neither_direction_is_better() -> None:
    assert standings(METRICS["backfilled"].better, [1.0, 2.0]) == [None, None]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([], []),
        ([(2.0, 3.0)], [True]),
        ([(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)], [True, True, True]),
        ([(1.0, 1.0), (2.0, 2.0)], [True, False]),
        ([(1.0, 2.0), (1.0, 1.0), (2.0, 1.0)], [False, True, False]),
        ([(1.0, 1.0), (1.0, 1.0), (1.0, 2.0)], [True, True, False]),
        ([(1.0, 1.0 + 1e-15), (1.0 + 1e-15, 1.0)], [True, True]),
    ],
    ids=["none", "one", "all", "beaten in both", "beaten in one", "equal", "equal up to rounding"],
)
def test_the_front_holds_what_no_other_beats(
    points: list[tuple[float, float]], expected: list[bool]
) -> None:
    assert front(points) == expected


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=12))
@example([(1, 1), (1, 1), (1, 2), (2, 1)])
def test_whatever_is_off_the_front_is_beaten_by_something_on_it(
    points: list[tuple[int, int]],
) -> None:
    found = front([(float(x), float(y)) for x, y in points])
    on = [p for p, is_on in zip(points, found, strict=True) if is_on]
    off = [p for p, is_on in zip(points, found, strict=True) if not is_on]
    assert all(any(a[0] <= b[0] and a[1] <= b[1] and a != b for a in on) for b in off)
    assert not any(a[0] <= b[0] and a[1] <= b[1] and a != b for a in points for b in on)


def quadratic(points: list[tuple[float, ...]]) -> list[bool]:
    """The front by its definition: each point against each other."""

    def beats(other: tuple[float, ...], point: tuple[float, ...]) -> bool:
        pairs = list(zip(other, point, strict=True))
        ties = [same(a, b) for a, b in pairs]
        no_worse = all(tie or a < b for tie, (a, b) in zip(ties, pairs, strict=True))
        return no_worse and not all(ties)

    return [not any(beats(other, point) for other in points) for point in points]


NEARLY = st.builds(
    lambda value, steps: value * (1 + steps * 0.4 * ROUNDING),
    st.sampled_from([-2.0, -1.0, 0.0, 1.0, 1.5, 3.0, math.inf, NAN]),
    st.integers(-6, 6),
)
"""Few values, and others beside them that are the same up to rounding, or not quite: being the same
as a value in the middle makes two values not the same as each other."""


@pytest.mark.parametrize("axes", [1, 2, 3])
@given(data=st.data())
def test_the_front_follows_its_definition(axes: int, data: st.DataObject) -> None:
    values = NEARLY if data.draw(st.booleans()) else st.integers(0, 4).map(float)
    points = data.draw(st.lists(st.tuples(*[values] * axes), max_size=25))
    assert front(points) == quadratic(points)


def test_the_front_of_many_points_follows_its_definition() -> None:
    rng = np.random.default_rng(1)
    for axes in (2, 3):
        for points in (rng.random((400, axes)), rng.integers(0, 12, (400, axes))):
            rows = [tuple(row) for row in points.astype(float).tolist()]
            assert front(rows) == quadratic(rows)


def test_a_relative_difference_needs_a_base() -> None:
    assert relative(6.0, 4.0) == 0.5
    assert relative(3.0, 4.0) == -0.25
    assert relative(0.0, 0.0) == 0.0
    assert relative(math.nextafter(4.0, 5.0), 4.0) == 0.0
    assert relative(3.0, 0.0) is None

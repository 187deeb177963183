"""Methods of a study look different, also methods of one algorithm, and each point names its
run."""

from dataclasses import replace

from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.looks import looks_of
from parsched.studies import Generated, StudyPlot
from parsched.studies.figures import figure
from tests.parsched.studies.small import LISTS, STUDY, computed


def test_methods_of_one_algorithm_differ() -> None:
    keys = ("demt", "gang", "demt", "demt", "saf")
    series = tuple(
        Series(title=str(i), algorithm=key, x=floats([1]), y=floats([1]))
        for i, key in enumerate(keys)
    )
    axis = Axis(title="x")
    looks = looks_of(Figure(key="a", title="A", x=axis, y=axis, series=series), None)
    assert len(set(looks)) == len(keys)


def test_bars_of_one_algorithm_are_alike_as_their_names_stand_beside() -> None:
    bars = tuple(
        Series(title=str(i), algorithm=key, shape="bars", x=floats([1]), y=floats([i]))
        for i, key in enumerate(("grid", "grid", "easy"))
    )
    axis = Axis(title="x")
    looks = looks_of(Figure(key="a", title="A", x=axis, y=axis, series=bars, kind="bars"), None)
    assert looks[0] == looks[1] != looks[2]


def test_nine_methods_of_one_algorithm_differ_and_say_how() -> None:
    methods = ("grid:strategy=all,admissible=0.5|1,admissible_rule=more-than",)
    grid = Generated(generator="lublin", jobs=(10,), processors=((4, 8),))
    part = replace(LISTS, instances=grid, methods=methods, measures=("makespan",))
    plot = StudyPlot(
        figure="a", key="a", title="A", parts=("lists",), measure="makespan", along="admissible"
    )
    cells = computed(replace(STUDY, parts=(part,), plots=(plot,), claims=()))
    drawn = figure(cells, plot)
    assert len(set(looks_of(drawn, None))) == len(drawn.series) == 9
    assert {"MST", "Random"} <= {line.title for line in drawn.series}

"""Methods of a study look different, also those of one algorithm."""

from algorithms.report.figure import Axis, Figure, Series, floats
from algorithms.report.looks import looks_of


def test_methods_of_one_algorithm_differ() -> None:
    keys = ("demt", "gang", "demt", "demt", "saf")
    series = tuple(
        Series(title=str(i), algorithm=key, x=floats([1]), y=floats([1]))
        for i, key in enumerate(keys)
    )
    axis = Axis(title="x")
    looks = looks_of(Figure(key="a", title="A", x=axis, y=axis, series=series), None)
    assert len(set(looks)) == len(keys)

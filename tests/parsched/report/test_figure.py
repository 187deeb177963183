"""Series refuse what cannot be drawn, and figures are plain JSON values."""

import json
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.report.figure import Axis, Series, floats
from tests.parsched.report.figures import SIZES, study


def series(**more: Any) -> Series:
    """A series of two points."""
    arrays = {"x": [1.0, 2.0], "y": [3.0, 4.0], **more}
    given: dict[str, Any] = {
        name: values if name == "shape" else floats(values) for name, values in arrays.items()
    }
    return Series(title="A", **given)


def test_a_spread_is_read_only_and_unknown_where_there_is_none() -> None:
    one = series(low=[2.5, None], high=[3.5, None])
    assert one.has_spread
    low, high = one.spread
    assert low.dtype == high.dtype == np.float64
    with pytest.raises(ValueError, match="read-only"):
        low[0] = 0
    assert not series().has_spread
    assert not series(low=[None, None], high=[None, None]).has_spread
    assert np.isnan(series().spread).all()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"y": [1.0]}, r"y must have the shape of x, \(2,\), got \(1,\)"),
        ({"low": [1.0], "high": [2.0]}, r"low must have the shape of x, \(2,\), got \(1,\)"),
        ({"low": [1.0, 2.0], "high": [2.0]}, r"high must have the shape of x, \(2,\), got \(1,\)"),
        ({"low": [1.0, 2.0]}, "high is missing: a spread has both ends, and there is low"),
        ({"high": [1.0, 2.0]}, "low is missing: a spread has both ends, and there is high"),
        ({"low": [1.0, 5.0], "high": [2.0, 4.0]}, "low must be at most high, got 5 above 4"),
        ({"low": [1.0, None], "high": [2.0, 4.0]}, r"unknown \(NaN\) at the same points"),
        ({"low": [1.0, 2.0], "high": [2.0, 4.0], "shape": "front"}, "a front has no spread"),
    ],
)
def test_a_spread_that_cannot_be_is_a_sentence(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        series(**more)


def test_a_mean_may_be_outside_the_quartiles() -> None:
    assert series(low=[1.0, 1.0], high=[2.0, 2.0]).has_spread


def test_ticks_of_a_log_are_above_0() -> None:
    assert Axis(title="x", ticks=(0, 1)).ticks == (0.0, 1.0)
    with pytest.raises(ParameterError, match="ticks of a log axis must be above 0, got 0"):
        Axis(title="x", scale="log", ticks=(0, 1))


def test_figures_are_plain_json_values() -> None:
    told = study().as_json()
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert told["x"]["ticks"] == list(SIZES)
    first = told["series"][0]
    assert first["low"][0] < first["y"][0] < first["high"][0]
    plain = series(y=[1.0, None]).as_json()
    assert plain["low"] is plain["high"] is None
    assert series(low=[1.0, None], high=[2.0, None]).as_json()["low"] == [1.0, None]
    assert floats([None, 1.0])[1] == 1.0

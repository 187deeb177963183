"""The public names, their examples, and what they print."""

import doctest
import importlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import parsched as sched
from parsched.base.errors import InfeasibleError, ParameterError, UnknownKeyError, UnsupportedError
from tests.everywhere import ROOT

WITH_EXAMPLES = sorted(
    path.relative_to(ROOT)
    for path in (ROOT / "algorithms").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)
FUNCTIONS = (
    *("check", "compare", "explain", "generate", "judge", "plot_gantt", "read"),
    *("report", "reports", "select", "solve"),
)
SECTIONS = ("Parameters", "Returns", "Examples")


def instance(processors: int = 8) -> sched.Instance:
    return sched.Instance(
        sched.generate("uniform", jobs=20, processors=processors), sched.Platform.of(processors)
    )


def test_there_are_the_promised_names() -> None:
    assert set(sched.__all__) == {*FUNCTIONS, "Instance", "Platform", "Rules", "Workload"}
    assert all(callable(getattr(sched, name)) for name in sched.__all__)
    assert all(inspect.isfunction(getattr(sched, name)) for name in FUNCTIONS)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=str)
def test_examples_say_what_happens(path: Path) -> None:
    name = (
        ".".join(path.with_suffix("").parts).removesuffix(".__init__").removeprefix("algorithms.")
    )
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 0) == (0, True)


def test_every_public_name_has_an_example() -> None:
    assert [
        name for name in sched.__all__ if ">>> " not in (getattr(sched, name).__doc__ or "")
    ] == []


def test_each_is_one_useful_line(tmp_path: Path) -> None:
    one = instance()
    records = sched.compare(one, "ltf", "lptf")
    found = sched.report("results", records)
    result = sched.solve(one, "ltf")
    shown = {
        repr(thing)
        for thing in (
            *(one, one.workload, one.platform, one.rules, result, result.schedule),
            *(records, records[0], records.about, found, found.tables[0]),
            *(sched.reports()["results"], sched.report("two-criteria", records).figures[0]),
        )
    }
    assert len(shown) == 13
    assert [text for text in shown if "\n" in text or len(text) > 300] == []
    assert repr(one) == "<Instance 20 jobs on <Platform 8 processors>>"
    assert repr(records[0]).startswith("<Record ltf: makespan ")


def test_the_library_alone_says_ranks_certifies_writes_and_draws(tmp_path: Path) -> None:
    records = sched.compare(instance(), "ltf", "lptf", "exact:seconds=2")
    assert "optim" in " ".join(sched.report("results", records).sentences)
    assert sched.report("ranking", records, metrics="makespan").write("tex").count(r"\\") > 3
    picture = sched.plot_gantt(sched.solve(instance(), "ltf"), tmp_path / "x.png")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_what_is_wrong_is_named() -> None:
    records = sched.compare(instance(), "ltf", "lptf")
    with pytest.raises(UnknownKeyError, match="no report is called 'x'; there are: results"):
        sched.report("x", records)
    with pytest.raises(ParameterError, match="metric is not a parameter here; known are: metrics"):
        sched.report("ranking", records, metric="makespan")
    with pytest.raises(UnsupportedError, match="no report sites"):
        sched.report("sites", records)
    one, other = instance(), instance(processors=4)
    with pytest.raises(InfeasibleError):
        sched.check(other, sched.solve(one, "ltf").schedule)


UNTYPED: Any = sched
INSTANCE = sched.Instance(sched.generate("uniform", jobs=3, processors=4), sched.Platform.of(4))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: UNTYPED.Platform.of(1.5), "processors must be an integer, got float"),
        (lambda: UNTYPED.Instance(INSTANCE, INSTANCE.platform), "workload must be a Workload"),
        (lambda: UNTYPED.Instance(INSTANCE.jobs, 16), "platform must be a Platform, got int"),
        (
            lambda: UNTYPED.Instance(INSTANCE.jobs, INSTANCE.platform, "kill"),
            "rules must be a Rules",
        ),
        (
            lambda: UNTYPED.compare(INSTANCE.jobs, "ltf"),
            "instance must be an Instance, got Workload",
        ),
        (lambda: UNTYPED.compare(INSTANCE, ["ltf"]), "an entry must be a str, got list"),
        (lambda: UNTYPED.report("results", [1]), "records must be a Records, got list"),
        (lambda: UNTYPED.check(INSTANCE, None), "schedule must be a Schedule, got NoneType"),
    ],
)
def test_what_is_of_another_kind_is_named(call: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        call()

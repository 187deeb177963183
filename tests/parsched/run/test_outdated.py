"""Which parts of a result an older version computed."""

from collections.abc import Mapping
from typing import Any

import pytest

from parsched.model.concerns import asked_of
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.computed_by import everything, provers, run_by
from parsched.run.outdated import current_bounds, outdated, outdated_bounds, outdated_proof
from parsched.run.record import Record
from parsched.run.solve import solve
from tests.parsched.factories import rigid
from tests.versions import ANYWHERE, EXACT, first_versions, raised

pytestmark = pytest.mark.usefixtures(first_versions.__name__)

TENTHS = Instance(rigid((0, 1, 0.3), (0.05, 2, 100), (0.1, 1, 0.2)), Platform.of(2))
SECONDS = Instance(rigid((0, 1, 30), (5, 2, 100), (10, 1, 20)), Platform.of(2))
AT_ONCE = Instance(rigid((0, 1, 0.3), (0, 2, 100), (0, 1, 0.2)), Platform.of(2))


def record(
    algorithm: str, params: Mapping[str, Any] | None = None, instance: Instance = TENTHS
) -> Record:
    return solve(instance, algorithm, params or {}, bounds=()).record()


def texts(of: Record, instance: Instance = TENTHS) -> list[str]:
    return [one.text for one in outdated(of, asked_of(instance))]


@pytest.mark.parametrize(
    ("algorithm", "params", "group", "key"),
    [
        ("easy", {}, "algorithms", "easy"),
        ("easy", {}, "metrics", "mean_wait"),
        ("easy", {}, "parts", "checker"),
        ("queue", {"order": "saf"}, "orders", "saf"),
        ("queue", {"predict": "double"}, "predictors", "double"),
        ("queue", {"backfill_order": "sjf"}, "orders", "sjf"),
        ("easy-sjbf", {}, "orders", "sjf"),
        ("online-batch", {"algorithm": "ltf"}, "algorithms", "ltf"),
        ("grid", {"local": "fcfs"}, "algorithms", "fcfs"),
    ],
)
def test_whatever_had_a_part_makes_a_result_older(
    monkeypatch: pytest.MonkeyPatch, algorithm: str, params: dict[str, Any], group: str, key: str
) -> None:
    before = {of: record(algorithm, params, of) for of in (TENTHS, SECONDS)}
    now = raised(monkeypatch, group, key)
    [found] = outdated(before[TENTHS], asked_of(TENTHS))
    assert (found.group, found.key, found.was, found.now) == (group, key, now - 1, now)
    assert found.text.endswith(
        f"is of version {now - 1}, now {now}: times are exact, of instances with times that are "
        "not whole seconds"
    )
    assert texts(before[SECONDS], SECONDS) == [], "whole seconds are as they were"
    assert texts(record(algorithm, params)) == [], "what is computed now is current"


@pytest.mark.parametrize(
    ("algorithm", "params", "group", "key"),
    [
        ("fcfs", {}, "algorithms", "easy"),
        ("queue", {"order": "saf"}, "orders", "laf"),
        ("queue", {}, "predictors", "exact"),
        ("online-batch", {"algorithm": "ltf"}, "algorithms", "lptf"),
        ("queue", {"predict": "exact"}, "algorithms", "exact"),
    ],
)
def test_what_had_no_part_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, algorithm: str, params: dict[str, Any], group: str, key: str
) -> None:
    before = record(algorithm, params)
    raised(monkeypatch, group, key, ANYWHERE)
    assert texts(before) == []


def test_several_changes_are_said_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = record("easy")
    raised(monkeypatch, "algorithms", "easy")
    raised(monkeypatch, "algorithms", "easy", ANYWHERE)
    raised(monkeypatch, "algorithms", "easy")
    [found] = outdated(before, asked_of(TENTHS))
    assert (found.was, found.now) == (1, 4)
    assert found.changes == (EXACT.text, ANYWHERE.text)
    assert outdated(before, asked_of(SECONDS))[0].changes == (ANYWHERE.text,)


def test_a_version_that_says_nothing_marks_all(monkeypatch: pytest.MonkeyPatch) -> None:
    before = record("easy", instance=SECONDS)
    raised(monkeypatch, "algorithms", "easy", None)
    [text] = texts(before, SECONDS)
    assert text == "EASY backfilling is of version 1, now 2: its results have changed"


def test_a_result_without_versions_is_of_the_first_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as those that were stored before anybody wrote them down."""
    now = record("online-batch", {"algorithm": "demt"}, AT_ONCE)
    old = Record.stored({"metrics": now.metrics}, **asked(now))
    assert old.computed_by is None
    assert texts(old, AT_ONCE) == [], "DEMT was of version 2 already"
    raised(monkeypatch, "algorithms", "demt")
    raised(monkeypatch, "metrics", "makespan")
    assert texts(old, AT_ONCE) == [
        f"DEMT is of version 2, now 3: {EXACT.text}",
        f"the metric makespan is of version 1, now 2: {EXACT.text}",
    ]


def asked(of: Record) -> dict[str, Any]:
    return {name: getattr(of, name) for name in ("key", "label", "algorithm", "version", "params")}


def test_versions_above_1_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert record("easy").computed_by == {}
    raised(monkeypatch, "metrics", "mean_wait")
    assert record("easy").computed_by == {"metrics/mean_wait": 2}
    assert record("easy").outcome["computed_by"] == {"metrics/mean_wait": 2}
    assert everything()["metrics/mean_wait"] == 2


def test_what_is_not_installed_any_more_is_not_judged() -> None:
    gone = Record(
        key="1",
        label="Gone",
        algorithm="gone",
        version=1,
        metrics={"of a plugin": 1.0, "makespan": 9.0},
        params={"order": "gone", "algorithm": {"key": "gone", "params": {}}},
    )
    assert texts(gone) == []
    assert list(run_by("gone", gone.params)) == [
        *(("algorithms", "gone"), ("orders", "gone"), ("algorithms", "gone"))
    ]


def test_a_run_without_a_result_is_not_older(monkeypatch: pytest.MonkeyPatch) -> None:
    raised(monkeypatch, "algorithms", "easy", ANYWHERE)
    waiting = Record(key="1", label="EASY", algorithm="easy", version=1, state="queued")
    assert texts(waiting) == []


def test_older_bounds_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"makespan": {"area": 50.0, "longest": 100.0}, "minsum": {"area": 1.0}}
    raised(monkeypatch, "bounds", "makespan/area")
    asks, whole = asked_of(TENTHS), asked_of(SECONDS)
    [found] = outdated_bounds(values, {}, asks)
    assert (found.key, found.text[:10]) == ("makespan/area", "the bound ")
    assert current_bounds(values, {}, asks) == {
        "makespan": {"longest": 100.0},
        "minsum": {"area": 1.0},
    }
    assert current_bounds(values, {}, whole) == values
    assert current_bounds(values, {"bounds/makespan/area": 2}, asks) == values


def test_older_proofs_count_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asks = asked_of(AT_ONCE)
    by_exact, untold = provers("exact", {}), dict[str, int]()
    assert by_exact == {"algorithms/exact": 1}
    assert not outdated_proof(by_exact, asks)
    assert not outdated_proof(untold, asks)
    raised(monkeypatch, "algorithms", "slp-pure")
    assert not outdated_proof(by_exact, asks)
    assert outdated_proof(untold, asks), "it may have been any search"
    raised(monkeypatch, "algorithms", "exact")
    assert outdated_proof(by_exact, asks)
    assert not outdated_proof(untold, asked_of(SECONDS))

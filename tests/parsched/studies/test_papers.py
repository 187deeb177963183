"""The declared studies: nothing in them is about nothing, and what is proved can be refuted."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.measure.metrics import METRICS
from parsched.studies import STUDIES, Cells, Claim, Study, Verdict, find_study, run
from parsched.studies.figures import figure
from parsched.studies.judges import Always
from parsched.studies.measured import UnitRow
from parsched.studies.numbers import NUMBERS
from parsched.studies.verdicts import judged_rows

SMALL = 3


@pytest.fixture(params=STUDIES.values(), ids=lambda study: study.key)
def study(request: pytest.FixtureRequest) -> Study:
    declared: Study = request.param
    return declared.changed(repetitions=int(min(SMALL, declared.most_repetitions)))


@pytest.fixture
def filled(study: Study) -> Cells:
    """All cells of a study, with random numbers; no bound is above a number of a run."""
    rng, cells = np.random.default_rng(1), Cells(study)
    for unit in study.units():
        part = study.part(unit.part)
        shape = len(part.requests), len(part.numbers)
        numbers = rng.uniform(1.0, 2.0, shape)
        numbers[:, [name not in {*METRICS, *NUMBERS} for name in part.numbers]] /= 2
        cells.put(unit, UnitRow(numbers))
    return cells


def test_keys_are_their_own(study: Study) -> None:
    titles = [part.title for part in study.parts]
    for keys in ([c.key for c in study.claims], [p.key for p in study.plots], titles):
        assert keys
        assert len(set(keys)) == len(keys)


def test_every_claim_is_judged(filled: Cells) -> None:
    for row in judged_rows(filled):
        assert row["verdict"] != Verdict.NOT_JUDGED, row["key"]
        assert row["where"]
        assert row["published"]


def named(judge: Any) -> Iterator[str]:
    """Methods that a judge names."""
    than = getattr(judge, "than", ())
    yield from filter(None, [getattr(judge, "method", "")])
    yield from (than,) if isinstance(than, str) else than
    yield from getattr(judge, "methods", ())


def test_every_judge_names_parts_and_methods_that_there_are(study: Study) -> None:
    for claim in study.claims:
        for judge in claim.judges:
            parts = [study.part(key) for key in judge.parts] or study.parts
            labels = {request.label for part in parts for request in part.requests}
            assert labels >= {*named(judge)}, claim.key


def test_every_plot_shows_all_that_it_names(filled: Cells) -> None:
    for plot in filled.study.plots:
        drawn = figure(filled, plot)
        assert drawn.series, plot.key
        for key in plot.parts:
            labels = {request.label for request in filled.study.part(key).requests}
            assert labels >= {*plot.methods}, plot.key


@pytest.fixture(scope="module")
def groups() -> Cells:
    """The study of group list scheduling with one instance of each kind."""
    cells = Cells(find_study("group-lists").changed(repetitions=1))
    run(cells, lambda unit, row: None)
    return cells


def verdicts(cells: Cells) -> dict[str, str]:
    return {row["key"]: row["verdict"] for row in judged_rows(cells)}


def claim(key: str, form: str = "") -> Claim:
    """A claim, about another form of the methods than the one as printed."""
    declared = find_study("group-lists")
    found = next(claim for claim in declared.claims if claim.key == key)
    return (found.about(declared.forms[form]) if form else None) or found


def test_what_is_proved_of_groups_holds_and_as_printed_it_does_not(groups: Cells) -> None:
    found = verdicts(groups)
    beside = {row["key"]: row["beside"] for row in judged_rows(groups)}
    proved = ("makespan", "deployments", "property-2", "few-groups")
    assert {found[key] for key in proved} == {"refuted"}, "the printed loop loses jobs"
    holds = "repaired: not refuted; ours: not refuted"
    assert {beside[key] for key in (*proved, "property-1")} == {holds}
    others = ("property-1", "list", "lower-bound", "fewest")
    assert {found[key] for key in others} == {"not refuted"}
    assert {beside[key] for key in others[1:]} == {""}
    assert {found[key] for key in ("figure-1", "figure-2")} == {"confirmed"}
    assert found["printed-loop"] == "not confirmed"
    assert {found[key] for key in ("unchecked", "merged-late")} == {"refuted"}


@pytest.mark.parametrize(
    ("key", "limits"),
    [
        ("makespan", {"high": 1.5}),
        ("deployments", {"high": 1.2}),
        ("property-1", {"low": 0.9}),
        ("property-2", {"high": 0.9}),
        ("few-groups", {"high": 0.5}),
        ("list", {"high": 1.0}),
        ("lower-bound", {"low": 1.1}),
        ("fewest", {"high": 0.9}),
    ],
)
def test_a_theorem_with_a_moved_limit_is_refuted(
    groups: Cells, key: str, limits: dict[str, Any]
) -> None:
    about = claim(key, "repaired")
    assert about.judged(groups).verdict is Verdict.NOT_REFUTED
    moved = [replace(judge, **limits) for judge in about.judges if isinstance(judge, Always)]
    assert len(moved) == len(about.judges)
    changed = replace(about, judges=tuple(moved))
    assert changed.judged(groups).verdict is Verdict.REFUTED


def test_the_papers_counterexamples_are_named(groups: Cells) -> None:
    """83 s where 4λ = 80 s, and 6 processors where 2·D_λ = 6."""
    rows = {row["key"]: row["ours"] for row in judged_rows(groups)}
    assert "worst 4.150" in rows["unchecked"]
    assert "83 s with λ = 20 s" in rows["unchecked"]
    assert "worst 2 (" in rows["merged-late"]


def test_a_method_that_breaks_a_theorem_does_not_confirm_it(groups: Cells) -> None:
    for key, broken in (("makespan", "unchecked"), ("deployments", "merged-late")):
        wrong = next(judge for judge in claim(broken).judges if isinstance(judge, Always))
        changed = replace(claim(key), judges=(wrong,))
        assert changed.judged(groups).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("key", "most"), [("grid1", 1), ("grid3", 30), ("grids-outlook", 30)])
def test_traces_have_no_more_repetitions_than_windows(key: str, most: int) -> None:
    declared = find_study(key)
    assert declared.changed(repetitions=most).cells == declared.cells
    with pytest.raises(ParameterError, match=f"at most {most}, as many as part .* got {most + 1}"):
        declared.changed(repetitions=most + 1)
    assert find_study("demt").changed(repetitions=99).parts[0].repetitions == 99

"""Verdicts that are kept: what they were judged by, when they are older, and what changed."""

import gc
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parsched.apps.cli import main
from parsched.base.errors import FormatError, ParameterError
from parsched.model.concerns import LINKED
from parsched.model.versions import Change
from parsched.studies import STUDIES, Cells, Study, Traced
from parsched.studies import kept_verdicts as module
from parsched.studies.claims import ClaimStanding
from parsched.studies.computing import compute
from parsched.studies.judges import Agrees, Level
from parsched.studies.kept_claims import kept_claims, summed_up
from parsched.studies.kept_verdicts import judged_now, keep, kept_verdicts, why_older
from parsched.studies.rejudging import rejudged
from parsched.studies.verdicts import judged_rows
from tests.parsched.studies.small import DRAWN, INSTANCES, LISTS, STUDY, TABLE, computed
from tests.versions import ANYWHERE, first_versions, raised

BETTER, LEVEL = STUDY.claims
LEFT_OUT = {"key", "paper", "where", "claim", "published"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that keeps the verdicts on `STUDY` at full size."""
    keep(STUDY, judged_now(STUDY, computed()), tmp_path / "kept")
    return tmp_path / "kept"


class Missing(dict[int, dict[int, str]]):
    """Says of each key that it is not there, as two threads hear that ask at once."""

    def __contains__(self, key: object) -> bool:
        return False


def test_two_threads_may_ask_for_the_first_digest_of_a_study(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unraised: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unraised.append)
    monkeypatch.setattr(sys, "excepthook", lambda *error: unraised.append(error))
    monkeypatch.setattr(module, "_DIGESTS", known := Missing())
    study = replace(STUDY, title="Another")
    assert [module.digest(study, BETTER) for _ in range(2)] == 2 * [module.digest(STUDY, BETTER)]
    module.digest(study, LEVEL)
    assert len(known[id(study)]) == 2, "the first digest is still known"
    key = id(study)
    del study
    gc.collect()
    assert not dict.__contains__(known, key)
    assert unraised == []


def with_claim(at: int, **changes: Any) -> Study:
    claims = [*STUDY.claims]
    claims[at] = replace(claims[at], **changes)
    return replace(STUDY, claims=tuple(claims))


def with_part(at: int, **changes: Any) -> Study:
    parts = [*STUDY.parts]
    parts[at] = replace(parts[at], **changes)
    return replace(STUDY, parts=tuple(parts))


def judge(at: int, **changes: Any) -> Study:
    [one] = STUDY.claims[at].judges
    return with_claim(at, judges=(replace(one, **changes),))


def older(study: Study, folder: Path) -> list[bool]:
    return [bool(one.older) for one in kept_claims(study, folder)]


def test_what_is_kept_is_the_row_of_the_verdict_with_its_size(folder: Path) -> None:
    kept, rows = kept_verdicts(STUDY, folder), judged_rows(computed())
    assert [*kept] == ["better", "level"]
    for row in rows:
        found = kept[row["key"]]
        assert found.row == {name: value for name, value in row.items() if name not in LEFT_OUT}
        assert str(found.standing) == row["standing"]
    assert [one.size for one in kept.values()] == [
        "full size, 6 instances",
        "full size, 2 instances",
    ]
    ran = kept["better"].ran
    assert ran == kept["level"].ran
    assert ran.seconds is not None
    assert ran.seconds >= 0
    assert "core" in ran.machine
    assert ran.versions["NumPy"] == np.__version__
    assert older(STUDY, folder) == [False, False]


@pytest.mark.parametrize(
    "changed",
    [
        replace(STUDY, title="Other", about="More", choices=("Ours.",), plots=()),
        with_claim(0, text="LTF wins.", published="much better", reason="Because.", reading="all"),
        STUDY.fewer(1),
        STUDY.changed(repetitions=9),
        with_part(0, title="others"),
        replace(STUDY, claims=(*STUDY.claims, replace(LEVEL, key="another"))),
        replace(STUDY, tables=()),
    ],
    ids=["texts", "claim", "fewer", "more", "part", "new claim", "table of no claim"],
)
def test_what_only_people_read_makes_no_verdict_older(folder: Path, changed: Study) -> None:
    assert older(changed, folder)[:2] == [False, False]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (replace(STUDY, seed=2), [True, True]),
        (replace(STUDY, revision=2), [True, True]),
        (judge(1, high=2.5), [False, True]),
        (judge(0, measure="mean_flow"), [True, False]),
        (with_claim(1, judges=(*LEVEL.judges, *BETTER.judges)), [False, True]),
        (with_part(0, methods=(*LISTS.methods, "lptf")), [True, False]),
        (with_part(1, methods=("demt:shuffles=3", "gang", "saf")), [False, True]),
        (with_part(0, instances=replace(INSTANCES, jobs=(5, 20))), [True, False]),
        (with_part(1, instances=replace(DRAWN.instances, processors=(9,))), [False, True]),
        (
            with_part(0, instances=replace(INSTANCES, rules={"estimates": "overrun"})),
            [True, False],
        ),
        (with_part(0, measures=("makespan/simple", "mean_flow", "max_wait")), [True, False]),
    ],
    ids=[
        "seed",
        "revision",
        "limit",
        "measure",
        "statement",
        "method",
        "third method",
        "value",
        "machine",
        "rules",
        "number",
    ],
)
def test_what_changes_the_verdict_on_a_claim_makes_it_older(
    folder: Path, changed: Study, expected: list[bool]
) -> None:
    assert older(changed, folder) == expected
    words = [one.verdict.startswith("older: ") for one in kept_claims(changed, folder)]
    assert words == expected


def test_a_printed_number_belongs_to_the_claims_that_judge_it(tmp_path: Path) -> None:
    def study(published: float) -> Study:
        line = replace(TABLE.lines[0], published=(published, 0))
        judged = replace(
            LEVEL,
            key="printed",
            judges=(Agrees(table="table-1", line="flow", measure="mean_flow", at_least=0.5),),
        )
        tables = (replace(TABLE, lines=(line, TABLE.lines[1])),)
        return replace(STUDY, tables=tables, claims=(*STUDY.claims, judged))

    keep(study(12), judged_now(study(12), computed(study(12))), tmp_path)
    assert older(study(12), tmp_path) == [False] * 3
    assert older(study(13), tmp_path) == [False, False, True]


@pytest.mark.usefixtures(first_versions.__name__)
@pytest.mark.parametrize(
    ("group", "key", "expected"),
    [
        ("algorithms", "ltf", [True, False]),
        ("algorithms", "gang", [False, True]),
        ("metrics", "makespan", [True, True]),
        ("generators", "weak", [False, True]),
        ("parts", "checker", [True, True]),
    ],
)
def test_a_later_version_makes_older_what_it_concerns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str, key: str, expected: list[bool]
) -> None:
    keep(STUDY, judged_now(STUDY, computed()), tmp_path)
    raised(monkeypatch, group, key, ANYWHERE)
    assert older(STUDY, tmp_path) == expected
    why = next(one.older for one in kept_claims(STUDY, tmp_path) if one.older)
    assert ANYWHERE.what in why


@pytest.mark.usefixtures(first_versions.__name__)
def test_a_change_that_concerns_no_instance_makes_nothing_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(STUDY, judged_now(STUDY, computed()), tmp_path)
    raised(monkeypatch, "algorithms", "ltf", Change("chains are shorter", LINKED))
    assert older(STUDY, tmp_path) == [False, False]


def test_another_way_of_judging_makes_all_older(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "JUDGES", replace(module.JUDGES, version=9))
    assert older(STUDY, folder) == [True, True]
    keep(STUDY, judged_now(STUDY, computed()), folder)
    assert older(STUDY, folder) == [False, False]


def test_fewer_instances_are_said_and_never_replace_present_ones_of_full_size(
    folder: Path, tmp_path: Path
) -> None:
    few = rejudged(STUDY, tmp_path / "few", repetitions=1, folder=folder)
    assert [one.is_taken for one in few.changes] == [False, False]
    assert "not kept: the kept verdict is about more instances" in "\n".join(few.lines())
    few.keep(folder)
    assert all(one.is_full for one in kept_verdicts(STUDY, folder).values())
    changed = judge(1, high=2.5)
    few = rejudged(changed, tmp_path / "few", repetitions=1, folder=folder)
    assert [one.is_taken for one in few.changes] == [False, True], "the older one is replaced"
    few.keep(folder)
    kept = kept_verdicts(changed, folder)
    assert [one.is_full for one in kept.values()] == [True, False]
    assert kept["level"].size == "not full size: 1 of 2 instances"
    assert "Not of full size: 1." in summed_up(kept_claims(changed, folder))
    full = rejudged(changed, tmp_path / "few", folder=folder)
    assert [one.is_taken for one in full.changes] == [True, True]


def test_an_unfinished_study_is_not_of_full_size(tmp_path: Path) -> None:
    cells = Cells(STUDY)
    units = [*STUDY.units()]
    for unit in units[:3]:
        cells.put(unit, compute(STUDY, unit))
    kept = judged_now(STUDY, cells)
    assert [one.size for one in kept.values()] == [
        "not full size: 2 of 6 instances",
        "not full size: 1 of 2 instances",
    ]
    assert {one.standing for one in kept.values()} == {ClaimStanding.OPEN}


def test_results_that_are_there_are_not_computed_again(tmp_path: Path) -> None:
    told: list[int] = []
    for _ in range(2):
        found = rejudged(STUDY, tmp_path / "r", tell=lambda c: told.append(c.done), folder=tmp_path)
        found.keep(tmp_path)
    assert len(told) == 8
    assert [one.is_same for one in found.changes] == [True, True]
    assert [*found.lines()] == ["  as before: 2 of 2"]


def test_what_changed_is_said_claim_by_claim(folder: Path, tmp_path: Path) -> None:
    below = Level(measure="makespan/simple", parts=("lists",), method="LTF", high=3)
    found = rejudged(with_claim(0, judges=(below,)), tmp_path / "r", folder=folder)
    text = "\n".join(found.lines())
    assert "better (here): confirmed, was not confirmed (" in text
    assert "why:  its statements, instances or methods have changed since" in text
    assert "level (there)" not in text
    assert "as before: 1 of 2" in text


def test_of_missing_traces_nothing_is_computed_and_the_rest_stays(folder: Path) -> None:
    traced = Traced(merges={"x": "grid1"})
    parts = (
        *STUDY.parts,
        replace(LISTS, key="traced", instances=traced, methods=("easy",), repetitions=1),
    )
    about = replace(
        LEVEL,
        key="about",
        judges=(Level(measure="makespan/simple", parts=("traced",), method="easy", high=3),),
    )
    study = replace(STUDY, parts=parts, claims=(*STUDY.claims, about))
    found = rejudged(study, folder / "r", folder=folder)
    assert len(found.missing) == 7
    assert [one.now is None for one in found.changes] == [False, False, True]
    assert [one.is_same for one in found.changes] == [True, True, False]
    assert "not computed, as traces are missing: " in next(found.lines())
    alone = replace(study, parts=parts[2:], plots=(), tables=(), claims=(about,))
    assert rejudged(alone, folder / "r", folder=folder).changes[0].now is None


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"ran": [], "claims": {"better": 1}}', '{"ran": [{}], "claims": {}}'],
)
def test_a_damaged_file_is_named(folder: Path, text: str) -> None:
    (folder / "small.json").write_text(text)
    with pytest.raises(FormatError, match=r"small\.json holds no kept verdicts, or is damaged"):
        kept_verdicts(STUDY, folder)


@pytest.mark.parametrize("repetitions", [0, -1, 4])
def test_repetitions_that_cannot_be_are_refused(tmp_path: Path, repetitions: int) -> None:
    with pytest.raises(ParameterError, match="an integer from 1 to the 3 of the study"):
        rejudged(STUDY, tmp_path, repetitions=repetitions, folder=tmp_path)


def test_every_kept_file_is_of_a_declared_study_and_can_be_read() -> None:
    for path in module.FOLDER.glob("*.json"):
        study = STUDIES[path.stem]
        assert json.loads(path.read_text())["study"] == study.key
        for claim in kept_claims(study):
            if claim.kept is not None:
                assert claim.as_json()["is_full_size"] == claim.kept.is_full
                assert 0 < claim.kept.instances <= claim.kept.declared


class TestCommandLine:
    @pytest.fixture(autouse=True)
    def only_study(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setitem(STUDIES, "small", STUDY)
        monkeypatch.setattr(module, "FOLDER", tmp_path / "kept")

    def test_verdicts_are_computed_kept_and_shown(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(["study", "show", "small"])
        assert "ours:" not in capsys.readouterr().out
        main(["study", "verdicts", "small", "--results", str(tmp_path / "r")])
        assert (
            "better (here): not confirmed, new; full size, 6 instances" in capsys.readouterr().out
        )
        main(["study", "verdicts", "small", "--results", str(tmp_path / "r"), "--jobs", "2"])
        assert capsys.readouterr().out == "small: Small\n  as before: 2 of 2\n"
        main(["study", "show", "small"])
        shown = capsys.readouterr().out
        assert "published: 3" in shown
        assert "(full size" not in shown
        assert ", full size, 2 instances)" in shown
        assert "Of 2 claims, 1 is still open and 1 is not confirmed." in shown

    def test_an_older_verdict_is_shown_as_older(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(["study", "verdicts", "small"])
        monkeypatch.setitem(STUDIES, "small", judge(1, high=2.5))
        capsys.readouterr()
        main(["study", "show", "small"])
        shown = capsys.readouterr().out
        assert "older: open (" in shown
        assert "changed: its statements, instances or methods have changed since" in shown
        assert "Its claim is not confirmed." in shown, "the older one does not count"
        assert "Older than the study as it is now: 1." in shown

    def test_a_look_keeps_nothing(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["study", "verdicts", "small", "--dry", "--repetitions", "1", "--json"])
        [said] = json.loads(capsys.readouterr().out)
        assert said["claims"][0]["size"] == "not full size: 2 of 6 instances"
        assert kept_verdicts(STUDY) == {}

    def test_a_file_of_a_study_has_no_kept_verdicts(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(["study", "verdicts", "small"])
        capsys.readouterr()
        main(["study", "show", "small", "--toml"])
        file = tmp_path / "mine.toml"
        file.write_text(capsys.readouterr().out.replace("Small", "Mine"))
        main(["study", "show", str(file)])
        assert "ours:" not in capsys.readouterr().out


def test_a_study_of_nothing_kept_says_nothing(tmp_path: Path) -> None:
    assert summed_up(kept_claims(STUDY, tmp_path)) == []
    assert [one.verdict for one in kept_claims(STUDY, tmp_path)] == ["not judged"] * 2
    assert why_older(STUDY, BETTER, judged_now(STUDY, computed())["better"]) == ""

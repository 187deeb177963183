"""The journal of a study: what is in it is not computed again, and nothing else is taken over."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from parsched.base.errors import FormatError
from parsched.report.writers import csv
from parsched.studies import Cells, Study, run
from parsched.studies.computing import compute
from parsched.studies.journal import NAME, journal
from parsched.studies.measured import UnitRow
from parsched.studies.origins import origin
from parsched.studies.part import Unit
from parsched.studies.tables import tidy
from tests.parsched.studies.small import LISTS, STUDY, computed


def test_a_stopped_study_goes_on_where_it_was(tmp_path: Path) -> None:
    taken: list[Unit] = []

    def stop(unit: Unit, row: UnitRow) -> None:
        if len(taken) == 3:
            raise KeyboardInterrupt
        taken.append(unit)
        opened.add(unit, row)

    with pytest.raises(KeyboardInterrupt), journal(STUDY, tmp_path) as opened:
        run(Cells(STUDY), stop)
    with (tmp_path / NAME).open("a") as file:
        file.write('{"origin": "torn')
    cells = Cells(STUDY)
    with journal(STUDY, tmp_path) as opened:
        opened.read(cells)
        assert list(cells.missing()) == list(Cells(STUDY).missing())[3:]
        run(cells, opened.add)
    assert csv(tidy(cells)) == csv(tidy(computed()))
    assert all(json.loads(line) for line in (tmp_path / NAME).read_text().splitlines())


def test_a_journal_is_taken_over_by_a_study_with_more_repetitions(tmp_path: Path) -> None:
    with journal(STUDY, tmp_path) as opened:
        run(Cells(STUDY), opened.add)
    more = STUDY.changed(repetitions=4)
    cells = Cells(more)
    with journal(more, tmp_path) as opened:
        opened.read(cells)
    assert cells.done == STUDY.cells
    assert {unit.repetition for unit in cells.missing()} == {2, 3}


@pytest.mark.parametrize(
    "other",
    [
        STUDY.changed(seed=2),
        replace(STUDY, parts=(replace(LISTS, methods=("ltf",)),), plots=(), claims=()),
        replace(STUDY, parts=(replace(LISTS, measures=("makespan",)),), plots=(), claims=()),
    ],
)
def test_a_journal_of_something_else_is_left_alone(tmp_path: Path, other: Study) -> None:
    with journal(STUDY, tmp_path) as opened:
        run(Cells(STUDY), opened.add)
    cells = Cells(other)
    with journal(other, tmp_path) as opened:
        opened.read(cells)
    assert cells.done == 0


def test_two_processes_do_not_write_one_journal(tmp_path: Path) -> None:
    with (
        journal(STUDY, tmp_path),
        pytest.raises(FormatError, match="in use"),
        journal(STUDY, tmp_path),
    ):
        pass


def test_a_damaged_journal_is_named(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("nonsense\n")
    with pytest.raises(FormatError, match="no journal"), journal(STUDY, tmp_path) as opened:
        opened.read(Cells(STUDY))


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (b"\xff\xfe\x00garbage\n", "from line 1: it is no text in UTF-8"),
        (b"garbage\n", "line 2: it is no JSON"),
        (b"[]\n", "line 2: it is no object with the fields of a run"),
        (b"{}\n", "line 2: it has no 'origin'"),
    ],
)
def test_a_damaged_line_is_named_in_a_sentence(tmp_path: Path, damage: bytes, reason: str) -> None:
    with journal(STUDY, tmp_path) as opened:
        unit = next(STUDY.units())
        opened.add(unit, compute(STUDY, unit))
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes() + damage)
    with pytest.raises(FormatError) as caught, journal(STUDY, tmp_path) as opened:
        opened.read(Cells(STUDY))
    assert str(caught.value).endswith(reason)


@pytest.mark.parametrize(
    ("numbers", "reason"), [("[[NaN]]", "NaN is no number"), ("[[1.0]]", "must have 2 × ")]
)
def test_numbers_of_a_journal_are_checked(tmp_path: Path, numbers: str, reason: str) -> None:
    with journal(STUDY, tmp_path) as opened:
        unit = next(STUDY.units())
        opened.add(unit, compute(STUDY, unit))
    path = tmp_path / NAME
    line = json.loads(path.read_text())
    path.write_text(json.dumps({**line, "numbers": "#"}).replace('"#"', numbers) + "\n")
    with pytest.raises(FormatError, match=reason), journal(STUDY, tmp_path) as opened:
        opened.read(Cells(STUDY))


def test_a_study_with_fewer_repetitions_takes_those_that_it_has(tmp_path: Path) -> None:
    with journal(STUDY, tmp_path) as opened:
        run(Cells(STUDY), opened.add)
    fewer = STUDY.changed(repetitions=1)
    cells = Cells(fewer)
    with journal(fewer, tmp_path) as opened:
        opened.read(cells)
    assert csv(tidy(cells)) == csv(tidy(computed(fewer)))


def test_another_version_of_a_method_has_another_origin() -> None:
    part = replace(LISTS)
    first, *others = part.requests
    newer = replace(first, algorithm=replace(first.algorithm, version=first.algorithm.version + 1))
    part.__dict__["requests"] = (newer, *others)
    assert origin(STUDY, part) != origin(STUDY, LISTS)

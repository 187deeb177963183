"""Studies as files, what is written, and the commands."""

import csv
import json
import re
import tomllib
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from parsched.apps.cli import main
from parsched.base.errors import FormatError, ParameterError
from parsched.studies import REPORTS, STUDIES, Cells, Study, Traced
from parsched.studies.bundle import readme, write
from parsched.studies.files import as_json, as_toml, from_json, read_study, schema
from parsched.studies.measured import UnitRow
from parsched.studies.verdicts import judged_rows
from tests.latex import problems
from tests.parsched.studies.small import DRAWN, LISTS, STUDY, computed

TRACED = Study(
    key="traced",
    title="Traced",
    parts=(
        replace(
            LISTS,
            instances=Traced(merges={"Grid1": "grid1"}, windows=3),
            methods=("grid:strategy=mpl|mst",),
            measures=("mean_wait/best", "cpu_seconds", "exact_share"),
        ),
    ),
)
SHORT: dict[str, Any] = {
    "key": "mine",
    "title": "Mine",
    "parts": [
        {
            "key": "a",
            "title": "A",
            "instances": {"generator": "uniform", "jobs": [5], "processors": [8, [4, 4]]},
            "methods": ["ltf", {"entry": "lpt", "label": "LPT"}],
            "measures": ["makespan/simple"],
            "repetitions": 2,
        }
    ],
}


def jsonschema() -> Any:
    """Load what checks values by schemas, for which a process that collects tests need not wait."""
    return import_module("jsonschema")


@pytest.mark.parametrize("study", [*STUDIES.values(), STUDY, TRACED], ids=lambda study: study.key)
def test_a_study_is_the_same_after_a_file(study: Study) -> None:
    assert from_json(tomllib.loads(as_toml(study))) == study
    assert from_json(json.loads(json.dumps(as_json(study)))) == study
    jsonschema().validate(json.loads(json.dumps(as_json(study))), schema())


def test_the_schema_takes_what_people_write() -> None:
    jsonschema().validate(SHORT, schema())
    with pytest.raises(jsonschema().ValidationError):
        jsonschema().validate({**SHORT, "foo": 1}, schema())
    assert from_json(SHORT).cells == 8


JOB = {"id": "1", "procs": 2, "time": 5}


def changed(**part: Any) -> dict[str, Any]:
    return {**SHORT, "parts": [{**SHORT["parts"][0], **part}]}


@pytest.mark.parametrize(
    ("values", "place", "text"),
    [
        ([], "", "must be an object"),
        ({**SHORT, "format": "x"}, "format", "schedweb-study"),
        ({"key": "x"}, "title", "title: is missing"),
        ({**SHORT, "foo": 1}, "foo", "foo: is no key that is known here, got 1"),
        (changed(foo=1), "parts[0].foo", "parts[0].foo: is no key"),
        (changed(methods=["nothing"]), "parts[0]", "nothing"),
        (changed(methods=["ltf:x=1"]), "parts[0].x", "x is not a parameter"),
        (changed(measures=["makespan/no"]), "parts[0]", "makespan can be divided"),
        (changed(measures=["no"]), "parts[0]", "no measure is called 'no'"),
        (changed(repetitions=0), "parts[0].repetitions", "from 1 to"),
        (
            changed(instances={"generator": "uniform", "jobs": ["x"], "processors": [8]}),
            "parts[0].instances.jobs[0]",
            "must be a whole number",
        ),
        (
            changed(instances={"generator": "no", "jobs": [1], "processors": [8]}),
            "parts[0]",
            "no generator is called 'no'",
        ),
        (changed(instances={"merges": {"a": "no"}}), "parts[0]", "no traces are merged as 'no'"),
        ({**SHORT, "parts": []}, "parts", "keys of their own"),
        (
            changed(instances={"merges": {"a": "grid1"}, "windows": 2}, repetitions=3),
            "parts[0].repetitions",
            "at most 2, as many as part 'a' has windows: more would take the same jobs",
        ),
        (
            changed(instances={"generator": "uniform", "jobs": [5, 9, 5], "processors": [8]}),
            "parts[0].jobs",
            "each of jobs must be given once, 5 is given twice",
        ),
        (
            changed(instances={"generator": "uniform", "jobs": [5], "processors": [8, [8]]}),
            "parts[0].processors",
            "each of processors must be given once, 8 is given twice",
        ),
        (
            changed(instances={"generator": "uniform", "jobs": [0], "processors": [8]}),
            "parts[0].jobs",
            "jobs must be at least 1, got 0",
        ),
        (
            changed(instances={"workloads": {"a": "x.swf", "b": "x.swf"}, "processors": [8]}),
            "parts[0].workloads",
            "each workload must be given once, a and b are both 'x.swf'",
        ),
        (
            changed(instances={"listed": {"a": [JOB], "b": [JOB]}, "processors": [8]}),
            "parts[0]",
            "each workload must be given once, a and b have the same jobs",
        ),
        ({**SHORT, "key": "../../x"}, "key", "no slash and no dot first, got '../../x'"),
        ({**SHORT, "key": " "}, "key", "must have a letter"),
        (
            changed(measures=["makespan", "mean_flow", "makespan"]),
            "parts[0].measures",
            "each measure must be given once, 'makespan' is given twice",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(values: Any, place: str, text: str) -> None:
    with pytest.raises(ParameterError) as caught:
        from_json(values)
    assert place in caught.value.errors
    assert text in caught.value.errors[place]


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("key = \n")
    with pytest.raises(FormatError, match="line 1"):
        read_study(broken)
    with pytest.raises(FormatError, match="cannot be read"):
        read_study(tmp_path / "none.toml")
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(FormatError, match="UTF-8"):
        read_study(broken)


def test_every_report_of_a_study_has_all_media() -> None:
    cells = computed()
    for declared in REPORTS.values():
        found = declared.of(cells)
        assert found.as_text() or all(table.is_for_programs for table in found.tables)
        for table in found.tables:
            for ending in ("csv", "tex", "md", "json"):
                assert found.write(ending, "" if ending == "json" else table.key)
            assert problems(found.write("tex", table.key)) == []
        json.dumps(found.as_json())


@pytest.mark.parametrize("study", STUDIES.values(), ids=lambda study: study.key)
def test_the_claims_of_declared_studies_are_written_as_latex(study: Study) -> None:
    found = REPORTS["verdicts"].of(Cells(study))
    for table in found.tables:
        assert problems(found.write("tex", table.key)) == []


def test_a_baseline_that_is_not_there_is_named() -> None:
    with pytest.raises(ParameterError, match="must be one of"):
        REPORTS["pairs"].of(computed(), {"baseline": "unknown"})


def test_empty_cells_have_reports() -> None:
    for declared in REPORTS.values():
        found = declared.of(Cells(STUDY))
        if declared.key != "pairs":
            assert "0 of 16 runs are computed." in found.sentences


def test_the_numbers_of_a_picture_are_its_aggregates() -> None:
    cells = computed()
    figure = REPORTS["figures"].of(cells).figures[0]
    values = cells.groups(("lists",))[1].of("makespan/simple", "LTF")
    assert figure.series[1].title == "LTF"
    assert figure.series[1].y[1] == values.mean()
    assert figure.x.ticks == (5.0, 10.0)
    assert "Mean of 3 instances a point; whiskers: 95 % interval" in figure.notes[0]


def table(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / "cells.csv").read_text().splitlines()))


def own(folder: Path) -> str:
    path = folder / "own.toml"
    path.write_text(as_toml(STUDY))
    return str(path)


def test_the_command_lists_studies(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"key", "paper", "title"} <= rows[0].keys()
    assert [row["key"] for row in rows] == list(STUDIES)
    assert main(["study", "list"]) == 0
    text = capsys.readouterr().out
    assert all(key in text for key in STUDIES)


@pytest.mark.parametrize("name", ["demt", "000"])
def test_the_command_shows_a_study_by_key_and_paper(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "show", name]) == 0
    text = capsys.readouterr().out
    assert STUDIES["demt"].title in text
    assert all(claim.text in text for claim in STUDIES["demt"].claims)
    assert main(["study", "show", name, "--toml"]) == 0
    assert from_json(tomllib.loads(capsys.readouterr().out)) == STUDIES["demt"]


def test_the_command_writes_everything_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["study", "run", own(tmp_path), "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["runs"] == 16
    claims = json.loads((out / "claims.json").read_text())
    assert told["claims"] == claims
    fields = ["key", "paper", "where", "claim", "published", "ours"]
    fields += ["verdict", "standing", "reason", "beside"]
    assert [list(claim) for claim in claims] == [fields, fields]
    rows = table(out)
    assert len(rows) == 16
    assert {row["part"] for row in rows} == {"lists", "drawn"}
    for ending in ("svg", "pdf", "png"):
        assert sorted(path.stem for path in out.glob(f"*.{ending}")) == [
            "fig1-makespan",
            "fig2-makespan",
        ]
    before = (out / "cells.csv").read_bytes()
    repeated = ["study", "run", str(out / "study.toml"), "--out", str(tmp_path / "again")]
    assert main(repeated) == 0
    assert (tmp_path / "again" / "cells.csv").read_bytes() == before
    text = capsys.readouterr().out
    assert "CONFIRMED" in text
    more = ["study", "run", own(tmp_path), "--out", str(out), "--repetitions", "4", "--jobs", "2"]
    assert main(more) == 0
    after = table(out)
    assert len(after) == 24
    assert [row for row in after if row in rows] == rows


def test_fewer_repetitions_take_those_that_are_there_and_forget_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    line = ["study", "run", own(tmp_path), "--out", str(out)]
    assert main([*line, "--repetitions", "3"]) == 0
    journal = (out / "cells.jsonl").read_bytes()
    three = (out / "cells.csv").read_bytes()
    assert main([*line, "--repetitions", "1"]) == 0
    assert len(table(out)) == 6
    assert (out / "cells.jsonl").read_bytes() == journal, "nothing is computed, nothing lost"
    assert main([*line, "--repetitions", "3"]) == 0
    assert (out / "cells.csv").read_bytes() == three
    assert (out / "cells.jsonl").read_bytes() == journal


def test_a_study_without_plots_says_that_nothing_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "bare.toml", tmp_path / "out"
    path.write_text(as_toml(replace(STUDY, plots=(), tables=(), claims=())))
    assert main(["study", "run", str(path), "--out", str(out)]) == 0
    assert "No figure is drawn: the study declares no plots" in capsys.readouterr().out
    assert not list(out.glob("*.svg"))


PLOT = {"figure": "f", "key": "f", "title": "F", "parts": ["a"], "measure": "makespan"}
JUDGE = {"judge": "level", "measure": "makespan", "method": "ltf"}


def judged(**judge: Any) -> dict[str, Any]:
    claim = {"key": "c", "text": "t", "where": "w", "published": "p"}
    return {**SHORT, "claims": [{**claim, "judges": [{**JUDGE, **judge}]}]}


@pytest.mark.parametrize(
    ("values", "place", "text"),
    [
        (changed(key=" "), "parts[0].key", "key must have a letter"),
        (changed(title=""), "parts[0].title", "title must have a letter"),
        (
            changed(methods=[3]),
            "parts[0].methods[0]",
            "must be a table of keys and values or a text",
        ),
        (changed(methods=[{"entry": "ltf", "label": " "}]), "parts[0].label", "or be left out"),
        (changed(methods=[{"name": "ltf"}]), "parts[0].methods[0].entry", "entry: is missing"),
        (changed(measures="makespan"), "parts[0].measures", "must be a list, got 'makespan'"),
        ({**SHORT, "seed": -1}, "seed", "seed must be an integer from 0"),
        ({**SHORT, "plots": [{**PLOT, "parts": ["b"]}]}, "plots[0].parts", "part must be one of a"),
        ({**SHORT, "plots": [{**PLOT, "spread": "x"}]}, "plots[0].spread", "must be 'interval'"),
        ({**SHORT, "plots": [{**PLOT, "along": "x"}]}, "plots[0].along", "along must be one of"),
        ({**SHORT, "plots": [{**PLOT, "measure": "lps"}]}, "plots[0].measure", "of its parts"),
        ({**SHORT, "plots": [{**PLOT, "methods": ["x"]}]}, "plots[0].methods", "method must be"),
        (judged(judge="x"), "claims[0].judges[0].judge", "must be one of agrees, alike"),
        (judged(method="x"), "claims[0].judges[0].method", "method must be one of ltf"),
        (judged(parts=["x"]), "claims[0].judges[0].parts", "part must be one of a"),
    ],
)
def test_what_a_file_names_must_be_there_and_no_form_is_called_by_its_type(
    values: Any, place: str, text: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        from_json(values)
    assert text in caught.value.errors[place]
    assert not re.search("Input|instance of|tuple|discriminator|argument", str(caught.value))


def test_numbers_are_written_as_people_write_them() -> None:
    text = as_toml(from_json(judged(low=25, between={"jobs": [5, 10]})))
    assert "low = 25\n" in text
    assert "25.0" not in text


def test_the_command_runs_what_one_figure_needs(tmp_path: Path) -> None:
    out = tmp_path / "out"
    line = ["study", "run", own(tmp_path), "--only", "fig2", "--seed", "3", "--out", str(out)]
    assert main(line) == 0
    rows = table(out)
    assert {row["part"] for row in rows} == {DRAWN.key}
    assert len(list(out.glob("*.svg"))) == 1


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["nothing", "--out", "x"], "no study is called 'nothing'"),
        (["demt", "--only", "fig99", "--out", "x"], "has no figure 'fig99'"),
        (["demt", "--repetitions", "0", "--out", "x"], "repetitions must be"),
        (["grid1", "--repetitions", "2", "--out", "x"], "repetitions must be at most 1"),
        (["demt", "--seed", "-1", "--out", "x"], "seed must be"),
        (["demt", "--jobs", "0", "--out", "x"], "must be an integer from 1 to 256"),
        (["demt"], "--out"),
        (["demt", "--out", "/dev/null/x"], "/dev/null is no folder"),
    ],
)
def test_the_command_says_what_is_wrong(
    words: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "run", *words]) == 2
    said = capsys.readouterr()
    assert text in said.err
    assert said.out == ""


def test_the_command_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema()


def test_a_bundle_says_what_is_missing_and_what_computed_it() -> None:
    text = readme(computed())
    for name in ("SchedWeb", "Python", "NumPy", "Numba", "SciPy", "HiGHS", "PuLP", "OR-tools"):
        assert re.search(rf"{name} \d", text), name
    assert "not finished" not in text
    cells, one = Cells(STUDY), computed()
    unit = next(cells.missing())
    part = one.parts[unit.part]
    cells.put(unit, UnitRow(part.numbers[unit.value, unit.repetition]))
    text = readme(cells)
    assert "It is not finished" in text
    assert re.search(r"    .*: 1 of \d+ instances\n    .*: 0 of \d+ instances", text)
    assert any("not all runs are computed" in row["reason"] for row in judged_rows(cells))


def test_files_of_an_earlier_selection_are_removed_and_others_are_not(tmp_path: Path) -> None:
    write(computed(), tmp_path)
    (tmp_path / "mine.svg").write_text("mine")
    (tmp_path / "tables" / "mine.csv").write_text("mine")
    write(computed(STUDY.only("fig1")), tmp_path)
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["fig1-makespan.svg", "mine.svg"]
    left = {path.stem for path in (tmp_path / "tables").glob("*.csv")}
    assert {"mine", "fig1-makespan"} <= left
    assert "fig2-makespan" not in left

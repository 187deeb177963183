"""What holds for every report, whatever it says, and what follows from declaring one."""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from parsched.apps import cli
from parsched.base.errors import ParameterError, UnknownKeyError, UnsupportedError
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.report import writers
from parsched.report.gantt.schemes import ASKED
from parsched.report.published import JOBS, PROCESSORS, RULES, WORK
from parsched.report.ranking.grid_sweeps import BESIDE
from parsched.report.records import Records
from parsched.report.registry import (
    REPORTS,
    DeclaredReport,
    Report,
    declared_report,
    suiting,
)
from parsched.run.request import requests, run_all
from tests.parsched.brief import brief
from tests.parsched.factories import amdahl, offline, rigid
from tests.parsched.policies.groups.loads import environed
from tests.parsched.report.factories import ONLINE, record, records

EIGHT = str(Path(__file__).parents[2] / "data" / "eight-jobs.swf")
CSV_STARTS = ("=", "+", "@")
Output = pytest.CaptureFixture[str]
SCENES = (
    "on-line",
    "moldable",
    "grid",
    "grid at once",
    "environments",
    "environments that arrive",
    "search",
    "alone",
    "as published",
    "unfinished",
)


def compared(instance: Instance, *texts: str) -> Records:
    """Run what texts stand for."""
    return Records.of((one.text, result) for one, result in run_all(instance, requests(texts)))


def searching(key: str) -> str:
    """An algorithm with parameters with which it ends soon, as text."""
    values = ",".join(f"{name}={value}" for name, value in brief(key).items())
    return f"{key}:{values}" if values else key


@cache
def scene(name: str) -> Records:
    """Results on an instance of one kind."""
    estimated = rigid((0, 2, 10, 20), (1, 4, 10, 20), (2, 2, 4, 4), (2, 1, 1, 30), name="a | =b")
    labelled = environed((2, 4.0, "=a"), (1, 3.0, "b"), (1, 5.0, "=a"), (1, 2.0, None))
    late = environed((2, 4.0, "a"), (1, 3.0, "b"), release=(0.0, 3.0))
    jobs = generate("uniform", jobs=30, processors=8)
    sweep = "grid:strategy=mpl|mst|mct,admissible=0.5|1"
    match name:
        case "on-line":
            return compared(Instance(estimated, Platform.of(4)), "fcfs", "easy", "conservative")
        case "moldable":
            found = compared(Instance(amdahl(6, 4), Platform.of(4)), "mrt", "demt", "sequential")
        case "grid":
            found = compared(Instance(estimated, Platform.of(6, 4)), sweep, "grid:strategy=mlb")
        case "grid at once":
            found = compared(Instance(jobs, Platform.of(8, 8, 8)), sweep)
        case "environments":
            slow = Platform.of(3, deployment=DeployTime(2.0, 1.0))
            found = compared(Instance(labelled, slow), "env-blind", "gls:lam=1|2", "gls-plus")
        case "environments that arrive":
            found = compared(Instance(late, Platform.of(2)), "online-batch:algorithm=gls", "easy")
        case "search":
            short = offline((1, 5), (1, 4), (2, 3), (1, 3))
            texts = (searching("local-search"), "lpt")
            found = compared(Instance(short, Platform.of(2)), *texts)
        case "as published":
            last = (0, PROCESSORS, (WORK - JOBS + 1) / PROCESSORS, 1)
            queue = Instance(
                rigid(*[(0, 1, 1, 1)] * (JOBS - 1), last), Platform.of(PROCESSORS), RULES
            )
            found = compared(queue, "easy", "queue:order=sjf", "fcfs")
        case "alone":
            found = compared(Instance(jobs, Platform.of(8)), "ltf")
        case _:
            found = scene("grid")
            waits = replace(found[0], key="waits", label="Waits", state="queued", metrics={})
            failed = replace(found[1], key="failed", label="Failed", state="failed", metrics={})
            blank = replace(found[2], metrics=dict.fromkeys(found[2].metrics))
            found = replace(found, rows=(waits, *found[:2], blank, *found[3:], failed))
    return found


@cache
def made(key: str, name: str) -> Report | None:
    """A report of a scene; None where it has nothing to say of it."""
    declared = REPORTS[key]
    return declared.of(scene(name)) if declared.suits(scene(name)) else None


def reports_of(key: str) -> list[Report]:
    found = [one for name in SCENES if (one := made(key, name)) is not None]
    assert found, "no scene suits it"
    return found


def complaints(
    declared: DeclaredReport, place: Records, options: dict[str, str]
) -> Mapping[str, str]:
    """What is wrong with options."""
    try:
        declared.of(place, options)
    except ParameterError as error:
        return error.errors
    return {}


@pytest.mark.parametrize("key", REPORTS)
class TestEveryReport:
    def test_it_says_what_it_is(self, key: str) -> None:
        declared = declared_report(key)
        assert declared.key == key
        assert declared.title[0].isupper()
        assert declared.help.endswith(".")
        for spec in declared.options.specs():
            assert spec.help
        for found in reports_of(key):
            assert (found.key, found.title) == (key, declared.title)
            assert found.sentences or found.tables or found.drawables
            assert all(sentence.endswith(".") for sentence in found.sentences)

    def test_it_is_plain_json(self, key: str) -> None:
        for found in reports_of(key):
            told = json.loads(json.dumps(found.as_json(), allow_nan=False))
            assert told == json.loads(found.write("json"))
            assert [table["key"] for table in told["tables"]] == [t.key for t in found.tables]

    def test_rows_have_a_cell_for_each_column(self, key: str) -> None:
        for found in reports_of(key):
            keys = [table.key for table in found.tables]
            assert len(set(keys)) == len(keys)
            for table in found.tables:
                for one in (found.table(table.key), table.raw):
                    assert one.columns
                    assert len({column.key for column in one.columns}) == len(one.columns)
                    assert all(len(row) == len(one.columns) for row in one.rows)
                    assert all(type(cell.text) is str for row in one.rows for cell in row)
                assert len({column.title for column in table.raw.columns}) == len(table.raw.columns)

    @pytest.mark.parametrize("ending", writers.WRITERS)
    def test_every_writer_writes_every_table(self, key: str, ending: str) -> None:
        for found in reports_of(key):
            for table in found.tables:
                written = writers.WRITERS[ending].write(found.table(table.key))
                assert "np.float" not in written
                assert "None" not in written
                if ending not in ("json", "txt"):
                    assert found.write(ending, table.key) == written
                if ending == "csv":
                    head, *rows = csv.reader(io.StringIO(written))
                    assert len(rows) == len(table.raw.rows)
                    assert all(len(row) == len(head) for row in rows)
                    assert not any(cell.startswith(CSV_STARTS) for row in rows for cell in row)
            assert found.write("txt") == found.as_text() + "\n"

    def test_figures_have_as_many_values_on_both_axes(self, key: str) -> None:
        for found in reports_of(key):
            keys = [figure.key for figure in found.figures]
            assert len(set(keys)) == len(keys)
            for series in (series for figure in found.figures for series in figure.series):
                assert series.x.shape == series.y.shape
                assert len(series.texts) in (0, len(series.x))
                assert all(len(said) == len(series.x) for said in series.facts.values())
            for drawn in found.gantts:
                assert drawn.printed("png").startswith(b"\x89PNG")

    def test_options_that_are_not_there_are_named(self, key: str) -> None:
        declared = REPORTS[key]
        place = next(scene(name) for name in SCENES if declared.suits(scene(name)))
        for name in ("beauty", *(spec.name for spec in declared.options.specs())):
            errors = complaints(declared, place, {name: "x"})
            assert list(errors) == [name]
            assert name in errors[name]
        for spec in declared.options.specs():
            for choice in spec.choices:
                errors = complaints(declared, place, {spec.name: choice})
                needed = {BESIDE: "table", ASKED: "pick"}.get(choice)
                assert not errors or list(errors) == [needed]

    def test_it_says_nothing_of_records_that_it_does_not_suit(self, key: str) -> None:
        waiting = records([record("fcfs", state="queued", metrics={})], ONLINE)
        assert suiting(waiting) == []
        for place in (waiting, *map(scene, SCENES)):
            if not REPORTS[key].suits(place):
                with pytest.raises(UnsupportedError, match=f"there is no report {key} of these"):
                    REPORTS[key].of(place)

    def test_a_table_or_a_file_that_is_not_there_is_told(self, key: str) -> None:
        [found, *_] = reports_of(key)
        with pytest.raises(UnknownKeyError, match=r"'x'; (there are: |it has none)"):
            found.table("x")
        with pytest.raises(UnknownKeyError, match="no file is written as 'exe'; there are: csv"):
            found.write("exe")


def test_scenes_have_the_reports_of_their_kind() -> None:
    every = {"results", "summary", "distributions", "gantt"}
    assert {declared.key for declared in suiting(scene("alone"))} >= every
    for name, keys in {
        "on-line": {"ranking"},
        "moldable": {"two-criteria", "ranking"},
        "grid": {"sites", "admissible", "grid-paper"},
        "environments": {"environments", "trade-offs"},
        "search": {"search"},
    }.items():
        assert {declared.key for declared in suiting(scene(name))} >= {*every, *keys}
    assert not REPORTS["search"].suits(scene("on-line"))
    assert not REPORTS["ranking"].suits(scene("alone"))


def test_the_best_share_may_be_asked_for_all_tables() -> None:
    """Of those that have no best, the share is the usual one."""
    best = REPORTS["grid-paper"].of(scene("grid"), {"share": "best"})
    assert [table.key for table in best.tables][:3] == ["table-1", "table-2", "table-3"]
    assert "the best a of each strategy" in best.table("table-3").title
    assert "a = 0.5" in best.table("table-5").title
    with pytest.raises(ParameterError, match=r"share must be one of 0\.5 for Table 5; got best"):
        REPORTS["grid-paper"].of(scene("grid"), {"share": "best", "table": "table-5"})


def test_runs_with_equal_labels_are_told_apart() -> None:
    twice = compared(Instance(offline((1, 5), (2, 4)), Platform.of(2)), "lpt", "lpt", "lpt")
    assert [one.key for one in twice] == ["lpt", "lpt #2", "lpt #3"]
    assert [one.label for one in twice] == ["lpt"] * 3
    assert [len(twice.only([one.key])) for one in twice] == [1] * 3


class TestCommand:
    GIVEN = ("--workload", EIGHT, "--procs", "6", "fcfs", "easy")

    def test_what_follows_a_text_with_commas_belongs_to_it(self, capsys: Output) -> None:
        asked = "results:metrics=makespan,mean_wait,baseline=easy"
        assert cli.main(["report", asked, *self.GIVEN, "--as", "csv"]) == 0
        [head, *rows] = csv.DictReader(io.StringIO(capsys.readouterr().out))
        assert [row["run"] for row in (head, *rows)] == ["fcfs", "easy"]
        assert {"makespan [s]", "mean_wait [s]"} <= set(head)
        assert "utilisation [fraction]" not in head

    def test_files_and_pictures_are_written(self, capsys: Output, tmp_path: Path) -> None:
        out = str(tmp_path / "table.tex")
        assert cli.main(["report", "ranking", *self.GIVEN, "--as", "tex", "--out", out]) == 0
        assert (tmp_path / "table.tex").read_text(encoding="utf-8").endswith("\\end{tabular}\n")
        folder = tmp_path / "pictures"
        asked = ("--as", "png", "--out", str(folder))
        assert cli.main(["report", "distributions", *self.GIVEN, *asked]) == 0
        assert "distributions-wait.png" in [path.name for path in folder.iterdir()]
        assert capsys.readouterr().out == ""

    @pytest.mark.parametrize(
        ("asked", "sentence"),
        [
            ("nonsense", "no report is called 'nonsense'; there are: results, "),
            ("search", "there is no report search of these results"),
            ("results:baseline=gone", "baseline must be a run with a result, got gone"),
            ("results:metrics=x", "metrics must be among makespan, "),
            ("ranking:cases=gone", "cases must be comparisons of yours "),
        ],
    )
    def test_what_cannot_be_said_is_one_sentence(
        self, capsys: Output, asked: str, sentence: str
    ) -> None:
        assert cli.main(["report", asked, *self.GIVEN]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.splitlines()[-1].startswith(sentence)

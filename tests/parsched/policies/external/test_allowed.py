"""Commands run only where the user allows it: whatever a file, a study or an entry says."""

import ast
import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import parsched as sched
from parsched.apps.cli import main
from parsched.base.errors import CommandError
from parsched.declare.parameters import Chosen, Params
from parsched.model.stop import Stop
from parsched.policies.catalogue import ALGORITHMS, algorithm
from parsched.policies.external.external import ExternalParams, external
from parsched.report.as_code import as_code
from parsched.report.records import Records
from parsched.run.request import RequestEntry, requests, run_all
from parsched.studies import Cells
from parsched.studies.computing import compute
from parsched.studies.files import from_text
from parsched.studies.running import run
from tests.parsched.policies.external.programs import python

SWF = "1 0 0 5 2 -1 -1 2 10 -1 1 1 1 1 1 -1 -1 -1\n2 1 0 5 2 -1 -1 2 10 -1 1 1 1 1 1 -1 -1 -1\n"
STUDY = """
key = "mine"
title = "From a stranger"

[[parts]]
key = "one"
title = "One"
repetitions = 2
methods = ["fcfs", {entry}]
measures = ["makespan"]

[parts.instances]
generator = "uniform"
jobs = [5]
processors = [8]
"""


@pytest.fixture
def trap(tmp_path: Path) -> tuple[Path, str]:
    """Return a file that a command makes, and an entry that names the command."""
    made = tmp_path / "made"
    return made, f"external:command={python(f'open({str(made)!r}, chr(119))')}"


@pytest.fixture
def jobs(tmp_path: Path) -> Path:
    file = tmp_path / "jobs.swf"
    file.write_text(SWF, encoding="utf-8")
    return file


@pytest.fixture
def instance() -> sched.Instance:
    return sched.Instance(sched.generate("uniform", jobs=3, processors=8), sched.Platform.of(8))


@pytest.mark.parametrize(
    "words",
    [
        ("run", "--algorithm", "external"),
        ("explain", "--algorithm", "external", "--job", "1"),
        ("compare", "fcfs"),
        ("front",),
        ("report", "results", "fcfs"),
    ],
    ids=lambda words: words[0],
)
def test_no_command_line_runs_one_without_the_option(
    words: tuple[str, ...],
    trap: tuple[Path, str],
    jobs: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made, entry = trap
    named = entry.partition(":")[2]
    rest = ["--param", named] if "--algorithm" in words else [entry]
    swf = ["--workload", str(jobs), "--procs", "4"]
    assert main([*words, *rest, *swf]) == 2
    said = capsys.readouterr().err
    assert not made.exists()
    if words[0] != "front":  # jobs without environments have none
        assert "commands are not allowed: read it, then allow them by --allow-commands" in said
        main([*words, *rest, *swf, "--allow-commands"])
        assert made.exists(), "with it, it runs"


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_study_file_of_a_stranger_runs_nothing(
    trap: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], processes: str
) -> None:
    made, entry = trap
    file, out = tmp_path / "study.toml", tmp_path / "out"
    file.write_text(STUDY.format(entry=json.dumps(entry)), encoding="utf-8")
    words = ["study", "run", str(file), "--out", str(out), "--jobs", processes]
    assert main(words) == 2
    assert "--allow-commands" in capsys.readouterr().err
    assert not made.exists()
    main([*words, "--allow-commands"])
    assert made.exists()


def test_nor_does_the_library_with_its_study(trap: tuple[Path, str]) -> None:
    made, entry = trap
    study = from_text(STUDY.format(entry=json.dumps(entry)), is_json=False)
    assert study.commands == (entry.partition("=")[2],)
    with pytest.raises(CommandError):
        run(Cells(study), lambda unit, row: None)
    row = compute(study, next(iter(Cells(study).missing())))
    assert "commands are not allowed" in row.problems[1]
    assert not made.exists()


@pytest.mark.parametrize(
    "call",
    [
        lambda instance, entry: sched.compare(instance, "fcfs", entry),
        lambda instance, entry: list(run_all(instance, requests([entry]))),
        lambda instance, entry: sched.solve(instance, "external", requests([entry])[0].params),
        lambda instance, entry: sched.solve(
            instance, "external", dict(RequestEntry.parse(entry).params), stop=Stop().part(0, 1, "")
        ),
        lambda instance, entry: algorithm("external").schedule(
            instance, requests([entry])[0].params, Stop()
        ),
        lambda instance, entry: external(instance, requests([entry])[0].params, Stop()),  # type: ignore[arg-type]
    ],
    ids=["compare", "run_all", "solve", "part", "schedule", "function"],
)
def test_no_function_runs_one_unless_it_is_told(
    call: Callable[[sched.Instance, str], Any], trap: tuple[Path, str], instance: sched.Instance
) -> None:
    made, entry = trap
    with pytest.raises(CommandError, match="allow_commands=True"):
        call(instance, entry)
    assert not made.exists()


def test_with_the_word_it_runs(instance: sched.Instance) -> None:
    records = sched.compare(instance, "fcfs", "external", allow_commands=True)
    assert len(records.done) == 2


def test_commands_within_other_algorithms_count() -> None:
    inner = Chosen("external", ExternalParams(command="evil"))
    outer = algorithm("online-batch").params()
    object.__setattr__(outer, "algorithm", inner)
    assert outer.commands == ("evil",)


@pytest.mark.parametrize("key", list(ALGORITHMS))
def test_whatever_runs_commands_names_them(key: str) -> None:
    declared = ALGORITHMS[key]
    assert declared.runs_commands == (declared.params.commands is not Params.commands)


@pytest.mark.parametrize(
    "text", ['x"); import os; os.system("evil") #', "a\\", "'\"", "{evil()}", "\u00e9 \\n evil"]
)
def test_a_command_stays_a_text_in_the_code_that_pages_show(
    text: str, instance: sched.Instance
) -> None:
    params = ExternalParams(command=shlex.quote(text)).as_dict()
    found = replace(sched.solve(instance, "fcfs"), algorithm="external", params=params)
    code = as_code(Records.of([("one", found)]))
    texts = {one.value for one in ast.walk(ast.parse(code)) if isinstance(one, ast.Constant)}
    assert f"external:command={params['command']}" in texts


@pytest.mark.parametrize("label", ["two\nimport os", "two\r\nevil()", "\x0cevil()"])
def test_a_label_stays_a_comment_there(label: str, instance: sched.Instance) -> None:
    found = sched.solve(instance, "fcfs")
    given = replace(found, algorithm="given", params={})
    code = as_code(Records.of([("one", found), (label, given)]))
    assert ast.dump(ast.parse(code)) == ast.dump(ast.parse(as_code(Records.of([("one", found)]))))

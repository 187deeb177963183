"""`python -m parsched merge` writes the workload and says what became of the jobs."""

import json
from pathlib import Path

import pytest

from parsched.apps.cli import main
from parsched.data.formats import read
from parsched.data.merging import MergeSpec
from tests.parsched.data.formats.lines import line, swf
from tests.parsched.data.formats.workloads import names

Output = pytest.CaptureFixture[str]


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A specification beside the traces of its two sites."""
    (tmp_path / "a.swf").write_bytes(swf(line(), line(id=2, submit=9)))
    (tmp_path / "b.swf").write_bytes(swf(line(submit=3)))
    path = tmp_path / "spec.json"
    sources = [{"site": name, "file": f"{name}.swf", "processors": 4} for name in ("a", "b")]
    window = {"align": "start", "after_days": 0, "days": 1}
    path.write_text(json.dumps({"window": window, "sources": sources}), encoding="utf-8")
    return path


@pytest.mark.parametrize("extension", ["json", "swf", "gwf"])
def test_origins_are_in_every_format(spec: Path, capsys: Output, extension: str) -> None:
    out = spec.parent / f"out.{extension}"
    assert main(["merge", str(spec), "--out", str(out)]) == 0
    assert "3 jobs on 8 processors, load" in capsys.readouterr().out
    assert names(read(out).workload, "origin") == ["a", "b", "a"]


def test_the_written_specification_gives_the_same_bytes(spec: Path, capsys: Output) -> None:
    first, second = spec.parent / "1.json.gz", spec.parent / "2.json.gz"
    assert main(["merge", str(spec), "--out", str(first), "--json"]) == 0
    again = spec.parent / "again" / "spec.json"
    again.parent.mkdir()
    again.write_text(json.dumps(json.loads(capsys.readouterr().out)["spec"]), encoding="utf-8")
    arguments = ["merge", str(again), "--traces", str(spec.parent), "--out", str(second)]
    assert main(arguments) == 0
    assert first.read_bytes() == second.read_bytes()


def test_the_specification_may_be_written_to_a_file(spec: Path, capsys: Output) -> None:
    out, pinned = spec.parent / "out.swf", spec.parent / "pinned.json"
    given = ["merge", str(spec), "--out", str(out), "--spec-out"]
    assert main([*given, str(pinned)]) == 0
    text = pinned.read_text(encoding="utf-8")
    sources = MergeSpec.from_text(text).sources
    assert all(len(source.site.sha256) == 64 for source in sources)
    assert main([*given, str(spec.parent / "none" / "pinned.json")]) == 2
    assert "there is no folder " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("none.json", "none.json cannot be read, nor is it one of grid1, grid1-338, "),
        ("grid1", "sources[0] (KTH): KTH-SP2-1996-2.1-cln.swf.gz cannot be read: No such file"),
        ("grid1", "directory; name the folder of the files with --traces\n"),
    ],
)
def test_what_is_missing_is_one_sentence(given: str, sentence: str, capsys: Output) -> None:
    assert main(["merge", given, "--out", "out.swf"]) == 2
    assert sentence in capsys.readouterr().err

"""Entries are declared, run in processes of their own, and kept; pages show how each stands."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from django.test import Client

from schedweb.base import evidence as module
from schedweb.base.config import PROJECT
from schedweb.base.evidence import FILE, Evidence, EvidencePage, EvidenceState, Figures, evidence
from schedweb.documentation import tested
from tests import factories
from tests.evidence import __main__ as program
from tests.evidence.declared import entries
from tests.evidence.entry import ENTRIES, Entry, Tally, entry, shared

FIGURES = Figures(
    size="3 files",
    cases=3,
    differing=0,
    worst="equal",
    examples=(),
    error="",
    date="2026-11-01T12:00+00:00",
    commit="abc",
    machine="a machine",
    versions={},
    seconds=2.0,
)
WORDS = ("one", "One", "Things", "ours", "theirs", "tests/evidence", "files")


def declared(**changes: object) -> Entry:
    usual = Entry(*WORDS, size=3, full=9, run=lambda size: Tally(f"{size} files", cases=size))
    return replace(usual, **changes)  # type: ignore[arg-type]


def test_figures_name_commits_of_this_history() -> None:
    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *words], cwd=PROJECT, capture_output=True, text=True)

    if git("rev-parse", "--is-shallow-repository").stdout.strip() != "false":
        pytest.skip("this is no clone with its history")
    commits = {one.figures.commit.split()[0] for one in evidence() if one.figures}
    assert commits
    for commit in commits:
        assert git("merge-base", "--is-ancestor", commit, "HEAD").returncode == 0, commit


@pytest.fixture
def one(monkeypatch: pytest.MonkeyPatch) -> Entry:
    """The only declared entry, run in this process."""
    found = declared()
    monkeypatch.setattr(program, "entries", lambda: {"one": found})

    def ran(key: str, size: int) -> dict[str, object]:
        return vars(found.run(size))

    monkeypatch.setattr(program, "_ran", ran)
    return found


def test_every_entry_has_figures_that_are_as_declared() -> None:
    kept = {one.key: one for one in evidence()}
    assert [*kept] == [*entries()]
    for key, one in entries().items():
        assert program.declared_as(one, kept[key]) == kept[key], f"make evidence only={key}"
        assert kept[key].figures is not None


def test_an_entry_runs_in_a_process_of_its_own() -> None:
    assert entries()["statistics"].size > 2
    tally = program._ran("statistics", 2)  # noqa: SLF001
    assert (tally["cases"], tally["differing"]) == (24, 0)


def test_a_run_is_kept_with_its_size_and_its_day(one: Entry, tmp_path: Path) -> None:
    file = tmp_path / "e.json"
    assert program.main(["--file", str(file)]) == 0
    [found] = evidence(file)
    assert found.figures is not None
    assert (found.state, found.result, found.figures.size) == (
        EvidenceState.AGREES,
        "3 files",
        "3 files",
    )
    assert "core" in found.figures.machine
    assert found.figures.commit
    assert program.main(["--file", str(file), "--full"]) == 0
    assert evidence(file)[0].result == "9 files"


def test_what_differs_is_said_and_ends_with_1(
    one: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = Tally("3 files")
    for i in range(5):
        tally.take(i % 2, f"file {i}", cases=2)
    monkeypatch.setattr(program, "_ran", lambda key, size: vars(tally))
    assert program.main(["--file", str(tmp_path / "e.json")]) == 1
    [found] = evidence(tmp_path / "e.json")
    assert (found.state, found.result) == (EvidenceState.DIFFERS, "10 files, 2 differ")
    assert [*found.remarks] == ["File 1", "File 3"]


@pytest.mark.parametrize("error", [ValueError("no number"), OSError("no disk")])
def test_one_that_fails_is_shown_as_failed(
    one: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    file = tmp_path / "e.json"
    assert program.main(["--file", str(file)]) == 0

    def fail(key: str, size: int) -> dict[str, object]:
        raise error

    monkeypatch.setattr(program, "_ran", fail)
    assert program.main(["--file", str(file)]) == 1
    [found] = evidence(file)
    assert (found.state, found.result) == (EvidenceState.FAILED, "")
    assert [*found.remarks] == [str(error).capitalize()]


def test_a_program_that_ends_is_a_failure_with_its_last_line() -> None:
    with pytest.raises(CalledProcessError) as raised:
        program._ran("nothing", 1)  # noqa: SLF001
    assert program._said(raised.value) == "KeyError: 'nothing'"  # noqa: SLF001


def test_no_cases_are_no_agreement(
    one: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "_ran", lambda key, size: vars(Tally("nothing")))
    assert program.main(["--file", str(tmp_path / "e.json")]) == 1
    assert evidence(tmp_path / "e.json")[0].state is EvidenceState.FAILED


def test_one_that_lacks_something_keeps_its_last_figures(
    one: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "e.json"
    program.main(["--file", str(file)])
    before = evidence(file)[0].figures
    lacking = declared(lacks=lambda: "there is no folder")
    monkeypatch.setattr(program, "entries", lambda: {"one": lacking})
    assert program.main(["--file", str(file)]) == 0
    [found] = evidence(file)
    assert found.figures == before
    assert found.state is EvidenceState.AGREES
    assert found.remarks[-1].endswith(": there is no folder")
    program.main(["--file", str(tmp_path / "new.json")])
    [never] = evidence(tmp_path / "new.json")
    assert (never.state, never.figures) == (EvidenceState.NOT_RUN, None)


def test_only_what_is_named_runs(
    one: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = replace(one, key="other")
    monkeypatch.setattr(program, "entries", lambda: {"one": one, "other": other})
    file = tmp_path / "e.json"
    program.main(["--file", str(file), "--only", "oth"])
    assert [each.state for each in evidence(file)] == [EvidenceState.NOT_RUN, EvidenceState.AGREES]
    assert capsys.readouterr().out.startswith("other: agrees\n  3 files\n")
    with pytest.raises(SystemExit):
        program.main(["--file", str(file), "--only", "third"])
    assert "no entry has 'third' in its key; there are: one, other" in capsys.readouterr().err


def test_words_of_an_entry_are_those_that_are_declared_now(
    one: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "e.json"
    program.main(["--file", str(file)])
    renamed = replace(one, title="Another title")
    gone = replace(one, key="later")
    monkeypatch.setattr(program, "entries", lambda: {"one": renamed, "later": gone})
    program.main(["--file", str(file), "--only", "later"])
    assert [each.title for each in evidence(file)] == ["Another title", "One"]


def test_files_of_others_are_named_where_they_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.evidence.entry.SHARED", tmp_path / "shared")
    assert shared("a")() == "there is no folder ../shared beside this clone"
    (tmp_path / "shared").mkdir()
    assert shared("a", "b")() == "../shared lacks a, b"
    (tmp_path / "shared" / "a").touch()
    assert shared("a")() == ""


@pytest.mark.parametrize(("key", "where"), [("twin", "tests"), ("new", "tests/nowhere.py")])
def test_a_key_twice_and_a_test_that_is_not_there_are_refused(key: str, where: str) -> None:
    entries()
    with pytest.raises(ValueError, match=f"'{key}'|there is no {where}"):
        entry(
            key,
            title="",
            about="",
            ours="",
            against="",
            where=where,
            unit="",
            size=1,
            full=1,
        )
    assert "new" not in ENTRIES


@pytest.mark.django_db
def test_pages_show_each_entry_as_it_stands(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = {
        "agrees": FIGURES,
        "differs": replace(FIGURES, differing=1, examples=("file <2>",)),
        "failed": replace(FIGURES, cases=0, error="the disk is full"),
        "not run": None,
    }
    found = {
        key: Evidence(key, key.title(), *WORDS[2:], figures=figures)
        for key, figures in states.items()
    }
    program.keep(found, tmp_path / "e.json")
    monkeypatch.setattr(module, "FILE", tmp_path / "e.json")
    client.force_login(factories.person("alice"))
    page, site = client.get("/evidence/").content.decode(), tested.pages()["science/evidence.md"]
    for key, look in zip(states, ("done", "failed", "failed", "queued"), strict=True):
        assert f'<span class="badge {look}">{key}</span>' in page
        assert key in site
    assert "4 entries: 1 agrees, 1 differs, 1 failed, 1 not run." in page
    assert "2026-11-01, 3 files, 2 s of processor time" in page
    for text in ("file &lt;2&gt;", "The disk is full"):
        assert text.lower() in page.lower()
    assert "1 differs" in site
    assert "&lt;2" in site or r"\<2" in site
    monkeypatch.setattr(module, "FILE", tmp_path / "none.json")
    assert EvidencePage.of().sentences == ["Nothing has run yet."]
    assert "Nothing has run yet." in client.get("/evidence/").content.decode()


def test_figures_are_committed() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8"))["entries"]

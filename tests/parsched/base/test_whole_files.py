"""Files and folders are written whole or not at all, and never onto what is read."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from parsched.apps import cli
from parsched.base.errors import FormatError
from parsched.base.whole_files import in_place_of, keeping, problem_of, whole, whole_folder, write
from tests.everywhere import ROOT

EIGHT = str(ROOT / "tests" / "data" / "eight-jobs.swf")
ON = ("--workload", EIGHT, "--procs", "128")
WRITERS = {
    "read --out": ("read", EIGHT, "--out", "{}.csv"),
    "run --schedule": ("run", *ON, "--algorithm", "easy", "--schedule", "{}.csv"),
    "report --out": ("report", "results", *ON, "easy", "fcfs", "--as", "csv", "--out", "{}.csv"),
    "report --as svg": (
        *("report", "distributions", *ON, "easy", "fcfs"),
        *("--as", "svg", "--figure", "wait", "--out", "{}.svg"),
    ),
    "generate --out": ("generate", "uniform", "--jobs", "3", "--procs", "4", "--out", "{}.csv"),
}


def at(command: Sequence[str], path: object) -> list[str]:
    """Return a command that writes to a path, whose ending is its own."""
    return [word.replace("{}", str(path)) for word in command]


def said(capsys: pytest.CaptureFixture[str], argv: Sequence[str]) -> str:
    """Run a command that must be refused, and return its line."""
    assert cli.main(argv) == cli.FAILED
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
def test_every_command_writes_whole_and_nothing_beside(
    command: Sequence[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(at(command, tmp_path / "a")) == 0, capsys.readouterr().err
    [made] = tmp_path.iterdir()
    assert made.stat().st_size > 0
    assert stat.S_IMODE(made.stat().st_mode) == 0o666 & ~umask()


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
def test_every_command_names_the_option_and_what_is_wrong(
    command: Sequence[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    option = command[[word.startswith("{}") for word in command].index(True) - 1]
    (tmp_path / "file").write_text("")
    for place, rule in (
        ("", "a file needs a name"),
        (str(tmp_path), "it is a folder: name a file"),
        (f"{tmp_path}/none/a.csv", "there is no folder"),
        (f"{tmp_path}/file/a.csv", "is no folder"),
        (f"{tmp_path}/new.csv/", "it is a folder: name a file"),
    ):
        argv = [place if word.startswith("{}") else word for word in command]
        if "svg" in argv and place == str(tmp_path):
            continue  # figures may go into a folder
        error = said(capsys, argv)
        assert error.startswith(f"{option} cannot be {place!r}: ")
        assert rule in error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


@pytest.mark.parametrize("protects", ["folder", "file"])
@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
def test_what_may_only_be_read_stays(
    command: Sequence[str], protects: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    name = next(word for word in command if word.startswith("{}")).removeprefix("{}")
    file = folder / f"a{name}"
    if protects == "file":
        file.write_text("old")
        file.chmod(0o444)
    else:
        folder.chmod(0o555)
    assert "may only be read" in said(capsys, at(command, folder / "a"))
    folder.chmod(0o755)
    assert [path.read_text() for path in folder.iterdir()] == ["old"] * (protects == "file")


def names_of(log: Path) -> dict[str, Path]:
    """Return other names of a file."""
    folder = log.parent
    names = {
        "itself": log,
        "spelling": folder / "." / ".." / folder.name / log.name,
        "link": folder / f"link{log.suffix}",
        "hard link": folder / f"hard{log.suffix}",
        "relative": Path(os.path.relpath(log)),
    }
    names["link"].symlink_to(log.name)
    names["hard link"].hardlink_to(log)
    return names


READERS = {
    "read --out": ("read", "log.swf", "--out", "{}"),
    "read --profile": ("read", "log.swf", "--profile", "{}"),
    "run --schedule": (
        *("run", "--workload", "log.swf", "--procs", "128"),
        *("--algorithm", "easy", "--schedule", "{}"),
    ),
    "report --out": (
        *("report", "results", "--workload", "log.swf", "--procs", "128", "easy"),
        *("--as", "csv", "--out", "{}"),
    ),
}


@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
@pytest.mark.parametrize("name", ["itself", "spelling", "link", "hard link", "relative"])
def test_nothing_is_written_onto_what_is_read(
    command: Sequence[str], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.swf"
    log.write_bytes(Path(EIGHT).read_bytes())
    other = names_of(log)[name]
    argv = [{"log.swf": str(log), "{}": str(other)}.get(word, word) for word in command]
    assert "is read" in said(capsys, argv)
    assert log.read_bytes() == Path(EIGHT).read_bytes()


def test_a_profile_a_schedule_and_a_specification_are_read_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], shared: Path
) -> None:
    case = shared / "cases" / "outside-2" / "04-end-of-summer-time"
    profile = tmp_path / "p.toml"
    profile.write_bytes(case.with_suffix(".toml").read_bytes())
    argv = ["read", f"{case}.sacct.txt", "--source", str(profile), "--profile", str(profile)]
    assert "it is what is read" in said(capsys, argv)
    schedule = tmp_path / "s.csv"
    assert cli.main(["run", *ON, "--algorithm", "easy", "--schedule", str(schedule)]) == 0
    report = ["report", "results", *ON, "--schedule", str(schedule), "--as", "csv"]
    before = schedule.read_bytes()
    assert "it is what is read" in said(capsys, [*report, "--out", str(schedule)])
    assert schedule.read_bytes() == before


def test_traces_of_a_merge_are_read_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = tmp_path / "a.swf"
    trace.write_bytes(Path(EIGHT).read_bytes())
    spec = tmp_path / "spec.json"
    spec.write_text(
        '{"format": "schedweb-merge", "version": 1, "window": {"align": "start", "after_days": 0},'
        '"sources":'
        ' [{"site": "a", "file": "a.swf", "processors": 128, "zone": "UTC"}]}'
    )
    error = said(capsys, ["merge", str(spec), "--out", str(trace)])
    assert "read" in error
    assert trace.read_bytes() == Path(EIGHT).read_bytes()


def test_two_options_do_not_write_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], shared: Path
) -> None:
    log = shared / "cases" / "outside-2" / "01-late-first-release.csv"
    place = str(tmp_path / "a.csv")
    argv = ["read", str(log), "--profile", f"{tmp_path}/./a.csv", "--out", place]
    assert "--profile is written there" in said(capsys, argv)


def limited(argv: Sequence[str], blocks: int) -> "subprocess.CompletedProcess[str]":
    """Run a command that may write no file larger than some KiB."""
    line = f'ulimit -f {blocks}; exec "$@"'
    command = ["bash", "-c", line, "bash", sys.executable, "-m", "parsched", *argv]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("ending", ["json", "swf", "csv", "gwf"])
def test_a_full_disk_leaves_the_good_old_file(ending: str, tmp_path: Path) -> None:
    place = tmp_path / f"a.{ending}"
    place.write_text("good and old")
    big = ["generate", "lublin", "--jobs", "9000", "--procs", "64", "--out", str(place)]
    done = limited(big, 100)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{place} cannot be written: File too large" in done.stderr
    assert (place.read_text(), len(list(tmp_path.iterdir()))) == ("good and old", 1)


def test_a_full_disk_leaves_the_good_old_folder(tmp_path: Path) -> None:
    place = tmp_path / "figures"
    figures = ["report", "distributions", *ON, "easy", "fcfs", "--as", "png", "--out", str(place)]
    assert cli.main(figures) == 0
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    done = limited([*figures, "--width", "text"], 10)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before
    assert len(list(tmp_path.iterdir())) == 1
    done = limited([*figures[:-1], str(tmp_path / "new")], 10)
    assert done.returncode == 2
    assert len(list(tmp_path.iterdir())) == 1, "no half of a folder"


STOPPED = """
import os, signal, sys
from parsched.base.program import run
from parsched.base.whole_files import whole, whole_folder
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # tests may run under nohup, which programs inherit
def main():
    if sys.argv[2] == "file":
        with whole(sys.argv[1]) as file:
            file.write(b"half")
            file.flush()
            os.kill(os.getpid(), int(sys.argv[3]))
            signal.pause()
    with whole_folder(sys.argv[1]) as draft:
        draft.add("a.txt", "half")
        os.kill(os.getpid(), int(sys.argv[3]))
        signal.pause()
sys.exit(run(main))
"""


@pytest.mark.parametrize("kind", ["file", "folder"])
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -9)],
)
def test_a_kill_in_the_middle_leaves_what_was_there(
    kind: str, number: int, code: int, tmp_path: Path
) -> None:
    place = tmp_path / "a"
    if kind == "file":
        place.write_text("good and old")
    else:
        place.mkdir()
        (place / "a.txt").write_text("good and old")
    command = [sys.executable, "-c", STOPPED, str(place), kind, str(int(number))]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr.count("Traceback")) == (code, 0)
    kept = place if kind == "file" else place / "a.txt"
    assert kept.read_text() == "good and old"
    if number != signal.SIGKILL:
        assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_permissions_stay(mode: int, tmp_path: Path) -> None:
    place = tmp_path / "a.txt"
    place.write_text("old")
    place.chmod(mode)
    write(place, "new")
    assert (place.read_text(), stat.S_IMODE(place.stat().st_mode)) == ("new", mode)


def test_links_are_followed_also_where_they_lead_nowhere_yet(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link"
    link.symlink_to("there/a.txt")
    for text in ("one", "two"):
        write(link, text)
        assert link.is_symlink()
        assert (tmp_path / "there" / "a.txt").read_text() == text


def test_devices_are_written_and_stay() -> None:
    write("/dev/null", "nothing")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(FormatError, match="/dev/full cannot be written: No space left"):
        write("/dev/full", "x" * 100_000)


def test_what_fails_within_takes_the_draft_along(tmp_path: Path) -> None:
    with suppress(ZeroDivisionError), whole(tmp_path / "a.txt") as file:
        file.write(b"half")
        raise ZeroDivisionError
    with suppress(ZeroDivisionError), whole_folder(tmp_path / "b") as draft:
        draft.add("c.txt", "half")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_keeps_what_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("own")
    (tmp_path / "a.txt").write_text("old")
    with whole_folder(tmp_path) as draft:
        draft.add("a.txt", "new")
        draft.add("deep/er/b.txt", "new")
    assert (tmp_path / "own.txt").read_text() == "own"
    assert (tmp_path / "a.txt").read_text() == "new"
    assert (tmp_path / "deep" / "er" / "b.txt").read_text() == "new"


def test_no_file_of_a_folder_takes_the_place_of_what_is_read(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("read")

    def replace() -> None:
        with keeping(log), whole_folder(tmp_path) as draft:
            draft.add("other.csv", "new")
            draft.add("log.csv", "new")

    with pytest.raises(FormatError, match="it is what is read"):
        replace()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.csv"]
    with keeping(log), whole_folder(tmp_path) as draft:
        draft.add("log.csv", "read")
    assert log.read_text() == "read", "what is the same is no harm"


def test_a_folder_takes_the_place_of_another(tmp_path: Path) -> None:
    place = tmp_path / "site"
    for name in ("one", "two"):
        with in_place_of(place) as folder:
            (folder / name).write_text(name)
        assert [path.name for path in place.iterdir()] == [name]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("path", ["", "a\0b"])
def test_what_is_no_name_is_refused(path: str) -> None:
    assert problem_of(path)
    with pytest.raises(FormatError, match="cannot be written"):
        write(path, "")

"""Set-up compiles what is missing, and nothing twice; later processes only read."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from parsched.apps.cli import main
from parsched.apps.compiling import compiling, setup
from parsched.base.compiled import COMPILED_ONLY, NotCompiledError, folder
from parsched.base.compiled.kernel import Kernel
from parsched.base.compiled.machine_code import CHECKED, Code
from parsched.data.files.json_nesting import first_too_deep
from parsched.model.problem.profiles import times_at
from parsched.report.gantt.raster import separator
from tests.everywhere import ROOT
from tests.parsched.apps.compiling.conftest import TEXT

BESIDE = str(ROOT / "algorithms" / "parsched" / "__compiled__")


def files(place: Path) -> list[str]:
    return sorted(file.name for file in place.iterdir() if "-" in file.name)


def fresh() -> Kernel[..., int]:
    """The kernel as a process has it that never called it."""
    return Kernel(first_too_deep.py_func, first_too_deep.options)


def test_set_up_compiles_once(place: Path) -> None:
    told: list[tuple[int, int]] = []
    assert not folder.is_complete()
    assert setup.compile_all(1, lambda *numbers: told.append(numbers)) == 1
    assert told == [(0, 1), (1, 1)]
    assert folder.is_complete()
    assert [name.split("-")[0] for name in files(place)] == [
        "parsched.data.files.json_nesting.first_too_deep"
    ]
    assert setup.compile_all(1, lambda *numbers: told.append(numbers)) == 0
    assert len(told) == 2


def test_what_set_up_compiled_is_read(place: Path) -> None:
    setup.compile_all(1)
    assert fresh()(TEXT, 1) == 1


def test_another_version_compiles_only_what_changed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def practise() -> None:
        first_too_deep(TEXT, 1)
        separator(1.0, 1.0)

    setup.compile_all(1)
    monkeypatch.setattr(compiling, "practise", practise)
    monkeypatch.setattr(folder, "stamp", lambda: "one with another kernel")
    assert setup.compile_all(1) == 1
    monkeypatch.setattr(folder, "stamp", lambda: "one that changed elsewhere")
    assert setup.compile_all(1) == 0
    assert folder.is_complete()


def test_what_no_version_needs_is_removed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup.compile_all(1)
    (old := place / "parsched.data.files.json_nesting.old-0").touch()
    monkeypatch.setattr(folder, "stamp", lambda: "another version")
    setup.compile_all(1)
    assert not old.exists()
    assert len(files(place)) == 1


SPOILT: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "cut": lambda file: file.write_bytes(file.read_bytes()[:-1]),
    "altered": lambda file: file.write_bytes(file.read_bytes()[:-1] + b"\0"),
}


def test_damaged_code_is_made_again(place: Path) -> None:
    """One after the other: what was made again is damaged next."""
    setup.compile_all(1)
    for how, spoil in SPOILT.items():
        [name] = files(place)
        spoil(place / name)
        with pytest.raises(NotCompiledError):
            fresh()(TEXT, 1)
        assert setup.compile_all(1) == 1, how
        assert fresh()(TEXT, 1) == 1, how


def test_a_process_that_must_not_compile_says_what_is_missing(place: Path) -> None:
    assert os.environ[COMPILED_ONLY]
    with pytest.raises(
        NotCompiledError, match=r"nesting\.first_too_deep\(.*\) is not compiled; `python"
    ):
        fresh()(TEXT, 1)


def test_another_process_compiles_for_itself_and_says_so(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv(COMPILED_ONLY)
    assert fresh()(TEXT, 1) == 1
    assert "Compiling parsched.data.files.json_nesting.first_too_deep, which was not" in caplog.text
    assert not place.exists()


def test_an_installed_library_keeps_what_it_compiles_and_says_so_once(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(folder, "IS_CLONE", False)
    monkeypatch.setattr(Code, "kept_in", None)
    monkeypatch.delenv(COMPILED_ONLY)
    assert fresh()(TEXT, 1) == fresh()(TEXT.copy(), 1) == 1
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        f"Compiling what is called for the first time, and keeping it in {place}. {folder.HOW}"
    ]
    assert len(files(place)) == 2, "one for arrays that may be written to"
    monkeypatch.setenv(COMPILED_ONLY, "1")
    assert fresh()(TEXT, 1) == 1


FOR_ANY_PROCESSOR = """
import sys
from pathlib import Path
import numpy as np
from parsched.apps.compiling import compiling
from parsched.base.compiled import folder
from parsched.apps.compiling import setup
from parsched.data.files.json_nesting import first_too_deep
if __name__ == "__main__":
    folder.candidates = lambda: iter([Path(sys.argv[1])])
    compiling.practise = lambda: first_too_deep(np.frombuffer(b"[[[", np.uint8), 1)
    assert setup.compile_all(1) == 1
"""


def test_machine_code_of_a_wheel_runs_on_this_processor(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "shipped"
    (script := tmp_path / "ship.py").write_text(FOR_ANY_PROCESSOR, encoding="utf-8")
    options = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script), str(shipped)]
    subprocess.run(command, env={**os.environ, **options}, check=True)
    assert not folder.is_complete()
    monkeypatch.setattr(folder, "shipped", lambda: shipped)
    assert folder.is_complete()
    assert fresh()(TEXT, 1) == 1
    assert not place.exists()
    with monkeypatch.context() as checked:
        checked.setenv(CHECKED, "1")
        with pytest.raises(NotCompiledError):
            fresh()(TEXT, 1)
    monkeypatch.setattr(folder, "portable", lambda: ("another Python",))
    assert not folder.is_complete()
    with pytest.raises(NotCompiledError):
        fresh()(TEXT, 1)


@pytest.mark.parametrize(("numpy", "is_used"), [("2.99.0", True), ("3.0.0", False)])
def test_machine_code_that_is_handed_on_is_used_with_any_numpy_of_its_major_version(
    numpy: str, is_used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_with = folder.portable()
    monkeypatch.setattr(
        "parsched.base.compiled.folder.version",
        lambda name: numpy if name == "numpy" else version(name),
    )
    folder.portable.cache_clear()
    try:
        assert (folder.portable() == made_with) is is_used
    finally:
        folder.portable.cache_clear()


def test_others_wait_for_what_is_being_compiled(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(COMPILED_ONLY)
    setup.compile_all(1)
    [name] = files(place)
    ready = (place / name).read_bytes()
    (place / name).unlink()
    waited: list[float] = []

    def appears(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            (place / name).write_bytes(ready)

    monkeypatch.setattr("time.sleep", appears)
    with folder.filling(place):
        assert fresh()(TEXT, 1) == 1
    assert len(waited) == 3


def test_without_a_set_up_no_process_fills_a_folder(place: Path) -> None:
    assert not folder.is_filled_now()
    place.mkdir()
    with folder.filling(place):
        assert folder.is_filled_now()
    assert not folder.is_filled_now()


def test_the_calls_of_one_kernel_are_one_part_and_the_largest_is_first() -> None:
    nesting: Kernel[..., Any] = first_too_deep
    times: Kernel[..., Any] = times_at
    calls = [
        (nesting.__module__, nesting.__name__, ("a",)),
        (times.__module__, times.__name__, ("a",)),
        (nesting.__module__, nesting.__name__, ("b",)),
    ]
    big, small = sorted((nesting, times), key=lambda each: each.size, reverse=True)
    parts = compiling.in_order(calls)
    assert [part[0][1] for part in parts] == [big.__name__, small.__name__]
    assert sorted(map(len, parts)) == [1, 2]


@pytest.mark.parametrize(
    ("environ", "places"),
    [
        ({"HOME": "/home/me"}, [BESIDE, "/home/me/.cache/schedweb"]),
        ({"HOME": "/home/me", "XDG_CACHE_HOME": "/cache"}, [BESIDE, "/cache/schedweb"]),
        ({"SCHEDWEB_COMPILED": "/named"}, ["/named", BESIDE]),
        ({}, [BESIDE]),
    ],
)
def test_a_named_folder_comes_first_and_the_users_cache_last(
    environ: Mapping[str, str], places: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "SCHEDWEB_COMPILED"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    found = [str(candidate) for candidate in folder.candidates()]
    assert len(found) == len(places)
    assert all(map(str.startswith, found, places))


def test_nothing_is_written_beside_an_installed_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "IS_CLONE", False)
    assert not any(str(place).startswith(str(ROOT)) for place in folder.candidates())


def test_each_kind_of_processor_has_a_folder_unless_one_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An image runs on other processors than it is built on."""

    def beside(processor: str) -> Path:
        folder.kind.cache_clear()
        monkeypatch.setattr("llvmlite.binding.get_host_cpu_name", lambda: processor)
        return next(place for place in folder.candidates() if str(place).startswith(BESIDE))

    monkeypatch.delenv("NUMBA_CPU_NAME", raising=False)
    assert beside("haswell") == beside("haswell") != beside("znver4")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert beside("haswell") == beside("znver4")
    folder.kind.cache_clear()


def test_a_folder_that_may_not_be_entered_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(folder, "candidates", lambda: iter([tmp_path / "file" / "inside"]))
    assert not folder.is_complete()
    assert not folder.is_filled_now()
    with pytest.raises(NotCompiledError):
        fresh()(TEXT, 1)


def test_the_first_folder_that_can_be_written_is_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    tried = [tmp_path / "file" / "a", tmp_path / "b", tmp_path / "c"]
    monkeypatch.setattr(folder, "candidates", lambda: iter(tried))
    assert folder.writable() == tmp_path / "b"
    monkeypatch.setattr(folder, "candidates", lambda: iter(tried[:1]))
    with pytest.raises(folder.SetUpError, match=r"cannot be written to .*: name another folder"):
        folder.writable()


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run commands of a library that was not set up, where nothing can be written."""

    def skipped(_: str, names: list[str]) -> set[str]:
        return {"__pycache__", "__compiled__", "__shipped__"} & set(names)

    shutil.copytree(ROOT / "algorithms", tmp_path / "algorithms", ignore=skipped)
    (tmp_path / "algorithms" / "parsched" / "__compiled__").touch()
    (tmp_path / "jobs.json").write_text('{"jobs": [{"id": 1, "times": [1]}]}')
    environ = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "algorithms", *args],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_without_set_up_commands_say_so_and_work(
    command: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = command("generate", "lublin", "--jobs", "3", "--procs", "4", "--out", "jobs.swf")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("Machine code is not complete for this version, so this")
    assert done.stderr.count("\n") == 1
    failed = command("compile")
    assert failed.returncode == 2
    assert failed.stderr.startswith("Machine code cannot be written to ")
    assert failed.stderr.count("\n") == 1


@pytest.mark.parametrize("args", ['"list"', '"--help"'])
def test_what_computes_nothing_does_not_load_numba(args: str) -> None:
    code = (
        "import sys; from parsched.apps.cli import main\n"
        f"try: main([{args}])\nexcept SystemExit: pass\n"
        "sys.exit('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0


def test_nothing_is_compiled_where_numba_is_switched_off(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(folder.SWITCHED_OFF, "0")
    assert not folder.is_complete()
    monkeypatch.setenv(folder.SWITCHED_OFF, "1")
    assert folder.is_complete()
    assert (folder.complaint(), setup.compile_all(1)) == ("", 0)
    assert main(["compile"]) == 0
    assert "in plain Python" in capsys.readouterr().out
    assert not place.exists()

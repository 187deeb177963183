"""Programs end with one line and the right code, whatever becomes of their streams, or when."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from parsched.base import program
from tests.everywhere import ROOT

LIBRARY = (sys.executable, "-m", "parsched")
PROGRAMS = {
    "library": (*LIBRARY, "list"),
    "schedweb": (sys.executable, "-m", "schedweb", "--help"),
    "schedweb lib": (sys.executable, "-m", "schedweb", "lib", "list"),
    "key": (sys.executable, "-m", "schedweb", "secret_key"),
    "help": (*LIBRARY, "--help"),
    "help of a command": (*LIBRARY, "report", "--help"),
    "version": (*LIBRARY, "--version"),
    "manage": (sys.executable, "manage.py", "help"),
}


def shell(command: Sequence[str], rest: str) -> tuple[int, str]:
    """Run a command in a shell with redirections; return its code and what it says of errors."""
    line = f'"$@" {rest}'
    done = subprocess.run(
        ["bash", "-c", line, "bash", *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize(
    ("rest", "said"),
    [("> /dev/full", "Standard output: No space left"), (">&-", "Standard output: Bad file")],
)
def test_output_that_cannot_be_written_is_one_line(
    command: Sequence[str], rest: str, said: str
) -> None:
    code, errors = shell(command, rest)
    assert code == program.UNWRITABLE
    assert errors.startswith(said)
    assert errors.count("\n") == 1


def test_closed_errors_and_input_are_no_reason_to_fail() -> None:
    assert shell((*LIBRARY, "--version"), "2>&- <&-") == (0, "")
    assert shell((*LIBRARY, "none"), "2>&-")[0] == 2
    code, errors = shell((*LIBRARY, "slurm-conf", "-"), "<&-")
    assert (code, errors.count("\n")) == (2, 1)


MOMENTS = (
    "parsched.base.program",
    "numpy",
    "parsched.base.errors",
    "parsched.report.explain.explain",
)


def interrupted_after(module: str, command: Sequence[str]) -> tuple[int, list[str]]:
    """Interrupt a program when it has loaded a module; return its code and its last lines."""
    argv = [command[0], "-X", "importtime", *command[1:]]
    with subprocess.Popen(
        argv,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as started:
        assert started.stderr is not None
        lines = []
        for line in started.stderr:
            if not line.startswith("import time:"):
                lines.append(line.strip())
            elif re.search(rf"\| +{re.escape(module)}$", line.rstrip()):
                started.send_signal(signal.SIGINT)
        return started.wait(), lines


@pytest.mark.parametrize("module", MOMENTS[1:])
def test_ctrl_c_while_the_library_loads_is_one_line(module: str) -> None:
    assert interrupted_after(module, (*LIBRARY, "list")) == (program.INTERRUPTED, ["Interrupted."])


@pytest.mark.parametrize("module", ["numpy", "parsched.report.explain.explain"])
def test_ctrl_c_while_the_installed_program_loads_is_one_line(module: str) -> None:
    code, lines = interrupted_after(module, PROGRAMS["schedweb lib"])
    assert (code, lines) == (program.INTERRUPTED, ["Interrupted."])


@pytest.mark.parametrize("module", ["django.core.management", "django.apps.registry"])
def test_ctrl_c_while_django_loads_is_one_line(module: str) -> None:
    code, lines = interrupted_after(module, (sys.executable, "manage.py", "check"))
    assert (code, lines) == (program.INTERRUPTED, ["Interrupted."])


def are_gone(group: int) -> bool:
    """Tell whether all processes of a group end soon."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_ctrl_c_while_loops_are_compiled_ends_all_processes(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "SCHEDWEB_COMPILED_ONLY"}
    # Machine code of other options of Numba is another, and none is there.
    environment |= {"SCHEDWEB_COMPILED": str(tmp_path), "NUMBA_OPT": "2"}
    with subprocess.Popen(
        [*LIBRARY, "compile"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as started:
        assert started.stdout is not None
        for line in started.stdout:
            if " are done." in line:  # how many there are is known
                break
        time.sleep(0.5)  # processes begin
        os.killpg(started.pid, signal.SIGINT)
        _, errors = started.communicate(timeout=60)
    assert (started.returncode, errors) == (program.INTERRUPTED, "Interrupted.\n")
    assert are_gone(started.pid)


@pytest.mark.parametrize("said", ["", "Stopped: 3 are kept."])
def test_who_is_interrupted_may_say_what_is_kept(
    said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def main() -> int:
        raise KeyboardInterrupt(*filter(None, [said]))

    assert program.run(main) == program.INTERRUPTED
    assert capsys.readouterr().err == f"{said or 'Interrupted.'}\n"


@pytest.mark.parametrize(
    ("ended", "code"), [(None, 0), (3, 3), ("It takes no arguments.", 1), (True, 1)]
)
def test_programs_that_end_themselves_keep_their_code(
    ended: object, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def main() -> int:
        raise SystemExit(ended)

    assert program.run(main) == code
    assert capsys.readouterr().err == (f"{ended}\n" if isinstance(ended, str) else "")


def test_signals_are_what_they_were() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, *program.ENDING)]
    assert program.run(lambda: 0) == 0
    assert [signal.getsignal(number) for number in (signal.SIGINT, *program.ENDING)] == before

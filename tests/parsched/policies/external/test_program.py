"""Programs that end, hang, grow or leave others behind."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from parsched.base.errors import Cancelled, ParameterError, TimeLimitReached, UnsupportedError
from parsched.model.stop import Progress, Stop
from parsched.policies.external.external import ExternalParams
from parsched.policies.external.messages import ProgramError
from tests.everywhere import ROOT
from tests.parsched.factories import rigid
from tests.parsched.policies.external.programs import EASY, python, run

ONE = rigid((0, 1, 5))


def failure(command: str, protocol: str = "lines") -> str:
    """Return the sentence that a run of a program ends with."""
    with pytest.raises(ProgramError) as caught:
        run(ONE, 4, command, Stop(time_limit=30.0), protocol)
    return str(caught.value)


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; False for one that ended and was not waited for yet."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def happens(what: Callable[[], bool]) -> bool:
    """Wait until something is so, half a minute at most; return whether it is."""
    for _ in range(600):
        if what():
            return True
        time.sleep(0.05)
    return False


def is_gone(pid: int) -> bool:
    """Wait a moment for a process to end, which its system tells it to."""
    return happens(lambda: not is_alive(pid))


@pytest.mark.parametrize("protocol", ["lines", "batsim-v4"])
def test_a_program_that_ends_is_quoted(protocol: str) -> None:
    code = python("import sys; sys.exit('no {socket} for me')")
    text = failure(code, protocol)
    assert text.startswith(
        "the program ended with exit code 1 before all jobs had run; it said: no "
    )
    assert text.endswith("for me")


def test_a_program_that_is_not_there_is_named() -> None:
    text = failure("/no/such/program --fast")
    assert "exit code 127" in text
    assert "it said: /no/such/program: No such file or directory" in text


def test_a_program_that_crashes_is_named_with_its_signal() -> None:
    text = failure(python("import os; os.kill(os.getpid(), 11)"))
    assert "the program was ended by signal 11 (SIGSEGV) before all jobs had run" in text


@pytest.mark.parametrize("protocol", ["lines", "batsim-v4"])
def test_a_silent_program_ends_with_the_time_of_the_run(protocol: str) -> None:
    code = python("import time; '{socket}'; time.sleep(1000)")
    with pytest.raises(TimeLimitReached):
        run(ONE, 4, code, Stop(time_limit=0.5), protocol)


def test_a_cancel_ends_the_program_and_its_children(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = (
        "import os, subprocess, time; child = subprocess.Popen(['sleep', '1000']); "
        f"open({str(pids)!r}, 'w').write(str(os.getpid()) + ' ' + str(child.pid)); time.sleep(1000)"
    )

    def cancel(progress: Progress) -> None:
        if pids.exists() and len(pids.read_text(encoding="utf-8").split()) == 2:
            raise Cancelled("enough")

    with pytest.raises(Cancelled):
        run(ONE, 4, python(code), Stop(listener=cancel, interval=0.0, time_limit=30.0))
    assert all(is_gone(int(pid)) for pid in pids.read_text(encoding="utf-8").split())


def test_a_program_that_closes_its_output_and_goes_on_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closes = python("import os, time; os.close(1); time.sleep(1000)")
    with pytest.raises(TimeLimitReached):
        run(ONE, 4, closes, Stop(time_limit=0.5))
    monkeypatch.setattr("parsched.policies.external.program.GRACE", 0.1)
    assert failure(closes).startswith("the program closed its output before all jobs had run")


def test_a_program_that_floods_its_errors_is_no_match_for_a_cancel() -> None:
    code = python("import sys\nwhile True: sys.stderr.write('x' * 10000)")
    with pytest.raises(TimeLimitReached):
        run(ONE, 4, code, Stop(time_limit=0.5))


def test_an_answer_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsched.policies.external.lines.LONGEST", 1_000_000)
    code = python("import sys\nwhile True: sys.stdout.write('x' * 10000)")
    assert failure(code) == "answer 1 of the program has more than 1,000,000 bytes"


def test_a_program_may_map_no_more_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsched.policies.external.program.MEMORY", 200 * 2**20)
    assert "MemoryError" in failure(python("bytearray(500 * 2**20)"))


def test_what_its_processes_take_together_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsched.policies.external.program.MEMORY", 100 * 2**20)
    monkeypatch.setattr("parsched.policies.external.program.LOOK", 0.0)
    child = "import time; x = b'x' * (40 * 2**20); time.sleep(1000)"
    code = (
        f"import subprocess, sys, time; [subprocess.Popen([sys.executable, '-c', {child!r}]) "
        "for _ in range(4)]; time.sleep(1000)"
    )
    text = failure(python(code))
    assert text.startswith("the program took ")
    assert text.endswith("MB of memory, more than its limit of 100 MB")


def test_memory_and_processor_time_of_a_program_count() -> None:
    result = run(ONE, 4)
    assert result.helper_memory > 2**20
    code = "import sys; sum(range(3 * 10**7)); x = 1"
    example = ROOT / "algorithms" / "parsched" / "policies" / "external" / "examples" / "fcfs.py"
    busy = run(ONE, 4, python(f"{code}; exec(open({str(example)!r}).read())"))
    assert busy.cpu_seconds > result.cpu_seconds + 0.2


def test_a_program_sees_few_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDWEB_SECRET_KEY", "hidden")
    code = "import os, sys; sys.exit(' '.join(os.environ))"
    text = failure(python(code))
    assert "PATH" in text
    assert "SCHEDWEB" not in text


def test_a_program_ends_with_its_parent(tmp_path: Path) -> None:
    """And with all that it has started; also if that is killed, and cannot end anything itself."""
    pids = tmp_path / "pids"
    sleep = (
        "import os, subprocess, time; child = subprocess.Popen(['sleep', '1000']); "
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}'); time.sleep(1000)"
    )
    starter = (
        "import sys, time; from parsched.policies.external.program import ExternalProgram; "
        "from parsched.model.stop import Stop; "
        f"ExternalProgram([sys.executable, '-c', {sleep!r}], Stop(), talks=True); time.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", starter], cwd=ROOT) as process:
        try:
            assert happens(lambda: has_text(pids))
        finally:
            process.kill()
    assert all(is_gone(int(pid)) for pid in pids.read_text(encoding="utf-8").split())


def has_text(file: Path) -> bool:
    """Tell whether something was written to a file."""
    return file.exists() and bool(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("", "a command must name a program"),
        ("   ", "a command must name a program"),
        ("run 'it", "a command must be words as a shell takes them, but there is No closing"),
        ("run a,b", "a command must have no commas outside of brackets"),
    ],
)
def test_what_is_no_command_is_refused(command: str, sentence: str) -> None:
    with pytest.raises(ParameterError) as caught:
        ExternalParams(command=command)
    assert sentence in caught.value.errors["command"]


def test_a_command_for_batsim_says_where_the_socket_goes() -> None:
    with pytest.raises(UnsupportedError, match=r"needs \{socket\} in its command"):
        run(ONE, 4, protocol="batsim-v4")


def test_a_missing_pyzmq_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsched.policies.external.external.is_installed", lambda: False)
    with pytest.raises(UnsupportedError, match=r"pip install 'schedweb\[gym\]'"):
        run(ONE, 4, EASY, protocol="batsim-v4")


def test_a_machine_of_too_many_processors_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="tells of up to 1,048,576 processors"):
        run(ONE, 2**20 + 1)


def test_labels_call_a_program_by_its_name() -> None:
    params = ExternalParams(command="/opt/tools/python /home/me/secret/sjf.py --token=5")
    assert params.words() == {"command": "python sjf.py", "protocol": ""}


def test_no_run_time_is_told(tmp_path: Path) -> None:
    """Estimates are, as the rules make them, and who asks for the job."""
    heard = tmp_path / "heard"
    code = (
        "import sys; first = sys.stdin.readline(); "
        "print(chr(123) + chr(34) + 'now' + chr(34) + ':0' + ',' + chr(34) + 'events' + chr(34) "
        "+ ':[]' + chr(125)); "
        f"open({str(heard)!r}, 'w').write(first + sys.stdin.readline())"
    )
    with pytest.raises(ProgramError):
        run(rigid((0, 1, 17, 99), users=["ann"]), 2, python(code), Stop(time_limit=30.0))
    told = heard.read_text(encoding="utf-8")
    assert '"walltime":99.0' in told
    assert '"user":"ann"' in told
    assert "17" not in told

"""The launcher with real processes: refusals, restarts, and an end that leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from schedweb.base import config
from schedweb.launch.preflight import only_one
from tests.everywhere import ROOT
from tests.launch.launched import Launched, alive, children, command, eventually, launched


def refusal(mode: str, **environment: str) -> str:
    """What a launcher says that does not start."""
    done = subprocess.run(
        command(mode),
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "schedweb.server.settings", **environment},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_busy_port_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert refusal("local", PORT=str(port)).startswith(f"Port {port} is in use")


def test_local_mode_refuses_other_addresses_than_loopback() -> None:
    assert refusal("local", HOST="0.0.0.0").startswith("HOST must be one of 127.0.0.1")


def test_an_address_of_another_machine_is_one_sentence() -> None:
    assert "is no address of this machine" in refusal("team", HOST="192.0.2.1", PORT="0")


def test_a_wrong_value_is_one_sentence() -> None:
    assert refusal("local", PORT="web").startswith("PORT must be a whole number")
    assert refusal("local", PORT="0", SCHEDWEB_RUN_SECONDS="-1").startswith("SCHEDWEB_RUN_SECONDS")


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sentence = refusal("local", PORT="0", SCHEDWEB_DATA=str(tmp_path / "file" / "data"))
    assert "is not writable" in sentence


def test_no_program_of_a_launcher_goes_on_with_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    monkeypatch.setenv("SCHEDWEB_DATA", str(data))
    with only_one(config.data_folder()):
        assert config.data_folder() == data
        data.rename(tmp_path / "moved")
        with pytest.raises(config.ConfigError, match=f"The data folder {data} is gone"):
            config.data_folder()
        assert not data.exists()
        (tmp_path / "moved").rename(data)
        assert config.data_folder() == data


def test_set_up_imports_nothing_that_only_pages_need(tmp_path: Path) -> None:
    code = "import sys, django; django.setup(); print(*sys.modules)"
    environment = {**os.environ, "SCHEDWEB_DATA": str(tmp_path), "SCHEDWEB_MODE": "local"}
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment, "DJANGO_SETTINGS_MODULE": "schedweb.server.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    modules = set(found.stdout.split())
    assert "schedweb.runs.models" in modules
    assert not modules & {"bokeh", "drf_spectacular.openapi", "matplotlib"}


def test_a_database_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    url = f"postgres://unknown@127.0.0.1:{port}/nothing?connect_timeout=5"
    sentence = refusal("team", PORT="0", DATABASE_URL=url, SCHEDWEB_DATA=str(tmp_path))
    assert sentence.startswith("The database does not answer")


def test_ctrl_c_stops_web_server_and_worker(environment: dict[str, str]) -> None:
    with launched("local", environment) as running:
        assert running.get("/health/live") == "ok\n"
        programs = running.programs()
        assert set(programs) == {"web", "worker", "reader"}
        processes = [pid for main in programs.values() for pid in (main, *children(main))]
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(15) == 0
        assert not any(alive(pid) for pid in processes)
        assert "WARNING" not in running.said()


def is_healthy(running: Launched) -> bool:
    """Whether it answers; a connection that the killed program had taken is reset."""
    try:
        return running.get("/health/live") == "ok\n"
    except OSError:
        return False


@pytest.mark.night  # by day `faults` kills a reader
def test_a_killed_program_starts_again_and_the_other_stays(environment: dict[str, str]) -> None:
    with launched("local", environment) as running:
        before = running.programs()
        os.kill(before["web"], signal.SIGKILL)
        eventually(lambda: running.programs().get("web") not in (None, before["web"]))
        eventually(lambda: is_healthy(running))
        eventually(lambda: len(running.programs()) == len(before))
        assert running.programs()["worker"] == before["worker"]
        os.kill(before["worker"], signal.SIGKILL)
        eventually(lambda: running.programs().get("worker") not in (None, before["worker"]))


def test_a_team_has_one_launcher_that_nothing_outlives(environment: dict[str, str]) -> None:
    """One start for three things, as each takes seconds: a stranger sees the log-in, a second
    launcher refuses the same data folder, and the first takes its programs along."""
    with launched("team", environment) as running:
        assert "Log in" in running.get("/accounts/password/")
        for mode in ("local", "team"):
            assert "already running" in refusal(mode, **{**environment, "PORT": "0"})
        programs = running.programs()
        assert set(programs) == {"web", "worker", "reader"}
        running.process.kill()
        if Path("/proc/self").exists():  # only Linux tells a child
            eventually(lambda: not any(alive(pid) for pid in programs.values()))

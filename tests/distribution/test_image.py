"""The image and what starts it, as they are written: they name what is there and what it can do."""

import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from schedweb.__main__ import COMMANDS
from schedweb.base import config
from schedweb.server.health import LIVE
from tests.everywhere import ROOT

NAMES = {command.name for command in COMMANDS}
OF_OTHERS = ("NUMBA_", "POSTGRES_", "PATH")
DEFAULTS = {"SCHEDWEB_COMPILED"}
"""Variables of the library, which no setting of the application reads."""


def text(name: str) -> str:
    return (ROOT / "deploy" / name).read_text(encoding="utf-8")


def instructions() -> Iterator[tuple[str, str]]:
    """Yield the instructions of the Dockerfile: a word, and what comes after it, on one line."""
    lines = [line for line in text("Dockerfile").splitlines() if not line.startswith("#")]
    for line in "\n".join(lines).replace("\\\n", "").splitlines():
        word, _, rest = line.partition(" ")
        if word:
            yield word, rest


def all_of(word: str) -> list[str]:
    return [rest for each, rest in instructions() if each == word]


def services() -> dict[str, dict[str, Any]]:
    read: dict[str, Any] = yaml.safe_load(text("compose.yaml"))
    found: dict[str, dict[str, Any]] = read["services"]
    return found


def test_everything_that_is_copied_into_it_is_there() -> None:
    copied = [shlex.split(rest)[:-1] for rest in all_of("COPY") if not rest.startswith("--from")]
    names = [name for each in copied for name in each]
    assert {"algorithms", "docs", "schedweb", "static", "templates", "requirements.txt"} <= {*names}
    assert [name for name in names if not (ROOT / name).exists()] == []
    kept_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert not {*names} & {*kept_out}


def test_what_makes_and_starts_it_are_commands_of_ours() -> None:
    made = re.findall(r"(?<!/)schedweb (\w+)", " ; ".join(all_of("RUN")))
    [started] = map(json.loads, all_of("CMD"))
    assert {"lib", "collectstatic"} <= {*made}
    assert {*made} <= NAMES
    assert started == ["schedweb", "web"]
    commands = " ".join(each.get("command", "") for each in services().values())
    called = re.findall(r"schedweb (\w+)", commands)
    assert {*called} == {"migrate", "web", "worker", "reader"}


def test_loops_are_compiled_in_it_for_any_processor_and_kept() -> None:
    [variables, later] = all_of("ENV")
    assert "NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES=" in variables
    folder = re.search(r"SCHEDWEB_COMPILED=(\S+)", variables)
    [kept] = [rest for rest in all_of("COPY") if rest.startswith("--from")]
    assert folder is not None
    assert folder[1].startswith(kept.split()[-1] + "/")
    assert "SCHEDWEB_MODE=team" in later


def test_it_does_not_run_as_root() -> None:
    [user] = all_of("USER")
    assert int(user) > 0
    assert f"--uid {user} " in " ".join(all_of("RUN"))


def test_its_health_is_asked_of_the_port_that_it_listens_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [check] = all_of("HEALTHCHECK")
    program, option, code = json.loads(check.partition(" CMD ")[2])
    assert (program, option) == ("python", "-c")
    asked: list[str] = []
    monkeypatch.delenv("PORT", raising=False)
    monkeypatch.setattr("urllib.request.urlopen", asked.append)
    for port in ("", "9000"):
        if port:
            monkeypatch.setenv("PORT", port)
        exec(code)
    assert asked == [f"http://127.0.0.1:8000{LIVE}", f"http://127.0.0.1:9000{LIVE}"]
    assert all_of("EXPOSE") == ["8000"]
    assert config.PORT.read() == 9000


def test_variables_that_are_set_are_variables_that_are_read() -> None:
    declared = {setting.name for setting in config.SETTINGS} | DEFAULTS
    named = {name for rest in all_of("ENV") for name in re.findall(r"(\w+)=", rest)}
    named |= {name for each in services().values() for name in each.get("environment", {})}
    named |= {*re.findall(r"^(\w+)=", text("schedweb.env"), re.MULTILINE)}
    assert {name for name in named if not name.startswith(OF_OTHERS)} <= declared

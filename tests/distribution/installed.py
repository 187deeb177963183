"""An environment that tests install the wheel into."""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from parsched.base.compiled import COMPILED_ONLY


def run(
    *command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program that is to succeed."""
    line = [str(part) for part in command]
    done = subprocess.run(line, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel and the packages that it needs, and a home of a user."""

    place: Path

    @property
    def python(self) -> Path:
        return self.place / "venv" / "bin" / "python"

    @property
    def program(self) -> Path:
        return self.python.with_name("schedweb")

    @property
    def empty(self) -> Path:
        """The folder in which it is called."""
        return self.place / "empty"

    @property
    def environment(self) -> dict[str, str]:
        """Variables of a user who has set none."""
        ours = ("DJANGO", "SCHEDWEB", "PYTHON", "XDG", COMPILED_ONLY)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return {**kept, "HOME": str(self.place / "home")}

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        return run(*command, cwd=self.empty, env=self.environment)


def example(installed: Installed) -> str:
    """Return the first program in Python of the README, as indexes show it."""
    code = "from importlib.metadata import metadata; print(metadata('schedweb').get_payload())"
    shown = installed.run(installed.python, "-c", code).stdout
    found = re.search("## In Python.*?```python\n(.*?)```", shown, re.DOTALL)
    assert found is not None
    return found[1]

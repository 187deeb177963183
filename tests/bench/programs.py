"""Measurements that need an installation of their own: a program with the tests' settings, which
prints its numbers as JSON."""

import json
import os
import subprocess
import sys


def measured(module: str, *arguments: str) -> dict[str, float]:
    """Run a module of this folder; return its numbers by name."""
    command = [sys.executable, "-m", f"tests.bench.{module}", *arguments]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=environment
    ).stdout
    numbers: dict[str, float] = json.loads(done.splitlines()[-1])
    return numbers

"""Installations of their own, each in a folder of a test."""

import os
import subprocess
import sys
from pathlib import Path

from tests.everywhere import ROOT


def empty_installation(folder: Path) -> dict[str, str]:
    """Return the environment of an empty installation with SQLite."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "schedweb.server.settings",
        "SCHEDWEB_DATA": str(folder),
        "SCHEDWEB_ALLOWED_HOSTS": "localhost",
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }


def run(environment: dict[str, str], *arguments: str) -> str:
    """Run Python on an installation; return what it prints."""
    command = [sys.executable, *arguments]
    ended = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout
